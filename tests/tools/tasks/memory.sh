#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# --memory: the same bytes in chunks, within the budget:  memory.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
# shellcheck disable=SC2317 # ends() calls it
run() { "$command" "$@" >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"
used() { sed 's/.*"memory_bytes":\([0-9]*\).*/\1/' said; }

# same BUDGET FILE OPTIONS...: the file is the same with --memory, which needs less device memory than without and than BUDGET
same() {
    same_budget=$1 same_file=$2
    shift 2
    ends 0 '' run "$@" --json -o "whole.$same_file"
    same_whole=$(used)
    ends 0 '' run "$@" --json --memory "$same_budget" -o "parts.$same_file"
    cmp "whole.$same_file" "parts.$same_file" >&2 || fault "in chunks the file differs: $*"
    [ "$(used)" -le "$same_budget" ] || fault "$(used) bytes in place of $same_budget: $*"
    [ "$(used)" -lt "$same_whole" ] || fault "$(used) bytes, and $same_whole without --memory: $*"
}
same 24000000 csv pairs random:20000 -c 0.1 --precision single
same 22000000 npz lists random:20000 -c 0.1 --precision single --sorted --distances --shifts
same 20000000 h5 lists random:20000 -c 0.1 --precision single --queries random:15000:3 --min-distance 0.02 --distances --vectors
ends 0 '^verified: every byte' run lists random:20000 -c 0.1 --precision single --sorted --distances --shifts --memory 22M --verify
if [ -n "$layer" ]; then
    SPOIL_READ=100000 OPENCL_LAYERS="$layer" ends 1 'verification failed\|cannot be trusted' \
        run pairs random:20000 -c 0.1 --precision single --memory 24M --verify -o spoilt.npy
    [ ! -e spoilt.npy ] || fault "what cannot be trusted was written"
    for asked in 'pairs random:20000 -c 0.1 --precision single' 'lists random:20000 -c 0.1 --precision single --sorted'; do
        # shellcheck disable=SC2086 # words
        LARGEST_BUFFER=4000000 OPENCL_LAYERS="$layer" ends 5 'cannot allocate.*: --memory BYTES writes' run $asked -o large.npz
    done
    LARGEST_BUFFER=4000000 OPENCL_LAYERS="$layer" ends 5 'cannot allocate.*: without --sorted, --memory BYTES' \
        run pairs random:20000 -c 0.1 --precision single --sorted -o large.npz
fi

# ---- the budget that is named is enough ----
named() { sed -n 's/^nearfield: the memory budget of .* of these points: --memory \([0-9]*\) is enough, and less may be$/\1/p' complained; }
for asked in 'pairs random:20000 -c 0.1 --precision single -o least.npz' 'pairs random:2000 -c 0.1 --precision single -o least.csv' \
    'lists random:20000 -c 0.1 --precision single --sorted --distances --shifts -o least.npz' 'knn random:3000 -k 8 -o least.npz' 'knn random:10 -k 1 -o least.csv'; do
    # shellcheck disable=SC2086 # words
    ends 5 '^nearfield: the memory budget of 1 byte is too small for ' run $asked --memory 1
    budget=$(named)
    case $asked in
        knn*) # What certainly suffices: a tree of these points needs less, which is known only when it is built.
            # shellcheck disable=SC2086 # words
            run $asked --json --memory $((budget - 1)) || fault "with a byte less than was named: $(cat complained)"
            [ "$(used)" -lt "$budget" ] || fault "$(used) bytes in place of $((budget - 1)): $asked" ;;
        *)
            # shellcheck disable=SC2086 # words
            ends 5 "the memory budget of $((budget - 1)) bytes is too small" run $asked --memory $((budget - 1))
            [ "$(named)" = "$budget" ] || fault "it names $(named) bytes, and $budget before: $asked" ;;
    esac
    # shellcheck disable=SC2086 # words
    run $asked --json --memory "$budget" || fault "with the $budget bytes that were named: $(cat complained)"
    [ "$(used)" -le "$budget" ] || fault "$(used) bytes in place of $budget: $asked"
done

# ---- no results, frames ----
printf '0\n5\n' >line.csv
ends 0 '^0 pairs' run pairs line.csv -c 1 --memory 1GiB -o none.csv
printf 'i,j\n' | cmp -s - none.csv || fault "without pairs: $(cat none.csv)"
ends 0 '^0 neighbours' run lists line.csv -c 1 --memory 1.5gib --verify -o none.npz
printf '2\n\nA 0 0 0\nA 1 0 0\n1\n\nA 0 0 0\n3\n\nA 0 0 0\nA 1 0 0\nA 0 1 0\n' >frames.xyz
ends 0 '^verified' run pairs frames.xyz -c 1.2 --memory 100MB --verify -o 'frames.*.csv'
printf 'i,j\n0,2\n0,1\n' | cmp -s - frames.2.csv || fault "the last frame has $(cat frames.2.csv)"

# ---- what is refused ----
ends 5 'memory budget of 1000 bytes is too small' run pairs random:1000 -c 0.1 --memory 1kB -o small.csv
grep -q -- '--memory' complained || fault "it does not say what to do: $(cat complained)"
[ ! -e small.csv ] || fault "a part of the pairs was written"
for word in 0 -1 0.5 12Q G 1.2.3 '5 M'; do
    ends 2 'memory takes a number of bytes, such as 500M' run pairs random:10 -c 0.1 --memory="$word"
done
ends 2 'memory cannot be combined with --count' run pairs random:10 -c 1 --memory 1G --count
ends 2 'memory is for OpenCL devices' run pairs random:10 -c 1 --memory 1G --device host
ends 2 'chunks of pairs that are not sorted' run pairs random:10 -c 1 --memory 1G --sorted

exit $failed
