#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Files with several frames as users run them:  frames.sh COMMAND
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
# shellcheck disable=SC2317 # ends() calls it
pairs() { "$command" pairs "$@" >"$work/said" 2>"$work/complained"; }
# shellcheck disable=SC2317
rdf() { "$command" rdf "$@" >"$work/said" 2>"$work/complained"; }
# shellcheck disable=SC2317
task() { "$command" "$@" --device host >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"

# Frames of 2, 3 and 4 points on a line, a unit apart: 1, 2 and 3 pairs.
for n in 2 3 4; do
    printf '%s\n\n' $n >>line.xyz
    printf 't\n%s\n' $n >>line.gro
    printf 'ITEM: TIMESTEP\n%s\nITEM: NUMBER OF ATOMS\n%s\nITEM: ATOMS x y z\n' $n $n >>line.dump
    k=0
    while [ $k -lt $n ]; do
        echo "O $k 0 0" >>line.xyz
        printf '    1SOL     OW    1   %d.000   0.000   0.000\n' $k >>line.gro
        echo "$k 0 0" >>line.dump
        k=$((k + 1))
    done
    echo '0 0 0' >>line.gro
done

# ---- a row for each frame, of every format, on the host and on a device ----
for format in xyz gro dump; do
    ends 0 "^line.$format: several frames, the first with 2 points in 3 dim" pairs line.$format -c 1.5 --device host
    awk '$1 ~ /^[0-9]+$/ && NF == 7 { print $1, $2, $3, $4, $5, $6 }' said >rows
    printf '0 2 1 1.00 1 1\n1 3 2 1.33 1 2\n2 4 3 1.50 1 2\n' | cmp -s - rows || fault "the rows of $format are $(cat rows)"
    grep -q '^  sums of 3 frames; whole run [0-9.]* ms$' said || fault "the sums are not told"
done
ends 0 '^verified: every byte' pairs line.xyz -c 1.5 --verify -o 'device.*.npz'

# ---- the chosen ones ----
ends 0 '^line.dump: 3 points in 3 dimensions, double precision; units as in the file; frame 1$' \
    pairs line.dump -c 1.5 --device host --frames 1 -o one.npz
cmp one.npz device.1.npz || fault "frame 1 alone has other pairs"
pairs line.xyz -c 1.5 --device host --count -q --frames ::2 || fault "--frames ::2 fails"
printf '1\n3\n' | cmp -s - said || fault "--frames ::2 --count says $(cat said)"
pairs line.xyz -c 1.5 --device host --json --frames 1: || fault "--json fails"
tr ',' '\n' <said | grep -e '"frame":' -e '"pairs":' | tr '\n' ' ' >rows
[ "$(cat rows)" = '"frame":1 "pairs":2 "frame":2 "pairs":3 ' ] || fault "the JSON of frames has $(cat rows)"
ends 3 'line.xyz: --frames chooses none of its 3 frames' pairs line.xyz -c 1.5 --device host --frames 3
ends 2 'frames takes a number from 0, A:B' pairs line.xyz -c 1.5 --device host --frames -2:
ends 2 '^nearfield: --frames 2:1 selects no frame$' pairs line.xyz -c 1.5 --device host --frames 2:1

# ---- the time of a frame is its own: 3 frames take less than the sums would if they were kept ----
pairs line.xyz -c 1.5 --json >/dev/null || fault "three frames fail on a device"
sed 's/.*"build":\([0-9.]*\).*/\1/' said | awk 'NR > 1 && $1 > 0 { exit 1 }' || fault "kernels are built for every frame: $(cat said)"

# ---- outputs: a file for each frame ----
ends 0 '^written to all.\*.csv$' pairs line.xyz -c 1.5 --device host -o 'all.*.csv'
printf 'i,j\n0,1\n1,2\n' | cmp -s - all.1.csv || fault "all.1.csv is $(cat all.1.csv)"
[ "$(echo all.*.csv)" = 'all.0.csv all.1.csv all.2.csv' ] || fault "the outputs are $(echo all.*.csv)"
for name in all.npz -; do
    ends 2 'line.xyz has several frames: put a \* .* the name of --output (pairs.\*.npz)' pairs line.xyz -c 1.5 --device host -o $name
done
[ ! -e all.npz ] || fault "an output of several frames was written"
cp line.xyz same.0.xyz
ends 2 'same.0.xyz is both the input and the output' pairs same.0.xyz -c 1.5 --device host -o 'same.*.xyz'
printf '0,0,0\n' >near.2.csv
cp near.2.csv kept.csv
ends 2 'near.2.csv is both the input and the output' pairs line.xyz -c 1.5 --queries ./near.2.csv --device host -o 'near.*.csv'
cmp -s kept.csv near.2.csv || fault "query points were overwritten"
[ "$(ls ./*.part 2>/dev/null)" = '' ] || fault "temporary files are left"

# ---- query points of several frames: frame k goes with frame k, in every format; a table is for all frames ----
# Points at k, queries at 3 k: one pair in frame 0, none behind.  With the first frame for all there would be two.
for k in 0 1 2; do
    printf '1\n\nO %d 0 0\n' $k >>moving.xyz
    printf '1\n\nO %d 0 0\n' $((3 * k)) >>asking.xyz
    printf 't\n1\n    1SOL     OW    1   %d.000   0.000   0.000\n0 0 0\n' $((3 * k)) >>asking.gro
    printf 'ITEM: TIMESTEP\n%d\nITEM: NUMBER OF ATOMS\n1\nITEM: ATOMS x y z\n%d 0 0\n' $k $((3 * k)) >>asking.dump
    printf 'MODEL %d\nATOM      1  O   HOH A   1    %8.3f   0.000   0.000\nENDMDL\n' $k $((3 * k)) >>asking.pdb
done
head -n 6 asking.xyz >shorter.xyz
head -n 3 asking.xyz >single.xyz
cat asking.xyz single.xyz >longer.xyz
printf '0,0,0\n' >fixed.csv
for format in xyz gro dump pdb; do
    pairs moving.xyz -c 1.5 --queries asking.$format --device host --count -q || fault "queries of $format fail"
    printf '1\n0\n0\n' | cmp -s - said || fault "queries of $format have $(cat said)"
done
pairs moving.xyz -c 1.5 --queries fixed.csv --device host --count -q || fault "fixed queries fail"
printf '1\n1\n0\n' | cmp -s - said || fault "fixed queries have $(cat said)"
ends 0 '^queries: asking.xyz, 1 point; .*; frame k goes with frame k of the points$' pairs moving.xyz -c 1.5 --queries asking.xyz --device host
ends 0 '^queries: fixed.csv, 1 point; .*; the same for every frame$' pairs moving.xyz -c 1.5 --queries fixed.csv --device host
ends 0 '"queries":{"file":"asking.xyz",.*"frames":"each"}' pairs moving.xyz -c 1.5 --queries asking.xyz --device host --json
ends 0 '"queries":{"file":"fixed.csv",.*"frames":"all"}' pairs moving.xyz -c 1.5 --queries fixed.csv --device host --json
ends 0 '' pairs moving.xyz -c 2.5 --queries asking.xyz --device host --count -q --frames 1
[ "$(cat said)" = 1 ] || fault "frame 1 has $(cat said) pairs"
ends 0 '^queries: asking.xyz, 1 point; .*; frame 1$' pairs moving.xyz -c 2.5 --queries asking.xyz --device host --frames 1
ends 0 '' pairs moving.xyz -c 2.5 --queries asking.xyz --device host --count -q --frames ::2
printf '1\n0\n' | cmp -s - said || fault "frames 0 and 2 have $(cat said)"
ends 0 '"frames":3,.*"counts":\[1,0\]' rdf moving.xyz -c 1.5 --bins 2 --box 9,9,9 --queries asking.xyz --device host --json
for task in "pairs -c 1" "lists -c 1" "rdf -c 1" "knn -k 1"; do
    # shellcheck disable=SC2086 # a task and its option
    set -- ${task#* }
    for file in shorter single; do
        ends 3 "$file.xyz has [12] frames*, and moving.xyz has more: frame k of the query points goes with frame k" task "${task%% *}" moving.xyz "$@" --box 9,9,9 --queries $file.xyz
    done
    ends 3 'moving.xyz has 3 frames, and longer.xyz has more' task "${task%% *}" moving.xyz "$@" --box 9,9,9 --queries longer.xyz
done
ends 3 'fixed.csv has 1 frame, and asking.xyz has more' pairs fixed.csv -c 1 --queries asking.xyz --device host
ends 0 '' pairs moving.xyz -c 1 --queries shorter.xyz --device host -q --frames 0:2
ends 3 'shorter.xyz has 2 frames, but query points are needed for frame 2 of moving.xyz' pairs moving.xyz -c 1 --queries shorter.xyz --device host --frames 2

# ---- a frame whose box is periodic along other directions is told ----
printf '1\nLattice="9 0 0 0 9 0 0 0 9"\nO 0 0 0\n1\n\nO 0 0 0\n' >changing.xyz
ends 0 '^the box changes: frame 1 is periodic along none, the frames before along xyz' pairs changing.xyz -c 1 --device host
ends 0 '^nearfield: changing.xyz: the box changes' pairs changing.xyz -c 1 --device host -q
ends 0 '"changed":"the box changes: frame 1' pairs changing.xyz -c 1 --device host --json
ends 0 '' pairs changing.xyz -c 1 --device host --open
[ ! -s complained ] || fault "an open run is told of boxes"

# ---- atoms of a dump have the places of their ids, however a frame orders them ----
printf 'ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n3\nITEM: ATOMS id x y z\n1 0 0 0\n2 1 0 0\n3 9 0 0\n' >ids.dump
printf 'ITEM: TIMESTEP\n1\nITEM: NUMBER OF ATOMS\n3\nITEM: ATOMS id x y z\n3 9 0 0\n1 0 0 0\n2 1 0 0\n' >>ids.dump
printf '0 1\n' >bond.txt
printf '1\n1\n0\n' >radii.txt
for frame in 0 1; do
    ends 0 '' pairs ids.dump -c 1.5 --device host --frames $frame -q -o ids.csv
    printf 'i,j\n0,1\n' | cmp -s - ids.csv || fault "frame $frame has the pairs $(cat ids.csv)"
    ends 0 '^0 pairs closer' pairs ids.dump -c 1.5 --device host --frames $frame --exclude bond.txt
    ends 0 '^1 pair closer' pairs ids.dump --radii radii.txt --device host --frames $frame
done

# ---- a damaged frame ends the run; what came before is reported and written ----
{ cat line.xyz && printf '2\n\nO 0 0 0\nO x 0 0\n'; } >damaged.xyz
ends 3 'damaged.xyz:19: .x. is not a number' pairs damaged.xyz -c 1.5 --device host -o 'whole.*.csv'
[ "$(echo whole.*.csv)" = 'whole.0.csv whole.1.csv whole.2.csv' ] || fault "the outputs are $(echo whole.*.csv)"
grep -q '^ *2 *4 *3 ' said || fault "the frames before the damage are not reported"
if command -v gzip >/dev/null; then
    # Behind the last chosen frame the checksum is compared all the same.
    gzip <line.xyz >cut.xyz.gz
    size=$(wc -c <cut.xyz.gz)
    head -c $((size - 4)) cut.xyz.gz >short.xyz.gz
    ends 3 'short.xyz.gz: the gzip file is truncated' pairs short.xyz.gz -c 1.5 --device host --frames 0
fi

exit $failed
