#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# HDF5 as a user has it, written and read:  hdf5.sh COMMAND READS SNAPSHOT
# READS is 1 if the command reads HDF5; SNAPSHOT is a file of the fuzzer's corpus: two points in a box, behind a byte.
set -eu
reads=$2 snapshot=$3
set -- "$1"
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../../command.sh"
# shellcheck disable=SC2317 # ends() calls it
run() { "$command" "$@" --device host >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE
cd "$work"
printf 'x,y,z\n0,0,0\n1,0,0\n0,3,0\n' >points.csv
tail -c +2 "$snapshot" >snap.hdf5

# ---- results, with or without libhdf5 ----
ends 0 'written to r.h5' run pairs points.csv -c 4 --vectors -o r.h5
ends 0 'written to l.HDF5' run lists points.csv -c 4 -o l.HDF5
for file in r.h5 l.HDF5; do [ "$(head -c 4 $file | tr -d '\211')" = HDF ] || fault "$file is not HDF5"; done
ends 0 HDF run pairs points.csv -c 4 --vectors -o - --output-format h5
cmp -s said r.h5 || fault "a result on standard output has other bytes than r.h5"
ls ./*.part >/dev/null 2>&1 && fault "a part of a result was left behind"

if [ "$reads" != 1 ]; then
    ends 2 'snap.hdf5: this nearfield was built without libhdf5.*NEARFIELD_HDF5=ON' run pairs snap.hdf5 -c 1
    echo "skipped: the parts that read HDF5: this build has no libhdf5"
    skipped=1
    exit $failed
fi

# ---- sources ----
ends 0 '3 points in 3 dimensions, double precision; dataset /vectors' run pairs r.h5:vectors -c 100
ends 0 '^3 pairs closer' run pairs r.h5 --array /vectors -c 100
ends 3 'r.h5: has no dataset /a; it has /pairs (3 x 2 integers), /vectors (3 x 3)' run pairs r.h5:/a -c 1
ends 0 '^box: 10 x 10 x 10, periodic along x, y, z' run pairs snap.hdf5 -c 1
ends 0 '^the box of snap.hdf5:/PartType1/Coordinates is ignored (--open)' run pairs snap.hdf5:/PartType1/Coordinates -c 1 --open
ends 0 '^1 pair closer' run pairs - -f hdf5 -c 6 --open <snap.hdf5

# ---- excluded pairs, and rows of them, are datasets of integers ----
run pairs points.csv -c 2 -q -o pairs.h5
run pairs points.csv -c 2 -q --vectors -o vectors.h5
run lists points.csv -c 2 -q -o rows.h5
run lists points.csv -c 0.5 -q -o none.h5
for file in pairs.h5 pairs.h5:/pairs vectors.h5 rows.h5; do
    ends 0 '' run pairs points.csv -c 4 --sorted -q -o left.csv --exclude $file
    printf 'i,j\n0,2\n1,2\n' | cmp -s - left.csv || fault "without $file: $(cat left.csv)"
done
ends 0 '^3 pairs closer' run pairs points.csv -c 4 --exclude none.h5
ends 3 'pairs.h5: has no dataset of n x 1 to n x 3 floats; it has /pairs (1 x 2 integers)' run pairs pairs.h5 -c 1
ends 3 'pairs.h5: /pairs holds integers; points are floats' run pairs pairs.h5:/pairs -c 1
# The offsets 0, 1, 2, 2 are the first numbers behind the superblock.
for place in 48:1 56:9 64:0 72:1; do
    cp rows.h5 spoilt.h5
    # shellcheck disable=SC2059 # the byte is a part of the format
    printf "\\${place#*:}" | dd of=spoilt.h5 bs=1 seek="${place%:*}" conv=notrunc 2>/dev/null
    ends 3 'spoilt.h5: the offsets must ascend from 0 to the number of indices, 2$' run pairs points.csv -c 4 --exclude spoilt.h5
done

# ---- broken files, and outputs ----
head -c 1500 snap.hdf5 >part.hdf5
ends 3 'part.hdf5: cannot be opened by libhdf5' run pairs part.hdf5 -c 1
ends 2 'snap.hdf5 is both the input and the output' run pairs snap.hdf5:/PartType1/Coordinates -c 1 -o snap.hdf5
tail -c +2 "$snapshot" | cmp -s - snap.hdf5 || fault "the input was changed"

exit $failed
