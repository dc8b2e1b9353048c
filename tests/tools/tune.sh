#!/bin/sh
# nearfield tune: what it stores, shows and exports, and how it continues after it was killed:  tune.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/command.sh"
tune() { "$command" tune "$@" >"$work/said" 2>&1; }

# ---- nothing is stored yet ----
if tune --export "$work/none.json"; then fault "it exports although nothing is stored"; fi
if tune --quick nothing; then fault "an unknown family is accepted"; fi
if tune --quick --thorough; then fault "--quick is accepted with --thorough"; fi
if tune --seconds 0; then fault "--seconds 0 is accepted"; fi
if tune --show --export "$work/none.json"; then fault "--show is accepted with --export"; fi
if tune --show scan; then fault "--show is accepted with a family"; fi
tune --show || fault "--show fails when nothing is stored"
if grep -q '\.json' "$work/said"; then fault "--show names a file that does not exist"; fi
grep -q 'Nothing is stored of this device and driver' "$work/said" || fault "it does not say that nothing is stored"

# ---- an unwritable folder: both commands give the reason ----
echo file >"$work/file"
if NEARFIELD_CONFIG="$work/file/below" tune --quick gather; then fault "tune succeeds without a folder to store in"; fi
grep -q 'cannot be written: Not a directory' "$work/said" || fault "tune does not say why it cannot store"
NEARFIELD_CONFIG="$work/file/below" "$command" check >"$work/said" 2>&1 || fault "check fails where it cannot store"
grep -q 'Not stored: .*cannot be written: Not a directory' "$work/said" || fault "check does not say why it cannot store"

# ---- killed during the search and started again: no candidate is measured twice ----
"$command" tune --quick --seconds 60 --quiet gather scan >"$work/said" 2>&1 &
job=$!
tries=0
until test "$(cat "$work"/profiles/*.quick.search 2>/dev/null | wc -l)" -ge 4; do
    tries=$((tries + 1))
    test $tries -lt 600 || { fault "the search writes no journal"; break; }
    sleep 0.1
done
kill -9 $job
wait $job 2>/dev/null || true
journal=$(echo "$work"/profiles/*.search)
cp "$journal" "$work/before"
printf '{"words":"gather.GR' >>"$journal" # cut off in the middle of a line
# Two lines with a large spread, as of a busy machine: these candidates are measured again.
printf '\n{"words":"scan.noise","ns":100,"spread":90,"serves":1}\n{"words":"scan","ns":100,"spread":90,"serves":1}\n' >>"$journal"
tune --quick --seconds 2 gather scan || fault "it does not continue"
grep -q '^  scan ' "$work/said" || fault "it uses a measurement with a large spread"
head -n "$(wc -l <"$work/before")" "$journal" >"$work/after" 2>/dev/null || : >"$work/after"
if test -e "$journal"; then
    cmp -s "$work/before" "$work/after" || fault "the journal was overwritten"
    # A candidate with a spread above a fifth may occur twice.
    quiet=$(awk -F'"words":"|","ns":|,"spread":|,"serves":' 'NF == 5 && $4 * 5 <= $3 { print $2 }' "$journal" | sort | uniq -d)
    test -z "$quiet" || fault "measured twice: $quiet"
fi

# ---- what is stored, shown and exported ----
printf '\n{"words":"scan.kept","ns":100,"spread":1,"serves":1}\n' >>"$journal"
tune --quick --seconds 60 gather || fault "gather cannot be tuned"
grep -q 'scan.kept' "$journal" || fault "tuning gather removed the measurements of scan"
if grep -q '"words":"gather' "$journal"; then fault "the journal still has the measurements of gather"; fi
ls "$work"/profiles/*.usual.search >"$work/said" 2>&1 && fault "another kind of search has a journal"
if grep -q '"reduce\.' "$work"/profiles/*.json; then fault "the profile has reduce, which was not tuned"; fi
grep -q '"gather.default": [1-9]' "$work"/profiles/*.json || fault "the profile has no time of gather"
tune --show || fault "--show fails"
from=default # if the defaults are the fastest, no tunable is stored
if grep -q '"gather.GROUP": [1-9]' "$work"/profiles/*.json; then from=stored; fi
grep -q "^  gather.GROUP  *[0-9]*  *[0-9]*  $from" "$work/said" || fault "gather is not shown as $from"
grep -q '^  reduce.GROUP  *[0-9]*  *[0-9]*  default' "$work/said" || fault "reduce is not shown as default"
grep -q "^Of this device and driver: $work/profiles/" "$work/said" || fault "--show does not name the file"
tune --export "$work/out.json" || fault "--export fails"
cmp -s "$work/out.json" "$work"/profiles/*.json || fault "the exported profile differs from the stored one"

# ---- a damaged profile is ignored ----
echo '{' >"$(echo "$work"/profiles/*.json)"
tune --show || fault "--show fails on a damaged profile"
grep -q 'Ignored: ' "$work/said" || fault "--show does not report the damaged profile"

# ---- a driver that computes wrongly with one shape: reported, and not stored ----
if [ -n "$layer" ]; then
    if SKIP_GROUP=32 OPENCL_LAYERS=$layer tune --fresh --quick --seconds 6 gather; then fault "it succeeds although a result differs"; fi
    grep -q 'ANOTHER RESULT than the defaults, the first of them gather.GROUP=32' "$work/said" || fault "it does not report the shape whose result differs"
    if grep -q '"gather.GROUP": 32' "$work"/profiles/*.json; then fault "it stores a shape whose result differs"; fi
fi

# ---- each set of fast paths has a journal of its own ----
# (Both sets are forced, as some devices have a shipped verdict and others none.)
NEARFIELD_PATHS="int64_atomics=1 unproved" tune --quick --seconds 0.1 scan || fault "scan cannot be tuned"
before=$(head -n 1 "$work"/profiles/*.quick.search)
NEARFIELD_PATHS="int64_atomics=0" tune --quick --seconds 0.1 scan || fault "scan cannot be tuned on other paths"
after=$(head -n 1 "$work"/profiles/*.quick.search)
test "$before" != "$after" || fault "two sets of paths share a journal: $before"

# ---- too little time; no folder ----
tune --quick --seconds 0.001 gather reduce || fault "it fails when there is too little time"
grep -q '^  gather  *no time was left' "$work/said" || fault "it does not report that no time was left"
NEARFIELD_CONFIG=off tune --quick --seconds 1 gather || fault "it fails without a folder"
if grep -q 'goes on from here' "$work/said"; then fault "it announces to continue later although nothing is stored"; fi
exit $failed
