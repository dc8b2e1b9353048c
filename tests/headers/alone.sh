#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Compiles each public header alone, as C11 and as C++17:  alone.sh FOLDER OPENCL_INCLUDE CC CXX
# If CXX is empty, only C is tested.
set -eu
headers=$1 opencl=$2 cc=$3 cxx=${4-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

for header in "$headers"/nearfield/*.h; do
    name=nearfield/${header##*/}
    # Twice, to test the include guard.
    printf '#include <%s>\n#include <%s>\nint nothing(void);\n' "$name" "$name" >"$work/alone.c"
    "$cc" -std=c11 -pedantic -Wall -Wextra -Werror -fsyntax-only -isystem "$opencl" -I "$headers" "$work/alone.c" || failed=1
    [ -n "$cxx" ] || continue
    cp "$work/alone.c" "$work/alone.cpp"
    "$cxx" -std=c++17 -pedantic -Wall -Wextra -Werror -fsyntax-only -isystem "$opencl" -I "$headers" "$work/alone.cpp" || failed=1
done
exit $failed
