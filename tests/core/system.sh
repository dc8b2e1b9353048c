#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Runs test_system in a folder of its own:  system.sh WORK COMMAND...
set -eu
work=$1
shift
rm -rf "$work"
mkdir -p "$work/open"
: >"$work/open/shared"
chmod 777 "$work/open" "$work/open/shared"
cd "$work"
# The default stack of threads under Linux, for the test of theirs; wine may need more.
# shellcheck disable=SC3045 # dash and bash have it
[ $# -gt 1 ] || ulimit -S -s 512
export NF_TEST_FOLDER=z/ä/z XDG_CACHE_HOME=/cache XDG_CONFIG_HOME=/config
exec "$@" files open
