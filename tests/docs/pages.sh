#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Tests the C code and the links of README.md and the pages of docs:
#   pages.sh PROJECT OPENCL_INCLUDE LIBRARY NEEDS CC CXX [COMMAND]
# A ```c block with main() must compile without a warning as C11 and C++17, and print the ```text block that follows.  Other ```c blocks must
# do so inside a function, after fragment.h, and use every variable that they declare.  ```python must compile; ```cmake is built by
# tests/embedding.  Lines of shell, which are indented, must parse; the options of nearfield's commands in lines with a "$" must be in their help.
# There is no other block.  A program is linked with the static LIBRARY and NEEDS, words for the linker.  Links must lead to a file, and to a heading of it.  If CXX is empty, C++ is not tested.
set -eu
project=$1 opencl=$2 library=$3 needs=$4 cc=$5 cxx=${6-} command=${7-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$project/tests/docs/fragment.h" "$work"
failed=0
fault() { printf '%s\n' "$*"; failed=1; }

compile() { # COMPILER STANDARD ARGUMENT...
    compiler=$1 standard=$2
    shift 2
    "$compiler" "-std=$standard" -Wall -Wextra -Wpedantic -Werror -D NF_STATIC -isystem "$opencl" -I "$project/include" "$@"
}
try_program() { # FILE WHERE
    cp "$1" "$1pp"
    # shellcheck disable=SC2086 # NEEDS is words: what the library needs
    compile "$cc" c11 "$1" "$library" $needs -o "$1.out" || { fault "$2: the program does not compile as C11"; return; }
    [ -z "$cxx" ] || compile "$cxx" c++17 -fsyntax-only "$1pp" || fault "$2: the program does not compile as C++17"
    "$1.out" >"$1.printed" || fault "$2: the program fails"
    cmp -s "$1.printed" "${1%.c}.text" || fault "$2: the program prints '$(cat "$1.printed")', the page says otherwise"
}
try_fragment() { # FILE WHERE
    { printf '#include "fragment.h"\nvoid fragment(void);\nvoid fragment(void) {\n'; cat "$1"; printf '}\n'; } >"$1.fragment.c"
    compile "$cc" c11 -fsyntax-only "$1.fragment.c" || fault "$2: the fragment does not compile as C11"
    cp "$1.fragment.c" "$1.fragment.cpp"
    [ -z "$cxx" ] || compile "$cxx" c++17 -fsyntax-only "$1.fragment.cpp" || fault "$2: the fragment does not compile as C++17"
}

try_python() { # FILE WHERE
    ! command -v python3 >/dev/null || python3 -c 'import sys; compile(open(sys.argv[1]).read(), sys.argv[1], "exec")' "$1" || fault "$2: the code is no Python"
}
# Lines of shell: indented, outside of blocks, and begun with "$" or a program's name.  Those of usage, with [OPTIONS] or ALTERNATIVES, are left out:
# the manual page is compared with the command.
shell_lines() { # PAGE
    awk '/^```/ { inside = !inside }
        !inside && /^    (\$ |\.\/|(cc|cmake|ctest|export|git|nearfield|xargs) )/ && !/\[[A-Z-]|\| [A-Z-]|\.\.\./ { sub(/^    /, ""); print }' "$1"
}
try_shell() { # LINE WHERE
    text=${1#'$ '}
    printf '%s\n' "$text" | sh -n 2>/dev/null || fault "$2: no line of shell: $text"
    case $1 in '$ nearfield '* | '$ build/quickstart/nearfield '*) ;; *) return 0 ;; esac
    [ -n "$command" ] || return 0
    words=${text#*nearfield }
    help=$("$command" "${words%% *}" --help 2>/dev/null) || { fault "$2: there is no command ${words%% *}"; return; }
    for option in $(printf '%s\n' "${words%%#*}" | grep -oE '(^| )--[a-z][a-z-]*' || true); do
        printf '%s\n' "$help" | grep -qE -e "(^|[^a-z-])$option([^a-z-]|\$)" || fault "$2: ${words%% *} has no option $option"
    done
}

# The headings of a page as links name them: in small letters, blanks as hyphens, without other marks.
headings() { sed -n 's/^##* //p' "$1" | tr '[:upper:] ' '[:lower:]-' | tr -cd 'a-z0-9_\n-'; }

programs=0 fragments=0 lines=0 links=0
for page in "$project/README.md" "$project"/docs/*.md; do
    name=${page##*/}
    # Writes BLOCK.c for each ```c block, BLOCK.py for ```python, and BLOCK.text for the ```text block after a program.
    awk -v out="$work/${name%.md}" '
        /^```$/ && inside { inside = 0; next }
        /^```c$/ { file = out "-" ++blocks ".c"; inside = 1; next }
        /^```python$/ { file = out "-" ++blocks ".py"; inside = 1; next }
        /^```text$/ { file = out "-" blocks ".text"; inside = 1; next }
        /^```(cmake|pycon)$/ { file = "/dev/null"; inside = 1; next } # tests/python tries the second
        /^ *(```|~~~)/ { print > (out "-unknown"); next }
        inside { print >file }' "$page"
    [ ! -e "$work/${name%.md}-unknown" ] || fault "$name: a block of another language: $(cat "$work/${name%.md}-unknown")"
    for code in "$work/${name%.md}"-*.py; do
        [ ! -e "$code" ] || try_python "$code" "$name"
    done
    shell_lines "$page" >"$work/lines"
    while IFS= read -r line; do
        lines=$((lines + 1))
        try_shell "$line" "$name"
    done <"$work/lines"
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
[ $((programs * fragments * lines * links)) -gt 0 ] || fault "the pages have no program, no fragment, no line of shell or no link"
printf '%d programs, %d fragments, %d lines of shell, %d links\n' $programs $fragments $lines $links
exit $failed
