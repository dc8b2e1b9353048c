#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Molecular dynamics: the energy holds and the lists are kept for several steps, on this device and in the shape of a GPU; steps that are
# too long are told.  nve.sh PROGRAM [COMMAND]
# COMMAND is nearfield, which knows whether the device can take the shape of a GPU.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fault() {
    echo "$*"
    cat "$work/said"
    exit 1
}
# The number of builds of a run of 200 steps.
builds() { sed -n 's/^lists were built \([0-9]*\) times for 200 steps.*/\1/p' "$work/said"; }
"$1" 13 100 >"$work/said" || fault "the example fails"
[ "$(builds)" -lt 50 ] || fault "lists are built in more than every fourth step"
has_groups=1
if [ -n "${2-}" ] && "$2" tune --show | grep -q 'Work-groups have one work-item'; then has_groups=0; fi
if [ $has_groups = 1 ]; then
    NEARFIELD_TUNING="search.GROUP=32 bounds.GROUP=32 order.GROUP=32" "$1" 13 100 >"$work/said" || fault "the example fails in the shape of a GPU"
    [ "$(builds)" -ge 10 ] || fault "no lists are kept, or not in all steps: atoms move by half of the skin more often"
    [ "$(builds)" -lt 50 ] || fault "lists are built in more than every fourth step"
fi
code=0
"$1" 6 100 0.02 >"$work/said" || code=$?
[ "$code" = 1 ] || fault "it ends with $code for steps that are too long"
grep -q 'MORE THAN' "$work/said" || fault "it does not tell that the energy drifts"
if [ $has_groups = 0 ]; then
    echo "skipped: the shape of a GPU: this driver computes groups of several work-items wrong"
    exit 77
fi
