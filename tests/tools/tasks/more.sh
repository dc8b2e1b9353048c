#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# --distances, --vectors and --shifts, against the positions in the file:  more.sh COMMAND
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
# shellcheck disable=SC2317 # ends() calls it
run() { "$command" "$@" >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"

# 60 points around a tilted cell, some of them outside.
awk 'BEGIN { s = 7; print "x,y,z"
    for (k = 0; k < 60; k++) { for (a = 0; a < 3; a++) { s = (s * 16807) % 2147483647; r[a] = s / 2147483647 * 6 - 1 } print r[0] "," r[1] "," r[2] } }' >points.csv
box='4 0 0 1 4 0 0.5 -1 4'
right() { # FILE CUTOFF: each line has i, j, distance, D and S with D = rj - ri + S.H, and i < j or the first of S is positive
    awk -F , -v file="$1" -v cutoff="$2" '
        function off(a, b) { return a - b > 1e-6 || b - a > 1e-6 }
        BEGIN { split("4 0 0 1 4 0 0.5 -1 4", H, " ") }
        FILENAME != file { if (FNR > 1) { n = FNR - 2; for (a = 1; a <= 3; a++) r[n, a] = $a } next }
        FNR == 1 { if ($0 != "i,j,distance,dx,dy,dz,Sx,Sy,Sz") { print "the heading is " $0; exit 1 } next }
        { square = 0
          for (a = 1; a <= 3; a++) {
              d = r[$2, a] - r[$1, a] + $7 * H[a] + $8 * H[3 + a] + $9 * H[6 + a]
              if (off(d, $(3 + a))) { print FNR ": component " a " is not " d ": " $0; exit 1 }
              square += d * d }
          if (off(sqrt(square), $3) || $3 >= cutoff) { print FNR ": the distance is not " sqrt(square) ": " $0; exit 1 }
          first = $7 != 0 ? $7 : $8 != 0 ? $8 : $9
          if ($1 > $2 || ($1 == $2 && first <= 0)) { print FNR ": named the other way round: " $0; exit 1 }
          if (seen[$1, $2, $7, $8, $9]++) { print FNR ": twice: " $0; exit 1 } }
        END { if (FNR < 100) exit 1 }' points.csv "$1"
}
ends 0 '' run pairs points.csv -c 3 --box "$box" --device host --distances --vectors --shifts -q -o more.csv
right more.csv 3 >said || fault "what stands beside the pairs is wrong"
run pairs points.csv -c 3 --box "$box" --device host --count -q
[ "$(cat said)" = $(($(wc -l <more.csv) - 1)) ] || fault "more.csv has not all $(cat said) pairs"

# ---- the same bytes on a device, in each precision, for lists too ----
for words in 'pairs --sorted --precision single' 'lists --precision double' 'lists --half --precision single'; do
    # shellcheck disable=SC2086 # a subcommand and its options
    ends 0 '^verified: every byte' run $words points.csv -c 3 --box "$box" --distances --vectors --shifts --verify -o more.npz
    for name in distances vectors shifts; do grep -q "$name.npy" more.npz || fault "$words: the archive has no $name"; done
done
ends 0 '^verified: every byte' run pairs points.csv -c 3 --columns x,y --distances --vectors --verify -o flat.csv
head -n 1 flat.csv | grep -qx 'i,j,distance,dx,dy' || fault "in two dimensions the heading is $(head -n 1 flat.csv)"

# ---- only what is asked for ----
ends 0 '' run pairs points.csv -c 3 --device host --distances -q -o one.csv
head -n 1 one.csv | grep -qx 'i,j,distance' || fault "one.csv has $(head -n 1 one.csv)"
ends 2 'count stores nothing: it cannot be combined with --shifts' run pairs points.csv -c 3 --count --shifts
ends 2 'npy has room for 1 array, not for 2; use .npz, .csv, .h5, .hdf5, .json' run pairs points.csv -c 3 --distances -o a.npy

exit $failed
