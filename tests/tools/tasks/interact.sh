#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield interact as users run it: sums against brute force, fields and tables from everywhere, functions of the user's own, frames,
# outputs and words.  interact.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
# shellcheck disable=SC2317 # ends() calls it
interact() { "$command" interact "$@" >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"
# Commands whose box does not matter have one, and take the functions and types of others: each combination is another program.

# ---- Lennard-Jones against all images of all points by awk ----
# 60 points in a cube of side 3, on a lattice so that none is near another, with charges.
awk 'function next_one() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 - 0.5 }
    BEGIN { seed = 11; print "x,y,z,q"; for (k = 0; k < 60; k++)
        printf "%.6f,%.6f,%.6f,%.3f\n", k % 4 * 0.75 + 0.1 * next_one(), int(k / 4) % 4 * 0.75 + 0.1 * next_one(), int(k / 16) * 0.75 + 0.1 * next_one(), next_one() }' >cloud.csv
printf 'x,y,z,q\n0.3,0.3,0.3,2\n1.9,1.2,2.7,-1\n' >queries.csv
for file in cloud queries; do awk '{ print $0 "," (FNR == 1 ? "t" : substr("ABC", FNR % 3 + 1, 1)) }' $file.csv >$file.typed.csv; done
# brute QUERIES FIELD [TYPES]: forces and energies of each point in a box of side 3, or the force on a charge (U = q_i q_j / r) with FIELD; with
# TYPES a pair is closer than the cutoff of its types, too
brute() {
    awk -v queries="$1" -v charges="$2" -v typed="${3:-}" '
        FNR == 1 { file++; next }
        file == 1 { for (a = 1; a <= 4; a++) p[n + 0, a] = $a; type[1, n++] = substr("ABC", FNR % 3 + 1, 1) }
        file == 2 { for (a = 1; a <= 4; a++) q[m + 0, a] = $a; type[2, m++] = substr("ABC", FNR % 3 + 1, 1) }
        END {
            cutoff["A", "B"] = cutoff["B", "A"] = 1.2; cutoff["B", "B"] = 1.4; cutoff["A", "C"] = cutoff["C", "A"] = 0.9
            rows = queries ? m : n
            for (i = 0; i < rows; i++) {
                F[1] = F[2] = F[3] = U = 0
                for (j = 0; j < n; j++) for (x = -1; x <= 1; x++) for (y = -1; y <= 1; y++) for (z = -1; z <= 1; z++) {
                    if (!queries && i == j && x == 0 && y == 0 && z == 0) continue
                    S[1] = x; S[2] = y; S[3] = z; r2 = 0
                    for (a = 1; a <= 3; a++) { D[a] = p[j, a] - (queries ? q[i, a] : p[i, a]) + S[a] * 3; r2 += D[a] ^ 2 }
                    if (r2 >= 1.4 ^ 2) continue
                    if (typed && r2 >= cutoff[type[queries ? 2 : 1, i], type[1, j]] ^ 2) continue
                    if (charges) { u = (queries ? q[i, 4] : p[i, 4]) * p[j, 4] / sqrt(r2); U += u / 2; f = -u / r2 }
                    else { s6 = (0.36 / r2) ^ 3; c6 = (0.36 / 1.96) ^ 3; U += 3 * (s6 * s6 - s6 - c6 * c6 + c6); f = -36 / r2 * (2 * s6 * s6 - s6) }
                    for (a = 1; a <= 3; a++) F[a] += f * D[a]
                }
                printf "%.12g,%.12g,%.12g,%.12g\n", F[1], F[2], F[3], U
            }
        }' FS=, cloud.csv queries.csv
}
# agrees WHAT WITHIN: the first four columns of found.csv, behind its heading, with expected.csv, by the size of the largest number
agrees() {
    awk -F, -v within="$2" 'NR == FNR { rows = FNR; for (c = 1; c <= 4; c++) { w[FNR, c] = $c; size = $c < 0 ? -$c : $c; if (size > most) most = size } next }
        FNR > 1 { for (c = 1; c <= 4; c++) { off = $c - w[FNR - 1, c]; if (off < 0) off = -off; if (!(off <= within * most)) exit 1 } }
        END { if (FNR != rows + 1 || most <= 0) exit 1 }' expected.csv found.csv || fault "$1: $(head -3 found.csv), and not $(head -2 expected.csv)"
}
lj="--function lennard-jones --param epsilon=1.5 --param sigma=0.6 --param shifted=1"
for of in "" "--queries queries.csv"; do
    brute "$of" "" >expected.csv
    for where in "" "--device host"; do
        # shellcheck disable=SC2086 # words
        ends 0 '' interact cloud.csv -c 1.4 $lj --box 3,3,3 -q -o found.csv $of $where
        [ "$(head -1 found.csv)" = forces_x,forces_y,forces_z,energies,virials ] || fault "the heading is $(head -1 found.csv)"
        agrees "Lennard-Jones $of $where" 1e-9
    done
    brute "$of" "" types >expected.csv
    for where in "" "--device host"; do
        # shellcheck disable=SC2086 # words
        ends 0 '' interact cloud.typed.csv -c 1.4 $lj --box 3,3,3 --types t --pair-cutoffs 'A-B=1.2,B-B=1.4,C-A=0.9' -q -o found.csv ${of:+--queries queries.typed.csv} $where
        agrees "Lennard-Jones with cutoffs of pairs of types $of $where" 1e-9
    done
done

# ---- fields: a column, a number, files; of the query points, too ----
cat >charges.cl <<'END'
#pragma nearfield radial
#pragma nearfield field q
#pragma nearfield parameter scale 2
#pragma nearfield sum forces vector odd
#pragma nearfield sum energies scalar even
static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    const real u = p->scale / 2 * i->q * j->q * inverse_root(d2);
    to->energies += u / 2;
    return -u / d2;
}
END
ends 1 '^nearfield: a pair function that is given as source needs an OpenCL device' interact cloud.csv -c 1.4 --function charges.cl --field q=q --device host
brute "" charges >expected.csv
awk -F, 'NR > 1 { print $4 }' cloud.csv >q.txt
{ echo 60; echo 'Lattice="3 0 0 0 3 0 0 0 3" Properties=species:S:1:pos:R:3:q:R:1'; awk -F, 'NR > 1 { print "X", $1, $2, $3, $4 }' cloud.csv; } >cloud.xyz
own="-c 1.4 --box 3,3,3 --function charges.cl"
for field in q cloud.csv:q cloud.csv:4 q.txt ./q.txt; do
    # shellcheck disable=SC2086 # words
    ends 0 '' interact cloud.csv $own --field "q=$field" -q -o found.csv
    agrees "charges of $field" 1e-9
done
# shellcheck disable=SC2086 # words
ends 0 '^  energies ' interact cloud.xyz -c 1.4 --function charges.cl --field q=q -o found.csv
agrees "charges of a property of extended XYZ" 1e-9
grep -q '^parameters: scale 2$' said || fault "the default of the parameter is not reported"
brute q charges >expected.csv
# shellcheck disable=SC2086 # words
{
    ends 0 '' interact cloud.csv $own --field q=q --queries queries.csv -q -o found.csv
    agrees "charges of query points, of the same column" 1e-9
    ends 0 '' interact cloud.csv $own --field q=q.txt --query-field q=queries.csv:q --queries queries.csv -q -o found.csv
    agrees "charges of query points, of a file" 1e-9
    sed '1!s/,[^,]*$/,2/' queries.csv >same && mv same queries.csv
    brute q charges >expected.csv
    ends 0 '' interact cloud.csv $own --field q=q --query-field q=2 --queries queries.csv -q -o found.csv
    agrees "charges of query points, a number" 1e-9
}
if "$command" interact cloud.csv -c 1 --box 3,3,3 --function low-flop -q -o f.h5 && "$command" pairs f.h5:forces -c 1e-9 -q --device host 2>complained; then
    # shellcheck disable=SC2086 # words
    ends 0 '' interact f.h5:forces $own --field q=f.h5:energies -q -o found.csv
    # shellcheck disable=SC2086 # words
    ends 0 '' interact f.h5:forces $own --field q=energies -q -o beside.csv
    cmp -s found.csv beside.csv || fault "the dataset beside the points is another than that of its path"
    # shellcheck disable=SC2086 # words
    ends 0 '' interact f.h5:forces $own --field q=/energies -q -o path.csv
    cmp -s found.csv path.csv || fault "the dataset of a path is another than that beside the points"
    # shellcheck disable=SC2086 # words
    ends 3 'f.h5: has no dataset /nothing' interact f.h5:forces $own --field q=nothing
fi

# ---- tables, totals, types ----
printf '0,0,0\n1,0,0\n0,1.5,0\n' >three.csv
printf '0\n1\n1\n' >kinds.txt
printf '1\n2\n2\n4\n' >epsilons.txt
mixed="--function lennard-jones-mixed --param kinds=2 --field kind=kinds.txt --table sigmas=1,1,1,1"
# shellcheck disable=SC2086 # words
{
    ends 0 '' interact three.csv -c 1.2 --box 9,9,9 $mixed --table epsilons=1,2,2,4 -q -o one.npz --totals
    ends 0 '' interact three.csv -c 1.2 --box 9,9,9 $mixed --table epsilons=epsilons.txt -q -o two.npz --totals
    cmp -s one.npz two.npz || fault "a table of a file is another than one of the command line"
    ends 0 '"forces":\[\[-48,0,0\],\[48,0,0\],\[0,0,0\]\]' interact three.csv -c 1.2 --box 9,9,9 $mixed --table epsilons=1,2,2,4 -o - --output-format json --totals
}
grep -q '"totals":\[0,0,0,0,48\]' said || fault "the totals are others"
# shellcheck disable=SC2086 # words
ends 0 '^verified: ' interact three.csv -c 1.2 --box 9,9,9 $mixed --table epsilons=1,2 --verify
grep -q 'sums are not finite' said || fault "sums of kinds that the table has not are finite"
ends 0 '"totals":{"forces":\[0,0,0\],"energies":0,"virials":24},"least":{"forces":\[-24,0,0\],"energies":0,"virials":0},"largest":{"forces":\[24,0,0\],"energies":0,"virials":12},"not_finite":0' \
    interact three.csv -c 1.2 --box 9,9,9 --function lennard-jones --json
grep -q '"function":"lennard-jones","parameters":{"epsilon":1,"sigma":1,"shifted":0},"sum64":false,"fast":false' said || fault "the parameters are others"
ends 0 '^  forces_x  *0  *-24  *24$' interact three.csv -c 1.2 --box 9,9,9 --function lennard-jones --fast --strategy walk
grep -q '^sums of lennard-jones over neighbours closer than 1.2, by walk, with fast arithmetic$' said || fault "the report does not say what was asked for"
ends 0 '^strategy: [a-z-]*, by rule$' interact three.csv -c 1.2 --box 9,9,9 --function lennard-jones
ends 0 '' interact three.csv -c 1.2 --box 9,9,9 --function lennard-jones --precision single -q -o single.npz
ends 0 '' interact three.csv -c 1.2 --box 9,9,9 --function lennard-jones --precision single --sum64 -q -o double.npz
[ "$(grep -a -c "'<f4'" single.npz)$(grep -a -c "'<f8'" double.npz)" = 33 ] || fault "the types of the arrays are others"
ends 2 'has no room for arrays of different lengths' interact three.csv -c 1 --box 9,9,9 --function lennard-jones --totals -o t.csv
printf '0,0\n0,0\n1,1\n' >twice.csv
ends 0 '^6 sums are not finite: points may be at the same place, numbers too large for the precision, or values that the function does not take (nearfield help interact yukawa)$' interact twice.csv -c 1 --function yukawa
grep -q '^  forces_y ' said || fault "a component of points in two dimensions is missing"
! grep -q '^  forces_z ' said || fault "points in two dimensions have a third component"
ends 0 '"totals":{"forces":\[null,null\],"energies":null,"virials":null}' interact twice.csv -c 1 --function yukawa --json
ends 0 '' interact random:0 -c 1 --function lennard-jones -q -o empty.csv

# ---- filters: a point is not its own neighbour ----
printf 'x,r\n0,0.5\n1,1.5\n2,1.2\n' >radii.csv
ends 0 '' interact radii.csv:x --radii radii.csv:r --function low-flop -q -o found.csv
[ "$(tail -n +2 found.csv | tr '\n' ' ')" = "0,0 0,0.5 -1,0.25 " ] || fault "the sums by radii are $(cat found.csv)"
ends 0 '' interact radii.csv:x -c 3 --min-distance 1.5 --function low-flop -q -o found.csv
[ "$(tail -n +2 found.csv | tr '\n' ' ')" = "2,1 0,0 -2,1 " ] || fault "the sums with a smallest distance are $(cat found.csv)"

# ---- verified: each function of the library by plain C ----
verified() { ends 0 '^verified: every sum is, up to rounding, the result of plain C' interact "$@" --verify; }
for function in $("$command" interact --help | sed -n '/^functions of the library/,/^  nearfield/p' | sed '$d; s/.*: //' | tr ',' ' '); do
    case $function in
        coulomb) given="--field charge=numbers.csv:2 --param permittivity=20" ;;
        gaussian) given="--field weight=2.5 --param sigma=0.1" ;;
        gravity) given="--field mass=numbers.csv:2 --param softening=0.02" ;;
        lennard-jones) given="--param sigma=0.05 --param shifted=1" ;;
        lennard-jones-mixed) given="--field kind=0 --param kinds=2 --table epsilons=1,2,2,4 --table sigmas=0.05,0.1,0.1,0.1" ;;
        high-flop) given="--param sigma=0.05 --param gain=0.99 --param offset=1e-3" ;;
        low-flop) given="" ;;
        sph-density-*) given="--field mass=3" ;;
        sph-pressure-*) given="--field mass=3 --field density=2 --field pressure=numbers.csv:1" ;;
        yukawa) given="--param kappa=4" ;;
        *) fault "the test knows no parameters of $function" ;;
    esac
    [ -e numbers.csv ] || awk 'BEGIN { for (k = 0; k < 400; k++) print k % 7 + 1 "," k % 5 - 2.5 }' >numbers.csv
    # shellcheck disable=SC2086 # words
    verified halton:400 -c 0.2 --box 1,1,1 --function "$function" $given
done
verified random:300 -c 0.9 --box 1,0,0,0.3,1,0,0,0.2,1.1 --function low-flop --queries halton:20 --sum64 --strategy walk
awk 'BEGIN { for (k = 0; k < 300; k++) print k % 50 ? 0.1 : 0.5 }' >r.txt
verified random:300 --radii r.txt --box 1,1,1 --function yukawa --totals -o verified.npz
if [ -n "$layer" ]; then
    SPOIL_READ=1 OPENCL_LAYERS="$layer" ends 1 'verification failed: the sums of .* differ' interact random:1000 -c 0.1 --box 1,1,1 --function yukawa --verify -o spoilt.npz
    [ ! -e spoilt.npz ] || fault "what was not verified was written"
fi
# ---- what is not a number has no sign, on any device ----
printf '0 0\n0 0\n' >one_place.txt
ends 0 nan interact one_place.txt --open -c 1 --function lennard-jones --device host -o -
if grep -q -e -nan said; then fault "a number that is none has a sign"; fi
ends 0 nan interact one_place.txt --open -c 1 --function lennard-jones --device host
if grep -q -e -nan said; then fault "a total that is none has a sign"; fi
# ---- some sums alone: the same numbers, and no others ----
ends 0 '' interact random:300 -c 0.2 --box 1,1,1 --function lennard-jones --param sigma=0.05 --json
grep -o '"energies":[^,}]*' said >all
verified random:300 -c 0.2 --box 1,1,1 --function lennard-jones --param sigma=0.05 --wanted energies -o some.npz
grep -q '^  energies  ' said || fault "a wanted sum is not printed"
! grep -q 'forces' said || fault "a sum that is not wanted is printed"
"$command" pairs some.npz:energies -c 1 -q --device host || fault "a wanted sum is not written"
"$command" pairs some.npz:forces -c 1 -q --device host 2>/dev/null && fault "a sum that is not wanted is written"
ends 0 '"totals":{"energies":[^,}]*},"least"' interact random:300 -c 0.2 --box 1,1,1 --function lennard-jones --param sigma=0.05 --wanted energies --json
grep -o '"energies":[^,}]*' said >some
awk -F: 'NR == FNR { all[NR] = $2; next } { off = all[FNR] - $2; if (off * off > 1e-12 * $2 * $2 || FNR > 3) bad = 1 } END { exit bad || FNR != 3 }' all some ||
    fault "of a sum that is computed alone total, least and largest are $(tr '\n' ' ' <some), and of all $(tr '\n' ' ' <all)"
ends 2 'wanted energy: the function lennard-jones does not declare such a sum; its sums are forces, energies, virials$' interact random:300 -c 0.2 --function lennard-jones --wanted forces,energy
ends 2 'wanted names the sum forces twice' interact random:300 -c 0.2 --function lennard-jones --wanted forces,forces
ends 2 'totals are those of all sums, and --wanted leaves some out' interact random:300 -c 0.2 --function lennard-jones --wanted forces --totals
ends 0 '' interact random:300 -c 0.2 --box 1,1,1 --function lennard-jones --param sigma=0.05 --wanted virials,forces,energies --totals -o totals.npz
"$command" pairs totals.npz:totals -c 1e-9 -q --device host || fault "the totals of all wanted sums are not written"
ends 2 'the value of --wanted is empty: give NAMES$' interact random:300 -c 0.2 --function lennard-jones --wanted ''
ends 2 'wanted "forces,": a name is missing beside a comma$' interact random:300 -c 0.2 --function lennard-jones --wanted forces,
ends 2 'wanted ",forces": a name is missing beside a comma$' interact random:300 -c 0.2 --function lennard-jones --wanted ,forces

# ---- messages name what was given ----
ends 4 'there is no device with index 77; available: 0 ' interact cloud.csv -c 1 --function low-flop --device 77
ends 3 'numbers.csv: has 2 columns, and column 9 is asked for$' interact random:400 -c 0.1 --function gravity --field mass=numbers.csv:9

# ---- a function of one's own has no plain C ----
ends 2 'verify compares with plain C, and steep.cl is no function of the library' interact random:300 -c 0.2 --function steep.cl --verify
ends 2 'verify does not know how accurate' interact random:10 -c 1 --function yukawa --fast --verify

# ---- the ranges of sums that declare none ----
printf '#pragma nearfield radial\n#pragma nearfield sum counts scalar even\n#pragma nearfield sum squares scalar even\nstatic real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n    to->counts += 1;\n    to->squares += d2;\n    return 0;\n}\n' >unranged.cl
if has_gpu_shape "ranges of sums"; then
    # shellcheck disable=SC2317 # ends() calls it
    unranged() { as_gpu interact regular:512 -c 0.27 --box 1,1,1 --precision single --strategy symmetric --function unranged.cl "$@"; }
    ends 1 'the sum "counts" has no range: .* (--range NAME=X)$' unranged
    ends 1 'the sum "squares" has no range: ' unranged --range counts=1e3
    # In another order than that of the function: only the sum that is too large for its range is one.
    ends 2 'the sum "counts", or a part of one, is beyond its range of 0.001' unranged --range squares=1e3 --range counts=1e-3
    ends 0 '^sums of unranged' unranged --range squares=1e3 --range counts=1e3
fi
ends 2 'range force: the function lennard-jones does not declare such a sum; its sums are forces, energies, virials$' interact random:10 -c 1 --function lennard-jones --strategy symmetric --range force=1
ends 2 'range forces: a largest absolute value is above 0, and not "0"' interact random:10 -c 1 --function lennard-jones --strategy symmetric --range forces=0
ends 2 'range forces: "x" is not a finite number' interact random:10 -c 1 --function lennard-jones --strategy symmetric --range forces=x
ends 2 'range forces is given twice' interact random:10 -c 1 --function lennard-jones --strategy symmetric --range forces=1 --range forces=2
for strategy in "" "--strategy walk"; do
    # shellcheck disable=SC2086 # words
    ends 2 'range is for --strategy symmetric alone' interact random:10 -c 1 --function lennard-jones $strategy --range forces=1
done

# ---- frames ----
for side in 10 3; do printf '2\nLattice="%s 0 0 0 %s 0 0 0 %s" Properties=species:S:1:pos:R:3:w:R:1\nA 0 0 0 1\nA 1 0 0 2\n' $side $side $side; done >frames.xyz
ends 0 '^ *1  *2  *4 ' interact frames.xyz -c 2.5 --function gaussian --field weight=1 --param sigma=1e9
ends 0 '' interact frames.xyz -c 2.5 --function gaussian --field weight=w --param sigma=1e9 -q -o 'of.*.csv'
{ [ "$(sed -n 2p of.0.csv)" = 2 ] && [ "$(sed -n 2p of.1.csv)" = 4 ]; } || fault "the frames are $(cat of.0.csv of.1.csv)"

# ---- words ----
ends 0 '^usage: nearfield interact SOURCE --cutoff R --function F \[options\]$' interact --help
grep -q '^  direct, point-lists, cluster-lists, clusters and symmetric need a GPU$' said || fault "the help does not say what strategies need"
grep -q '^functions of the library: coulomb, .*lennard-jones' said || fault "the help does not name the functions"
# shellcheck disable=SC2317 # ends() calls it
help_of() { "$command" help interact "$@" >said 2>complained; }
for function in $(sed -n '/^functions of the library/,/^  nearfield/p' said | sed '$d; s/.*: //' | tr ',' ' '); do
    ends 0 "^nearfield interact --function $function\$" help_of "$function"
    ! grep -q SPDX said || fault "$function: the help shows the licence of the source"
    # What it declares, and nothing else, is explained above by its own comment, and so is the cutoff.
    sed -n '3,/^It declares/p' said >explained
    grep -q '^The cutoff ' explained || fault "$function: no word of the cutoff"
    for name in $(sed -n 's/^  \(fields\|parameters\|tables\|sums\) *//p' said | sed 's/([^)]*)//g; s/none//' | tr ',' ' '); do
        grep -q "^ [^-]*\<$name\>" explained || fault "$function: no word of $name"
    done
done
ends 0 '^  parameters G (1), softening (0)$' help_of gravity
grep -q '^usage: nearfield interact SOURCE --cutoff R --function gravity --field mass=C ' said || fault "no usage of gravity"
ends 2 'no pair function "gravit" in the library; did you mean gravity?' help_of gravit
ends 2 'unexpected argument "more"' help_of gravity more
# A file of the user's, with and without a comment at its head.
printf '\357\273\277// Springs.\n//   k  a stiffness\n#pragma nearfield radial\n#pragma nearfield field k\n#pragma nearfield parameter far 2.5 // a length\n#pragma nearfield table bends\n#pragma nearfield sum pulls vector\n' >springs.cl
ends 0 '^usage: nearfield interact SOURCE --cutoff R --function springs.cl --field k=C --table bends=T \[--param NAME=X\]...$' help_of springs.cl
[ "$(sed -n 3,4p said | tr '\n' ,)" = "Springs.,  k  a stiffness," ] || fault "the comment of a file is not shown: $(cat said)"
[ "$(sed -n 's/^  *\(fields\|parameters\|tables\|sums\) *//p' said | tr '\n' ,)" = "k,far (2.5),bends,pulls (a vector)," ] || fault "what a file declares is shown as $(cat said)"
sed 1,2d springs.cl >bare.cl
ends 0 '^It declares, ' help_of ./bare.cl
echo '#pragma nearfield sum more vektor' >>bare.cl
ends 3 '^nearfield: bare.cl:6: a sum is vector or scalar ("vektor")$' help_of bare.cl
ends 3 'none.cl: cannot be opened' help_of none.cl
ends 2 'cutoff R is required' interact random:10 --function yukawa
ends 2 'function F is required' interact random:10 -c 1
ends 2 'there is no pair function "lenard-jones"; did you mean lennard-jones? (nearfield' interact random:10 -c 1 --function lenard-jones
ends 3 'none.cl: cannot be opened' interact random:10 -c 1 --function none.cl
ends 2 'the function gravity has the field "mass": give --field mass=VALUE, a column' interact random:10 -c 1 --function gravity
ends 2 'field charge: the function gravity does not declare such a field' interact random:10 -c 1 --function gravity --field mass=1 --field charge=1
ends 2 'random:10 has no columns' interact random:10 -c 1 --function gravity --field mass=mass
ends 3 "has no column named 'm' in its heading" interact cloud.csv -c 1 --function gravity --field mass=m
ends 3 'q.txt has 60 numbers, but random:10 has 10 points' interact random:10 -c 1 --function gravity --field mass=q.txt
ends 3 'cloud.csv has 3 columns: a field or a table has one' interact cloud.csv -c 1 --function gravity --field mass=cloud.csv
ends 2 'the function gravity has the field "mass": give --query-field mass=VALUE' interact cloud.csv -c 1 --function gravity --field mass=q.txt --queries queries.csv
ends 2 'query-field is about --queries FILE' interact random:10 -c 1 --function gravity --field mass=1 --query-field mass=1
# What query points carry is what the points do.
cut -d, -f 1-3 queries.csv >bare.csv
ends 3 "has no column named 'q' in its heading" interact cloud.csv -c 1 --function gravity --field mass=q --queries bare.csv
ends 2 'halton:5 has no columns: it is not a file' interact cloud.csv -c 1 --function gravity --field mass=q --queries halton:5
ends 3 'none.txt: cannot be opened: No such file or directory$' interact cloud.csv -c 1 --function gravity --field mass=q --queries none.txt
ends 0 '' interact cloud.csv -c 1 --function gravity --field mass=q --query-field mass=1 --queries halton:5
ends 2 'field mas: the function gravity does not declare such a field; its field is mass$' interact random:10 -c 1 --function gravity --field mas=1
ends 2 'field mas: the function sph-pressure-cubic does not declare such a field; its fields are mass, density, pressure$' interact random:10 -c 1 --function sph-pressure-cubic --field mas=1
ends 2 'table t: the function gravity does not declare such a table; it has no tables$' interact random:10 -c 1 --function gravity --field mass=1 --table t=1
ends 3 "cloud.csv:1: has no column named '/PartType1/Masses' in its heading" interact cloud.csv -c 1 --function gravity --field mass=/PartType1/Masses
ends 3 'the parameter sigma of gaussian is 1e+60, which is beyond single precision' interact random:10 -c 1 --function gaussian --field weight=1 --param sigma=1e60 --precision single
ends 0 '' interact random:10 -c 1 --function gaussian --field weight=1 --param sigma=1e60 --precision double
# Names that the output would have twice.
body='static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) { return 1; }'
printf '#pragma nearfield radial\n#pragma nearfield sum %s\n#pragma nearfield sum %s\n%s\n' 'f vector' 'totals scalar' "$body" >named.cl
ends 2 '--totals writes an array "totals", and a sum of named.cl has that name: rename the sum, or leave --totals out' interact random:10 -c 1 --function named.cl --totals -o named.npz
[ ! -e named.npz ] || fault "an output with a name twice was begun"
ends 0 '' interact random:10 -c 1 --function named.cl -o named.npz
for component in f_x f_z; do
    printf '#pragma nearfield radial\n#pragma nearfield sum %s\n#pragma nearfield sum %s\n%s\n' "$component scalar" 'f vector' "$body" >named.cl
    ends 3 "named.cl: the sum \"$component\" has the name of a component of \"f\": rename one of them" interact random:10 -c 1 --function named.cl
done
printf '#pragma nearfield radial\n#pragma nearfield sum %s\n#pragma nearfield sum %s\n%s\n' 'f_t scalar' 'f vector' "$body" >named.cl
ends 0 '' interact random:10 -c 1 --function named.cl
ends 2 'field mass is given twice' interact random:10 -c 1 --function gravity --field mass=1 --field mass=2
ends 2 'field takes NAME=VALUE, not "mass"' interact random:10 -c 1 --function gravity --field mass
ends 2 'param H: the function gravity does not declare such a parameter; its parameters are G, softening' interact random:10 -c 1 --function gravity --field mass=1 --param H=1
ends 2 'param G: "x" is not a finite number' interact random:10 -c 1 --function gravity --field mass=1 --param G=x
ends 2 'param G: "inf" is not a finite number' interact random:10 -c 1 --function gravity --field mass=1 --param G=inf
ends 2 'param G is given twice' interact random:10 -c 1 --function gravity --field mass=1 --param G=1 --param G=2
# shellcheck disable=SC2086 # words
ends 2 'has the table "epsilons": give --table epsilons=VALUE, numbers separated by commas' interact three.csv -c 1 $mixed
# shellcheck disable=SC2086 # words
ends 2 'table epsilons takes finite numbers separated by commas' interact three.csv -c 1 $mixed --table epsilons=1,,2
ends 2 'strategy takes one of .*walk.*, not "best"' interact random:10 -c 1 --function yukawa --strategy best
cp charges.cl bad.cl
sed -i 's/inverse_root(d2)/inverse_root(d3)/' bad.cl
ends 3 '^nearfield: bad.cl:7:[0-9]*: .*d3[^;]*$' interact random:10 -c 1 --function bad.cl --field q=1
sed 's/sum energies/sum work/' charges.cl >bad.cl
ends 3 '^nearfield: bad.cl:8:[0-9]*: ' interact random:10 -c 1 --function bad.cl --field q=1
# declared LINES WORDS: a function with these declarations is refused with WORDS
declared() {
    printf '#pragma nearfield radial\n#pragma nearfield sum energies scalar\n%s\n%s\n' "$1" "$body" >bad.cl
    ends 3 "^nearfield: bad.cl:$2" interact random:10 -c 1 --function bad.cl
}
declared '#pragma nearfield radial' '3: the shape is declared twice: radial or general$'
declared '#pragma nearfield parameter a' '3: a parameter has a default: #pragma nearfield parameter NAME VALUE$'
declared '#pragma nearfield parameter a 1x' '3: this is not a finite number ("1x")$'
declared '#pragma nearfield parameter cutoff 1' '3: p->cutoff is always the cutoff of the call, and is not declared$'
declared '#include "nothing.h"' '3: there is no "nothing.h" among the files of the library'
table='#pragma nearfield table t' parameter='#pragma nearfield parameter'
twice='would be two things, as the table t has p->t and p->t_count$'
declared "$table
$parameter t_count 1" "4: p->t_count $twice"
declared "$parameter t 1
$table" "4: p->t $twice"
declared "${table}_count
$table" "4: p->t_count $twice"
declared '#pragma nearfield table cutoff' '3: p->cutoff would be two things'
# signature SHAPE BODY WORDS: the parameters of interact
signature() {
    printf '#pragma nearfield %s\n#pragma nearfield sum f vector\n/* interact(1) */ %s\n' "$1" "$2" >bad.cl
    ends "$3" "$4" interact random:10 -c 1 --function bad.cl
}
signature radial 'static real interact(const fields *i, const fields *j, real d2, sums *to) { return 1; }' 3 '^nearfield: bad.cl:3:'
signature general "$body" 3 '^nearfield: bad.cl:3:'
signature radial 'static void interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) { }' 3 '^nearfield: bad.cl:3:'
signature radial '#define ARGUMENTS const fields *i, const fields *j, real d2, const parameters *p, sums *to
static real interact(ARGUMENTS) { return 1; }' 0 ''
signature radial 'static real interact(const fields *i, const fields *j, real *d, const parameters *p, sums *to) { return 1; }' 3 '^nearfield: bad.cl:3:'
signature radial '' 3 '^nearfield: bad.cl .*interact'
printf '#pragma nearfield sum energies scalar\n' >bad.cl
ends 3 'bad.cl: the function does not declare its shape' interact random:10 -c 1 --function bad.cl
printf '#pragma nearfield shape\n' >bad.cl
ends 3 'bad.cl:1: ' interact random:10 -c 1 --function bad.cl
printf 'a\0b' >bad.cl
ends 3 'bad.cl: this is not a text' interact random:10 -c 1 --function bad.cl
ends 3 'is a folder' interact random:10 -c 1 --function ./
ends 2 'charges.cl is both the input and the output' interact random:10 -c 1 --function charges.cl --field q=1 -o charges.cl --output-format csv
ends 2 'q.txt is both the input and the output' interact random:60 -c 1 --function charges.cl --field q=q.txt -o q.txt --output-format csv
[ "$(find . -name '*.part')" = '' ] || fault "temporary files are left"

exit $failed
