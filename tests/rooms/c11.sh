#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Checks that src/ calls only functions of C11, except in core/system_*.c:  c11.sh FOLDER OPENCL_INCLUDE CC
# Headers such as string.h and stdio.h declare POSIX functions only on request, and this check does not request them.
set -eu
cd "${1:?folder of the project}"
opencl=$2 cc=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compiles() { # FILE
    "$cc" -std=c11 -fsyntax-only -Werror=implicit-function-declaration -D CL_TARGET_OPENCL_VERSION=120 -D NF_BUILDING \
        -isystem "$opencl" -I include -I src -I cl "$1" 2>"$work/said"
}

# If the system's headers always declare all of POSIX, the check is skipped.
printf '#include <stdio.h>\nint main(void) { return fileno(stdin); }\n' >"$work/posix.c"
if compiles "$work/posix.c"; then
    echo "Skipped: the headers of this system declare POSIX's functions in C11, too."
    exit 77
fi

failed=0
for file in src/*.c src/*/*.c; do
    case $file in src/core/system_*) continue ;; esac
    compiles "$file" || { cat "$work/said"; failed=1; }
done
exit $failed
