#!/bin/sh
# nearfield tune: what it stores, shows and exports, and how it goes on after its end was sudden:  tune.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/command.sh"
tune() { "$command" tune "$@" >"$work/said" 2>&1; }

# ---- nothing is known yet ----
if tune --export "$work/none.json"; then fault "nothing was exported"; fi
if tune --quick nothing; then fault "a family that is none was tuned"; fi
if tune --quick --thorough; then fault "quick and thorough at once"; fi
if tune --seconds 0; then fault "no time at all"; fi
if tune --show --export "$work/none.json"; then fault "show and export at once"; fi
if tune --show scan; then fault "a family was named for what is about all"; fi
tune --show || fault "nothing can be shown of what is not stored"
if grep -q '\.json' "$work/said"; then fault "a file is named that is not there"; fi
grep -q 'Nothing is stored of this device and driver' "$work/said" || fault "it does not say that nothing is stored"

# ---- where nothing can be written, the reason is told ----
echo file >"$work/file"
if NEARFIELD_CONFIG="$work/file/below" tune --quick gather; then fault "a tuning was stored below a file"; fi
grep -q 'cannot be written: Not a directory' "$work/said" || fault "tune does not say why it cannot store"
NEARFIELD_CONFIG="$work/file/below" "$command" check >"$work/said" 2>&1 || fault "check fails where it cannot store"
grep -q 'Not stored: .*cannot be written: Not a directory' "$work/said" || fault "check does not say why it cannot store"

# ---- killed while it searches, and started again: what was measured is not measured again ----
"$command" tune --quick --seconds 60 --quiet gather scan >"$work/said" 2>&1 &
job=$!
tries=0
until test "$(cat "$work"/profiles/*.quick.search 2>/dev/null | wc -l)" -ge 4; do
    tries=$((tries + 1))
    test $tries -lt 600 || { fault "no journal is kept"; break; }
    sleep 0.1
done
kill -9 $job
wait $job 2>/dev/null || true
journal=$(echo "$work"/profiles/*.search)
cp "$journal" "$work/before"
printf '{"words":"gather.GR' >>"$journal" # cut off in the middle of a line
# Taken while the machine was busy: measured again.
printf '\n{"words":"scan.noise","ns":100,"spread":90,"serves":1}\n{"words":"scan","ns":100,"spread":90,"serves":1}\n' >>"$journal"
tune --quick --seconds 2 gather scan || fault "it does not go on"
grep -q '^  scan ' "$work/said" || fault "a noisy line was taken for an answer"
head -n "$(wc -l <"$work/before")" "$journal" >"$work/after" 2>/dev/null || : >"$work/after"
if test -e "$journal"; then
    cmp -s "$work/before" "$work/after" || fault "the journal was begun anew"
    # What scattered by more than a fifth may be there twice.
    quiet=$(awk -F'"words":"|","ns":|,"spread":|,"serves":' 'NF == 5 && $4 * 5 <= $3 { print $2 }' "$journal" | sort | uniq -d)
    test -z "$quiet" || fault "something was measured twice: $quiet"
fi

# ---- what is stored, shown and exported ----
printf '\n{"words":"scan.kept","ns":100,"spread":1,"serves":1}\n' >>"$journal"
tune --quick --seconds 60 gather || fault "gather cannot be tuned"
grep -q 'scan.kept' "$journal" || fault "gather's end wiped what was measured of scan"
if grep -q '"words":"gather' "$journal"; then fault "the journal of gather outlived its end"; fi
ls "$work"/profiles/*.usual.search >"$work/said" 2>&1 && fault "another kind of search has a journal"
if grep -q '"reduce\.' "$work"/profiles/*.json; then fault "the profile has reduce, which nobody tuned"; fi
grep -q '"gather.default": [1-9]' "$work"/profiles/*.json || fault "the profile has no time of gather"
tune --show || fault "nothing can be shown"
from=default # where the defaults are the fastest, nothing else is stored
if grep -q '"gather.GROUP": [1-9]' "$work"/profiles/*.json; then from=stored; fi
grep -q "^  gather.GROUP  *[0-9]*  *[0-9]*  $from" "$work/said" || fault "gather is not shown as $from"
grep -q '^  reduce.GROUP  *[0-9]*  *[0-9]*  default' "$work/said" || fault "reduce is not shown as default"
grep -q "^Of this device and driver: $work/profiles/" "$work/said" || fault "the file is not named"
tune --export "$work/out.json" || fault "it cannot be exported"
cmp -s "$work/out.json" "$work"/profiles/*.json || fault "what is exported is not what is stored"

# ---- a damaged profile is passed over ----
echo '{' >"$(echo "$work"/profiles/*.json)"
tune --show || fault "a damaged profile is in the way"
grep -q 'Passed over' "$work/said" || fault "the damage is not told"

# ---- a driver with which some shapes give another result: told, and not taken ----
if [ -n "$layer" ]; then
    if SKIP_GROUP=32 OPENCL_LAYERS=$layer tune --fresh --quick --seconds 6 gather; then fault "another result is fine"; fi
    grep -q 'ANOTHER RESULT than the defaults, the first of them gather.GROUP=32' "$work/said" || fault "another result is not told"
    if grep -q '"gather.GROUP": 32' "$work"/profiles/*.json; then fault "another result is stored"; fi
fi

# ---- times on other fast paths are no times of these ----
# (Said for both, since some devices come with a verdict and others do not.)
NEARFIELD_PATHS="int64_atomics=1 unproved" tune --quick --seconds 0.1 scan || fault "scan cannot be tuned"
before=$(head -n 1 "$work"/profiles/*.quick.search)
NEARFIELD_PATHS="int64_atomics=0" tune --quick --seconds 0.1 scan || fault "scan cannot be tuned on other paths"
after=$(head -n 1 "$work"/profiles/*.quick.search)
test "$before" != "$after" || fault "two sets of paths share a journal: $before"

# ---- no time, and without a folder ----
tune --quick --seconds 0.001 gather reduce || fault "with no time it fails"
grep -q '^  gather  *no time was left' "$work/said" || fault "it does not say that there was no time"
NEARFIELD_CONFIG=off tune --quick --seconds 1 gather || fault "without a folder it fails"
if grep -q 'goes on from here' "$work/said"; then fault "it goes on from what is kept nowhere"; fi
exit $failed
