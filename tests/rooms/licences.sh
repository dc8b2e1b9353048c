#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Checks that every file names its copyright and its licence:  licences.sh FOLDER
# Either its first five lines do, in the form of SPDX, or REUSE.toml has a pattern for it: files of data, and those that cannot have comments.
set -eu
cd "${1:?folder of the project}"

patterns=""
if [ -e REUSE.toml ]; then patterns=$(sed -n '/^path = \[/,/^\]/s/^ *"\(.*\)",$/\1/p' REUSE.toml); fi
has_pattern() { # FILE
    set -f
    for pattern in $patterns; do
        # shellcheck disable=SC2254 # a pattern; its "**" is any path
        case $1 in $pattern) return 0 ;; esac
    done
    return 1
}

# Without git: all files but those that were built and those in hidden folders, which are of other programs.
without=$({ git ls-files -co --exclude-standard 2>/dev/null || find . \( -name build -o -path './.*' ! -path ./.ci ! -path './.ci/*' -type d \) -prune -o -type f -print | sed 's,^\./,,'; } | LC_ALL=C sort |
    while IFS= read -r file; do
        if [ ! -f "$file" ] || [ -L "$file" ]; then continue; fi
        lines=$(head -n 5 "$file" | grep -acE 'SPDX-(FileCopyrightText: 2[0-9]{3} |License-Identifier: MIT)' || true)
        [ "$lines" -eq 2 ] || has_pattern "$file" || echo "$file: its first lines name no copyright and licence, and REUSE.toml has no pattern for it"
    done)
[ -z "$without" ] || { printf '%s\n' "$without"; exit 1; }
