#!/bin/sh
# nearfield tune: what it stores, shows and exports, and how it goes on after its end was sudden:  tune.sh COMMAND [LAYER]
set -eu
command=$1 layer=${2-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export NEARFIELD_CONFIG="$work/profiles"
failed=0
fault() { echo "$*"; cat "$work/said"; failed=1; }
tune() { "$command" tune "$@" >"$work/said" 2>&1; }

# ---- nothing is known yet ----
if tune --export "$work/none.json"; then fault "nothing was exported"; fi
if tune --quick nothing; then fault "a family that is none was tuned"; fi
if tune --quick --thorough; then fault "quick and thorough at once"; fi
if tune --seconds 0; then fault "no time at all"; fi

# ---- killed while it searches, and started again: what was measured is not measured again ----
"$command" tune --quick --seconds 60 --quiet gather scan >"$work/said" 2>&1 &
job=$!
tries=0
until test "$(cat "$work"/profiles/*.search 2>/dev/null | wc -l)" -ge 4; do
    tries=$((tries + 1))
    test $tries -lt 600 || { fault "no journal is kept"; break; }
    sleep 0.1
done
kill -9 $job
wait $job 2>/dev/null || true
journal=$(echo "$work"/profiles/*.search)
cp "$journal" "$work/before"
printf '{"words":"gather.GR' >>"$journal" # cut off in the middle of a line
tune --quick --seconds 2 gather scan || fault "it does not go on"
head -n "$(wc -l <"$work/before")" "$journal" >"$work/after" 2>/dev/null || : >"$work/after"
if test -e "$journal"; then
    cmp -s "$work/before" "$work/after" || fault "the journal was begun anew"
    test -z "$(sed -n 's/.*"words":"\([^"]*\)".*}$/\1/p' "$journal" | sort | uniq -d)" || fault "something was measured twice"
fi

# ---- what is stored, shown and exported ----
grep -q '"gather.GROUP": [1-9]' "$work"/profiles/*.json || fault "the profile has no value of gather"
grep -q '"gather.default": [1-9]' "$work"/profiles/*.json || fault "the profile has no time of gather"
tune --show || fault "nothing can be shown"
grep -q '^  gather.GROUP  *[0-9]*  *[0-9]*  stored' "$work/said" || fault "what is stored is not shown"
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

# ---- without a folder ----
NEARFIELD_CONFIG=off tune --quick --seconds 1 gather || fault "without a folder it fails"
exit $failed
