#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield check beside six busy processes on one core, with nothing cached: the right verdict each time.
#   check_busy.sh COMMAND [RUNS]     1 run, as a test; by hand 20
set -eu
command=$1 runs=${2-1}
if ! taskset -c 0 true 2>/dev/null; then
    echo "skipped: without taskset processes cannot be held on one core"
    exit 77
fi
work=$(mktemp -d)
busy=""
end() {
    for process in $busy; do kill "$process" 2>/dev/null || :; done
    rm -rf "$work"
}
trap end EXIT
trap 'exit 1' INT TERM
for _ in 1 2 3 4 5 6; do
    taskset -c 0 sh -c 'while :; do :; done' &
    busy="$busy $!"
done
good=0 run=0
while [ $run -lt "$runs" ]; do
    run=$((run + 1))
    own=$work/$run
    mkdir -p "$own/pocl"
    start=$(date +%s)
    rc=0
    POCL_CACHE_DIR=$own/pocl XDG_CACHE_HOME=$own/cache NEARFIELD_CACHE=$own/nearfield NEARFIELD_CONFIG=$own/config \
        taskset -c 0 "$command" check >"$own/said" 2>&1 || rc=$?
    if [ $rc = 0 ] && grep -q '^Results can be trusted' "$own/said" && grep -q '^look_back ' "$own"/config/*.profile; then
        good=$((good + 1))
        echo "run $run: right, $(($(date +%s) - start)) s"
    else
        echo "run $run: WRONG, $(($(date +%s) - start)) s, exit status $rc"
        cat "$own/said"
    fi
done
echo "$good of $runs runs ended right"
[ $good = "$runs" ]
