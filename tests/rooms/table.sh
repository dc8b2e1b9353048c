# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The rooms, read by check.sh, symbols.sh and tools.sh.  room: the rooms that it sees.
# search and tree never see each other, nor do knn and groups.  space has no OpenCL in src/, arguments and host have none at all.  tune sees space because the
# self-check tests the pair rule.  Kernels of all rooms include cl/machine.  library is src/library.[ch], the composition
# root: it sees all rooms of src/, and no room sees it.
# shellcheck disable=SC2034 # those who read this file use it
rooms='
core:
native: core
opencl: core native
space: core machine
arguments: core space
tune: core opencl space machine
primitives: core opencl tune machine
order: core opencl tune primitives space arguments machine
host: core space arguments
question: core opencl tune primitives space arguments order host machine
search: core opencl tune primitives space arguments order host question machine
tree: core opencl tune primitives space arguments order host question machine
knn: core opencl tune primitives space arguments order host question tree machine
groups: core opencl tune primitives space arguments order host question tree machine
function: core opencl machine
interact: core opencl tune primitives space arguments order host question search function machine
papers: core opencl tune primitives space arguments order host question search function interact machine
machine:
library: core native opencl tune primitives space arguments order question search tree knn groups function interact papers host'

# The rooms of tools/, which are the command: the subcommands check, tasks, bench and tune, what they are made of, and command, which lists them.
# shellcheck disable=SC2034
tool_rooms='
text:
system: text
device: text
options: text
formats: text system
charts: text system
points: text formats
pair_functions: text system options formats points
check: text system options device
job: text system options formats charts points
tasks: text system options formats charts points pair_functions job
bench: text system options device formats pair_functions
tune: text system options device pair_functions bench
command: text system options device check job tasks bench tune'

# The part of an awk program that reads the table from the variable `rooms`: is_room[ROOM], sees[ROOM, OTHER].
# shellcheck disable=SC2016,SC2034 # awk reads the dollars; the scripts that source this use it
read_rooms='
BEGIN {
    count = split(rooms, rows, "\n")
    for (k = 1; k <= count; k++) {
        split(rows[k], row, ":")
        if (row[1] == "") continue
        is_room[row[1]] = 1
        seen = split(row[2], others, " ")
        for (o = 1; o <= seen; o++) sees[row[1], others[o]] = 1
    }
}
'
