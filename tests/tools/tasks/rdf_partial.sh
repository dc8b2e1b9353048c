#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield rdf --partial: each pair of types against a count of all images of all pairs by awk.  rdf_partial.sh COMMAND
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
# shellcheck disable=SC2317 # ends() calls it
rdf() { "$command" rdf "$@" >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"

# The same numbers as text may differ in their last digits.
# agrees FILE EXPECTED
agrees() {
    awk -F, 'NR == FNR { for (k = 1; k <= NF; k++) wanted[FNR, k] = $k; rows = FNR; columns = NF; next }
        FNR == 1 { for (k = 1; k <= NF; k++) if ($k != wanted[1, k]) exit 1 }
        FNR > 1 { for (k = 1; k <= NF; k++) { if ($k == wanted[FNR, k]) continue; if ($k ~ /nan/ || wanted[FNR, k] ~ /nan/) exit 1
            off = $k - wanted[FNR, k]; if (off < 0) off = -off; if (off > 1e-9 * (wanted[FNR, k] < 0 ? -wanted[FNR, k] : wanted[FNR, k]) + 1e-12) exit 1 } }
        NF != columns { exit 1 }
        END { if (FNR != rows || rows < 2) exit 1 }' "$2" "$1" || fault "$1 is $(cat "$1"), and not $(cat "$2")"
}

# expected FRAMES: the table of 3 bins below 1.5 for the types B and A of points.txt (frame type x y z) in a cube of side 3; with queries.txt,
# if it has any, around those.
expected() {
    awk -v frames="$1" '
        function name(a, b) { return types[a] "_" types[b] }
        BEGIN { split("A B", types, " "); pi = atan2(0, -1); queries = 0 }
        NR == FNR { f = $1; i = n[f]++; type[f, i] = $2; for (k = 1; k <= 3; k++) p[f, i, k] = $(k + 2); next }
        { i = queries++; qtype[i] = $1; for (k = 1; k <= 3; k++) q[i, k] = $(k + 1) }
        END {
            for (f = 0; f < frames; f++) {
                rows = queries ? queries : n[f]
                split("", c); split("", of); split("", around)
                for (i = 0; i < n[f]; i++) of[type[f, i]]++
                for (i = 0; i < rows; i++) around[queries ? qtype[i] : type[f, i]]++
                for (i = 0; i < rows; i++) for (j = 0; j < n[f]; j++)
                for (x = -1; x <= 1; x++) for (y = -1; y <= 1; y++) for (z = -1; z <= 1; z++) {
                    S[1] = x; S[2] = y; S[3] = z; sum = 0
                    if (!queries && i == j && !x && !y && !z) continue
                    for (k = 1; k <= 3; k++) sum += (p[f, j, k] - (queries ? q[i, k] : p[f, i, k]) + 3 * S[k]) ^ 2
                    if (sqrt(sum) < 1.5) c[queries ? qtype[i] : type[f, i], type[f, j], int(sqrt(sum) / 0.5)]++
                }
                split("", sum_of); all_sum = 0
                for (k = 0; k < 3; k++) {
                    shell = 4 / 3 * pi * ((0.5 * (k + 1)) ^ 3 - (0.5 * k) ^ 3); all = 0
                    for (a = 1; a <= 2; a++) for (b = 1; b <= 2; b++) {
                        now = c[types[a], types[b], k] + 0; all += now; sum_of[a, b] += now
                        g[f, a, b, k] = now / (around[types[a]] * of[types[b]] / 27 * shell)
                        counts[a, b, k] += !queries && a == b ? now / 2 : now
                        within[a, b, k] += sum_of[a, b] / around[types[a]] / frames
                    }
                    all_sum += all
                    g[f, 0, 0, k] = all / (rows * n[f] / 27 * shell)
                    counts[0, 0, k] += queries ? all : all / 2
                    within[0, 0, k] += all_sum / rows / frames
                }
            }
            head = "r,g,counts,within,spread"
            split("g spread counts within", arrays, " ")
            for (m = 1; m <= 4; m++) for (a = 1; a <= 2; a++) for (b = (m == 4 || queries ? 1 : a); b <= 2; b++) head = head "," arrays[m] "_" name(a, b)
            print head
            for (k = 0; k < 3; k++) {
                line = sprintf("%.15g,%.15g,%d,%.15g,%s", 0.5 * k + 0.25, mean(0, 0, k), counts[0, 0, k], within[0, 0, k], spread(0, 0, k))
                for (m = 1; m <= 4; m++) for (a = 1; a <= 2; a++) for (b = (m == 4 || queries ? 1 : a); b <= 2; b++)
                    line = line "," (m == 1 ? sprintf("%.15g", mean(a, b, k)) : m == 2 ? spread(a, b, k) : m == 3 ? counts[a, b, k] : sprintf("%.15g", within[a, b, k]))
                print line
            }
        }
        function mean(a, b, k,   f, sum) { for (f = 0; f < frames; f++) sum += g[f, a, b, k] / frames; return sum }
        function spread(a, b, k,   f, sum) {
            if (frames < 2) return "nan"
            for (f = 0; f < frames; f++) sum += (g[f, a, b, k] - mean(a, b, k)) ^ 2
            return sprintf("%.15g", sqrt(sum / (frames - 1)))
        }' points.txt queries.txt
}

# ---- three frames of 40 points, whose numbers of each type differ ----
awk 'function next_one() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
    BEGIN { seed = 11
        for (f = 0; f < 3; f++) for (k = 0; k < 40; k++) { type = k % (f + 2) ? "A" : "B"; printf "%d %s %.6f %.6f %.6f\n", f, type, 3 * next_one(), 3 * next_one(), 3 * next_one() } }' >points.txt
frame='Lattice="3 0 0 0 3 0 0 0 3" Properties=species:S:1:pos:R:3'
for f in 0 1 2; do
    printf '40\n%s\n' "$frame"
    awk -v f=$f '$1 == f { print $2, $3, $4, $5 }' points.txt
done >all.xyz
: >queries.txt
expected 3 >expected.csv
for device in host ""; do
    ends 0 '' rdf all.xyz -c 1.5 --bins 3 --partial -q -o all.csv ${device:+--device "$device"}
    agrees all.csv expected.csv
done
ends 0 '^verified: every byte' rdf all.xyz -c 1.5 --bins 3 --partial --verify -o verified.csv
cmp -s all.csv verified.csv || fault "--verify changes the output"
expected 1 >expected.csv
ends 0 '' rdf all.xyz -c 1.5 --bins 3 --partial --frames 0 --device host -q -o one.csv
agrees one.csv expected.csv

# ---- around query points of types of their own ----
awk 'function next_one() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
    BEGIN { seed = 5; for (k = 0; k < 12; k++) printf "%s %.6f %.6f %.6f\n", k % 3 ? "A" : "B", 3 * next_one(), 3 * next_one(), 3 * next_one() }' >queries.txt
{ echo species,x,y,z && tr ' ' , <queries.txt; } >queries.csv
expected 3 >expected.csv
ends 0 '' rdf all.xyz -c 1.5 --bins 3 --partial --types species --queries queries.csv --device host -q -o around.csv
agrees around.csv expected.csv
ends 0 '^verified: every byte' rdf all.xyz -c 1.5 --bins 3 --partial --types species --queries queries.csv --verify -o around.csv
agrees around.csv expected.csv

# ---- an ideal gas has g = 1 for each pair of types, and the shares of types add up to g of all points ----
awk 'function next_one() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
    BEGIN { seed = 3; print 6000; print "Lattice=\"1 0 0 0 1 0 0 0 1\""
        for (k = 0; k < 6000; k++) print (k % 5 ? "A" : "B"), next_one(), next_one(), next_one() }' >gas.xyz
ends 0 '' rdf gas.xyz -c 0.3 --bins 3 --partial --device host -q -o gas.csv
awk -F, 'FNR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { for (k in at) if (k ~ /^g_/ && ($at[k] < 0.97 || $at[k] > 1.03)) exit 1
      off = $at["g"] - (0.64 * $at["g_A_A"] + 0.32 * $at["g_A_B"] + 0.04 * $at["g_B_B"]); if (off > 1e-9 || off < -1e-9) exit 1 }' gas.csv ||
    fault "an ideal gas has $(cat gas.csv)"

# ---- a frame without a type has no g of its pairs; one type is no list of several ----
{ printf '2\n%s\nA 0 0 0\nB 1 0 0\n' "$frame" && printf '2\n%s\nA 0 0 0\nA 1 0 0\n' "$frame"; } >lacks.xyz
ends 0 '"partials":\[{"pair":\["A","A"\],"frames_with_g":2,.*{"pair":\["A","B"\],"frames_with_g":1,"g":\[[0-9.]*\],"spread":\[null\],"counts":\[1\],"within":\[0.5\],"within_reverse":\[1\]}' \
    rdf lacks.xyz -c 1.4 --bins 1 --partial --device host --json
grep -q '"types":\["A","B"\]' said || fault "the types are not told"
printf '1\n%s\nA 0 0 0\n' "$frame" >lone.xyz
ends 0 '^r,g,counts,within,spread,g_A_A,spread_A_A,counts_A_A,within_A_A$' rdf lone.xyz -c 1 --bins 2 --partial --device host -o -
ends 0 '' rdf lacks.xyz -c 1.4 --bins 2 --partial --device host -q -o lacks.json
grep -q '"types":"A,B"}$' lacks.json || fault "the types are not in the output: $(cat lacks.json)"

# ---- with cutoffs of pairs, the largest of which is the cutoff ----
ends 0 '"cutoff":1.5,.*"pairs":2,' rdf lacks.xyz --pair-cutoffs A-B=1.5,A-A=1.2 --bins 2 --device host --json
ends 0 '"cutoff":1.5,.*"pairs":1,' rdf lacks.xyz --pair-cutoffs A-B=1.5 --partial --bins 2 --device host --json

# ---- the report, and what is refused ----
ends 0 '^ *A-B  *1 ' rdf lacks.xyz -c 1.4 --bins 3 --partial --device host
grep -q '^+-: the standard deviation over the frames$' said || fault "the spread is not explained"
ends 2 'random:10 has no columns' rdf random:10 -c 1 --partial
awk -v frame="$frame" 'BEGIN { print 129; print frame; for (k = 0; k < 129; k++) print "A" k, k % 3, k % 2, 0 }' >many.xyz
ends 3 'many.xyz: there are 129 types, and --partial is for 128 at most' rdf many.xyz -c 1 --bins 1 --partial --device host
if rdf all.xyz -c 1.5 --partial --device host -q --plot g.svg; then
    grep -q '<svg' g.svg || fault "g.svg is no SVG"
else
    ends 2 'built without PLplot' rdf all.xyz -c 1.5 --partial --plot g.svg
fi

exit $failed
