#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Compiles each public header alone, as C99, C11 and C++17, where there are no headers of OpenCL:  alone.sh FOLDER CC CXX
# If CXX is empty, only C is tested.  No line has more than 110 columns.
set -eu
headers=$1 cc=$2 cxx=${3-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# These stand before those of the system.
mkdir "$work/CL" "$work/OpenCL"
for name in CL/cl.h CL/opencl.h CL/cl_platform.h OpenCL/cl.h OpenCL/opencl.h; do
    echo '#error "a public header includes a header of OpenCL"' >"$work/$name"
done

alone() { # COMPILER STANDARD FILE
    "$1" "-std=$2" -pedantic -Wall -Wextra -Werror -fsyntax-only -I "$work" -I "$headers" "$3" || failed=1
}
for header in "$headers"/nearfield/*.h "$headers"/nearfield/*/*.h; do
    name=${header#"$headers"/}
    awk -v name="$name" 'length > 110 { print name ":" FNR ": more than 110 columns"; found = 1 } END { exit found }' "$header" || failed=1
    # Twice, to test the include guard.
    printf '#include <%s>\n#include <%s>\nint nothing(void);\n' "$name" "$name" >"$work/alone.c"
    alone "$cc" c99 "$work/alone.c"
    alone "$cc" c11 "$work/alone.c"
    [ -n "$cxx" ] || continue
    cp "$work/alone.c" "$work/alone.cpp"
    alone "$cxx" c++17 "$work/alone.cpp"
done
exit $failed
