#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Checks that every row of the tables still applies:  check.sh FOLDER [CTEST BUILD]
# With CTEST and the build folder, also checks that its test is registered.
set -eu
export LC_ALL=C # [a-z] leaves out CMakeLists.txt
cd "${1:?folder of the project}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
names=""
if [ $# -ge 3 ]; then
    names=$work/names
    (cd "$3" && "$2" -N) | sed -n 's/^ *Test *#[0-9]*: *//p' >"$names"
    [ -s "$names" ] || { echo "ctest -N names no tests"; exit 1; }
fi
awk -f tests/mutants/tables.awk -v mode=check -v names="$names" tests/mutants/[a-z]*.txt
