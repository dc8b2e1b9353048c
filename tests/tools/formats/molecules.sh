#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# PDB, CIF and mmCIF as users have them: the cell of every model, symmetry, and what is told or refused:  molecules.sh COMMAND
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
refuses() { # WORDS TEXT [NAME]
    # shellcheck disable=SC2059 # the text has escapes
    printf "$2" >"bad.${3-pdb}"
    ends 3 "bad.${3-pdb}$1" pairs "bad.${3-pdb}" -c 1
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

# ---- CIF: rock salt by all 192 operations of its group, and by less ----
permuted() { # the 48 of the point group m-3m
    for p in 'x y z' 'y z x' 'z x y' 'x z y' 'z y x' 'y x z'; do
        # shellcheck disable=SC2086 # the letters are words
        set -- $p
        for a in '' -; do for b in '' -; do for c in '' -; do echo "$a$1,$b$2,$c$3"; done; done; done
    done
}
shifted() { for s in '' ',+1/2,+1/2' '+1/2,,+1/2' '+1/2,+1/2,'; do permuted | awk -F, -v s="$s" '{ split(s, t, ","); print "\047" $1 t[1] ", " $2 t[2] ", " $3 t[3] "\047" }'; done; }
cell() { printf '_cell_length_a 5.640(1)\n_cell_length_b 5.640(1)\n_cell_length_c 5.640(1)\n_cell_angle_alpha 90\n_cell_angle_beta 90.\n_cell_angle_gamma 90\n'; }
sites() { printf 'loop_\n_atom_site_label\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\nNa1 0 0 0(1)\nCl1 0.5 .5 5e-1\n'; }
operations() { echo loop_ && echo "$1" && cat; }
# salt NAME: a file from the lines of standard input, between the cell and the sites
salt() { { echo data_salt && cell && cat && sites; } >"$1.cif"; }
shifted | operations _space_group_symop_operation_xyz | salt operations
{ printf "_symmetry_Int_Tables_number 225\n_symmetry_space_group_name_H-M 'F m -3 m'\n_symmetry_space_group_name_Hall '-F 4 2 3'\n" && shifted | operations _symmetry_equiv_pos_as_xyz; } | salt named
echo '_space_group_IT_number 225' | salt number
echo "_space_group_name_H-M_alt 'F m -3 m'" | salt name
echo "_space_group_name_Hall '-F 4 2 3'" | salt hall
{ echo '_space_group_IT_number 225' && echo "x,y,z" | operations _space_group_symop_operation_xyz; } | salt identity
{ echo '_space_group_IT_number 225' && permuted | operations _symmetry_equiv_pos_as_xyz; } | salt point_group
{ echo "_symmetry_space_group_name_H-M Fm-3m" && permuted | operations _symmetry_equiv_pos_as_xyz; } | salt lattice
shifted | head -n 100 | operations _space_group_symop_operation_xyz | salt cut
shifted | operations _space_group_symop_operation_xyz | salt all
echo 'Na2 .5 .5 0' >>all.cif
for name in H-M:'P 21 21 21' H-M:P21/c H-M:'P -1' Hall:'-P 1' Hall:'P 2ac 2ab'; do
    { echo "_symmetry_space_group_name_${name%%:*} '${name#*:}'" && echo x,y,z | operations _symmetry_equiv_pos_as_xyz; } | salt alone
    ends 3 "alone.cif:8: the space group ${name#*:} has more rotations than the operations of symmetry, which are the identity alone" pairs alone.cif -c 3
done
for name in 'P 1' P1 'P 1 (No. 1)' 'P 1 (a,b,c+1/4)' 'P 1 1 1' 'P 1:2' unknown; do
    { echo "_symmetry_space_group_name_H-M '$name'" && echo x,y,z | operations _symmetry_equiv_pos_as_xyz; } | salt alone
    ends 0 '^alone.cif: 2 points' pairs alone.cif -c 3
done
printf "_space_group_name_H-M_alt 'P 1'\n_space_group_IT_number 1\nloop_\n_space_group_symop_operation_xyz\n'x, y, z'\n" | salt p1
salt silent </dev/null
for file in operations named; do
    ends 0 "^$file.cif: 8 points .*; angstroms; 2 atoms of the file and their images by 192 operations" pairs $file.cif -c 3
    finds 24 $file.cif -c 3 # six neighbours each
    finds '72' $file.cif -c 4 # and twelve of its own kind
done
for file in number:225 name:'F m -3 m' hall:'-F 4 2 3'; do
    ends 3 "${file%%:*}.cif:8: the space group is ${file#*:}, but its operations (_space_group_symop_operation_xyz) are missing" pairs "${file%%:*}.cif" -c 3
    ends 3 'are missing: give them, or all atoms of the cell in P 1' pairs "${file%%:*}.cif" -c 3 --open
done
ends 3 'identity.cif:8: the space group 225 has 48 rotations, but the operations of symmetry have 1$' pairs identity.cif -c 3
ends 3 'point_group.cif:8: the lattice of the space group 225 has 4 translations, but the operations of symmetry have 1$' pairs point_group.cif -c 3
ends 3 'lattice.cif:8: the lattice of the space group Fm-3m has 4 translations, but the operations of symmetry have 1$' pairs lattice.cif -c 3
ends 3 'cut.cif:10: the 100 operations of symmetry are not complete: products of them are missing' pairs cut.cif -c 3
ends 3 'all.cif:[0-9]*: the atom is an image of that in line' pairs all.cif -c 3
ends 0 '^p1.cif: 2 points in 3 dimensions, double precision; angstroms$' pairs p1.cif -c 3
[ ! -s complained ] || fault "P 1 is warned of"
ends 0 '^the file names no space group: its atoms are taken for all atoms of the cell (P 1)$' pairs silent.cif -c 3

# ---- a rhombohedral lattice: three translations in hexagonal axes, one in a rhombohedral cell ----
rhombohedral() { # GAMMA
    printf 'data_r\n_cell_length_a 4\n_cell_length_b 4\n_cell_length_c 4\n_cell_angle_alpha %s\n_cell_angle_beta %s\n_cell_angle_gamma %s\n_symmetry_Int_Tables_number 146\nloop_\n_symmetry_equiv_pos_as_xyz\n' "$1" "$1" "$2"
    shift 2
    printf '%s\n' "$@" && sites | sed '/Cl1/d'
}
rhombohedral 90 120 x,y,z -y,x-y,z -x+y,-x,z >hexagonal.cif
rhombohedral 80 80 x,y,z z,x,y y,z,x >cell.cif
for shift in ',,' +2/3,+1/3,+1/3 +1/3,+2/3,+2/3; do for o in x,y,z -y,x-y,z -x+y,-x,z; do echo "$o,$shift" | awk -F, '{ print $1 $4 "," $2 $5 "," $3 $6 }'; done; done >nine
# shellcheck disable=SC2046 # a word is an operation
rhombohedral 90 120 $(cat nine) >complete.cif
ends 3 'hexagonal.cif:8: the lattice of the space group 146 has 3 translations, but the operations of symmetry have 1$' pairs hexagonal.cif -c 1
ends 0 '^cell.cif: 1 point ' pairs cell.cif -c 1
ends 0 '^complete.cif: 3 points ' pairs complete.cif -c 1

# ---- special positions in decimals, in a hexagonal cell: magnesium, 12 neighbours ----
{
    printf 'data_Mg\n_cell_length_a 3.2094\n_cell_length_b 3.2094\n_cell_length_c 5.2105\n_cell_angle_alpha 90\n_cell_angle_beta 90\n_cell_angle_gamma 120\nloop_\n_symmetry_equiv_pos_as_xyz\n'
    for o in x,y,z -y,x-y,z -x+y,-x,z -x,-y,z+1/2 y,-x+y,z+1/2 x-y,x,z+1/2 y,x,-z x-y,-y,-z -x,-x+y,-z -y,-x,-z+1/2 -x+y,y,-z+1/2 x,x-y,-z+1/2; do echo "$o" && echo "$o" | awk -F, '{ for (k = 1; k <= 3; k++) { t = $k; gsub(/-/, "m", t); gsub(/\+1\/2/, "h", t); gsub(/\+/, "-", t); gsub(/m/, "+", t); if (t !~ /^[+]/) t = "-" t; gsub(/h/, "+1/2", t); printf "%s%s", t, k < 3 ? "," : "\n" } }'; done
    printf 'loop_\n_atom_site_label\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\n_atom_site_occupancy\nMg 0.3333 0.6667 0.25 %s\n' 0.9
} >mg.cif
finds 12 mg.cif -c 3.25
ends 0 '^mg.cif: 2 points' pairs mg.cif -c 3.25
grep -q '^alternate or dummy sites or an occupancy below 1: 1 of the atoms' said || fault "the occupancy is not told"

# ---- mmCIF: models, the cell for all of them, alternates, an assembly ----
mmcif() { # GROUP ALTERNATE
    printf "data_m\n_cell.length_a 10\n_cell.length_b 10\n_cell.length_c 10\n_cell.angle_alpha 90\n_cell.angle_beta 90\n_cell.angle_gamma 90\n_symmetry.space_group_name_H-M '%s'\n" "$1"
    printf 'loop_\n_atom_site.group_PDB\n_atom_site.label_alt_id\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n_atom_site.pdbx_PDB_model_num\n'
    for m in 1 2 3; do printf 'ATOM %s 0 0 0 %s\nATOM . 1 0 0 %s\nHETATM . 9.5 0 0 %s\n' "$2" $m $m $m; done
}
mmcif 'P 1' . >models.cif
mmcif 'P 21 21 21' . >group.mmcif
{ mmcif 'P 1' A && printf 'loop_\n_pdbx_struct_oper_list.id\n_pdbx_struct_oper_list.type\n1 identity\n2 other\n'; } >told.cif
{ cat models.cif && printf 'loop_\n_struct_ncs_oper.id\n_struct_ncs_oper.code\n1 given\n2 generate\n'; } >ncs.cif
ends 3 'ncs.cif:2: _struct_ncs_oper.code makes copies that are not in the file, so the cell has more atoms' pairs ncs.cif -c 1.2
finds '2 2 2' models.cif -c 1.2
ends 3 'group.mmcif:2: the space group is P 21 21 21, so the cell has more atoms than the file' pairs group.mmcif -c 1.2
finds '1 1 1' group.mmcif -c 1.2 --open
{ cat models.cif && echo 'ATOM . 5 0 0 2'; } >split.cif
ends 3 'split.cif:25: an atom of model 2 stands behind those of model 3: the atoms of a model stand together' pairs split.cif -c 1.2
ends 0 '^operations make copies that are not in the file' pairs told.cif -c 1.2
grep -q 'alternate or dummy sites or an occupancy below 1: 1 of the atoms' said || fault "the alternate is not told"
matrix() { for k in 1 2 3; do for m in 1 2 3; do echo "_atom_sites.fract_transf_matrix[$k][$m] $([ $k = $m ] && echo "$1" || echo 0.0)"; done; done; }
{ cat models.cif && matrix 0.1; } >fits.cif
{ cat models.cif && matrix 0.2; } >differs.cif
ends 3 '^nearfield: differs.cif:[0-9]*: the matrix to fractions (_atom_sites.fract_transf_matrix) is of another cell than that of the lengths and angles with its first vector along x' pairs differs.cif -c 1.2 --frames 0
finds 1 differs.cif -c 1.2 --frames 0 --open
ends 0 '' pairs fits.cif -c 1.2 --frames 0
[ ! -s complained ] || fault "fits.cif is warned of"
{ cat models.cif && sed 's/data_m/data_n/' models.cif; } >blocks.cif
finds '2 2 2 2 2 2' blocks.cif -c 1.2

# ---- CIF that has its atoms twice: those in angstroms are along other directions than the cell ----
{
    printf 'data_t\n_cell_length_a 4\n_cell_length_b 8\n_cell_length_c 8\n_cell_angle_alpha 90\n_cell_angle_beta 90\n_cell_angle_gamma 90\n'
    printf 'loop_\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\n_atom_site_Cartn_x\n_atom_site_Cartn_y\n_atom_site_Cartn_z\n'
    printf '0.1 0 0 0 0.4 0\n0.9 0 0 0 3.6 0\n'
} >twice.cif
finds 1 twice.cif -c 1
sed 's/^0\.[19] 0 0/? ? ?/' twice.cif >once.cif
finds 0 once.cif -c 1

# ---- CIF that is not understood ----
block='data_a\n_cell_length_a 5\n_cell_length_b 5\n_cell_length_c 5\n_cell_angle_alpha 90\n_cell_angle_beta 90\n_cell_angle_gamma 90\n'
xyz='loop_\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\n'
refuses ':1: a CIF file begins with data_NAME' 'hello\n' cif
refuses ': has no atom sites' 'data_a\n_x 1\n' cif
refuses ":13: 'x' is not a coordinate" "${block}${xyz}0 0 0\n0 x 0\n" cif
refuses ":12: the atom has no x ('?' or '.'); leave it out" "${block}${xyz}? 0 0\n" cif
refuses ":13: the atom has no z ('?' or '.'); leave it out" "${block}${xyz}0 0 0\n0 0 .\n" cif
refuses ':[0-9]*: the loop that ends here has 2 values for 3 columns' "${block}${xyz}0 0\n" cif
refuses ': has 5 of the 6 numbers of a cell' "data_a${block#*_cell_length_a 5}${xyz}0 0 0\n" cif
refuses ':6: the coordinates are fractions of a cell, whose lengths' "data_a\n${xyz}0 0 0\n" cif
refuses ":10: 'x,y,w' is not an operation of symmetry" "${block}loop_ _symmetry_equiv_pos_as_xyz\nx,y,z\nx,y,w\n${xyz}0 0 0\n" cif
refuses ':[0-9]*: magnetic and modulated structures are not read' "${block}_cell_modulation_dimension 1\n${xyz}0 0 0\n" cif
refuses ":2: a value begins with ', which is not closed" "data_a\n_x 'a\n" cif
refuses ': the text that begins in line 3 does not end' 'data_a\n_x\n;a\nb\n' cif
refuses ':[0-9]*: there are 2 atoms by _atom_site_fract_x, but 1 by _atom_site_Cartn_x' \
    "${block}${xyz}0 0 0\n.5 .5 .5\nloop_\n_atom_site_Cartn_x\n_atom_site_Cartn_y\n_atom_site_Cartn_z\n1 2 3\n" cif
refuses ':14: _atom_site_fract_x is in the block twice: it has a value in line 12' "${block}${xyz}0 0 0\n${xyz}.5 .5 .5\n" cif
refuses ':8: _cell.length_a is in the block twice: it has a value in line 2' "${block}_cell.length_a 5\n${xyz}0 0 0\n" cif
refuses ': the atoms have no x, y and z' "${block}loop_\n_atom_site_Cartn_y\n_atom_site_Cartn_z\n_atom_site_pdbx_PDB_model_num\n2 3 1\n" cif
refuses ":8: '231' is not the number of a space group" "${block}_space_group_IT_number 231\n${xyz}0 0 0\n" cif

exit $failed
