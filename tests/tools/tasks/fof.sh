#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield fof as users run it: labels against brute force, DBSCAN, the catalogue, frames, outputs and charts.  fof.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
# shellcheck disable=SC2317 # ends() calls it
fof() { "$command" fof "$@" >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"

# ---- labels against all pairs by awk: FoF and DBSCAN, in open space and in a box ----
awk 'function next_one() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
    BEGIN { seed = 11; for (k = 0; k < 120; k++) { printf "%.6f,%.6f,%.6f", 3 * next_one(), 3 * next_one(), 3 * next_one()
            printf ",%.3f,%.3f,%.3f,%.3f\n", 1 + next_one(), next_one() - 0.5, next_one(), next_one() } }' >cloud.csv
# labelled LENGTH SIDE POINTS: the label of each point, and whether it is a core point
labelled() {
    awk -v length_of="$1" -v side="$2" -v points="$3" '
        function near(i, j,   a, d, sum) {
            for (a = 1; a <= 3; a++) { d = p[j, a] - p[i, a]; if (side > 0) { if (d > side / 2) d -= side; if (d < -side / 2) d += side }; sum += d * d }
            return sqrt(sum) < length_of
        }
        function top(i) { while (parent[i] != i) i = parent[i]; return i }
        { for (a = 1; a <= 3; a++) p[NR - 1, a] = $a; n = NR }
        END {
            for (i = 0; i < n; i++) { parent[i] = i; for (j = 0; j < n; j++) around[i] += near(i, j); core[i] = around[i] >= points }
            for (i = 0; i < n; i++) for (j = 0; j < i; j++) if (core[i] && core[j] && near(i, j)) {
                one = top(i); other = top(j)
                if (one < other) parent[other] = one; else parent[one] = other
            }
            for (i = 0; i < n; i++) {
                label = core[i] ? top(i) : -1
                for (j = 0; !core[i] && j < n; j++) if (core[j] && near(i, j) && (label < 0 || top(j) < label)) label = top(j)
                print label "," core[i]
            }
        }' FS=, cloud.csv
}
# agrees LENGTH SIDE POINTS
agrees() {
    { echo label,core && labelled "$1" "$2" "$3"; } >expected.csv
    volume=--open
    [ "$2" = 0 ] || volume=--box=$2,$2,$2
    for device in host ""; do
        ends 0 '' fof cloud.csv:1,2,3 -l "$1" --min-points "$3" --cores -q -o found.csv "$volume" ${device:+--device "$device"}
        cmp -s expected.csv found.csv || fault "${device:-the device}, length $1, side $2, at least $3: $(diff expected.csv found.csv | head -5)"
    done
}
agrees 0.4 0 1
agrees 0.4 3 1
agrees 0.55 3 1
agrees 0.55 0 5
agrees 0.55 3 5

# ---- a known answer: three groups, one through the sides of the box, and a point alone ----
cat >known.csv <<'END'
x,y,z,mass,vx,vy,vz
0.1,5,5,1,0,0,2
9.9,5,5,3,4,0,2
5,5,5,1,0,0,0
5.3,5,5,1,0,1,0
5.6,5,5,1,0,2,0
2,2,2,1,0,0,0
8,8,8,1,0,0,0
8,8,8.2,1,0,0,0
END
box=--box=10,10,10
ends 0 '^4 groups of points closer than 0.4$' fof known.csv $box -l 0.4 --min-members 2 --device host --catalogue c.csv -o labels.csv
grep -qx '3 groups have at least 2 members; they hold 7 of the points; the largest has 3' said || fault "the groups are counted otherwise"
grep -qx '1 point alone' said || fault "the points alone are counted otherwise"
[ "$(tr '\n' ' ' <labels.csv)" = 'label 0 0 2 2 2 5 6 6 ' ] || fault "the labels are $(tr '\n' ' ' <labels.csv)"
ends 0 '"groups":4,"linking_length":0.4,"min_members":2,"groups_of_min_members":3,"points_in_them":7,"largest":3,"singles":1,"noise":0' \
    fof known.csv $box -l 0.4 --min-members 2 --device host --json
[ "$(wc -l <said)" = 1 ] || fault "JSON is not one object"
# close_to FILE ROW VALUES: a line of a .csv, to nine digits
close_to() {
    sed -n "$2p" "$1" | awk -F, -v wanted="$3" '{ if (split(wanted, w, ",") != NF) exit 1
        for (k = 1; k <= NF; k++) { off = $k - w[k]; if (off < 0) off = -off; if (off > 1e-9 * (w[k] < 0 ? -w[k] : w[k]) + 1e-12) exit 1 } }' ||
        fault "$1: row $2 is not $3: $(sed -n "$2p" "$1")"
}
[ "$(head -1 c.csv)" = group,members,mass,x,y,z,inertia_radius,extent,percolates ] || fault "the heading is $(head -1 c.csv)"
[ "$(wc -l <c.csv)" = 4 ] || fault "the catalogue has $(wc -l <c.csv) lines"
close_to c.csv 2 2,3,3,5.3,5,5,0.244948974278318,0.3,0
# The first group by label of those with as many members is next: its centre is on the side of the box.
[ "$(sed -n 3p c.csv | cut -d, -f 1-3)" = 0,2,2 ] || fault "the second group is $(sed -n 3p c.csv)"
close_to c.csv 4 6,2,2,8,8,8.1,0.1,0.1,0
# With masses and velocities: the centre is three times as near to the heavier point.
ends 0 '^catalogue: m.csv$' fof known.csv $box -l 0.4 --min-members 2 --device host --catalogue m.csv --masses mass --velocities vx,vy,vz
[ "$(head -1 m.csv)" = group,members,mass,x,y,z,vx,vy,vz,inertia_radius,extent,percolates ] || fault "the heading is $(head -1 m.csv)"
close_to m.csv 2 2,3,3,5.3,5,5,0,1,0,0.244948974278318,0.3,0
close_to m.csv 3 0,2,4,9.95,5,5,3,0,2,0.0866025403784439,0.15,0
# The names of columns and arrays are the same in every format, and those of attributes come after them, but for tables.
names=$(tr , ' ' <c.csv | head -1)
for file in c.npz c.h5 c.json; do
    ends 0 '' fof known.csv $box -l 0.4 --device host -q --min-members 2 --catalogue $file
    case $file in
    c.npz) found=$(grep -a -o '[a-z_]*\.npy' $file | sed 's/\.npy//' | awk '!seen[$0]++') ;;
    c.json) found=$(sed 's/^[{]*"\([a-z_]*\)":.*/\1/' $file) ;;
    *) found=$(for name in $names box origin periodic linking_length version; do ! grep -a -q "$name" "$file" || echo "$name"; done) ;;
    esac
    [ "$(echo "$found" | xargs)" = "$names box origin periodic linking_length version" ] || fault "$file has the names $found"
done
grep -q '^"box":\[\[10,0,0\],\[0,10,0\],\[0,0,10\]\],$' c.json || fault "the box is $(grep box c.json)"
grep -q '^"linking_length":0.4' c.json || fault "the linking length is $(grep linking c.json)"
grep -q "^\"version\":\"$("$command" --version | awk 'NR == 1 { print $2 }')\"}" c.json || fault "the version is $(grep version c.json)"
"$command" pairs c.csv -c 1 --open --device host >said || fault "c.csv cannot be read"
grep -q '^c.csv: 3 points in 3 dimensions' said || fault "the centres in c.csv have another shape"

# ---- groups longer than half the box: where links lead, in any order; those that close on themselves are marked ----
for order in 'sort -n' 'sort -rn' 'sort -k1.5'; do
    { echo x,y,z; for k in 0 1 2 3 4 5 6 7 8 9 10 11; do awk "BEGIN { x = 0.7 + 0.05 * $k; print x - int(x) \",.5,.5\" }"; done | $order; } >long.csv
    for device in host ''; do
        ends 0 '' fof long.csv --box 1,1,1 -l 0.06 --min-members 1 -q --catalogue long_c.csv ${device:+--device "$device"}
        close_to long_c.csv 2 0,12,12,0.975,0.5,0.5,0.172602626476733,0.275,0
    done
done
{ echo x,y,z; for k in 0 1 2 3 4 5 6 7 8 9; do echo 0.${k}5,0.95,0.5; done; echo 0.5,0.02,0.5; } >ring.csv
ends 0 '' fof ring.csv --box 1,1,1 -l 0.12 --min-members 1 -q --catalogue ring_c.csv
[ "$(sed -n 2p ring_c.csv | cut -d, -f 1,2,9)" = 0,11,1 ] || fault "the ring is $(sed -n 2p ring_c.csv)"
ends 0 '' fof known.csv $box -l 0.4 --device host -q --catalogue none.csv # 20 members
[ "$(cat none.csv)" = group,members,mass,x,y,z,inertia_radius,extent,percolates ] || fault "an empty catalogue is $(cat none.csv)"
ends 0 '^1 point of noise$' fof known.csv $box -l 0.4 --min-points 2 --device host
grep -q 'with at least 2 points around a core point$' said || fault "DBSCAN is not told"

printf '1\n2\n' >line.csv
ends 0 '' fof line.csv -l 0.5 --min-members 1 --device host -q --catalogue c1.npz
[ "$(grep -a -o '[a-z_]*\.npy' c1.npz | awk '!seen[$0]++' | tr '\n' ' ')" = 'group.npy members.npy mass.npy x.npy inertia_radius.npy extent.npy percolates.npy periodic.npy linking_length.npy version.npy ' ] ||
    fault "the centres of points in one dimension are not x alone"
ends 0 'that of its core points, or -1 for noise)$' fof --help
[ "$(grep -c '^  [a-z0-9]*  *\.[a-z. 0-9]* [A-Zact]' said)" -ge 10 ] || fault "the formats have other columns"
if grep -q -- --count said; then fault "the help tells an option that fof has not"; fi

# ---- mean spacings: 0.8 of 10 / 2 is 4 ----
ends 0 'closer than 4 (0.8 mean spacings)$' fof known.csv $box -b 0.8 --device host
ends 0 '"linking_length":4,"b":0.8' fof known.csv $box -b 0.8 --device host --json
"$command" fof known.csv $box -l 4 --device host -q -o by_length.csv
"$command" fof known.csv $box -b 0.8 --device host -q -o by_spacing.csv
cmp -s by_length.csv by_spacing.csv || fault "a length and as many spacings differ"
ends 2 'b counts mean spacings, which need a box that is periodic along every axis' fof known.csv -b 0.2 --device host -o n.csv
ends 2 'b counts mean spacings, which need' fof known.csv $box --periodic xy -b 0.2 --device host -o n.csv
[ ! -e n.csv ] || fault "a file is left without an answer"

# ---- frames ----
for far in 1 3; do
    printf '2\nLattice="10 0 0 0 10 0 0 0 10" Properties=species:S:1:pos:R:3\nA 0 0 0\nA %s 0 0\n' $far
done >frames.xyz
ends 0 '^ *1  *2  *2  *0  *1 ' fof frames.xyz -l 2 --device host
grep -q '^ *0  *2  *1  *0  *2 ' said || fault "the first frame is reported otherwise"
ends 0 'large ones have at least 1 member; ms' fof frames.xyz -l 2 --min-members 1 --device host
ends 0 '' fof frames.xyz -l 2 --min-members 1 --device host -q -o 'of.*.csv' --catalogue 'c.*.csv'
{ [ "$(tr '\n' ' ' <of.1.csv)" = 'label 0 1 ' ] && [ "$(wc -l <c.0.csv) $(wc -l <c.1.csv)" = '2 3' ]; } || fault "the frames have other groups"
ends 2 'put a \* for the number of the frame into the name of --catalogue (groups.\*.csv)' fof frames.xyz -l 2 --device host --catalogue all.csv
ends 0 '"min_points":1,"min_members":20' fof known.csv -l 0.4 --min-points 1 --device host --json
[ ! -e all.csv ] || fault "a catalogue is left without an answer"

# ---- the device, verified ----
ends 0 '^verified: every byte' fof clustered:20000 --box 1,1,1 -b 0.2 --verify
ends 0 '^verified: every byte' fof clustered:20000 --box 1,1,1 -b 0.2 --verify --catalogue v.csv
ends 0 '^verified: every byte' fof halton:5000 -l 0.06 --min-points 8 --cores --precision single --verify --catalogue v.csv --min-members 2
if [ -n "$layer" ]; then
    SPOIL_READ=1 OPENCL_LAYERS="$layer" ends 1 'verification failed: the groups of .* differ\|cannot be trusted' \
        fof clustered:3000 -l 0.01 --verify -o spoilt.npz --catalogue spoilt.csv
    # The labels are too few to be spoilt, the centres of the groups are not.
    SPOIL_READ=1 OPENCL_LAYERS="$layer" ends 1 'verification failed: the groups of .* differ' \
        fof random:100 -l 0.001 --min-members 1 --verify -o spoilt.npz --catalogue spoilt.csv
    { [ ! -e spoilt.npz ] && [ ! -e spoilt.csv ]; } || fault "what was not verified was written"
fi

# ---- words ----
ends 0 '^usage: nearfield fof SOURCE (--linking-length L | --b B) \[options\]$' fof --help
ends 2 'linking-length L or --b B is required' fof random:10
ends 2 'linking-length and --b cannot be combined' fof random:10 -l 1 -b 1
ends 2 'b counts mean spacings in a periodic box: it cannot be combined with --open' fof random:10 -b 1 --open
ends 2 'linking-length takes a positive number, not "0"' fof random:10 -l 0
ends 2 'b takes a positive number, not "x"' fof random:10 -b x
ends 2 'min-points takes a whole number from 1' fof random:10 -l 1 --min-points 0
ends 2 'min-members takes a whole number from 1' fof random:10 -l 1 --min-members 1.5
ends 2 'masses and --velocities are for --catalogue FILE or --plot FILE' fof known.csv -l 1 --masses mass
ends 2 'catalogue takes the name of a file' fof known.csv -l 1 --catalogue -
ends 2 'c.txt: the name does not tell the format' fof known.csv -l 1 --catalogue c.txt
ends 2 'same.csv is both the output and the catalogue' fof known.csv -l 1 --catalogue same.csv -o same.csv
cp known.csv kept.csv
ends 2 'kept.csv is both the input and the output' fof kept.csv -l 1 --device host --catalogue ./kept.csv
cmp -s known.csv kept.csv || fault "the input was written over"
ends 3 "has no column named 'weight'\|no column" fof known.csv -l 1 --device host --catalogue n.csv --masses weight
ends 3 'known.csv: vx has 1 value a point, but the points have 3 dimensions' fof known.csv -l 1 --device host --catalogue n.csv --velocities vx
ends 3 'known.csv: vx,vy has 2 values a point, but the points have 3 dimensions' fof known.csv -l 1 --device host --catalogue n.csv --velocities vx,vy
sed 's/^2,2,2,1/2,2,2,-1/' known.csv >negative.csv
ends 3 'negative.csv: the mass of point 5 is -1: it must not be negative' fof negative.csv -l 1 --device host --catalogue n.csv --masses mass
ends 1 'no/c.csv: cannot be written' fof known.csv -l 1 --device host -o alone.csv --catalogue no/c.csv
{ [ ! -e n.csv ] && [ ! -e alone.csv ]; } || fault "files are left without an answer"

# ---- charts, if the build has PLplot ----
if fof clustered:5000 --box 1,1,1 -b 0.2 --device host -q --plot f.svg; then
    grep -q '<svg' f.svg || fault "f.svg is no SVG"
    ends 0 '^drawn to f.png$' fof clustered:5000:1:2 --box 1,1 -b 0.2 --device host --plot f.png --catalogue f.csv
    [ "$(dd if=f.png bs=1 skip=1 count=3 2>/dev/null)" = PNG ] || fault "f.png is no PNG"
    printf '1\n2\n' >line.csv
    ends 0 '' fof line.csv -l 0.5 --device host -q --plot line.svg # no group of 20
    ends 0 '' fof random:0 -l 0.5 --device host -q --plot empty.svg
    ends 2 'the name of --plot (chart.\*.svg)' fof frames.xyz -l 2 --device host --plot all.svg
    ends 2 'f.pdf: a chart is drawn to a file whose name ends in .svg or .png' fof known.csv -l 1 --plot f.pdf
else
    ends 2 'built without PLplot' fof known.csv -l 1 --plot f.svg
fi
[ "$(find . -name '*.part')" = '' ] || fault "temporary files are left"

exit $failed
