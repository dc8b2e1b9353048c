#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# --queries, --radii, --min-distance and --exclude of pairs and lists, on points that can be counted by hand:  filters.sh COMMAND
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
# shellcheck disable=SC2317 # ends() calls it
run() { "$command" "$@" >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"

# gives PAIRS OPTIONS...: the pairs of line.csv, on the host
gives() {
    gives_pairs=$1
    shift
    ends 0 '' run pairs line.csv --sorted --device host -o host.csv "$@"
    [ "$(sed 1d host.csv | tr '\n' ' ')" = "$gives_pairs" ] || fault "pairs $(sed 1d host.csv | tr '\n' ' '): $*"
}
# gives_too PAIRS OPTIONS...: on a device, too, which --verify compares
gives_too() {
    gives "$@"
    shift
    ends 0 '^verified: every byte' run pairs line.csv --sorted --verify -o device.csv "$@"
    cmp -s host.csv device.csv || fault "the device writes other pairs: $*"
}
# neighbours SUM MEAN MIN MAX OPTIONS...: of the lists of line.csv, on the host
neighbours() {
    neighbours_sum=$1 neighbours_each="mean $2, min $3, max $4"
    shift 4
    ends 0 "^$neighbours_sum neighbours* closer than" run lists line.csv --device host "$@"
    grep -q "point: $neighbours_each\$" said || fault "not $neighbours_each: $*"
}
printf '0\n1\n2\n9\n' >line.csv

# ---- query points: rows are theirs; 9 is also the place of a point, 1.5 is not closer than 1.5 ----
printf 'x\n0.5\n5\n9\n' >queries.csv
gives '0,0 0,1 2,3 ' -c 1.5 --queries queries.csv
grep -qx 'neighbours per query point: mean 1.00, min 0, max 2' said || fault "pairs of query points are counted otherwise"
neighbours 3 1.00 0 2 -c 1.5 --queries queries.csv
grep -qx 'queries: queries.csv, 3 points; column x (1) of 1' said || fault "the report does not name the query points"
grep -q '^neighbours per query point: ' said || fault "the report does not say whose neighbours they are"
ends 0 '"cutoff":1.5,"queries":{"file":"queries.csv","n":3,"note":"[^"]*"},"prec.*,"pairs":3,' \
    run pairs line.csv -c 1.5 --queries queries.csv --device host --json
ends 0 '' run pairs line.csv -c 1.5 --queries queries.csv --device host --count -q
printf '3\n' | cmp -s - said || fault "--count -q says $(cat said)"
ends 0 '^verified: every byte' run lists random:200 -c 0.2 --queries random:70:3 --precision single --distances --verify -o lists.npz

# ---- the box is that of the source; columns by FILE:COLUMNS; query points of one frame ----
printf '2\nLattice="4 0 0 0 4 0 0 0 4"\nA 0.5 1 1\nA 2 1 1\n' >box.xyz
printf '1\nLattice="9 0 0 0 9 0 0 0 9"\nA 3.75 1 1\n' >near.xyz
ends 0 '^the box of near.xyz is ignored (query points are in that of the source)$' \
    run pairs box.xyz -c 1 --queries near.xyz --shifts --device host -o shifts.csv
printf 'i,j,Sx,Sy,Sz\n0,0,1,0,0\n' | cmp -s - shifts.csv || fault "through the side: $(cat shifts.csv)"
ends 0 '"ignored":"the box of box.xyz is ignored (--open); the box of near.xyz is' \
    run pairs box.xyz -c 1 --open --queries near.xyz --device host --json
printf 'id;where;r\n7;0.5;1.5\n8;5;1.5\n9;9;1.5\n' >table.csv
gives '0,0 0,1 2,3 ' -c 1.5 --queries table.csv:where
ends 0 '^table.csv:2: 3 points in 1 dim' run pairs table.csv:2 -c 9 --device host
ends 2 'names columns, and so does --columns 1' run pairs table.csv:2 --columns 1 -c 9 --device host

# ---- several frames: those of query points go with them, and a table is for all ----
printf '1\n\nA 0.5 1 1\n2\n\nA 0.5 1 1\nA 4 1 1\n' >two.xyz
printf '3.75,1,1\n' >near.csv
ends 0 '' run pairs two.xyz -c 1 --queries near.csv --box 4,4,4 --device host --count -q
printf '1\n2\n' | cmp -s - said || fault "the frames have $(cat said)"
printf '0.3\n' >one.txt
ends 3 'frame 1: one.txt has 1 radius, but two.xyz has 2 points$' \
    run pairs two.xyz --radii one.txt --device host

# ---- a smallest distance, which counts itself ----
gives '0,1 0,2 1,2 ' -c 2.5 --min-distance 1
gives_too '0,2 ' -c 2.5 --min-distance 1.5
grep -qx 'smallest distance: 1.5' said || fault "the report does not tell the smallest distance"
! grep -q 'min-distance' complained || fault "a smallest distance below the cutoff has a warning"
ends 0 '^nearfield: --min-distance 2.5 is not below the cutoff, 2.5: no distance is in between$' \
    run pairs line.csv -c 2.5 --min-distance 2.5 --device host --count -q
grep -qx 0 said || fault "pairs between 2.5 and 2.5: $(cat said)"

# ---- radii ----
printf '0.6\n0.3\n0.8\n7.5\n' >radii.txt
gives_too '1,2 2,3 ' --radii radii.txt
grep -q '^2 pairs closer than the radii allow$' said || fault "without a cutoff it says another one"
gives '2,3 ' --radii radii.txt --radii-rule larger
gives '1,2 ' --radii radii.txt -c 2
{ printf '4\nProperties=species:S:1:r:R:1:pos:R:3\n'; while read -r r; do echo "A $r 9 9 9"; done <radii.txt; } >radii.xyz
{ printf 'ITEM: NUMBER OF ATOMS\n4\nITEM: ATOMS x y z r\n'; while read -r r; do echo "9 9 9 $r"; done <radii.txt; } >radii.dump
{ printf 'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty double r\nend_header\n'; while read -r r; do echo "9 9 $r"; done <radii.txt; } >radii.ply
for file in radii.xyz:r radii.dump:r radii.ply:r; do gives '1,2 2,3 ' --radii $file; done
grep -qx 'radii: radii.ply:r, 4' said || fault "the report does not name the column of the radii"
neighbours 1 0.25 0 1 --radii radii.txt
grep -qx 'radii rule: query' said || fault "full lists have another rule"
neighbours 4 1.00 0 2 --radii radii.txt --radii-rule sum
neighbours 2 1.00 0 2 --radii radii.txt --half
gives '0,0 0,1 2,3 ' --queries queries.csv --query-radii table.csv:r
gives_too '0,0 0,1 0,2 0,3 1,3 2,3 ' --queries queries.csv --query-radii table.csv:r --radii radii.txt
grep -qx 'radii rule: sum' said || fault "both radii have another rule"
neighbours 6 2.00 1 4 --queries queries.csv --query-radii table.csv:r --radii radii.txt
ends 0 '"cutoff":null,"radii":{"file":"radii.txt","n":4,[^}]*},"radii_rule":"sum","min_distance":0.5,' \
    run pairs line.csv --radii radii.txt --min-distance 0.5 --device host --json

ends 0 '^2 pairs closer than 200, and than the radii allow$' run pairs line.csv -c 200 --radii radii.txt --device host
grep -qx 'radii: radii.txt, 4; column 1 of 1' said || fault "the report does not name the radii beside a cutoff"

# ---- excluded pairs: of points in either order, of query points in theirs ----
printf '# bonds\n1 0\n\n2,3 # the last\n' >bonds.txt
gives '0,2 1,2 ' -c 2.5 --exclude bonds.txt
grep -qx 'exclude: bonds.txt, 2 pairs; columns 1, 2 of 2' said || fault "the report does not name the excluded pairs"
neighbours 4 1.00 0 2 -c 2.5 --exclude bonds.txt
printf '0 1\n2 1\n' >theirs.txt
gives_too '0,0 2,3 ' -c 1.5 --queries queries.csv --exclude theirs.txt
run pairs line.csv -c 1.5 --device host -q -o near.npy
run pairs line.csv -c 1.5 --device host -q --distances -o near.npz
run pairs line.csv -c 1.5 --device host -q --distances -o near.csv
for file in near.npy near.npz near.npz:pairs near.csv; do gives '0,2 ' -c 2.5 --exclude $file; done
run pairs line.csv -c 1.5 --device host -q -o alone.npz
gives '0,2 ' -c 2.5 --exclude alone.npz

# ---- of more columns those with the names i and j, or those that are chosen ----
printf 'bond,i,j\n1,0,1\n2,2,3\n' >more.csv
gives '0,2 1,2 ' -c 2.5 --exclude more.csv
printf '1 7 0 1\n2 7 2 3\n' >more.txt
gives '0,2 1,2 ' -c 2.5 --exclude more.txt:3,4

# ---- rows of excluded partners: the offsets and indices of lists, of points and of query points ----
for rows in --full --half; do
    run lists line.csv -c 1.5 $rows --device host -q -o rows.npz
    gives '0,2 ' -c 2.5 --exclude rows.npz
done
grep -qx 'exclude: rows.npz, 2 pairs; arrays offsets, indices' said || fault "the report does not tell the rows"
run lists line.csv -c 1.5 --queries queries.csv --device host -q -o theirs.npz
gives '0,2 1,2 ' -c 3.2 --queries queries.csv --exclude theirs.npz

# ---- no excluded pairs at all ----
: >empty.txt
printf '# no bonds\n\n' >comment.csv
run pairs line.csv -c 0.5 --device host -q -o none.csv
run pairs line.csv -c 0.5 --device host -q -o none.npy
run lists line.csv -c 0.5 --device host -q -o none.npz
[ "$(cat none.csv)" = 'i,j' ] || fault "none.csv is $(cat none.csv)"
for file in empty.txt comment.csv none.csv none.npy none.npz; do
    ends 0 '^exclude: .*, 0 pairs' run pairs line.csv -c 2.5 --device host -o host.csv --sorted --exclude $file
    printf 'i,j\n0,1\n0,2\n1,2\n' | cmp -s - host.csv || fault "$file excludes: $(cat host.csv)"
done
gives '0,1 0,2 1,2 ' -c 2.5 --exclude empty.txt

# ---- what is refused ----
refused() { # CODE WORDS OPTIONS...
    refused_code=$1 refused_words=$2
    shift 2
    ends "$refused_code" "$refused_words" run pairs line.csv --device host "$@"
}
printf '0 1\n3 4\n' >beyond.txt
refused 3 '^nearfield: beyond.txt:2: there is no point 4: there are 4, numbered from 0$' -c 1 --exclude beyond.txt
printf '0 1\n\n-1 2\n' >below.txt
refused 3 'below.txt:3: there is no point -1:' -c 1 --exclude below.txt
printf '0 1.5\n' >half.txt
refused 3 'half.txt:1: 1.5 is not a whole number' -c 1 --exclude half.txt
printf '3 0\n' >four.txt
refused 3 'four.txt:1: there is no query point 3: there are 3,' -c 1 --queries queries.csv --exclude four.txt
printf '0 one\n' >word.txt
refused 3 'theirs.npz has 3 rows of excluded points, but line.csv has 4 points' -c 1 --exclude theirs.npz
run lists line.csv -c 9.5 --device host -q -o all.npz
ends 3 'all.npz: row [0-9]*: there is no point 3: there are 3,' run pairs queries.csv -c 1 --queries line.csv --exclude all.npz --device host
: >empty.npz
refused 3 'empty.npz: the archive is truncated' -c 1 --exclude empty.npz
refused 3 'empty.txt: the file is empty' -c 1 --queries empty.txt
refused 3 'comment.csv: has no line of' -c 1 --queries comment.csv
refused 3 "word.txt:1: 'one' is not a number" -c 1 --exclude word.txt
refused 3 'more.txt: has 4 columns, and 2 are needed: choose them, as in FILE:2,3' -c 2.5 --exclude more.txt
refused 3 'box.xyz has 3 columns: excluded pairs are two' -c 1 --exclude box.xyz
refused 3 'queries.csv:1 has 1 column: excluded pairs are two' -c 1 --exclude queries.csv:1
refused 2 '^nearfield: nofile: there is no such file, and the name does not tell the format' -c 1 --exclude nofile
refused 3 'queries.csv has 3 radii, but line.csv has 4 points' --radii queries.csv
refused 3 'radii.txt has 4 radii, but queries.csv has 3 points' --queries queries.csv --query-radii radii.txt
refused 3 'box.xyz has 3 columns: radii are one number a point' --radii box.xyz
refused 3 "radii.xyz: has no column named 'q' beside the positions" --radii radii.xyz:q
refused 3 "radii.xyz: 'r,pos' are 4 values a point; 1 to 3 are needed" --radii radii.xyz:r,pos
printf '1\n1\n-1\n1\n' >negative.txt
refused 3 'negative.txt:3: the radius of point 2 is -1: it must not be negative' --radii negative.txt
printf '1\n1\nnan\n1\n' >nan.txt
refused 3 "nan.txt:3: a radius is not finite ('nan')" --radii nan.txt
refused 3 "nan.txt:3: a radius is not finite ('nan')" --queries line.csv --query-radii nan.txt
printf 'x\n-2\n' >heading.csv
ends 3 '^nearfield: heading.csv:2: the radius of point 0 is -2' run pairs heading.csv --radii heading.csv:x --device host
printf 'x\n' >heading.csv
refused 3 '^nearfield: heading.csv: has a heading and no points' -c 1 --queries heading.csv
refused 3 "nan.txt:3: a coordinate is not finite ('nan')" -c 1 --queries nan.txt
printf '0 1\n1 inf\n' >infinite.txt
refused 3 "infinite.txt:2: an index is not finite ('inf')" -c 1 --exclude infinite.txt
printf '1\n1\n1e300\n1\n' >large.txt
refused 3 'large.txt: point 2 has the radius 1e+300, which is beyond single' --radii large.txt --precision single
refused 3 'box.xyz has 3 dimensions, and line.csv has 1: they must be the same' -c 1 --queries box.xyz
refused 3 'none.csv' -c 1 --queries none.csv
refused 2 'cutoff R is required' --queries queries.csv
refused 2 'query-radii are those of --queries FILE' --query-radii radii.txt
refused 2 'query points need --query-radii, too' --queries queries.csv --radii radii.txt
refused 2 'radii-rule is for --radii' -c 1 --radii-rule sum
refused 2 'radii-rule takes one of query, sum, larger, not "both"' --radii radii.txt --radii-rule both
refused 2 'sum and larger need --radii' --queries queries.csv --query-radii queries.csv --radii-rule sum
refused 2 'leave out --radii' --queries queries.csv --query-radii queries.csv --radii radii.txt --radii-rule query
refused 2 'radii-rule query is that of one point' --radii radii.txt --radii-rule query
refused 2 'method potential knows neither' -c 1 --method potential --min-distance 0.1
refused 2 'min-distance takes a number of 0 or more, not "-1"' -c 1 --min-distance -1
refused 2 'queries takes a file: only SOURCE' -c 1 --queries -
refused 2 'queries.csv is both the input and the output' -c 1 --queries queries.csv -o queries.csv
ends 2 'half lists each pair of points of SOURCE once' run lists line.csv -c 1 --half --queries queries.csv

exit $failed
