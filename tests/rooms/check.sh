#!/bin/sh
# Checks who may see whom:  check.sh FOLDER
#   - src/<room> includes itself and rooms to the left: core <- opencl <- tune <- primitives <- order
#     <- {grid | tree} <- interact <- devices; grid and tree never see each other; kernels only from common/
#   - cl/<room> includes nothing but common/, and cl/<room>/<stem>.cl has its src/<room>/<stem>.c
#     (<stem>_cpu.cl shares that of <stem>.cl)
#   - src/ takes its <headers> from C11, OpenCL and nearfield; those of an operating system only in core/system_*.c
set -eu
cd "${1:?folder of the project}"

# shellcheck disable=SC2016 # awk, not the shell, reads the dollars
faults=$(
    find src -name '*.[ch]' -print | LC_ALL=C sort | xargs awk '
        BEGIN {
            split("core opencl tune primitives order grid interact devices", names)
            for (k in names) rank[names[k]] = k
            rank["tree"] = rank["grid"]
            split("assert ctype errno float inttypes limits math setjmp stdarg stdbool stddef stdint stdio stdlib string", names)
            for (k in names) c11[names[k] ".h"] = 1
        }
        FNR == 1 { split(FILENAME, path, "/"); room = path[2] }
        FNR == 1 && !(room in rank) { print FILENAME ": " room " is not a room" }
        /^[ \t]*#[ \t]*include[ \t]*</ && FILENAME !~ /^src\/core\/system_[a-z]+\.c$/ {
            split($0, parts, /[<>]/)
            if (!(parts[2] in c11) && parts[2] !~ /^(CL|OpenCL|nearfield)\//)
                print FILENAME ":" FNR ": <" parts[2] "> is of an operating system, which core/system.h stands for"
        }
        /^[ \t]*#[ \t]*include[ \t]*"/ {
            split($0, quoted, "\"")
            split(quoted[2], parts, "/")
            from = parts[1]
            where = FILENAME ":" FNR ": "
            if (from == "common" && quoted[2] ~ /\.cl$/) next
            if (!(from in rank)) print where "\"" quoted[2] "\" does not name a room"
            else if (quoted[2] ~ /\.\./) print where "\"" quoted[2] "\" leaves its room"
            else if (rank[from] + 0 > rank[room] + 0) print where room " includes " from ", which stands to its right"
            else if (rank[from] == rank[room] && from != room) print where room " and " from " must not see each other"
        }'

    find cl -name '*.cl' -print | LC_ALL=C sort | xargs awk '
        /^[ \t]*#[ \t]*include/ && !/^[ \t]*#[ \t]*include[ \t]*"common\/[a-z0-9_]+\.cl"/ {
            print FILENAME ":" FNR ": a kernel includes nothing but \"common/...\""
        }'

    find cl -name '*.cl' -not -path 'cl/common/*' -print | LC_ALL=C sort | while read -r kernel; do
        stem=${kernel#cl/}
        stem=${stem%.cl}
        test -f "src/$stem.c" || test -f "src/${stem%_cpu}.c" || echo "$kernel: there is no src/${stem%_cpu}.c"
    done
)
if [ -n "$faults" ]; then
    echo "$faults"
    exit 1
fi
