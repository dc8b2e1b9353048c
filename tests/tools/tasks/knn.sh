#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield knn as users run it: rows against brute force, ties, rows with fewer, frames, outputs and charts.  knn.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
# shellcheck disable=SC2317 # ends() calls it
knn() { "$command" knn "$@" >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"

# ---- against all images of all points by awk ----
# draws SEED N: points in a cube of side 3
draws() {
    awk -v seed="$1" -v n="$2" 'function next_one() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
        BEGIN { for (k = 0; k < n; k++) printf "%.6f,%.6f,%.6f\n", 3 * next_one(), 3 * next_one(), 3 * next_one() }'
}
draws 7 40 >cloud.csv
draws 99 15 >queries.csv
# nearest K SIDE SELF MOST QUERIES: the rows of indices and distances as --output x.csv has them; SIDE 0 is open space, MOST 0 no bound
nearest() {
    awk -v k="$1" -v side="$2" -v self="$3" -v most="$4" -v queries="$5" '
        FNR == 1 { file++ }
        file == 1 { for (a = 1; a <= 3; a++) p[n + 0, a] = $a; n++ }
        file == 2 { for (a = 1; a <= 3; a++) q[m + 0, a] = $a; m++ }
        END {
            images = side > 0 ? 2 : 0; rows = queries ? m : n
            for (i = 0; i < rows; i++) {
                found = 0
                for (j = 0; j < n; j++) for (x = -images; x <= images; x++) for (y = -images; y <= images; y++) for (z = -images; z <= images; z++) {
                    if (!queries && !self && i == j && x == 0 && y == 0 && z == 0) continue
                    S[1] = x; S[2] = y; S[3] = z; sum = 0
                    for (a = 1; a <= 3; a++) sum += (p[j, a] - (queries ? q[i, a] : p[i, a]) + S[a] * side) ^ 2
                    if (most > 0 && sqrt(sum) >= most) continue
                    # Into the row, which ascends by distance and then by index.
                    for (at = found; at > 0 && (d[at] > sum || (d[at] == sum && index_of[at] > j)); at--) { d[at + 1] = d[at]; index_of[at + 1] = index_of[at] }
                    d[at + 1] = sum; index_of[at + 1] = j
                    if (found < k) found++
                }
                line = ""
                for (at = 1; at <= k; at++) line = line (at > 1 ? "," : "") (at <= found ? index_of[at] : -1)
                for (at = 1; at <= k; at++) line = line "," (at <= found ? sprintf("%.15g", sqrt(d[at])) : "inf")
                print line
            }
        }' FS=, cloud.csv queries.csv
}
# agrees K SIDE SELF MOST QUERIES OPTIONS...: on the host
agrees() {
    agrees_k=$1 agrees_of="k $1, side $2, self $3, bound $4, queries $5" volume=--open
    nearest "$1" "$2" "$3" "$4" "$5" >expected.csv
    [ "$2" = 0 ] || volume=--box=$2,$2,$2
    shift 5
    ends 0 '' knn cloud.csv -k "$agrees_k" -q -o found.csv "$volume" --device host "$@"
    awk -F, -v k="$agrees_k" 'NR == FNR { rows = FNR; for (c = 1; c <= 2 * k; c++) wanted[FNR, c] = $c; next }
        FNR == 1 { if ($1 != "index1" || NF != 2 * k) exit 1; next }
        { for (c = 1; c <= 2 * k; c++) { w = wanted[FNR - 1, c]; off = $c - w; if (off < 0) off = -off
          if (c <= k || w == "inf" || $c == "inf" ? $c != w : off > 1e-9) exit 1 } }
        END { if (FNR != rows + 1) exit 1 }' expected.csv found.csv ||
        fault "$agrees_of: $(head -3 found.csv), and not $(head -2 expected.csv)"
}
agrees 5 0 0 0 ""
agrees 5 3 0 0 ""
agrees 1 3 0 0 ""
agrees 3 3 1 0 "" --include-self
agrees 4 0 0 0.6 "" --max-distance 0.6
agrees 6 3 0 0 q --queries queries.csv
agrees 3 0 0 0.5 q --queries queries.csv --max-distance 0.5
agrees 60 1.5 0 0 ""
agrees 50 0 1 0 "" --include-self

# ---- ties ascend by index; a point's own images are its neighbours ----
printf '0\n1\n2\n3\n' >line.csv
ends 0 '^1,2,1,2$' knn line.csv -k 2 --device host -o -
[ "$(sed -n 3p said)" = 0,2,1,1 ] || fault "the tie is in another order"
printf '0,0,0\n' >one.csv
ends 0 '^0,0,0,1,1,1$' knn one.csv -k 3 --box 1,1,1 --device host -o -

# ---- rows with fewer ----
ends 0 '^4 points have fewer than 5 neighbours: -1 and inf fill' knn line.csv -k 5 --device host
ends 0 '^4 points have fewer than 1 neighbour: -1 and inf fill' knn line.csv -k 1 --max-distance 1e-9 --device host
ends 0 '^40 points have fewer than 8 neighbours' knn cloud.csv -k 8 --open --max-distance 1e-9
grep -Eq ', at most ([1-9][0-9.]*|0\.[1-9]) [kMG]B of its memory$' said || fault "the memory of few points is not told: $(cat said)"
ends 0 '"kth_distance":{"least":null,"mean":null,"largest":null},"rows_with_fewer":4' knn line.csv -k 5 --device host --json
ends 0 '^{"indices":\[\[1,-1\],' knn line.csv -k 2 --max-distance 1.5 --device host -o - --output-format json
grep -q '"distances":\[\[1,null\],\[1,1\],\[1,1\],\[1,null\]\]' said || fault "infinite distances are not null in JSON"
ends 0 '^2 nearest neighbours of every point, closer than 1.5$' knn line.csv -k 2 --max-distance 1.5 --device host
grep -qx 'distance of the 2nd neighbour: mean 1, least 1, largest 1' said || fault "the distances are others"
grep -q '^2 points have fewer than 2' said || fault "the rows with fewer are not counted"
ends 0 '' knn random:0 -k 3 --device host -o empty.csv

# ---- the ends of a bin differ, however near the distances are to each other ----
awk 'BEGIN { for (k = 0; k < 30; k++) printf "%.17g,0,0\n", 5400000 + k / 7 }' >far.csv
ends 0 '' knn cloud.csv -k 2 --queries far.csv --precision double --device host
awk '/^ +5[0-9.e+]+ +5[0-9.e+]+ +[0-9]+/ { bins++; if ($1 == $2) failed = 1 } END { exit failed || bins != 12 }' said || fault "bins of distances have equal ends: $(cat said)"
printf '0,0,0\n0.1,0,0\n0.30000000000000004,0,0\n0.4,0,0\n' >rounded.csv
ends 0 '' knn rounded.csv -k 1 --device host
if grep -q '##' said && grep -q '^ *0[.]1' said; then fault "distances that differ by rounding have a histogram: $(cat said)"; fi

# ---- numbers of each point, alone: the distance of the k-th, the mean, the density ----
ends 0 '^kth_distance,mean_distance,density$' knn line.csv -k 2 --device host --kth-distances --mean-distances --densities -o -
[ "$(sed -n 2p said)" = 2,1.5,0.5 ] || fault "the numbers of the first point are $(sed -n 2p said)"
ends 0 '^distance of the 2nd neighbour: mean 1.5, least 1, largest 2$' knn line.csv -k 2 --mean-distances -o mean.csv --device host
printf 'mean_distance\n1.5\n1\n1\n1.5\n' | cmp -s - mean.csv || fault "the means are $(cat mean.csv)"
ends 0 '^2 points have fewer than 2 neighbours: distances are inf there, and densities 0$' knn line.csv -k 2 --max-distance 1.5 --device host --densities
ends 0 '^verified: every byte' knn random:1000 -k 8 --mean-distances --verify -o mean.npy
[ "$(wc -c <mean.npy)" = 8128 ] || fault "mean.npy is not an array of 1000 numbers of eight bytes"
# A row of 256 neighbours takes two kilobytes of memory, and the mean of one four bytes.
ends 0 '' knn random:5000 -k 256 --precision single --mean-distances --json -o mean.npy
[ "$(sed 's/.*"memory_bytes":\([0-9]*\).*/\1/' said)" -lt 5000000 ] || fault "numbers of points take memory for n x k"
# ---- beside the neighbours ----
ends 0 '^index1,index2,distance1,distance2,kth_distance,mean_distance,density$' knn line.csv -k 2 --device host --neighbours --kth-distances --mean-distances --densities -o -
[ "$(sed -n 2p said)" = 1,2,1,2,2,1.5,0.5 ] || fault "the arrays of the first point are $(sed -n 2p said)"
ends 0 '' knn random:50 -k 3 --device host --kth-distances --neighbours -q -o r.npz
"$command" pairs r.npz:distances -c 1 --device host >said || fault "r.npz cannot be read"
grep -q '^r.npz:distances: 50 points in 3 dimensions' said || fault "the distances in r.npz have another shape"
ends 0 '' knn random:50 -k 3 --device host -q -o r.h5
ends 0 '' knn line.csv -k 1 --device host -q -o k1.h5
if command -v h5dump >/dev/null; then
    [ "$(h5dump -H k1.h5 | grep -c '( 4, 1 )')" = 2 ] || fault "the datasets of one neighbour are not n x 1"
fi
ends 0 'no report and no progress$' knn --help
ends 0 '' knn line.csv -k 1 --device host -q -o k1.npz
[ "$(grep -a -c "'shape': (4, 1)" k1.npz)" = 2 ] || fault "the arrays of one neighbour are not n x 1"
ends 0 '^{"indices":\[\[1\],\[0\],\[1\],\[2\]\],' knn line.csv -k 1 --device host -o - --output-format json
ends 0 '"k":3,"include_self":true,"max_distance":0.5,"kth_distance":{"least":0' knn random:500 -k 3 --include-self --max-distance 0.5 --device host --json
[ "$(wc -l <said)" = 1 ] || fault "JSON is not one object"

# ---- 4 to 8 dimensions, where the columns are asked for, in open space ----
awk 'function next_one() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
    BEGIN { seed = 5; for (i = 0; i < 60; i++) { for (a = 0; a < 8; a++) printf "%s%.6f", a ? "," : "", next_one(); print "" } }' >wide.csv
for dims in 4 5 8; do
    columns=$(seq -s, 1 $dims)
    awk -F, -v dims=$dims '{ for (a = 1; a <= dims; a++) p[NR, a] = $a } END { print "index1"; for (i = 1; i <= NR; i++) { best = 9
        for (j = 1; j <= NR; j++) { sum = 0; for (a = 1; a <= dims; a++) sum += (p[j, a] - p[i, a]) ^ 2; if (j != i && sum < best) { best = sum; at = j - 1 } }
        print at } }' wide.csv >nearest.csv
    ends 0 "^wide.csv: 60 points in $dims dimensions, " knn wide.csv --columns "$columns" -k 1 --device host -o found.csv
    cut -d, -f1 found.csv | cmp -s - nearest.csv || fault "in $dims dimensions the neighbours are others"
done
ends 0 '^verified: every byte' knn "wide.csv:$columns" -k 3 --queries "wide.csv:$columns" --max-distance 0.5 --mean-distances --verify
ends 3 'the line has 8 columns; points have 1 to 3, or up to 8 that are named: choose them with --columns' knn wide.csv -k 1
ends 2 'columns are one to eight' knn wide.csv --columns 1,2,3,4,5,6,7,8,1 -k 1
ends 2 'box and --periodic are for 1 to 3 dimensions, and the points have 4' knn wide.csv --columns 1,2,3,4 -k 1 --box 1,1,1
ends 0 '' knn wide.csv --columns 1,2,3,4 -k 1 --periodic none --device host
ends 3 'wide.csv:1,2,3 has 3 dimensions, and wide.csv:1,2,3,4 has 4' knn wide.csv:1,2,3,4 -k 1 --queries wide.csv:1,2,3 --device host
ended=0
"$command" fof wide.csv --columns 1,2,3,4 -l 0.1 --min-points 3 >said 2>complained || ended=$?
{ [ $ended = 2 ] && grep -q 'columns are one to three (of nearfield knn one to eight)' complained; } || fault "DBSCAN of 4 columns ends with $ended"

# ---- frames ----
for side in 10 20; do
    printf '2\nLattice="%s 0 0 0 %s 0 0 0 %s" Properties=species:S:1:pos:R:3\nA 0 0 0\nA 1 0 0\n' $side $side $side
done >frames.xyz
ends 0 '^ *1  *2  *20  *20  *20 ' knn frames.xyz -k 3 --device host
ends 0 '' knn frames.xyz -k 1 --device host -q -o 'of.*.csv'
{ [ "$(cat of.0.csv)" = "$(printf 'index1,distance1\n1,1\n0,1')" ] && cmp -s of.0.csv of.1.csv; } || fault "the frames are $(cat of.0.csv of.1.csv)"
ends 2 'put a \* for the number of the frame' knn frames.xyz -k 1 --device host -q -o all.csv
[ ! -e all.csv ] || fault "a file is left without an answer"

# ---- the device: verified, in chunks ----
ends 0 '^verified: every byte' knn random:3000 -k 8 --box 1,1,1 --verify
numbers="--neighbours --mean-distances --densities"
# shellcheck disable=SC2086 # words
ends 0 '' knn random:20000 -k 30 --precision single $numbers --json -o whole.npz
# shellcheck disable=SC2086 # words
ends 0 '' knn random:20000 -k 30 --precision single $numbers --json --memory 2M --verify -o parts.npz
cmp -s whole.npz parts.npz || fault "in chunks the file differs"
if [ -n "$layer" ]; then
    SPOIL_READ=1 OPENCL_LAYERS="$layer" ends 1 'verification failed: the neighbours of .* differ\|cannot be trusted' \
        knn random:1000 -k 4 --verify -o spoilt.npz
    # Of what is read the distances alone are so long; the reference has them whatever the budget.
    SPOIL_READ=50000 OPENCL_LAYERS="$layer" ends 1 'verification failed: the neighbours of .* differ' \
        knn random:1000 -k 8 --memory 10M --verify
    [ ! -e spoilt.npz ] || fault "what was not verified was written"
fi

# ---- words ----
ends 0 '^usage: nearfield knn SOURCE --k K \[options\]$' knn --help
grep -q '^output formats: .npz .csv .h5 .hdf5 .json  *(indices: n x k' said || fault "the help has other formats"
ends 2 'k K is required' knn random:10
for k in 0 1025 -1 x 3.5; do ends 2 'k takes a whole number from 1 to 1024' knn random:10 --k="$k"; done
ends 2 '^nearfield: the value of --k is empty: give K' knn random:10 --k=
ends 2 'max-distance takes a positive number, not "0"' knn random:10 -k 1 --max-distance 0
ends 2 'max-distance takes a positive number, not "inf"' knn random:10 -k 1 --max-distance inf
ends 2 'query points are never their own' knn random:10 -k 1 --queries queries.csv --include-self
ends 2 'there is no option "--cutoff"' knn random:10 -k 1 --cutoff 1
ends 2 'there is no option "--radii"' knn random:10 -k 1 --radii cloud.csv
ends 2 '^nearfield: --memory is for OpenCL devices, and the device of this run is the host, which holds the whole answer' knn random:10 -k 1 --memory 1M --device host
ends 3 'line.csv has 1 dimension, and random:10 has 3' knn random:10 -k 1 --queries line.csv --device host
cp cloud.csv same.csv
ends 2 'same.csv is both the input and the output' knn same.csv -k 1 --device host -o ./same.csv
ends 2 'x.txt: the name does not tell the format of the output; use .npz, .csv, .h5, .hdf5, .json$' knn random:10 --k 3 -o x.txt
ends 2 "'text' is not a format of output; use .npz, .csv, .h5, .hdf5, .json$" knn random:10 --k 3 -o x --output-format text

# ---- charts, if the build has PLplot ----
if knn random:300 -k 4 --device host -q --plot k.svg; then
    grep -q '<svg' k.svg || fault "k.svg is no SVG"
    ends 0 '^drawn to k.png$' knn random:300 -k 4 --device host --plot k.png
    [ "$(dd if=k.png bs=1 skip=1 count=3 2>/dev/null)" = PNG ] || fault "k.png is no PNG"
    ends 0 '' knn frames.xyz -k 1 --device host -q --plot 'k.*.svg'
    { [ -s k.0.svg ] && [ -s k.1.svg ]; } || fault "a chart of a frame is missing"
    ends 0 '' knn line.csv -k 9 --device host -q --plot none.svg # not a single row is full
    ends 1 'no/k.svg: cannot be written' knn random:300 -k 4 --device host -o alone.csv --plot no/k.svg
    [ ! -e alone.csv ] || fault "a table was left without its chart"
    [ "$(find . -name '*.part')" = '' ] || fault "temporary files are left"
else
    ends 2 'built without PLplot' knn random:300 -k 4 --plot k.svg
fi

exit $failed
