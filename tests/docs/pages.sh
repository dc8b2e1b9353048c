#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Tests the C code and the links of README.md and the pages of tools/docs:
#   pages.sh PROJECT OPENCL_INCLUDE LIBRARY OPENCL_LIBRARY CC CXX
# A ```c block with main() must compile without a warning as C99 and C++17, and print the ```text block that follows.  Other blocks
# must compile inside a function, after fragment.h, as C99 and C++20.  Links must lead to a file, and to a heading of it.  If CXX is empty, C++ is not tested.
set -eu
project=$1 opencl=$2 library=$3 loader=$4 cc=$5 cxx=${6-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$project/tests/docs/fragment.h" "$work"
failed=0
fault() { printf '%s\n' "$*"; failed=1; }

compile() { # COMPILER STANDARD ARGUMENT...
    compiler=$1 standard=$2
    shift 2
    "$compiler" "-std=$standard" -Wall -Wextra -Wpedantic -Werror -Wno-unused -D NF_STATIC -isystem "$opencl" -I "$project/include" "$@"
}
try_program() { # FILE WHERE
    cp "$1" "$1pp"
    compile "$cc" c99 "$1" "$library" "$loader" -lm -o "$1.out" || { fault "$2: the program does not compile as C99"; return; }
    [ -z "$cxx" ] || compile "$cxx" c++17 -fsyntax-only "$1pp" || fault "$2: the program does not compile as C++17"
    "$1.out" >"$1.printed" || fault "$2: the program fails"
    cmp -s "$1.printed" "${1%.c}.text" || fault "$2: the program prints '$(cat "$1.printed")', the page says otherwise"
}
try_fragment() { # FILE WHERE
    { printf '#include "fragment.h"\nvoid fragment(void);\nvoid fragment(void) {\n'; cat "$1"; printf '}\n'; } >"$1.fragment.c"
    compile "$cc" c99 -fsyntax-only "$1.fragment.c" || fault "$2: the fragment does not compile as C99"
    cp "$1.fragment.c" "$1.fragment.cpp"
    [ -z "$cxx" ] || compile "$cxx" c++20 -Wno-missing-field-initializers -fsyntax-only "$1.fragment.cpp" || fault "$2: the fragment does not compile as C++20"
}

# The headings of a page as links name them: in small letters, blanks as hyphens, without other marks.
headings() { sed -n 's/^##* //p' "$1" | tr '[:upper:] ' '[:lower:]-' | tr -cd 'a-z0-9_\n-'; }

programs=0 fragments=0 links=0
for page in "$project/README.md" "$project"/tools/docs/*.md; do
    name=${page##*/}
    # Writes BLOCK.c for each ```c block, and BLOCK.text for the ```text block after it.
    awk -v out="$work/${name%.md}" '
        /^```c$/ { file = out "-" ++blocks ".c"; inside = 1; next }
        /^```text$/ { file = out "-" blocks ".text"; inside = 1; next }
        /^```/ { inside = 0; next }
        inside { print >file }' "$page"
    for code in "$work/${name%.md}"-*.c; do
        [ -e "$code" ] || continue
        if grep -q '^int main(' "$code"; then
            programs=$((programs + 1))
            try_program "$code" "$name"
        else
            fragments=$((fragments + 1))
            try_fragment "$code" "$name"
        fi
    done
    # shellcheck disable=SC2013 # a link has no blanks
    for link in $(grep -o '](\([^)]*\))' "$page" | sed 's/^](//; s/)$//' | grep -v '^https*:'); do
        links=$((links + 1)) heading="" target=$page
        case $link in *\#*) heading=${link#*#} ;; esac
        [ -z "${link%%#*}" ] || target=${page%/*}/${link%%#*}
        [ -e "$target" ] || fault "$name: there is no ${link%%#*}"
        [ -z "$heading" ] || headings "$target" | grep -qxF "$heading" || fault "$name: there is no heading #$heading"
    done
done
[ $((programs * fragments * links)) -gt 0 ] || fault "the pages have no program, no fragment or no link"
printf '%d programs, %d fragments, %d links\n' $programs $fragments $links
exit $failed
