# shellcheck shell=sh
# The rooms, read by check.sh and symbols.sh.  room: the rooms that it sees.
# search and tree never see each other.  space has no OpenCL in src/, host has none at all.  tune sees space because the
# self-check tests the pair rule.  Kernels of all rooms include cl/machine.  library is src/library.[ch], the composition
# root: it sees all rooms of src/, and no room sees it.
# shellcheck disable=SC2034 # those who read this file use it
rooms='
core:
opencl: core
space: core machine
tune: core opencl space machine
primitives: core opencl tune machine
order: core opencl tune primitives space machine
search: core opencl tune primitives space order machine
tree: core opencl tune primitives space order machine
interact: core opencl tune primitives space order search tree machine
host: core space
machine:
library: core opencl tune primitives space order search tree interact host'
