#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield tune: what it stores, shows and exports, and what stays after it was killed:  tune.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
tune() { "$command" tune "$@" >"$work/said" 2>&1; }

# ---- nothing is stored yet ----
if tune --export "$work/none"; then fault "it exports although nothing is stored"; fi
if tune --quick nothing; then fault "an unknown family is accepted"; fi
if tune --quick --thorough; then fault "--quick is accepted with --thorough"; fi
if tune --seconds 0; then fault "--seconds 0 is accepted"; fi
if tune --show --export "$work/none"; then fault "--show is accepted with --export"; fi
if tune --show scan; then fault "--show is accepted with a family"; fi
tune --show || fault "--show fails when nothing is stored"
if grep -q '\.profile' "$work/said"; then fault "--show names a file that does not exist"; fi
grep -q 'Nothing is stored for this device and driver' "$work/said" || fault "it does not say that nothing is stored"

# ---- an unwritable folder: both commands give the reason ----
echo file >"$work/file"
if NEARFIELD_CONFIG="$work/file/below" tune --quick gather; then fault "tune succeeds without a folder to store in"; fi
grep -q 'cannot be written: Not a directory' "$work/said" || fault "tune does not say why it cannot store"
NEARFIELD_CONFIG="$work/file/below" "$command" check >"$work/said" 2>&1 || fault "check fails where it cannot store"
grep -q 'Not stored: .*cannot be written: Not a directory' "$work/said" || fault "check does not say why it cannot store"

# ---- what is stored, shown and exported ----
tune --quick --seconds 60 gather || fault "gather cannot be tuned"
cp "$work/said" "$work/tuned"
if grep -q '^reduce\.' "$work"/profiles/*.profile; then fault "the profile has reduce, which was not tuned"; fi
tune --show || fault "--show fails"
from=default # if the defaults are the fastest, no tunable is stored
verdict='Nothing faster than the defaults was found: no new shape is stored'
if grep -q '^gather.GROUP [1-9]' "$work"/profiles/*.profile; then from=stored verdict="Stored in $work/profiles/"; fi
grep -q "^$verdict" "$work/tuned" || fault "it does not say \"$verdict\""
grep -q "^  gather.GROUP  *[0-9]*  *[0-9]*  $from" "$work/said" || fault "gather is not shown as $from"
grep -q '^  reduce.GROUP  *[0-9]*  *[0-9]*  default' "$work/said" || fault "reduce is not shown as default"
grep -q "^Stored for this device and driver: $work/profiles/" "$work/said" || fault "--show does not name the file"
tune --export "$work/out" || fault "--export fails"
cmp -s "$work/out" "$work"/profiles/*.profile || fault "the exported profile differs from the stored one"

# ---- killed during the search: what was stored before stays ----
"$command" tune --quick --seconds 60 --quiet scan gather >"$work/said" 2>&1 &
job=$!
sleep 2
kill -9 $job
wait $job 2>/dev/null || true
tune --export "$work/after" || fault "no profile is left after a kill"
grep '^gather\.' "$work/out" >"$work/wanted" || :
grep '^gather\.' "$work/after" >"$work/got" || :
cmp -s "$work/wanted" "$work/got" || fault "a kill changed what was stored of another family"

# ---- a damaged profile is ignored ----
echo 'nearfield profile 4' >"$(echo "$work"/profiles/*.profile)"
tune --show || fault "--show fails on a damaged profile"
grep -q 'Ignored: .*damaged' "$work/said" || fault "--show does not report the damaged profile"
if tune --export "$work/none"; then fault "--export writes a damaged profile"; fi

# ---- a driver that computes wrongly with one shape: reported, and not stored ----
# (gather has no barriers: its shapes are right on every driver.)
if [ -n "$layer" ]; then
    if NEARFIELD_PATHS="groups=1 unproved" SKIP_GROUP=32 OPENCL_LAYERS=$layer tune --quick --seconds 20 gather; then fault "it succeeds although a result differs"; fi
    grep -q 'ANOTHER RESULT than the defaults with gather.GROUP=32' "$work/said" || fault "it does not report the shape whose result differs"
    if grep -q '^gather.GROUP 32' "$work"/profiles/*.profile; then fault "it stores a shape whose result differs"; fi
fi

# ---- too little time; no folder ----
tune --quick --seconds 0.001 gather reduce || fault "it fails when there is too little time"
grep -q '^  gather  *no time was left' "$work/said" || fault "it does not report that no time was left"
if grep -q '^Stored in' "$work/said"; then fault "it says that it stored shapes, although there was no time to find any"; fi
NEARFIELD_CONFIG=off tune --quick --seconds 1 gather || fault "it fails without a folder"
grep -q '^Not stored: ' "$work/said" || fault "it does not say that nothing is stored"
exit $failed
