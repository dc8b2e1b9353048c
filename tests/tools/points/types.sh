#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Types of points in files of every format, and cutoffs of their pairs, on points that can be counted by hand:  types.sh COMMAND
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
# shellcheck disable=SC2317 # ends() calls it
run() { "$command" "$@" >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"

# gives PAIRS FILE OPTIONS...: on the host
gives() {
    gives_pairs=$1
    shift
    ends 0 '' run pairs "$@" --sorted --device host -q -o host.csv
    [ "$(sed 1d host.csv | tr '\n' ' ')" = "$gives_pairs" ] || fault "pairs $(sed 1d host.csv | tr '\n' ' '): $*"
}
# told WORDS FILE OPTIONS...: what the report says of the types
told() {
    told_words=$1
    shift
    ends 0 "^types: $told_words\$" run lists "$@" --count --cutoff 1.5 --device host
}

# ---- five points on a line: Na Cl Na K Cl at 0, 1, 2, 3, 4; each format names them ----
line() { for p in 'Na 0' 'Cl 1' 'Na 2' 'K 3' 'Cl 4'; do echo "$p"; done; }
number() { case $1 in Na) echo 2 ;; Cl) echo 10 ;; K) echo 7 ;; esac; }
{ printf '5\n\n' && line | sed 's/$/ 0 0/'; } >plain.xyz
{ printf '5\nProperties=pos:R:3:kind:S:1:Z:I:1:w:R:1\n' && line | while read -r t x; do echo "$x 0 0 $t $(number "$t") 1.5"; done; } >columns.xyz
{ printf 'ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n5\nITEM: BOX BOUNDS ff ff ff\n0 9\n0 9\n0 9\nITEM: ATOMS id element type x y z\n' &&
    line | { i=0; while read -r t x; do echo "$((i += 1)) $t $(number "$t") $x 0 0"; done } | sort -r; } >down.dump
{ printf 'a melt\n\n5 atoms\n0 9 xlo xhi\n0 9 ylo yhi\n0 9 zlo zhi\n\nAtoms # full\n\n' &&
    line | { i=0; while read -r t x; do echo "$((i += 1)) 1 $(number "$t") 0.5 $x 0 0"; done }; } >full.data
sed 's/ # full//' full.data >guessed.data
{ printf 'title\n5\n' && line | { i=0; while read -r t x; do printf '%5d%-5s%5s%5d%8.3f%8.3f%8.3f\n' 1 SALT "$t" $((i += 1)) "$x" 0 0; done } && echo '0 0 0'; } >line.gro
line | { i=0; while read -r t x; do printf 'ATOM  %5d %-4s ION A   1    %8.3f%8.3f%8.3f  1.00  0.00          %2s\n' $((i += 1)) "${t}1" "$x" 0 0 "$t"; done } >line.pdb
sed '2s/Cl$/  /' line.pdb >blank.pdb
{ echo 'x,kind' && line | sed 's/\(.*\) \(.*\)/\2,\1/'; } >line.csv
sed 1d line.csv | tr ',' ' ' >bare.txt
{ printf 'ply\nformat ascii 1.0\nelement vertex 5\nproperty double x\nproperty double y\nproperty double z\nproperty int kind\nproperty double w\nend_header\n' &&
    line | while read -r t x; do echo "$x 0 0 $(number "$t") 1.5"; done; } >line.ply

for file in plain.xyz 'columns.xyz --types kind' 'down.dump --types element --open' line.gro line.pdb 'line.csv --types kind' \
    'bare.txt --types 2 --columns 1'; do
    # shellcheck disable=SC2086 # a file and its options
    gives '0,1 1,2 2,4 ' $file --pair-cutoffs 'Na-Cl=2.5'
    # shellcheck disable=SC2086
    gives '0,1 0,2 1,2 2,3 ' $file --pair-cutoffs 'Cl-Na=1.5, Na-Na=2.5,K-Na=1.5'
done
for file in 'columns.xyz --types Z' 'down.dump --open' 'full.data --open' 'line.ply --types kind'; do
    # shellcheck disable=SC2086
    gives '0,1 1,2 2,4 ' $file --pair-cutoffs '2-10=2.5'
done
# The order is that of the bytes of names, and of numbers.
told 'Cl (2), K (1), Na (2)' plain.xyz --types species
told '2 (2), 7 (1), 10 (2)' down.dump --types type --open
told '2 (2), 7 (1), 10 (2)' line.ply --types kind
told '2 (2), 7 (1), 10 (2)' columns.xyz --types Z
told 'Cl1 (2), K1 (1), Na1 (2)' line.pdb --types name
told 'ION (5)' line.pdb --types residue
told 'SALT (5)' line.gro --types residue
ends 0 '"types":\["Cl","K","Na"\],"pair_cutoffs":\[{"pair":\["Cl","Na"\],"cutoff":2.5}\],.*"pairs":3,' run pairs plain.xyz --pair-cutoffs Na-Cl=2.5 --json --device host
grep -q '"cutoff":2.5,"types"' said || fault "the largest cutoff is not that of the pairs: $(cat said)"

# ---- hyphens in names; with a cutoff, in a box, and on a device ----
printf '3\n\nNa-a 0 0 0\nCl- 1 0 0\nCl- 2 0 0\n' >hyphens.xyz
gives '0,1 ' hyphens.xyz --pair-cutoffs 'Na-a-Cl-=1.5'
gives '1,2 ' hyphens.xyz --pair-cutoffs 'Cl--Cl-=1.5'
gives '0,1 1,2 ' plain.xyz --pair-cutoffs 'Na-Cl=2.5' --cutoff 1.5
awk 'function next_one() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
    BEGIN { seed = 7; print 200; print "Lattice=\"1 0 0 0 1 0 0 0 1\""
        for (k = 0; k < 200; k++) printf "%s %.6f %.6f %.6f\n", substr("ABC", k % 3 + 1, 1), next_one(), next_one(), next_one() }' >random.xyz
ends 0 '^verified: every byte' run pairs random.xyz --pair-cutoffs 'A-B=0.2,B-B=0.1' --sorted --verify -o mixed.csv
[ "$(awk -F, 'FNR > 1 { t[$1 % 3 < $2 % 3 ? $1 % 3 "" $2 % 3 : $2 % 3 "" $1 % 3]++ } END { for (k in t) print k }' mixed.csv | sort | tr '\n' ' ')" = '01 11 ' ] ||
    fault "pairs of other types are named"
ends 0 '' run pairs random.xyz --cutoff 0.1 --sorted --device host -q -o all.csv
[ "$(awk -F, 'FNR > 1 && $1 % 3 == 1 && $2 % 3 == 1' all.csv)" = "$(awk -F, 'FNR > 1 && $1 % 3 == 1 && $2 % 3 == 1' mixed.csv)" ] || fault "the pairs of B are others"

# ---- query points have types of their own, also such that no point has ----
printf '2\n\nNa 1.5 0 0\nX 2.5 0 0\n' >queries.xyz
ends 0 '' run pairs plain.xyz --queries queries.xyz --pair-cutoffs 'Na-Cl=1,X-Na=3' --sorted --device host -q -o queried.csv
[ "$(sed 1d queried.csv | tr '\n' ' ')" = '0,1 1,0 1,2 ' ] || fault "of query points the pairs are $(cat queried.csv)"
ends 3 "line.csv:1: has no column named 'species' in its heading" run pairs plain.xyz --queries line.csv --types species --pair-cutoffs Na-Cl=1 --device host
ends 2 'columns names no column for the types of points: name it by --types COLUMN' run pairs plain.xyz --queries line.csv --pair-cutoffs Na-Cl=1 --device host

# ---- a file of types: for points without a column, and for all frames ----
line | sed 's/.* //' >bare.csv
line | sed 's/ .*//' >types.txt
gives '0,1 1,2 2,4 ' bare.csv --types @types.txt --pair-cutoffs 'Na-Cl=2.5'
gives '0,1 1,2 2,4 ' plain.xyz --types @types.txt --pair-cutoffs 'Na-Cl=2.5'
told 'Cl (2), K (1), Na (2)' bare.csv --types @types.txt
{ printf '2\r\n10\r\n2\r\n7\r\n' && printf 10; } >numbers.txt # without an end of the last line
told '2 (2), 7 (1), 10 (2)' bare.csv --types @numbers.txt
told '2 (2), 7 (1), 10 (2)' random:5 --types @numbers.txt
gzip -kf types.txt
gives '0,1 1,2 2,4 ' bare.csv --types @types.txt.gz --pair-cutoffs 'Na-Cl=2.5'
{ cat plain.xyz && sed 's/^Na/H/' plain.xyz; } >frames.xyz # the file says that the H are Na
ends 0 '' run pairs frames.xyz --types @types.txt --pair-cutoffs 'Na-Cl=2.5' --device host -q -o 'frames.*.csv'
cmp -s frames.0.csv frames.1.csv || fault "the second frame has the pairs $(cat frames.1.csv)"
{ cat plain.xyz && printf '1\n\nCl 0 0 0\n'; } >fewer.xyz
ends 3 'frame 1: types.txt:2: this line has no point: the file has 5 lines, and fewer.xyz 1 point: each line is the type of one point' \
    run pairs fewer.xyz --types @types.txt --pair-cutoffs 'Na-Cl=2.5' --device host -o 'fewer.*.csv'
# refuses_file LINE WORDS: a file of types whose content is standard input
refuses_file() {
    cat >bad.txt
    ends 3 "bad.txt$1: $2" run pairs bare.csv --types @bad.txt --pair-cutoffs Na-Cl=1 --device host
}
sed '$d' types.txt | refuses_file :4 'no line follows: the file has 4 lines, and bare.csv 5 points'
{ cat types.txt && echo Na; } | refuses_file :6 'this line has no point: the file has 6 lines, and bare.csv 5 points'
{ cat types.txt && echo; } | refuses_file :6 'is blank: each line is the type of one point'
sed '2s/.*/ /' types.txt | refuses_file :2 'is blank: each line is the type of one point'
sed '3s/$/ 7/' types.txt | refuses_file :3 'has several words: each line is the type of one point'
sed '3s/$/,7/' types.txt | refuses_file :3 "'Na,7' in the column '1' is no type"
printf '' | refuses_file '' 'the file is empty'
ends 2 'types @FILE has the types of SOURCE alone: with --queries, name a column' \
    run pairs bare.csv --queries bare.csv --types @types.txt --pair-cutoffs Na-Cl=1 --device host
for name in @ @-; do
    ends 2 'types @FILE takes a file: only SOURCE can be standard input' run pairs bare.csv --types $name --pair-cutoffs Na-Cl=1 --device host
done
ends 3 'none.txt: ' run pairs bare.csv --types @none.txt --pair-cutoffs Na-Cl=1 --device host
ends 2 'types is for --pair-cutoffs, for rdf --partial and for lists --count' run pairs bare.csv -c 1 --types @types.txt

# ---- several frames: the types of the first hold ----
{ cat plain.xyz && printf '2\n\nCl 0 0 0\nNa 1 0 0\n'; } >two.xyz
ends 0 '' run pairs two.xyz --pair-cutoffs 'Na-Cl=1.5' --device host -q -o 'two.*.csv'
[ "$(sed 1d two.1.csv)" = 0,1 ] || fault "the second frame has the pairs $(cat two.1.csv)"
{ cat plain.xyz && printf '2\n\nCl 0 0 0\nBr 1 0 0\n'; } >new.xyz
ends 3 'frame 1: new.xyz has the type Br, and the first frame has Cl, K, Na alone: begin with a frame that has all types' \
    run pairs new.xyz --pair-cutoffs 'Na-Cl=1.5' --device host -o 'new.*.csv'

# ---- what is refused ----
ends 2 'Na-X: plain.xyz has no type X in its first frame; its types are Cl, K, Na' run pairs plain.xyz --pair-cutoffs Na-X=1 --device host
ends 2 'the pair Cl-Na has two cutoffs, 1 and 2' run pairs plain.xyz --pair-cutoffs Na-Cl=1,Cl-Na=2 --device host
gives '0,1 1,2 ' plain.xyz --pair-cutoffs Na-Cl=1.5,Cl-Na=1.5
for list in Na-Cl Na=1 ',' 'Na-Cl=1,' 'Na-Cl=1,,'; do
    ends 2 'pair-cutoffs is a list of pairs of types and their cutoffs, as in' run pairs plain.xyz --pair-cutoffs "$list" --device host
done
for number in x 0 -1 inf nan 1e999 ''; do
    ends 2 'the cutoff of Na-Cl must be a positive number, not' run pairs plain.xyz --pair-cutoffs "Na-Cl=$number" --device host
done
ends 2 'types is for --pair-cutoffs, for rdf --partial and for lists --count' run pairs plain.xyz -c 1 --types species
ends 2 'cutoff R is required, or --radii FILE, or --pair-cutoffs LIST' run pairs plain.xyz
ends 2 'random:10 has no columns: it is not a file' run pairs random:10 --pair-cutoffs A-B=1
ends 2 'ply names no column for the types of points: name it by --types COLUMN' run pairs line.ply --pair-cutoffs 2-7=1
printf '%s' '' >none.npy
ends 2 'npy has no columns for the types of points: name a file of them by --types @FILE' run pairs none.npy --pair-cutoffs 2-7=1
ends 3 "has no column named 'foo' beside the positions" run pairs plain.xyz --pair-cutoffs Na-Cl=1 --types foo
ends 3 'columns.xyz:2: w in Properties= is not words (S) or whole numbers (I)' run pairs columns.xyz --pair-cutoffs Na-Cl=1 --types w
ends 3 "point 0 has the 'w' 1.5: types are whole numbers from 0" run pairs line.ply --pair-cutoffs Na-Cl=1 --types w
ends 3 'guessed.data:[0-9]*: the column of the types cannot be told from the atom style with 7 columns' run pairs guessed.data --open --pair-cutoffs 2-7=1
ends 3 'blank.pdb:2: the element of the atom, in columns 77 to 78, is blank: --types name takes the names' run pairs blank.pdb --pair-cutoffs Na-Cl=1
printf '1\n\n"Na" 0 0 0\n' >quoted.xyz
ends 3 "in the column 'species' is no type: its name has 1 to 63 characters, without commas, quotes" run pairs quoted.xyz --pair-cutoffs Na-Cl=1
awk 'BEGIN { print 257; print ""; for (k = 0; k < 257; k++) print "A" k, k, 0, 0 }' >many.xyz
ends 3 "many.xyz: the column 'species' has more than 256 types" run pairs many.xyz --pair-cutoffs A1-A2=1.5
printf '0\n\n' >empty.xyz
ends 3 'empty.xyz: the first frame has no points, and so no types' run pairs empty.xyz --pair-cutoffs Na-Cl=1 --device host

exit $failed
