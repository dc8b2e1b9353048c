#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield lists as users run it: what it says and how it ends.  What it writes: test_lists_output.c.  lists.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
# shellcheck disable=SC2317 # ends() calls it
lists() { "$command" lists "$@" >"$work/said" 2>"$work/complained"; }
# shellcheck disable=SC2317 # ends() calls it
pairs() { "$command" pairs "$@" >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"

# ---- neighbours per point: 0, 1, 1, 2, whether each pair is found once or twice ----
printf '0\n1\n2\n9\n' >line.csv
ends 0 '^4 neighbours closer than 1.5$' lists line.csv -c 1.5 --device host
grep -qx 'neighbours per point: mean 1.00, min 0, max 2' said || fault "the numbers of neighbours are others"
ends 0 '^2 neighbours closer than 1.5$' lists line.csv -c 1.5 --device host --half
grep -qx 'neighbours per point: mean 1.00, min 0, max 2' said || fault "with --half the numbers of neighbours are others"
printf '0\n1\n' >two.csv
ends 0 '^1 neighbour closer than 1.5$' lists two.csv -c 1.5 --device host --half

# ---- standard output has no room for two lengths in a table: JSON ----
ends 0 '"offsets":\[0,1,2\]' lists two.csv -c 1.5 --device host -o -
grep -q '"indices":\[1,0\]' said || fault "-o - is $(cat said)"
ends 2 '.csv has no room for arrays of different lengths' lists two.csv -c 1.5 --device host -o - --output-format csv
ends 2 '.npy has room for 1 array' lists two.csv -c 1.5 --device host -o - --output-format npy

# ---- the number alone, and JSON ----
ends 0 '"task":"lists",.*"half":false,"neighbours":3866,' lists random:1000 -c 0.1 --json --device host
ends 0 '"half":true,"neighbours":1933,.*"verified":true' lists random:1000 -c 0.1 --json --half --verify
for device in host ""; do
    ends 0 '' lists random:1000 -c 0.1 --count -q ${device:+--device "$device"}
    printf '3866\n' | cmp -s - said || fault "--count -q says $(cat said)"
done
ends 2 'count stores no neighbours' lists random:10 -c 1 --count --sorted

# ---- the number of each point alone ----
for device in host ""; do
    ends 0 '^4 neighbours closer than 1.5$' lists line.csv -c 1.5 --count -o counts.csv ${device:+--device "$device"}
    printf 'count\n1\n2\n1\n0\n' | cmp -s - counts.csv || fault "${device:-the device} counts $(cat counts.csv)"
    grep -qx 'neighbours per point: mean 1.00, min 0, max 2' said || fault "of counts the report is another"
done
ends 0 '' lists line.csv -c 1.5 --count --queries two.csv -q -o - --device host
printf 'count\n2\n3\n' | cmp -s - said || fault "of query points the counts are $(cat said)"
ends 0 '^verified: every byte' lists random:1000 -c 0.1 --box 1,1,1 --verify --count -o counts.npy
[ "$(wc -c <counts.npy)" = 4128 ] || fault "counts.npy is not an array of 1000 numbers of four bytes"
ends 0 '^{"counts":\[1,2,1,0\]}$' lists line.csv -c 1.5 --count -o - --output-format json --device host
ends 2 'half stores a neighbour in the row of one point of two' lists line.csv -c 1.5 --count --half -o counts.npy
ends 2 'count stores no neighbours: it cannot be combined with --sorted, or with --verify' lists line.csv -c 1.5 --count --verify
ends 2 'nearfield lists --count --output FILE writes those of each point' pairs line.csv -c 1.5 --count -o counts.npy

# ---- with types: the neighbours of each type of every point, as a table and as distributions ----
printf '5\n\nNa 0 0 0\nCl 1 0 0\nNa 2 0 0\nK 3 0 0\nCl 4 0 0\n' >line.xyz
for device in host ""; do
    ends 0 '^8 neighbours closer than 1.5$' lists line.xyz -c 1.5 --count --types species -o types.csv ${device:+--device "$device"}
    printf 'Cl,K,Na\n1,0,0\n0,0,2\n1,1,0\n1,0,1\n0,1,0\n' | cmp -s - types.csv || fault "${device:-the device} counts by type $(cat types.csv)"
    grep -qx 'neighbours per point: mean 1.60, min 1, max 2' said || fault "of counts by type the report is another"
    grep -qx ' *Cl  *Na  *1  *1   0: 50%, 2: 50%' said || fault "the neighbours of Cl are not told: $(cat said)"
    grep -qx ' *Na  *K  *0.5  *0.5   0: 50%, 1: 50%' said || fault "the neighbours of Na are not told: $(cat said)"
done
ends 0 '"of":"Na","neighbours":"Cl","points":2,"mean":1,"spread":0,"distribution":\[0,2\]}' lists line.xyz -c 1.5 --count --types species --json --device host
grep -q '"of":"K","neighbours":"K","points":1,"mean":0,"spread":0,"distribution":\[1\]}' said || fault "the neighbours of K are $(cat said)"
ends 0 '^verified: every byte' lists line.xyz --count --pair-cutoffs Na-Cl=2.5,K-K=1 --verify -o types.npy
[ "$(wc -c <types.npy)" = 248 ] || fault "types.npy is not an array of 5 x 3 numbers of eight bytes"
ends 0 '' lists line.xyz --count --pair-cutoffs Na-Cl=2.5 -q --device host
printf '6\n' | cmp -s - said || fault "--count -q says $(cat said)"
ends 0 '' lists line.xyz --count --types species -c 1.2 --queries line.xyz -q -o - --device host
printf 'Cl,K,Na\n1,0,1\n1,0,2\n1,1,1\n1,1,1\n1,1,0\n' | cmp -s - said || fault "of query points the counts by type are $(cat said)"
printf '2\n\nK 0.5 0 0\nK 9 0 0\n' >probes.xyz
ends 0 '"of":"K","neighbours":"Na","points":2,"mean":0.5,"spread":0.5,"distribution":\[1,1\]}' lists line.xyz --count --types species -c 1.2 --queries probes.xyz --json --device host
printf '1\n\nNa 0 0 0\n' | cat line.xyz - >frames.xyz
ends 0 '^ *Na  *Cl  *0.6667  *0.471   0: 33.3%, 1: 66.7%$' lists frames.xyz -c 1.5 --count --types species --device host
ends 2 'half lists a neighbour in the row of one point of two: it cannot be combined with --count by types' lists line.xyz -c 1.5 --count --half --types species
ends 2 'count stores no neighbours' lists line.xyz -c 1.5 --count --sorted --types species
if [ -n "$layer" ]; then
    awk 'BEGIN { print 3000; print ""; for (k = 0; k < 3000; k++) print (k % 2 ? "A" : "B"), k, 0, 0 }' >long.xyz
    export OPENCL_LAYERS="$layer"
    SPOIL_READ=1 ends 1 'verification failed: the neighbours of .* differ' lists long.xyz -c 1.5 --count --types species --verify -o spoilt.npz
    unset OPENCL_LAYERS
fi

# ---- verified: every byte of both arrays ----
ends 0 '^verified: every byte' lists random:1000 -c 0.1 --verify --sorted -o verified.npz
if [ -n "$layer" ]; then
    export OPENCL_LAYERS="$layer"
    SPOIL_READ=1 ends 1 'verification failed: the neighbours of .* differ' lists random:1000 -c 0.1 --verify -o spoilt.npz
    # Of 1000 points the offsets are a large read, of 100 points only the indices are.
    SPOIL_READ=1 ends 1 'gives row 1000 the offset [0-9]*: its results cannot be trusted' lists random:1000 -c 0.1 -o spoilt.npz
    SPOIL_READ=1 ends 1 'names point [0-9-]* of 100: its results cannot be trusted' lists random:100 -c 0.5 -o spoilt.npz
    [ ! -e spoilt.npz ] || fault "what cannot be trusted was written"
    unset OPENCL_LAYERS
fi

# ---- what cannot be combined, and formats without room for two arrays ----
ends 2 'full and --half cannot be combined' lists random:10 -c 1 --full --half
ends 2 'a.npy: .npy has room for 1 array, not for 2; use .npz, .h5, .hdf5, .json' lists random:10 -c 1 -o a.npy
ends 2 'a.txt: the name does not tell the format of the output; use .npz, .h5, .hdf5, .json$' lists random:10 -c 1 -o a.txt
ends 2 'there is no option "--method"' lists random:10 -c 1 --method potential
ends 2 'there is no option "--half"' pairs random:10 -c 1 --half
ends 2 "^nearfield: there is no --full here: pairs are found once each; \`nearfield lists --full\` has both directions\$" pairs random:10 -c 1 --full
ends 0 '^usage: nearfield lists SOURCE' lists --help
grep -q '^output formats: .npz .h5 .hdf5 .json  *(offsets' said || fault "the help has other formats"

exit $failed
