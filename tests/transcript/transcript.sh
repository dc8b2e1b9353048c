#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# The lane transcript records the same calls the same twice, and names a launch or bytes that changed:  transcript.sh LANE BUILD [LAYER]
# Without the layer (with_layer.c) nothing can be recorded.
set -eu
lane=$1 build=$2
[ $# = 3 ] || exit 0
layer=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fault() { echo "$*"; cat "$work/said"; failed=1; }
# recorded FOLDER [VARIABLE=VALUE]: a call of the command, and some of the random comparison
recorded() {
    mkdir "$work/$1"
    for call in pairs random-zsort; do
        env ${2:+"$2"} "$lane" --one "$build" "$layer" "$work/$1" cpu $call >"$work/said" 2>&1 || fault "$call cannot be recorded"
    done
    [ ! -e "$work/$1/failures" ] || { cat "$work/$1/failures"; exit 1; }
}
# compares CODE FOLDER WORDS: the records "first" and FOLDER; WORDS is a basic regular expression
compares() {
    code=0
    "$lane" --files "$work/first" "$work/$2" >"$work/said" 2>&1 || code=$?
    [ $code = "$1" ] || fault "first and $2 compare with $code in place of $1"
    grep -q "$3" "$work/said" || fault "first and $2 compare without \"$3\""
}

recorded first
for line in 'create [0-9]* flags' 'launch [a-z_]* [0-9]*/[0-9]* b[0-9]' 'write b[0-9]*:[0-9]* +[0-9]* [0-9]* #' \
    'read b[0-9]*:[0-9]* +[0-9]* [0-9]* #' 'fill b[0-9]*:' 'with .*-D GROUP=1'; do
    grep -q "^  $line" "$work/first/cpu.pairs" || { cat "$work/first/cpu.pairs"; fault "no line \"$line\" is recorded"; }
done
grep -q '^  result [0-9]* [0-9]' "$work/first/cpu.pairs" || fault "no result is recorded"
[ "$(grep -c '^call case' "$work/first/cpu.random-zsort")" -gt 5 ] || fault "the cases are no calls of their own"

recorded again
compares 0 again '^[0-9]* calls: 0 with other launches, 0 with other bytes$'

# Scans of shorter tiles take more launches to the same sums.
recorded tiles NEARFIELD_TUNING=scan.ITEMS=64
compares 1 tiles '^cpu.pairs, call pairs .*: launches$'
grep -q '^[<>] *launch scan_totals' "$work/said" || fault "the launches that differ are not shown"
grep -q '^  launch scan_totals: [0-9]* in the first, [0-9]* in the second$' "$work/said" || fault "the kernels that are launched more often are not counted"

# Other bytes of the same size, a call that is not there, and a row that is not there.
cp -R "$work/first" "$work/bytes"
awk '/^  read / && !done { $NF = "#0"; done = 1; print "  " $0; next } { print }' "$work/first/cpu.pairs" >"$work/bytes/cpu.pairs"
compares 1 bytes '^cpu.pairs, call pairs .*: bytes$'
cp -R "$work/first" "$work/less"
awk '/^call / { n++ } n != 2' "$work/first/cpu.random-zsort" >"$work/less/cpu.random-zsort"
compares 1 less '^cpu.random-zsort, call case 1: .*: only in the first$'
cp -R "$work/first" "$work/none"
rm "$work/none/cpu.pairs"
compares 1 none '^cpu.pairs, call pairs .*: only in the first$'
exit $failed
