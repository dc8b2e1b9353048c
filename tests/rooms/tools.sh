#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Checks the rooms of the command:  tools.sh FOLDER
#   - a C file of tools/<room> includes its own room and those that table.sh names, by the path below tools/; a file of another folder
#     of tools/ includes no room
#   - of src/, only pair_functions includes host/function.h, the pair functions in plain C, and only bench opencl/functions.h, as it calls
#     OpenCL itself
#   - a folder of src/, cl/, tools/, tests/, docs/ and examples/ has at most 24 files
set -eu
# shellcheck source=tests/rooms/table.sh
. "$(dirname "$0")/table.sh"
cd "${1:?folder of the project}"

# shellcheck disable=SC2016 # awk, not the shell, reads the dollars
faults=$(
    find tools -name '*.[ch]' | LC_ALL=C sort | xargs awk -v rooms="$tool_rooms" "$read_rooms"'
        FNR == 1 { split(FILENAME, path, "/"); room = path[2] }
        /^[ \t]*#[ \t]*include[ \t]*"/ {
            split($0, quoted, "\"")
            split(quoted[2], parts, "/")
            from = parts[1]
            where = FILENAME ":" FNR ": "
            if (quoted[2] == "host/function.h" && room == "pair_functions") next
            if (quoted[2] == "opencl/functions.h" && room == "bench") next
            if (!(room in is_room)) print where room " is not a room"
            else if (quoted[2] ~ /\.\./) print where "\"" quoted[2] "\" leaves its room"
            else if (!(from in is_room)) print where "\"" quoted[2] "\" does not name a room"
            else if (from != room && !((room, from) in sees)) print where room " may not see " from
        }'
    for tree in src cl tools tests docs examples; do
        [ ! -d "$tree" ] || find "$tree" -type f ! -name '*.pyc'
    done | sed 's,/[^/]*$,,' | LC_ALL=C sort | uniq -c | awk '$1 > 24 { print $2 ": " $1 " files are more than 24: a part of them is a folder of its own" }'
)
if [ -n "$faults" ]; then
    echo "$faults"
    exit 1
fi
