#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# PDB as users have it: the cell of every model, symmetry, and what is told or refused:  pdb.sh COMMAND
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
# shellcheck disable=SC2317 # ends() calls it
pairs() { "$command" pairs "$@" --device host >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"

# finds "COUNT..." FILE OPTIONS...: the pairs of each frame
finds() {
    finds_what=$1
    shift
    pairs "$@" --count -q || fault "it fails: $*"
    [ "$(tr '\n' ' ' <said)" = "$finds_what " ] || fault "$(tr '\n' ' ' <said)in place of $finds_what: $*"
}

# ---- PDB: three atoms in a row, 1 and 0.5 apart through the side of the cell ----
# shellcheck disable=SC2059 # the formats are PDB's
atoms() { for x in 0 1 9.5; do printf "ATOM      1  H  ${2- }ALA A   1    %8.3f%8.3f%8.3f%6.2f  0.00           H\n" "$(echo "$x $1" | awk '{ print $1 + $2 }')" 0 0 "${3-1}"; done; }
cryst() { printf 'CRYST1%9.3f%9.3f%9.3f%7.2f%7.2f%7.2f %s\n' 10 10 10 90 90 90 "$1"; }
models() { for m in 1 2 3; do printf 'MODEL %8d\n' $m && atoms 0 && echo ENDMDL; done; }
{ cryst 'P 1           1' && models; } >one.pdb
{ echo 'REMARK' && models && echo END; } >open.pdb
{ cryst 'P 1           1' && atoms 0 && echo END && atoms 0 && printf 'TER\nEND\n' && cryst P1 && atoms 5 && echo END; } >ends.pdb
{ echo 'CRYST1 10 10 10 90 90 90 P 1' && atoms 0; } >words.ent
for m in 10 2 10; do echo "MODEL $m" && printf 'CRYST1%9.3f%9.3f%9.3f  90.00  90.00  90.00 P 1\n' $m 10 10 && atoms 0 && echo ENDMDL; done >own.pdb
finds '2 2 2' one.pdb -c 1.2
finds '1 1 1' open.pdb -c 1.2
finds '2 2 2' ends.pdb -c 1.2
finds '2' words.ent -c 1.2
finds '2 4 2' own.pdb -c 1.2
finds '2' one.pdb -c 1.2 --frames 2
for file in one.pdb ends.pdb; do
    sed '$d' $file >cut.pdb
    ends 3 'cut.pdb:[0-9]*: the file ends here within a model: those before end with ENDMDL or END' pairs cut.pdb -c 1.2
done
{ cryst 'P 1' && echo 'MODEL 1' && atoms 0 && echo 'MODEL 2' && atoms 0; } >unclosed.pdb
finds '2 2' unclosed.pdb -c 1.2
if command -v gzip >/dev/null; then
    gzip <one.pdb >packed.pdb.gz
    finds '2 2 2' packed.pdb.gz -c 1.2
fi
ends 0 '^one.pdb: several frames, the first with 3 points in 3 dimensions, double precision; angstroms$' pairs one.pdb -c 1.2
grep -q '^box: 10 x 10 x 10, periodic along x, y, z' said || fault "the box is not told"

# ---- what the file says of atoms that it does not have, or has twice ----
{ cryst 'P 21 21 21    4' && models; } >group.pdb
{ cryst '' && echo 'REMARK 290   SMTRY1   2 -1.000000  0.000000  0.000000        0.00000' && atoms 0; } >smtry.pdb
{ echo 'REMARK 350   BIOMT1   1  1.000000  0.000000  0.000000        0.00000' && atoms 0; } >same.pdb
{ echo 'REMARK 350   BIOMT1   2 -1.000000  0.000000  0.000000        0.00000' && atoms 0; } >assembly.pdb
{ echo 'MTRIX1   2 -1.000000  0.000000  0.000000        0.00000' && atoms 0; } >matrix.pdb
{ echo 'MTRIX1   2 -1.000000  0.000000  0.000000        0.00000    1' && atoms 0; } >given.pdb
{ cryst 'P 1' && cat matrix.pdb; } >cell.pdb
{ cryst 'P 1' && cat given.pdb; } >all.pdb
{ cryst 'P 1' && cat assembly.pdb; } >one_of_two.pdb
scale() { for k in 1 2 3; do printf 'SCALE%d    %10.6f%10.6f%10.6f        0.00000\n' $k "$(echo "$k $1" | awk '{ print ($1 == 1) * $2 }')" "$(echo "$k $1" | awk '{ print ($1 == 2) * $2 }')" "$(echo "$k $1" | awk '{ print ($1 == 3) * $2 }')"; done; }
{ cryst 'P 1' && scale 0.1 && atoms 0; } >scale.pdb
{ cryst 'P 1' && scale 0.2 && atoms 0; } >other.pdb
{ cryst 'P 1' && scale 0.1 && echo 'MODEL 1' && atoms 0 && echo ENDMDL && cryst 'P 1' && scale 0.2 && echo 'MODEL 2' && atoms 0 && echo ENDMDL; } >scales.pdb
{ cat scale.pdb && echo END && cryst 'P 1' | sed 's/10.000/20.000/' && atoms 0 && echo END; } >once.pdb
{ atoms 0 A && atoms 0.1 ' ' 0.5; } >parts.pdb
{ cryst 'P 1' && echo 'MODEL 1' && atoms 0 && printf 'ENDMDL\nMODEL 2\n' && atoms 0 B && echo ENDMDL; } >later.pdb
{ printf 'CRYST1%9.3f%9.3f%9.3f  90.00  90.00  90.00 P 1\n' 1 1 1 && atoms 0; } >one_by_one.pdb
ends 3 'group.pdb:1: the space group is P 21 21 21, so the cell has more atoms .*: give --box, or --open$' pairs group.pdb -c 1.2
ends 3 'smtry.pdb:1: the space group is not P 1, so the cell has more atoms' pairs smtry.pdb -c 1.2
ends 3 'cell.pdb:1: MTRIX makes copies that are not in the file, so the cell has more atoms than the file' pairs cell.pdb -c 1.2
finds 1 cell.pdb -c 1.2 --open
for file in all one_of_two; do finds 2 $file.pdb -c 1.2; done
finds '1 1 1' group.pdb -c 1.2 --open
finds '2 2 2' group.pdb -c 1.2 --box 10,10,10
for file in assembly matrix; do ends 0 '^REMARK 350 or MTRIX make copies that are not in the file' pairs $file.pdb -c 1.2; done
ends 0 '"warning":"REMARK 350 or MTRIX make copies' pairs assembly.pdb -c 1.2 --json
ends 0 '^nearfield: assembly.pdb: REMARK 350' pairs assembly.pdb -c 1.2 -q
ends 3 '^nearfield: other.pdb:1: SCALE1 to SCALE3 are another cell than that of CRYST1 with its first vector along x: give --box, or --open' pairs other.pdb -c 1.2
ends 3 '^nearfield: scales.pdb:10: SCALE1 to SCALE3 are another cell than that of CRYST1' pairs scales.pdb -c 1.2
finds 1 other.pdb -c 1.2 --open
finds 2 other.pdb -c 1.2 --box 10,10,10
for file in same given open scale once; do
    ends 0 '' pairs $file.pdb -c 1.2
    [ ! -s complained ] || fault "$file.pdb is warned of"
done
ends 0 '^alternate locations or an occupancy below 1: 6 of the atoms, all of which are points' pairs parts.pdb -c 1.2
ends 0 '^nearfield: later.pdb: frame 1: alternate locations or an occupancy below 1: 3 of the atoms' pairs later.pdb -c 1.2
ends 0 'its cell of 1 x 1 x 1 stands for none: space is open' pairs one_by_one.pdb -c 1.2
sed 's/   1.000/   0.000/g' one_by_one.pdb >zero.pdb
ends 0 'its cell of 0 x 0 x 0 stands for none: space is open' pairs zero.pdb -c 1.2

# ---- PDB that is not understood is refused with its line ----
refuses() { # WORDS TEXT
    # shellcheck disable=SC2059 # the text has escapes
    printf "$2" >bad.pdb
    ends 3 "bad.pdb$1" pairs bad.pdb -c 1
}
refuses ':1: .27.x50. is not a number' 'ATOM      1  N   ALA A   1      27.x50  24.500   2.750  1.00  9.67           N\n'
refuses ':1: the atom line ends before column 54' 'ATOM      1  N   ALA A   1      27.250  24.500   2.7\n'
refuses ':1: column 30 is not blank' 'ATOM      1  N   ALA A   1   -27000.250  24.500   2.750\n'
refuses ':1: the line is not ATOM in the first columns' ' ATOM     1  N   ALA A   1      27.250  24.500   2.750\n'
refuses ':1: the line is not HETATM in the first columns' 'hetatm    1  N   ALA A   1      27.250  24.500   2.750\n'
refuses ':1: CRYST1 is not three lengths and three angles' 'CRYST1   10.000   10.000   1x.000  90.00  90.00  90.00\n'
refuses ':1: CRYST1 is not three lengths and three angles' 'CRYST1   10.000   10.000      nan  90.00  90.00  90.00\n'
refuses ':2: CRYST1 stands behind atoms' 'ATOM      1  N   ALA A   1      27.250  24.500   2.750\nCRYST1   10.000   10.000   10.000  90.00  90.00  90.00\n'
refuses ':1: the numbers of CRYST1 are no cell: give --box, or --open' 'CRYST1   10.000   10.000   10.000  90.00  90.00 190.00 P 1\nATOM      1  N   ALA A   1      27.250  24.500   2.750\n'
refuses ': has no ATOM or HETATM record' 'HEADER    NOTHING\nEND\n'

# ---- CIF is refused, by whichever reader it would come to ----
convert='CIF is not read, because symmetry makes .*; convert it to extended XYZ.*: ase convert in.cif out.xyz'
for file in a.cif a.MMCIF a.cif.gz; do
    cp one.pdb $file
    ends 2 "^nearfield: $file: $convert" pairs $file -c 1
    ends 2 "^nearfield: $file: $convert" pairs $file -c 1 --format chemfiles
done
for format in cif mmcif; do ends 2 "^nearfield: one.pdb: $convert" pairs one.pdb -c 1 --format $format; done

exit $failed
