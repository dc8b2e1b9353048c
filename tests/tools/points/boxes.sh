#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Periodic boxes as users have them, of every format and of real files:  boxes.sh COMMAND
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
# shellcheck disable=SC2317 # ends() calls it
run() { "$command" "$@" >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"

# ---- two points that are near through a side, in the box of each format ----
printf '2\nLattice="4 0 0 0 4 0 0 0 4" pbc="T F F"\nO 0.1 0 0\nO 3.9 0 0\n' >a.xyz
printf 't\n2\n%s\n%s\n4 4 4\n' '    1SOL     OW    1   0.100   0.000   0.000' '    1SOL     OW    2   3.900   0.000   0.000' >a.gro
printf 't\n2 atoms\n1 5 xlo xhi\n0 4 ylo yhi\n0 4 zlo zhi\n1 2 0 xy xz yz\n\nAtoms # atomic\n\n1 1 0.1 0 0\n2 1 3.9 0 0\n' >a.data
printf 'ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp ff ff\n0 4\n0 4\n0 4\nITEM: ATOMS x y z\n.1 0 0\n3.9 0 0\n' >a.dump
while read -r file box; do
    for subcommand in pairs lists; do
        ends 0 '^[12] [a-z]* closer than 1$' run $subcommand "$file" -c 1 --device host
        [ "$(grep -nxF "box: $box" said | tr '\n' ' ')" = "2:box: $box " ] || fault "line 2 does not say the box of $file: $box"
    done
done <<'E'
a.xyz 4 x 4 x 4, periodic along x
a.gro 4 x 4 x 4, periodic along x, y, z
a.data (4 0 0) (1 4 0) (2 0 4), periodic along x, y, z
a.dump 4 x 4 x 4, periodic along x
E
ends 0 '"box":{"cell":\[\[4,0,0\],\[0,4,0\],\[0,0,4\]\],"periodic":\[true,false,false\]}.*"pairs":1' run pairs a.xyz -c 1 --device host --json
ends 0 '^1 pair closer' run pairs a.data -c 1 --verify
ends 0 '^2 neighbours closer' run lists a.xyz -c 1 --verify

# ---- options take the place of the file's box, on the host and on a device ----
for where in '--device host' --verify; do
    # shellcheck disable=SC2086 # an option and its value
    {
        ends 0 '^0 pairs closer' run pairs a.gro -c 1 $where --periodic yz
        ends 0 '^0 pairs closer' run pairs a.gro -c 1 $where --periodic none
        ends 0 '^0 pairs closer' run pairs a.gro -c 1 $where --box 5,5,5
        ends 0 '^1 pair closer' run pairs a.gro -c 1.3 $where --box 5,5,5
        ends 0 '^0 pairs closer' run pairs a.gro -c 1.3 $where --box 5,5,5 --periodic y
        ends 0 '^1 pair closer' run pairs a.xyz -c 1 $where --box '4 0 0 1 4 0 0 0 4'
    }
done
ends 0 '^2 neighbours closer' run lists a.gro -c 1.3 --device host --box 5,5,5

# ---- a point and its own images: six neighbours, in three pairs ----
printf '0,0,0\n' >one.csv
ends 0 '^3 pairs closer' run pairs one.csv -c 1.1 --device host --box 1,1,1
grep -qx 'neighbours per point: mean 6.00, min 6, max 6' said || fault "a point has other numbers of own images"
ends 0 '^6 neighbours closer' run lists one.csv -c 1.1 --verify --box 1,1,1
ends 0 '^2 neighbours closer' run lists one.csv -c 1.1 --device host --box 1,1,1 --periodic z

# ---- each frame has its own box ----
for side in 4 8; do printf '2\nLattice="%s 0 0 0 %s 0 0 0 %s"\nO 0.1 0 0\nO 3.9 0 0\n' $side $side $side >>frames.xyz; done
run pairs frames.xyz -c 1 --device host --count -q || fault "frames.xyz fails"
printf '1\n0\n' | cmp -s - said || fault "the frames have $(cat said) pairs"

# ---- a box that cannot be used ----
printf '1\nLattice="4 0 0 0 4 0 0 0 x"\nO 0 0 0\n' >broken.xyz
ends 3 "^nearfield: broken.xyz:2: 'x' in Lattice= is not a finite number: give --box, or --open$" run pairs broken.xyz -c 1 --device host
ends 0 '^0 pairs closer' run pairs broken.xyz -c 1 --device host --open
ends 0 '^0 pairs closer' run pairs broken.xyz -c 1 --device host --box 4,4,4
printf '1\nLattice="4 0 0 0 4 0 0 0 4" pbc="T T yes"\nO 0 0 0\n' >flag.xyz
ends 3 "^nearfield: flag.xyz:2: 'yes' in pbc= is neither T nor F: give" run pairs flag.xyz -c 1 --device host

ends 2 '^nearfield: --box 2,2,-2: lengths must be positive (a left-handed cell is given by its vectors: nine numbers)$' \
    run pairs one.csv -c 1 --device host --box 2,2,-2
ends 0 '^3 pairs closer' run pairs one.csv -c 1.1 --device host --box 1,0,0,0,1,0,0,0,-1
ends 2 'vector 1 of the box is too short beside the longest one' run pairs one.csv -c 1 --device host --box 1,1e-300,1
ends 2 'the periodic vectors of the box are zero, or nearly in one line or plane' \
    run pairs one.csv -c 1 --device host --box 1,0,0,2,0,0,0,0,1
ends 2 'the periodic vectors of the box are zero, or nearly in one line or plane' \
    run pairs one.csv -c 1 --device host --box 1,0,1,0,2,0,2,0,2 --periodic xz
ends 0 '^1 pair closer' run pairs one.csv -c 1.1 --device host --box 1,0,0,2,0,0,0,0,1 --periodic z
printf '1\nLattice="4 0 0 4 4e-9 0 0 0 4"\nO 0 0 0\n' >flat.xyz
ends 2 'the periodic vectors of the box are zero, or nearly in one line or plane' run pairs flat.xyz -c 1 --device host
printf 't\n1 atoms\n0 4 xlo xhi\n0 4 ylo yhi\n0 4 zlo\n1 1 1 xy xz yz\n\nAtoms # atomic\n\n1 1 1 1 1\n' >typo.data
ends 3 "^nearfield: typo.data:5: the line of the box is not 2 numbers and 'zlo zhi': give --box, or --open$" run pairs typo.data -c 1 --device host
ends 0 '^0 pairs closer' run pairs typo.data -c 1 --device host --open
ends 0 '^0 pairs closer' run pairs typo.data -c 1 --device host --box 4,4,4
grep -v zlo typo.data >missing.data
ends 3 "^nearfield: missing.data: the box has no 'zlo zhi' line: give" run pairs missing.data -c 1 --device host
printf 't\n1 atoms\n4 0 0 avec\n0 0 4 cvec\n\nAtoms # atomic\n\n1 1 1 1 1\n' >vectors.data
ends 3 "^nearfield: vectors.data: the box has no 'bvec' line: give" run pairs vectors.data -c 1 --device host

# ---- runs in a plane: images through the thin side of the box are no neighbours ----
plane() { # LO HI: four points in a plane of 4 x 4, of which three pairs are nearer than 1.2
    printf 't\n4 atoms\n0 4 xlo xhi\n0 4 ylo yhi\n%s %s zlo zhi\n\nAtoms # atomic\n\n1 1 0 0 0\n2 1 1 0 0\n3 1 2 2 0\n4 1 3.9 0 0\n' "$1" "$2" >plane.data
    printf 'ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n4\nITEM: BOX BOUNDS pp pp pp\n0 4\n0 4\n%s %s\nITEM: ATOMS id xs ys zs\n1 0 0 .5\n2 .25 0 .5\n3 .5 .5 .5\n4 .975 0 .5\n' "$1" "$2" >plane.dump
    printf '4\nLattice="4 0 0 0 4 0 0 0 %s"\nA 0 0 0\nA 1 0 0\nA 2 2 0\nA 3.9 0 0\n' "$(awk "BEGIN { print $2 - ($1) }")" >plane.xyz
}
for thin in '-0.05 0.05' '-0.5 0.5' '-0.1 0.1' '0 1.1'; do
    # shellcheck disable=SC2086 # two numbers
    plane $thin
    for file in plane.data plane.dump plane.xyz; do
        for more in -q --json --count; do
            ends 3 "^nearfield: $file: all points have the same z, and the box .* give --dims 2 for points in a plane, or --dims 3 to count the images$" \
                run pairs $file -c 1.2 --device host $more
        done
        ends 0 '^3 pairs closer' run pairs $file -c 1.2 --device host --dims 2
        grep -q "^$file: 4 points in 2 dimensions" said || fault "line 1 does not say the dimensions of $file"
        grep -qxF 'box: 4 x 4, periodic along x, y' said || fault "line 2 does not say the box of $file"
        ends 0 '^3 pairs closer' run pairs $file -c 1.2 --device host --periodic xy
        ends 0 ' pairs closer' run pairs $file -c 1.2 --device host --dims 3
        [ "$(sed -n 's/ pairs closer.*//p' said)" -gt 3 ] || fault "--dims 3 does not count the images of $file"
    done
    ends 3 'give --dims 2' run knn plane.data -k 2 --device host
    ends 0 '' run knn plane.data -k 2 --device host --dims 2
done
plane -20 20
for file in plane.data plane.dump plane.xyz; do
    ends 0 '^3 pairs closer' run pairs $file -c 1.2 --device host
    [ ! -s complained ] || fault "a slab in a tall box is doubted: $file"
done
plane -1 1.5
ends 0 '^nearfield: plane.data: all points have the same z, and their images through the box, which is 2.5 thick along z, count' \
    run pairs plane.data -c 2.6 --device host -q
for z in 1e-9 -1e-17; do
    printf '3\nLattice="4 0 0 0 4 0 0 0 .1"\nA 0 0 0\nA 1 0 0\nA 2 2 %s\n' $z >rounded.xyz
    ends 3 'rounded.xyz: all points have nearly the same z, .* give --periodic xy for points in a plane, or' run pairs rounded.xyz -c 1.2 --device host
    ends 0 '^1 pairs\? closer' run pairs rounded.xyz -c 1.2 --device host --periodic xy
done
printf '3\nLattice="4 0 0 0 4 0 0 0 .1"\nA 0 0 0\nA 1 0 0\nA 2 2 .001\n' >thick.xyz
ends 0 ' pairs closer' run pairs thick.xyz -c 1.2 --device host
printf '3\nLattice="4 0 0 0 4 0 0 0 .1"\nA 0 0 0\nA 1 0 0\nA 2 2 .01\n' >bumpy.xyz
ends 3 'bumpy.xyz: --dims 2 leaves out z, which differs: point 0 has 0, and point 2 has 0.01' run pairs bumpy.xyz -c 1.2 --device host --dims 2
printf '2\nLattice="4 0 1 0 4 0 0 0 4" Properties=species:S:1:pos:R:2\nA 0 0\nA 3.5 0\n' >leaving.xyz
ends 3 'leaving.xyz: the cell vector along x leaves the 2 dimensions of the points: give --box, or --open' run pairs leaving.xyz -c 1.2 --device host
ends 0 '^1 pair closer' run pairs leaving.xyz -c 1.2 --device host --box 4,4
printf '2\nLattice="4 0 0 1 4 0 2 0 4" Properties=species:S:1:pos:R:2\nA 0 0\nA 3.5 0\n' >plane.xyz
ends 0 '^1 pair closer' run pairs plane.xyz -c 1.2 --device host
printf '2\nLattice="4 0 1 0 4 0 0 0 .1"\nA 0 0 0\nA 1 0 0\n' >slanted.xyz
ends 3 'slanted.xyz: --dims 2 leaves out z, along which a periodic cell vector reaches' run pairs slanted.xyz -c 1.2 --device host --dims 2
printf 'x,y\n0,0\n1,0\n' >plane.csv
printf '1,2,3,4,5\n2,2,3,4,5\n' >five.csv
printf '1,2,3,4,5\n2,2,3,4,6\n' >rough.csv
ends 0 '' run knn five.csv --columns 1,2,3,4,5 -k 1 --device host --dims 3
ends 3 'rough.csv: --dims 3 leaves out column 5, which differs: point 0 has 5, and point 1 has 6' run knn rough.csv --columns 1,2,3,4,5 -k 1 --device host --dims 3
printf '2\nProperties=pos:R:3:velo:R:3\n0 0 0 1 2 3\n1 0 0 4 5 6\n' >moving.xyz
ends 0 '' run fof moving.xyz --linking-length 1.2 --velocities velo --dims 2 --device host --min-members 2 --catalogue moving.csv
grep -q '2.5,3.5' moving.csv || fault "the velocities of the plane are not in the catalogue: $(cat moving.csv)"
ends 2 'dims 3: the points of plane.csv have 2 dimensions' run pairs plane.csv -c 1.2 --device host --dims 3
ends 2 'dims takes one of 1, 2, 3, not "4"' run pairs plane.csv -c 1.2 --device host --dims 4
printf '1\n\nA 0.5 0 7\n' >query.xyz
plane -0.05 0.05
ends 0 '^3 pairs closer' run pairs plane.data -c 0.7 --device host --dims 2 --queries query.xyz

# ---- what a file does not say is told ----
printf 'ITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS\n0 4\n0 4\n0 4\nITEM: ATOMS xs ys zs\n0 0 0\n.9 .1 .2\n' >old.dump
ends 0 '^old.dump: 2 points .*; units as in the file; columns xs, ys, zs, which are fractions of the cell; periodic in all directions, the default of LAMMPS, as the file does not say$' \
    run pairs old.dump -c 1 --device host
ends 0 '"note":"[^"]*periodic in all directions, the default of LAMMPS' run pairs old.dump -c 1 --device host --json
sed 's/ # atomic//' plane.data >guessed.data
ends 0 '^nearfield: guessed.data: it names no known atom style, so x, y, z are read from columns 3 to 5' run pairs guessed.data -c 1 --device host --dims 2 -q
ends 0 '"warning":"it names no known atom style' run pairs guessed.data -c 1 --device host --dims 2 --json

# ---- real files; the numbers are ASE's (tools/oracle/boxes_ase.py) ----
while read -r file cutoff pairs neighbours; do
    [ -r "$file" ] || { [ ! -r "$file.gz" ] || file=$file.gz; }
    [ -r "$file" ] || { echo "skipped: $file is not there"; continue; }
    run pairs "$file" -c "$cutoff" --count -q --device host || fault "$file fails"
    [ "$(cat said)" = "$pairs" ] || fault "$file at $cutoff has $(cat said) pairs, and ASE has $pairs"
    run lists "$file" -c "$cutoff" --count -q || fault "$file fails"
    [ "$(cat said)" = "$neighbours" ] || fault "$file at $cutoff has $(cat said) neighbours, and ASE has $neighbours"
done <<'E'
/usr/share/gromacs/top/spc216.gro 0.35 5343 10686
/usr/share/gromacs/top/spc216.gro 1.9 934437 1868874
/usr/share/lammps/examples/HEAT/data.lj 1.5 11918 23836
/usr/share/lammps/examples/peptide/data.peptide 4 25814 51628
/usr/share/lammps/examples/reaxff/data.tatb 4 5176 10352
/usr/share/lammps/examples/reaxff/HNS/data.hns-equil 3 1377 2754
E

exit $failed
