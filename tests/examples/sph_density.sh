#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# The densities of the water column, where LAMMPS's examples are installed; and of files that are none.  sph_density.sh PROGRAM
set -eu
data=/usr/share/lammps/examples/PACKAGES/sph/water_collapse/data.initial
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
! "$1" "$work/none" 2>"$work/said" || { echo "a file that is not there has densities"; exit 1; }
grep -q 'none: cannot be opened' "$work/said"
printf 'no data\n' >"$work/text"
! "$1" "$work/text" 2>"$work/said" || { echo "a text has densities"; exit 1; }
grep -q 'text: this is no data file' "$work/said"
if [ -r "$data.gz" ]; then gzip -dc "$data.gz" >"$work/data" && data=$work/data; fi
[ -r "$data" ] || { echo "skipped: lammps-examples is not installed"; exit 77; }
"$1" "$data"
