#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Compares the layout of each public struct and the number of each enumerator, on machines with 64-bit pointers, with layout.txt:
#     layout.sh FOLDER CC            fails with what differs
#     layout.sh --write FOLDER CC    writes layout.txt
# FOLDER is that of the headers.  Those in experimental/ promise nothing and are not looked at.
set -eu
write=0
if [ "$1" = --write ]; then
    write=1
    shift
fi
headers=$1 cc=$2
wanted=$(dirname "$0")/layout.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A program that prints a line for each struct, each of its members, and each enumerator, from the text of the headers without comments and macros.
{
    printf '#include <nearfield/nearfield.h>\n#include <stddef.h>\n#include <stdio.h>\nint main(void) {\n'
    echo '#include <nearfield/nearfield.h>' | "$cc" -E -P -I "$headers" - | tr '\n' ' ' | awk '
        BEGIN { RS = ";" }
        function member(text) { # its name stands last, before the sizes of an array, or after the "(*" of a function
            if (match(text, /\(\*[a-z_0-9]+\)/)) return substr(text, RSTART + 2, RLENGTH - 3)
            gsub(/\[[^]]*\]/, "", text)
            match(text, /[A-Za-z_0-9]+ *$/)
            text = substr(text, RSTART)
            sub(/ *$/, "", text)
            return text
        }
        function add(text) { members[++count] = member(text) }
        /typedef enum nf_[a-z_]+ *\{/ || /^ *enum *\{/ {
            text = $0
            sub(/^[^{]*\{/, "", text)
            sub(/\}.*/, "", text)
            n = split(text, names, ",")
            for (k = 1; k <= n; k++) {
                if (!match(names[k], /NF_[A-Z_0-9]+/)) continue
                name = substr(names[k], RSTART, RLENGTH)
                printf "printf(\"%s = %%d\\n\", (int)%s);\n", name, name
            }
            next
        }
        /typedef struct nf_[a-z_]+ *\{/ {
            inside = 1
            count = 0
            text = $0
            sub(/^[^{]*\{/, "", text)
            add(text)
            next
        }
        inside && /\}/ {
            inside = 0
            match($0, /nf_[a-z_]+/)
            type = substr($0, RSTART, RLENGTH)
            printf "printf(\"%s %%zu\\n\", sizeof(%s));\n", type, type
            for (k = 1; k <= count; k++)
                printf "printf(\"    %s at %%zu, %%zu\\n\", offsetof(%s, %s), sizeof(((%s *)NULL)->%s));\n", members[k], type, members[k], type, members[k]
            next
        }
        inside { add($0) }'
    printf 'return sizeof(void *) == 8 ? 0 : 77;\n}\n'
} >"$work/layout.c"
"$cc" -std=c11 -Wall -Wextra -Werror -I "$headers" -DNF_STATIC -o "$work/layout" "$work/layout.c"
"$work/layout" >"$work/layout.txt" || exit $?
if [ $write = 1 ]; then
    cp "$work/layout.txt" "$wanted"
elif ! diff "$wanted" "$work/layout.txt"; then
    echo "the layout of public structs is another than that of layout.txt (<); CONTRIBUTING.md says what may change, and how layout.txt is written"
    exit 1
fi
