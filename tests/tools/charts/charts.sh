#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# The charts of fof, knn and rdf, by the text and the lines of their SVG, at data of many kinds: numbers beside an axis differ, texts
# stand clear of each other and on the page, steps are steps, and a chart that has nothing to draw says why.  charts.sh COMMAND
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
unset NEARFIELD_DEVICE
cd "$work"
run() { "$command" "$@" >said 2>complained; }

printf '0,0,0\n1,0,0\n' >two.csv
if ! run knn two.csv -k 1 --device host -q --plot two.svg; then
    grep -q 'built without PLplot' complained || fault "knn draws no chart"
    [ $failed = 1 ] || { echo "skipped: this build has no PLplot"; exit 77; }
    exit $failed
fi

# texts FILE: a line "X Y SIZE ANCHOR TURNED TEXT" for each text, X and Y in the page from its lower left corner
texts() {
    awk 'function of_hex(digits,   k, value) { value = 0
            for (k = 1; k <= length(digits); k++) value = 16 * value + index("0123456789abcdef", substr(digits, k, 1)) - 1
            return value }
        /font-size="/ { split($0, part, "\""); size = part[2] }
        /transform="matrix\([-0-9. ]*\)"/ { gsub(/[^-0-9. ]/, " "); split($0, m, " "); x = m[5]; y = m[6]; turned = m[1] * m[1] < 0.5 }
        /text-anchor="/ { split($0, part, "\""); anchor = part[2] }
        /<\/text>/ {
            gsub(/<tspan[^>]*>|<\/tspan>|<\/text>|^>/, ""); text = ""
            while (match($0, /&#x[0-9a-f]*;/)) {
                code = of_hex(substr($0, RSTART + 3, RLENGTH - 4))
                text = text (code < 128 ? sprintf("%c", code) : "?"); $0 = substr($0, RSTART + RLENGTH)
            }
            print x, y, size, anchor, turned, text
        }' "$1"
}
# readable FILE: no number stands twice beside an axis, no text reaches beyond the page or into the next one of its line
readable() {
    texts "$1" >drawn
    [ -s drawn ] || fault "$1 has no text"
    awk -v page="$(sed -n 's/^ *width="\([0-9]*\)pt"/\1/p' "$1")" '
        function bad(words) { print FILENAME ": " words; failed = 1 }
        { text = $0; sub(/^[^ ]* [^ ]* [^ ]* [^ ]* [^ ]* /, "", text)
          long = (text ~ /^[-0-9.]*$/ ? 0.62 : 0.53) * $3 * length(text); begin = $5 ? $1 - $3 / 2 : $4 == "middle" ? $1 - long / 2 : $4 == "end" ? $1 - long : $1
          end = $5 ? $1 + $3 / 2 : begin + long
          if (begin < 0 || end > page + 1) bad("\"" text "\" is not on the page")
          line = int($2 + 0.5) # of texts of one height, each ends before the next begins: they come from left to right
          if (!$5 && line in last && begin > from[line] && begin < last[line]) bad("\"" text "\" begins in the text before it")
          if (!$5) { last[line] = end; from[line] = begin }
          if ($5 == 0 && $4 != "start" && text ~ /^-?[0-9.]+$/) { # beside an axis, numbers have one place in common
              axis = $4 == "end" ? "x" $1 : "y" $2
              half = $1 > page / 2
              if ((axis, half, text) in seen) bad("the number " text " stands twice beside an axis")
              seen[axis, half, text] = 1; count[axis, half]++
          } }
        END { for (k in count) if (count[k] < 2) bad("an axis has only one number"); exit failed }' drawn >why ||
        fault "$1: $(cat why)"
}
# says FILE WORDS: whether a text of the chart has these words
says() { texts "$1" | grep -q -- "$2" || fault "$1 does not say \"$2\": $(texts "$1" | cut -d ' ' -f 6-)"; }

# scaled FACTOR_X FACTOR_Y OFFSET_X OFFSET_Y: clumps and points between them in a square of side 100, moved
scaled() {
    awk -v fx="$1" -v fy="$2" -v ox="$3" -v oy="$4" '
        function next_one() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
        function put(x, y) { printf "%.17g,%.17g,0\n", ox + fx * x, oy + fy * y }
        BEGIN { seed = 5; for (g = 1; g <= 14; g++) { x = 100 * next_one(); y = 100 * next_one(); for (k = 0; k < 10 + 5 * g; k++) put(x + next_one() / 4, y + next_one() / 4) }
            for (k = 0; k < 300; k++) put(100 * next_one(), 100 * next_one()) }'
}
scaled 1 1 0 0 >plain.csv
scaled 1 1 450000 5400000 >utm.csv
scaled 1 1 -450000 -5400100 >south.csv
scaled 1e12 1e12 0 0 >large.csv
scaled 1e-9 1e-9 0 0 >small.csv
scaled 1e-9 1e-9 1 -1 >near_one.csv
scaled 1e-6 1e-6 450000 5400000 >fine.csv
scaled 100 0.001 0 0 >long.csv
scaled 0.001 100 5e5 0 >tall.csv
{ cat plain.csv; echo 1e5,2e5,0; } >outlier.csv
echo 450003,5400004,0 >alone.csv
printf '7,7,7\n7,7,7\n7,7,7\n' >equal.csv
cut -d , -f 1 utm.csv >line.csv

# ---- every chart at every kind of data ----
for kind in plain:1 utm:1 south:1 large:1e12 small:1e-9 near_one:1e-9 fine:1e-6 long:1 tall:1 outlier:1 alone:1 equal:1 line:0.1; do
    of=${kind%:*} length=${kind#*:}
    ends 0 '' run fof "$of.csv" -l "$length" --open --device host --precision double -q --plot "fof_$of.svg"
    readable "fof_$of.svg"
    ends 0 '' run knn "$of.csv" -k 2 --open --device host --precision double -q --plot "knn_$of.svg"
    readable "knn_$of.svg"
done
for kind in plain:3 utm:3 large:3e12 small:3e-9 near_one:3e-9 outlier:3; do
    of=${kind%:*} cutoff=${kind#*:}
    cut -d , -f 1,2 "$of.csv" >"flat_$of.csv"
    ends 0 '' run rdf "flat_$of.csv" -c "$cutoff" --device host --precision double -q --plot "rdf_$of.svg"
    readable "rdf_$of.svg"
done

# ---- what numbers share stands in the title of the axis ----
says fof_plain.svg ' x (units of the points)$'
says fof_utm.svg ' x - 450000 (units of the points)$'
says fof_utm.svg ' y - 5400000 (units of the points)$'
says fof_south.svg ' y + 5400000 (units of the points)$'
says fof_near_one.svg ' (x - 1) / 1e-7 (units of the points)$'
says fof_small.svg ' x / 1e-7 (units of the points)$'
says rdf_large.svg ' distance r / 1e12 (units of the points)$'
if texts fof_line.svg | grep -q ' y (units'; then fault "points in one dimension have a y"; fi

# ---- a few far points do not make the rest a dot or a bar ----
says fof_outlier.svg ' 966 points, [0-9]* outside; 12 largest groups in colour$'
says knn_outlier.svg '; 1 is beyond the axis$'
[ "$(texts knn_outlier.svg | sed -n 's/^.* middle 0 \([0-9.]*\)$/\1/p' | sort -n | tail -n 1 | cut -d . -f 1)" -lt 1000 ] || fault "the axis of distances ends at the far point"

# ---- groups: twelve colours, and a mass function of steps ----
[ "$(grep 'stroke="#' fof_plain.svg | grep -v '#2D2D30\|#E4E4E8\|#B0B2BA' | sort -u | wc -l)" = 12 ] || fault "the largest groups do not have twelve colours"
# steps FILE: every move of the line of the mass function goes along one axis
steps() {
    awk '/stroke-width=/ { thick = /"2[.][0-9]*e[+]00"/ } /points="/ && thick {
            found = 1; gsub(/[^0-9., -]/, ""); count = split($0, corner, " "); if (count < 3) exit 1
            for (k = 2; k <= count; k++) { split(corner[k - 1], a, ","); split(corner[k], b, ","); if (a[1] != b[1] && a[2] != b[2]) exit 1 }
        } END { exit !found }' "$1" || fault "$1: the mass function is not of steps"
}
steps fof_plain.svg
awk 'BEGIN { print "x,y,z,mass" } { print $0 "," 1e10 + NR }' plain.csv >masses.csv
ends 0 '' run fof masses.csv:x,y,z -l 1 --device host -q --masses mass --plot masses.svg
steps masses.svg
says masses.svg ' mass M of a group / 1e11$'
ends 0 '' run fof plain.csv -l 1 --min-members 70 --device host -q --plot few.svg
steps few.svg
readable few.svg
awk 'BEGIN { for (k = 0; k < 30; k++) print k / 100 ",0,0" }' >one_group.csv
ends 0 '' run fof one_group.csv -l 1 --device host -q --plot one_group.svg
steps one_group.svg
says one_group.svg ' 1 group of at least 20 members; linking length 1$'

# numbers FILE: those beside the axis of members, from left to right
numbers() { texts "$1" | awk '$1 > 672 && $4 == "middle" && $6 ~ /^[0-9.]*$/ && NF == 6 { print $6 }' | sort -n | tr '\n' ' '; }
ends 0 '' run fof two.csv -l 2 --min-members 1 --device host -q --plot one_or_two.svg
readable one_or_two.svg
[ "$(numbers one_or_two.svg)" = '1 2 ' ] || fault "members are not whole numbers: $(numbers one_or_two.svg)"
ends 0 '' run fof two.csv -l 0.5 --min-members 1 --device host -q --plot one_alone.svg
[ "$(numbers one_alone.svg)" = '0 1 2 ' ] || fault "members of one size are not whole numbers: $(numbers one_alone.svg)"

# ---- the line below the title ----
ends 0 '' run knn plain.csv -k 2 --max-distance 2 --device host -q --plot fewer.svg
says fewer.svg ' 965 points, [0-9]* with fewer neighbours; mean '
printf '3\nProperties=species:S:1:pos:R:3\nH 0 0 0\nH 0 1 0\nH 0 0 2\n' >frame.xyz
cat frame.xyz frame.xyz >run.xyz
ends 0 '' run knn run.xyz -k 1 --device host -q --plot 'knn_*.svg'
says knn_1.svg ' frame 1; 3 points; mean '
ends 0 '' run fof run.xyz -l 1.5 --device host -q --plot 'fof_*.svg'
says fof_0.svg ' frame 0; 3 points$'

# ---- nothing to draw ----
ends 0 '' run fof plain.csv -l 1e-9 --device host -q --plot none.svg
says none.svg ' there are no groups of so many members$'
[ "$(texts none.svg | awk '$1 > 672' | grep -c ' [0-9.]*$')" = 0 ] || fault "an empty mass function has numbers"
ends 0 '' run fof random:0 -l 1 --device host -q --plot empty.svg
says empty.svg ' there are no points$'
ends 0 '' run knn two.csv -k 4 --device host -q --plot none.svg
says none.svg ' no point has 4 neighbours$'
ends 0 '' run rdf plain.csv:1,2 -c 1e-7 --box 200,200 --device host -q --plot none.svg
says none.svg ' no pair is closer than the cutoff$'
ends 0 '' run rdf plain.csv:1,2 -c 1 --bins 1 --device host -q --plot bin.svg
says bin.svg ' 1 bin of 1$'
grep -A 5 'stroke="#2F78D7"' bin.svg | grep -q points= || fault "a single bin is not drawn"

# ---- a long name ends before the next chart begins ----
name="the points of a run whose name is so long that nobody would want to read it to its end, but some are.csv"
cp plain.csv "$name"
ends 0 '' run fof "$name" -l 1 --device host -q --plot name.svg
readable name.svg
exit $failed
