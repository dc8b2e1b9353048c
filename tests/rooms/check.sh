#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Checks who may see whom:  check.sh FOLDER
#   - src/<room> and cl/<room> include themselves and the rooms that table.sh names.  In src/ a kernel file is
#     only included as the written rule that both languages read: from cl/space
#   - a kernel that no other includes, and that is no part (nf_part, or an emitter that a source names) and no pair function, has a source: cl/<room>/<stem>.cl its
#     src/<room>/<stem>.c (<stem>_cpu.cl and <stem>_lanes.cl share that of <stem>.cl)
#   - src/library.c lists each family of tunables that a source of src/ defines
#   - src/ takes its <headers> from C11 and nearfield; those of an operating system only in core/system_*.c, those of OpenCL in opencl/loader.h
set -eu
# shellcheck source=tests/rooms/table.sh
. "$(dirname "$0")/table.sh"
cd "${1:?folder of the project}"

# shellcheck disable=SC2016 # awk, not the shell, reads the dollars
faults=$(
    find src cl -name '*.[ch]' -o -name '*.cl' | LC_ALL=C sort | xargs awk -v rooms="$rooms" "$read_rooms"'
        BEGIN {
            split("assert ctype errno fenv float inttypes limits locale math setjmp stdarg stdatomic stdbool stddef stdint stdio stdlib string", names)
            for (k in names) c11[names[k] ".h"] = 1
        }
        FNR == 1 { split(FILENAME, path, "/"); tree = path[1]; room = path[2] }
        FNR == 1 && FILENAME ~ /^src\/library\.[ch]$/ { room = "library" }
        FNR == 1 && (!(room in is_room) || (tree == "src" && room == "machine") || (room == "library" && path[2] == room)) {
            print FILENAME ": " room " is not a room"
        }
        # What the processor has, for which kernels are compiled, compilers say by <cpuid.h>.
        /^[ \t]*#[ \t]*include[ \t]*</ && FILENAME !~ /^src\/core\/system_[a-z]+\.c$/ && !(/<cpuid\.h>/ && FILENAME == "src/native/run.c") {
            split($0, parts, /[<>]/)
            if (tree == "cl") print FILENAME ":" FNR ": a kernel has no <headers>"
            else if (parts[2] ~ /^(CL|OpenCL)\//) {
                if (FILENAME != "src/opencl/loader.h") print FILENAME ":" FNR ": <" parts[2] "> is included by src/opencl/loader.h alone"
            } else if (!(parts[2] in c11) && parts[2] !~ /^nearfield\//)
                print FILENAME ":" FNR ": <" parts[2] "> is of an operating system, which core/system.h stands for"
        }
        /^[ \t]*#[ \t]*include[ \t]*"/ {
            split($0, quoted, "\"")
            split(quoted[2], parts, "/")
            from = parts[1] == "library.h" ? "library" : parts[1]
            where = FILENAME ":" FNR ": "
            kernel = quoted[2] ~ /\.cl$/
            if (kernel) included["cl/" quoted[2]] = 1
            if (!(from in is_room)) print where "\"" quoted[2] "\" does not name a room"
            else if (quoted[2] ~ /\.\./) print where "\"" quoted[2] "\" leaves its room"
            else if (tree == "cl" && !kernel) print where "a kernel includes nothing but kernel files"
            else if (tree == "src" && kernel && from != "space") print where "C reads no kernel files but those of cl/space"
            else if (from != room && !((room, from) in sees)) print where room " may not see " from
        }
        tree == "src" { # a question names its parts in a row of C
            rest = $0
            while (match(rest, /"([a-z]+\/(emit|runs|space|pair|side)_|search\/(emit|walk)\/|interact\/symmetric\/|papers\/)[a-z_0-9]+\.cl"/)) {
                included["cl/" substr(rest, RSTART + 1, RLENGTH - 2)] = 1
                rest = substr(rest, RSTART + RLENGTH)
            }
        }
        tree == "src" && room != "library" && /^const nf_family nf_[a-z0-9_]+_family =/ { families[$3] = FILENAME }
        room == "library" {
            rest = $0
            while (match(rest, /&nf_[a-z0-9_]+_family/)) {
                listed[substr(rest, RSTART + 1, RLENGTH - 1)] = 1
                rest = substr(rest, RSTART + RLENGTH)
            }
        }
        FNR == 1 && tree == "cl" { kernels[++kernel_count] = FILENAME }
        /nf_(part|behind)\(/ && match($0, /"[a-z_0-9\/]+\.cl"/) { included["cl/" substr($0, RSTART + 1, RLENGTH - 2)] = 1 }
        function exists(file, line, got) {
            got = (getline line <file)
            close(file)
            return got >= 0
        }
        END {
            for (family in families)
                if (!(family in listed)) print families[family] ": src/library.c does not list " family
            for (k = 1; k <= kernel_count; k++) {
                stem = substr(kernels[k], 4, length(kernels[k]) - 6)
                alone = stem
                sub(/_(cpu|lanes)$/, "", alone)
                if (!(kernels[k] in included) && stem !~ /^function\/pair_/ && !exists("src/" stem ".c") && !exists("src/" alone ".c"))
                    print kernels[k] ": there is no src/" alone ".c"
            }
        }'
)
if [ -n "$faults" ]; then
    echo "$faults"
    exit 1
fi
