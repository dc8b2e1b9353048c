#!/bin/sh
# HDF5 as a user has it, written and read:  hdf5.sh COMMAND READS SNAPSHOT
# READS is 1 if the command reads HDF5; SNAPSHOT is a file of the fuzzer's corpus: two points in a box, behind a byte.
set -eu
reads=$2 snapshot=$3
set -- "$1"
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/command.sh"
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
ends 2 '.h5 cannot be written to standard output' run pairs points.csv -c 4 -o - --output-format h5
ls ./*.part >/dev/null 2>&1 && fault "a part of a result was left behind"

if [ "$reads" != 1 ]; then
    ends 2 'snap.hdf5: this nearfield was built without libhdf5.*NEARFIELD_HDF5=ON' run pairs snap.hdf5 -c 1
    exit $failed
fi

# ---- sources ----
ends 0 '3 points in 3 dimensions, double precision; dataset /vectors' run pairs r.h5:vectors -c 100
ends 0 '^3 pairs closer' run pairs r.h5 --array /vectors -c 100
ends 3 'r.h5: has no dataset /a; it has /pairs (3 x 2 integers), /vectors (3 x 3)' run pairs r.h5:/a -c 1
ends 0 '^box: 10 x 10 x 10, periodic along x, y, z' run pairs snap.hdf5 -c 1
ends 0 '^the box of snap.hdf5:/PartType1/Coordinates is ignored (--open)' run pairs snap.hdf5:/PartType1/Coordinates -c 1 --open
ends 0 '^1 pair closer' run pairs - -f hdf5 -c 6 --open <snap.hdf5
head -c 1500 snap.hdf5 >part.hdf5
ends 3 'part.hdf5: cannot be opened by libhdf5' run pairs part.hdf5 -c 1
ends 2 'snap.hdf5 is both the input and the output' run pairs snap.hdf5:/PartType1/Coordinates -c 1 -o snap.hdf5
tail -c +2 "$snapshot" | cmp -s - snap.hdf5 || fault "the input was changed"

exit $failed
