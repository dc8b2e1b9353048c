#!/bin/sh
# nearfield pairs: what it says of a file's box, how options are written, what a wrong device is called:  pairs.sh COMMAND
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/command.sh"
pairs() { "$command" pairs "$@" >"$work/said" 2>"$work/complained"; }
unset NEARFIELD_DEVICE

# ---- a periodic box is ignored, and that is said everywhere but with --quiet ----
cd "$work"
printf '2\nLattice="4 0 0 0 4 0 0 0 4" pbc="T T T"\nO 0.1 0 0\nO 3.9 0 0\n' >box.xyz
printf '2\nno box\nO 0.1 0 0\nO 3.9 0 0\n' >open.xyz
ignored='the box of box.xyz is ignored: space is open'
pairs box.xyz --cutoff 1 --device host || fault "box.xyz cannot be read"
grep -qx "$ignored" said || fault "the report does not say that the box is ignored"
grep -qx "nearfield: $ignored" complained || fault "standard error does not say that the box is ignored"
grep -q '^0 pairs closer' said || fault "there are pairs across the box"
pairs box.xyz --cutoff 1 --device host --json || fault "--json fails"
grep -q "\"ignored\":\"$ignored\"" said || fault "the JSON does not say that the box is ignored"
pairs box.xyz --cutoff 1 --device host --quiet || fault "--quiet fails"
test ! -s complained || fault "--quiet is not quiet"
pairs open.xyz --cutoff 1 --device host --json || fault "open.xyz cannot be read"
if grep -q ignored said complained; then fault "a box that is not there is ignored"; fi
pairs --help
grep -q 'Space is open' said || fault "--help does not say that space is open"

# ---- verified ----
pairs random:1000 --cutoff 0.1 --precision single --verify --json || fault "random points are not verified"
grep -q '"verified":true' said || fault "the JSON does not say that the pairs are verified"
if pairs random:1000 --cutoff 0.1 --precision single --json && grep -q verified said; then fault "verified unasked"; fi

# ---- the number alone ----
pairs random:1000 --cutoff 0.1 --device host --count -q || fault "--count -q fails"
printf '1933\n' | cmp -s - said || fault "--count -q says $(cat said)"

# ---- more pairs than the device has room for (some have): their number is told ----
pairs random:60000 --cutoff 1 -q || grep -q ' bytes of device memory for 1638978497 pairs cannot be had' complained ||
    fault "it is not told how many pairs there is no room for"

# ---- a value that follows its letter ----
pairs -c1e-3 -dhost random:1e3 || fault "-c1e-3 is not understood"
grep -q '^random:1e3: 1,000 points' said || fault "random:1e3 is not 1,000 points"
grep -q 'closer than 0.001$' said || fault "-c1e-3 is another cutoff"
if pairs -qx random:10 -c1; then fault "-qx was taken for -q"; fi

exit $failed
