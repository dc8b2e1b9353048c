#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield rdf as users run it: normalisation in 1, 2 and 3 dimensions, frames, outputs and charts.  rdf.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
# shellcheck disable=SC2317 # ends() calls it
rdf() { "$command" rdf "$@" >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"

# close_to FILE COLUMN ROW VALUE: a value of a .csv, to nine digits; row 1 is below the heading
close_to() {
    awk -F, -v column="$2" -v row="$3" -v wanted="$4" '
        FNR == 1 { for (k = 1; k <= NF; k++) if ($k == column) at = k }
        FNR == row + 1 { found = 1; off = $at - wanted; if (off < 0) off = -off; if (off > 1e-9 * (wanted < 0 ? -wanted : wanted) + 1e-12) exit 1 }
        END { if (!found) exit 1 }' "$1" || fault "$1: $2 of bin $3 is not $4: $(sed -n "$(($3 + 1))p" "$1")"
}

# ---- a simple cubic lattice of spacing 1: 6 neighbours at 1, 12 at sqrt 2, 8 at sqrt 3; one point and 27 are the same ----
printf '0,0,0\n' >one.csv
awk 'BEGIN { for (x = 0; x < 3; x++) for (y = 0; y < 3; y++) for (z = 0; z < 3; z++) print x "," y "," z }' >cube.csv
for lattice in one:1 cube:3; do
    name=${lattice%:*} side=${lattice#*:}
    for device in host ""; do
        ends 0 '' rdf "$name.csv" --box "$side,$side,$side" -c 1.9 --bins 19 -q -o "$name.csv.csv" ${device:+--device "$device"}
        mv "$name.csv.csv" "g_$name"
        # shellcheck disable=SC2016 # awk reads the dollars
        [ "$(awk -F, 'FNR > 1 && $3 > 0 { printf "%d:%d ", FNR - 1, $3 * 2 }' "g_$name")" = \
            "$(if [ "$side" = 1 ]; then echo '11:6 15:12 18:8 '; else echo '11:162 15:324 18:216 '; fi)" ] ||
            fault "$name on ${device:-the device}: the shells of the lattice are others"
        # g = 6 / (4 pi / 3 (1.1^3 - 1)), and n(r) of the last bin is 26
        close_to "g_$name" r 11 1.05
        close_to "g_$name" g 11 4.3274757940394455
        close_to "g_$name" g 1 0
        close_to "g_$name" within 19 26
    done
done

# ---- a square lattice in the plane, 4 neighbours at 1; a chain, 2 ----
printf '0,0\n' >plane.csv
ends 0 '^area 1, 1 points per unit of area; 5 bins of 0.25$' rdf plane.csv --box 1,1 -c 1.25 --bins 5 --device host
ends 0 '' rdf plane.csv --box 1,1 -c 1.25 --bins 5 --device host -o plane.out --output-format csv
close_to plane.out g 5 2.2635369684180673
printf '0\n' >chain.csv
ends 0 '^length 1, 1 points per unit of length' rdf chain.csv --box 1 -c 1.25 --bins 5 --device host
ends 0 '' rdf chain.csv --box 1 -c 1.25 --bins 5 --device host -o chain.out --output-format csv
close_to chain.out g 5 4
close_to chain.out within 5 2

# ---- an ideal gas has g = 1 up to noise, in a triclinic box too ----
for box in 1,1,1 1,0,0,0.4,1,0,-0.3,0.2,1; do
    ends 0 '' rdf random:20000 --box "$box" -c 0.15 --bins 5 --device host -o gas.csv
    awk -F, 'FNR > 2 && ($2 < 0.97 || $2 > 1.03) { exit 1 }' gas.csv || fault "box $box: g of an ideal gas is $(cut -d, -f2 gas.csv | tr '\n' ' ')"
done

# ---- open space: the box that bounds the points; a plane of points has no density ----
printf '0,0,0\n1,0,0\n0,2,0\n0,0,4\n' >open.csv
ends 0 '^volume 8, 0.5 points per unit of volume' rdf open.csv -c 1.5 --bins 3 --device host
ends 0 '^volume 0, so that the density is not known; 1 bin of 2$' rdf one.csv -c 2 --bins 1 --device host
grep -q 'box that bounds the points where space is open' said || fault "the bounding box is not told"
ends 0 '^volume 40, ' rdf open.csv -c 1.5 --bins 3 --device host --box 5,2,9 --periodic x
printf '0,0,0\n1,0,0\n0,2,0\n' >flat.csv
ends 3 'the density is not known, as the points have no extent .*: give the box with --box' rdf flat.csv -c 1.5 --device host
ends 0 '^0 pairs closer' rdf one.csv -c 1.5 --device host

# ---- the mean of frames: counts are summed, g and n(r) averaged ----
for box in 10 20; do
    printf '2\nLattice="%s 0 0 0 %s 0 0 0 %s" Properties=species:S:1:pos:R:3\nA 0 0 0\nA 1 0 0\n' $box $box $box
done >frames.xyz
ends 0 '^mean volume 4500, ' rdf frames.xyz -c 1.5 --bins 3 --device host
grep -q 'sums of 2 frames' said || fault "the report is not about two frames"
ends 0 '' rdf frames.xyz -c 1.5 --bins 3 --device host -o frames.csv
close_to frames.csv counts 3 2
close_to frames.csv within 3 1
# (1000 + 8000) / 2 / (2 x 4 pi / 3 (1.5^3 - 1))
close_to frames.csv g 3 226.1675507095355
ends 0 '"task":"rdf",.*"frames":2,"frames_with_g":2,"bins":3,.*"counts":\[0,0,2\]' rdf frames.xyz -c 1.5 --bins 3 --device host --json
[ "$(wc -l <said)" = 1 ] || fault "JSON is not one object"
# A frame without points has no g, and no neighbours.
printf '0\nLattice="5 0 0 0 5 0 0 0 5"\n' >>frames.xyz
ends 0 '^g(r) is the mean of 2 of the 3 frames: the others have no points' rdf frames.xyz -c 1.5 --bins 3 --device host
ends 0 '"pairs":2,.*"frames":3,"frames_with_g":2,' rdf frames.xyz -c 1.5 --bins 3 --device host --json -o frames.csv
close_to frames.csv counts 3 2
close_to frames.csv within 3 1
close_to frames.csv g 3 226.1675507095355

# ---- query points and filters: against a count of all images of all pairs by awk ----
# counts_all WITH SIDE: the table of 4 bins below 1.2 for cloud.csv in a cube of this side, 0 being open space.  WITH has q: queries.csv,
# with --exclude theirs, m: --min-distance 0.5, r: sums of --radii, e: --exclude.
counts_all() {
    awk -v with="$1" -v side="$2" '
        function far(a, b) { return a > b ? a : b }
        BEGIN { n = 0; m = 0 }
        FNR == 1 { file++ }
        file == 1 { for (k = 1; k <= 3; k++) p[n, k] = $k; radius[n++] = $4 }
        file == 2 { for (k = 1; k <= 3; k++) q[m, k] = $k; m++ }
        file == 3 { out[$1, $2] = 1; if (with !~ /q/) out[$2, $1] = 1 }
        END {
            queries = with ~ /q/; rows = queries ? m : n; most = side > 0 ? 1 : 0
            for (k = 1; k <= 3; k++) { low[k] = p[0, k]; high[k] = p[0, k]; for (i = 0; i < n; i++) { if (p[i, k] < low[k]) low[k] = p[i, k]; high[k] = far(high[k], p[i, k]) } }
            volume = side > 0 ? side ^ 3 : (high[1] - low[1]) * (high[2] - low[2]) * (high[3] - low[3])
            for (i = 0; i < rows; i++) for (j = queries ? 0 : i + 1; j < n; j++)
            for (x = -most; x <= most; x++) for (y = -most; y <= most; y++) for (z = -most; z <= most; z++) {
                S[1] = x; S[2] = y; S[3] = z; sum = 0
                for (k = 1; k <= 3; k++) sum += (p[j, k] - (queries ? q[i, k] : p[i, k]) + S[k] * side) ^ 2
                d = sqrt(sum)
                if (d >= 1.2 || (with ~ /m/ && d < 0.5) || (with ~ /e/ && (i, j) in out) || (with ~ /r/ && d >= radius[i] + radius[j])) continue
                counts[int(d / 0.3)]++
            }
            print "r,g,counts,within"
            for (k = 0; k < 4; k++) {
                shell = 4 / 3 * atan2(0, -1) * ((0.3 * (k + 1)) ^ 3 - (0.3 * k) ^ 3)
                sum_k += counts[k]
                printf "%.15g,%.15g,%d,%.15g\n", 0.3 * k + 0.15, counts[k] / ((queries ? m : n / 2) * n / volume * shell), counts[k], sum_k * (queries ? 1 : 2) / rows
            }
        }' FS=, cloud.csv queries.csv out.txt
}
awk 'function next_one() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
    BEGIN { seed = 7; for (k = 0; k < 60; k++) printf "%.6f,%.6f,%.6f,%.2f\n", 3 * next_one(), 3 * next_one(), 3 * next_one(), 0.2 + 0.5 * next_one() }' >cloud.csv
awk 'function next_one() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
    BEGIN { seed = 99; for (k = 0; k < 25; k++) printf "%.6f,%.6f,%.6f\n", 3 * next_one(), 3 * next_one(), 3 * next_one() }' >queries.csv
awk 'BEGIN { for (k = 0; k < 25; k++) for (l = 0; l < 8; l++) print k "," (k * 7 + l * 5) % 60 }' >out.txt
# agrees WITH OPTIONS...: in a box and in open space on the host, and several filters in a box on the device
agrees() {
    agrees_with=$1 spaces="3:host 0:host"
    shift
    [ ${#agrees_with} = 1 ] || spaces="$spaces 3:"
    for space in $spaces; do
        side=${space%:*} device=${space#*:} volume=--open
        [ "$side" = 0 ] || volume=--box=$side,$side,$side
        counts_all "$agrees_with" "$side" >expected.csv
        ends 0 '' rdf cloud.csv:1,2,3 -c 1.2 --bins 4 -q -o counted.csv "$volume" ${device:+--device "$device"} "$@"
        awk -F, 'NR == FNR { for (k = 1; k <= 4; k++) wanted[FNR, k] = $k; rows = FNR; next }
            FNR > 1 { for (k = 1; k <= 4; k++) { off = $k - wanted[FNR, k]; if (off < 0) off = -off; if (off > 1e-9 * wanted[FNR, k] + 1e-12) exit 1 }; sum += $3 }
            END { if (FNR != rows || rows != 5 || !sum) exit 1 }' expected.csv counted.csv ||
            fault "with '$agrees_with', side $side, ${device:-the device}: $(cat counted.csv), and not $(cat expected.csv)"
    done
}
agrees -
agrees q --queries queries.csv
agrees m --min-distance 0.5
agrees r --radii cloud.csv:4
agrees e --exclude out.txt
agrees qme --queries queries.csv --min-distance 0.5 --exclude out.txt
agrees mre --min-distance 0.5 --radii cloud.csv:4 --exclude out.txt

# ---- the words about them; a query point at the place of a point counts it, at a distance of 0 ----
ends 0 '^g(r) = pairs / (query points x density x volume of the shell)' rdf cloud.csv:1,2,3 -c 1.2 --bins 4 --queries queries.csv --device host
grep -qx 'queries: queries.csv, 25 points.*' said || fault "the report does not name the query points"
ends 0 '^g(r) = pairs / (n / 2 x density' rdf cloud.csv:1,2,3 -c 1.2 --min-distance 0.5 --device host
grep -qx 'smallest distance: 0.5' said || fault "the report does not tell the smallest distance"
ends 0 '' rdf one.csv --box 2,2,2 -c 1 --bins 2 --queries one.csv --device host -o counted.csv
close_to counted.csv counts 1 1
# 1 / (1 x 1/8 x 4 pi / 3 (1/2)^3)
close_to counted.csv g 1 15.278874536821951
close_to counted.csv within 2 1
ends 0 '' rdf cloud.csv:1,2,3 -c 1.2 --queries queries.csv --verify
ends 3 'the density is not known' rdf one.csv -c 1 --queries queries.csv --device host
ends 2 'cutoff R is required' rdf cloud.csv:1,2,3 --radii cloud.csv:4
for box in 3 6; do printf '2\nLattice="%s 0 0 0 %s 0 0 0 %s" Properties=species:S:1:pos:R:3\nA 1 1 1\nA 2 1 1\n' $box $box $box; done >twice.xyz
ends 0 '"queries":{"file":"one.csv","n":1,.*"frames":2,.*"counts":\[0,0,0,0,0,0,0,0\]' rdf twice.xyz -c 1.6 --bins 8 --queries one.csv --device host --json
ends 0 '"counts":\[0,0,0,0,0,0,0,0,3\],.*,1.5\]' rdf twice.xyz -c 1.8 --bins 9 --queries one.csv --device host --json

# ---- verified, and outputs of all formats ----
ends 0 '^verified: every byte' rdf random:3000 -c 0.1 --verify -o g.npz
ends 0 '' rdf random:300 -c 0.1 --bins 4 -q -o g.json
grep -q '"r":\[0.0125.*,$' g.json || fault "the JSON is $(cat g.json)"
ends 0 '^r,g,counts,within$' rdf random:300 -c 0.1 --bins 4 -o -
[ "$(wc -l <said)" = 5 ] || fault "the table has not 4 rows"
ends 0 '^usage: nearfield rdf SOURCE --cutoff R' rdf --help
grep -q '^output formats: .npz .csv .h5 .hdf5 .json  *(r: ' said || fault "the help has other formats"
ends 2 'bins takes a whole number from 1 to 65536, not "0"' rdf random:10 -c 1 --bins 0
ends 2 'bins takes a whole number' rdf random:10 -c 1 --bins 65537
ends 2 'there is no option "--sorted"' rdf random:10 -c 1 --sorted
ends 2 "^nearfield: there is no --full here: pairs are found once each; \`nearfield lists --full\` has both directions\$" rdf random:10 -c 1 --full
if [ -n "$layer" ]; then
    export OPENCL_LAYERS="$layer"
    SPOIL_READ=1 ends 1 'verification failed: the pairs of .* differ' rdf random:1000 -c 0.1 --bins 1000 --verify -o spoilt.npz
    [ ! -e spoilt.npz ] || fault "what was not verified was written"
    unset OPENCL_LAYERS
fi

# ---- one file for all frames ----
ends 2 'rdf writes one file for all frames: leave the \* out of "g.\*.csv"' rdf random:300 -c 0.1 --device host -o 'g.*.csv'
ends 2 'leave the \* out of "g.\*.svg"' rdf random:300 -c 0.1 --device host --plot 'g.*.svg'
ends 0 '^volume .*, 1,[0-9]*,[0-9]* points per unit of volume' rdf random:1000 -c 0.01 --bins 2 --device host --box 0.1,0.1,0.1

# ---- charts, if the build has PLplot ----
if rdf random:300 -c 0.1 --device host -q --plot g.svg; then
    grep -q '<svg' g.svg || fault "g.svg is no SVG"
    ends 0 '^drawn to g.png$' rdf random:300 -c 0.1 --device host --plot g.png
    [ "$(dd if=g.png bs=1 skip=1 count=3 2>/dev/null)" = PNG ] || fault "g.png is no PNG"
    ends 2 'g.pdf: a chart is drawn to a file whose name ends in .svg or .png' rdf random:300 -c 0.1 --plot g.pdf
    cp cloud.csv cloud.svg
    ends 2 'cloud.svg is both the input and the output' rdf cloud.svg -f csv --columns 1,2,3 -c 1 --device host --plot ./cloud.svg
    cmp -s cloud.csv cloud.svg || fault "the input was drawn over"
    ends 2 'g.svg is both the output and the chart' rdf random:300 -c 0.1 --device host -o g.svg --output-format csv --plot g.svg
    ends 1 'no/g.svg: cannot be written' rdf random:300 -c 0.1 --device host --plot no/g.svg
    ends 1 'no/g.svg: cannot be written' rdf random:300 -c 0.1 --device host -o alone.csv --plot no/g.svg
    mkdir folder.svg
    ends 1 'folder.svg: cannot be written: it is a directory' rdf random:300 -c 0.1 --device host -o alone.csv --plot folder.svg
    [ ! -e alone.csv ] || fault "a table was left without its chart"
    ends 0 '' rdf random:300 -c 0.1 --device host -q -o both.csv --plot both.svg
    { [ -s both.csv ] && [ -s both.svg ]; } || fault "the table or the chart is missing"
    ends 3 '' rdf flat.csv -c 1.5 --device host -o none.csv --plot none.svg
    { [ ! -e none.csv ] && [ ! -e none.svg ]; } || fault "files are left without an answer"
    for chart in cut.svg cut.png; do # charts beyond the limit, with room for what PLplot writes when it begins
        if (ulimit -f 8) 2>/dev/null; then
            (ulimit -f 8 && "$command" rdf random:300 -c 0.1 --device host -q --bins 20000 --plot "$chart") >said 2>complained && ended=0 || ended=$?
            { [ "$ended" = 1 ] && grep -q "^nearfield: $chart: cannot be written: File too large$" complained; } || fault "$chart beyond the size limit ends with $ended"
            [ ! -e "$chart" ] || fault "$chart is there, cut"
        fi
    done
    [ "$(find . -name '*.part')" = '' ] || fault "temporary files are left"
else
    ends 2 'built without PLplot' rdf random:300 -c 0.1 --plot g.svg
fi

exit $failed
