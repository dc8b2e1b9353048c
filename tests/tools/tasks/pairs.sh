#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield pairs as users run it: what it says, what it writes, and how it ends:  pairs.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
pairs() { "$command" pairs "$@" >"$work/said" 2>"$work/complained"; }
# shellcheck disable=SC2317 # ends() calls it
without_loader() { NEARFIELD_OPENCL=/nonexistent "$command" "$@" >"$work/said" 2>"$work/complained"; }
# shellcheck disable=SC2317 # ends() calls it
without_driver() { OCL_ICD_VENDORS=/nonexistent "$command" "$@" >"$work/said" 2>"$work/complained"; }
# shellcheck disable=SC2317 # ends() calls it
on_host() { "$command" "$@" --device host >"$work/said" 2>"$work/complained"; }
# shellcheck disable=SC2317
plain_c() { NEARFIELD_TUNING=host.PLAIN=1 on_host "$@"; }
unset NEARFIELD_DEVICE

# ---- a periodic box, and open space ----
cd "$work"
printf '2\nLattice="4 0 0 0 4 0 0 0 4" pbc="T T T"\nO 0.1 0 0\nO 3.9 0 0\n' >box.xyz
printf '2\nno box\nO 0.1 0 0\nO 3.9 0 0\n' >open.xyz
ends 0 '^0 pairs closer' pairs box.xyz --cutoff 1 --device host --open
[ ! -s complained ] || fault "what --open ignores is complained about"
[ "$(grep -c '^the box of box.xyz is ignored (--open)$' said)" = 1 ] || fault "the report does not say that the box is ignored"
ends 0 '"ignored":"the box of box.xyz is ignored (--open)"' pairs box.xyz --cutoff 1 --device host --open --json
ends 0 '^0 pairs closer' pairs open.xyz --cutoff 1 --device host
if grep -q -e ignored -e '^box' said complained; then fault "a box that is not there is told"; fi
ends 0 'without a box space is open' pairs --help
ends 2 'open ignores every box: it cannot be combined' pairs box.xyz --cutoff 1 --open --periodic xy
ends 2 'box takes lengths (4,4,4), lengths and angles' pairs box.xyz --cutoff 1 --box 4,4,4,4,4
ends 2 'the value of --output is empty: give FILE' pairs box.xyz --cutoff 1 -o ''
ends 2 'the value of --device is empty' pairs box.xyz --cutoff 1 --device=
ends 2 'periodic takes letters of x, y and z' pairs box.xyz --cutoff 1 --periodic xw
ends 2 'box has 2 numbers; 3, 6 or 9 are needed' pairs box.xyz --cutoff 1 --box 4,4
ends 2 'periodic names z, and the points have 2 dimensions' pairs random:10:1:2 --cutoff 1 --periodic z --device host
ends 2 'periodic names x, and open.xyz has no cell vector along x: give --box$' pairs open.xyz --cutoff 1 --periodic xyz
ends 0 '^0 pairs closer' pairs box.xyz --cutoff 1 --device host --periodic none

# ---- verified: every byte, and the number ----
ends 0 '"verified":true' pairs random:1000 --cutoff 0.1 --precision single --verify --json
ends 0 '"pairs":1933' pairs random:1000 --cutoff 0.1 --precision single --json
if grep -q verified said; then fault "verified unasked"; fi
if grep -q potential said; then fault "a search names potential pairs"; fi
ends 0 '"potential":[1-9]' pairs random:1000 --cutoff 0.1 --precision single --method potential --cells-per-cutoff 2 --verify --json
ends 2 'cells-per-cutoff is for --method potential' pairs random:1000 --cutoff 0.1 --cells-per-cutoff 2
ends 1 'nf_paper_pairs works in open space only' pairs box.xyz --cutoff 1 --method potential
if [ -n "$layer" ]; then
    export OPENCL_LAYERS="$layer"
    SPOIL_READ=1 ends 1 'verification failed: the pairs of .* differ' pairs random:1000 --cutoff 0.1 --verify -o spoilt.npy
    SPOIL_READ=1 ends 1 'names point [0-9-]* of 1000: its results cannot be trusted' pairs random:1000 --cutoff 0.1 -o spoilt.npy
    [ ! -e spoilt.npy ] || fault "what failed verification was written"
    # Where standard error is closed, a driver's words must not land in a file.
    CHATTER=1 "$command" pairs random:1000 --cutoff 0.1 -q -o quiet.csv 2>&- || fault "it fails with standard error closed"
    CHATTER=1 "$command" pairs random:1000 --cutoff 0.1 -q -o quieter.csv <&- >&- 2>&- || fault "it fails with all closed"
    unset OPENCL_LAYERS
    pairs random:1000 --cutoff 0.1 -q -o heard.csv || fault "no heard.csv"
    cmp heard.csv quiet.csv || fault "standard error went into the output"
    cmp heard.csv quieter.csv || fault "standard error went into the output, with all closed"
fi

# ---- the number alone ----
pairs random:1000 --cutoff 0.1 --device host --count -q || fault "--count -q fails"
printf '1933\n' | cmp -s - said || fault "--count -q says $(cat said)"
for more in --sorted --verify '--output x.csv'; do
    # shellcheck disable=SC2086 # an option and its value
    ends 2 'count stores no pairs' pairs random:1000 --cutoff 0.1 --count $more
done

# ---- more pairs than are on their way at once (2^21): the same bytes as the host's ----
ends 0 '^2,203,950 pairs closer' pairs random:2100 --cutoff 2 --verify -o many.npy
ends 0 'min 2099, max 2099$' pairs random:2100 --cutoff 2 --device host -o host.npy
cmp many.npy host.npy || fault "many pairs are not those of the host"

# ---- more pairs than the device has room for (some have): their number is told ----
POCL_MEMORY_LIMIT=1 pairs random:12000 --cutoff 1 -q || grep -q ' bytes of device memory for 65635742 pairs: ' complained ||
    fault "it is not told how many pairs there is no room for"

# ---- a log of the driver's compiler is a part of the sentence (other drivers than PoCL build) ----
POCL_EXTRA_BUILD_FLAGS=-cl-nonsense NEARFIELD_CACHE=off pairs random:100 --cutoff 0.1 -q || grep -q ' did not build with .*: see the log: [^?]*-cl-nonsense' complained ||
    fault "the driver's log is not told"

# ---- neighbours per point: 0, 1, 1, 2 ----
printf '0\n1\n2\n9\n' >line.csv
ends 0 '^neighbours per point: mean 1.00, min 0, max 2$' pairs line.csv --cutoff 1.5 --device host
grep -qx 'stages, ms (host time)' said || fault "plain C is timed on a device"

# ---- a table: which columns were used, and what may have been meant otherwise ----
printf ',x,y\n0,1,5\n1,1,5.5\n2,9,9\n' >pandas.csv
ends 0 '^pandas.csv: 3 points in 2 dimensions, double precision; columns x (2), y (3) of 3$' pairs pandas.csv -c 1 --device host
grep -q '^1 pair closer' said || fault "the index of pandas.csv is a coordinate"
ends 0 '"note":"column y (3) of 3"' pairs pandas.csv -c 1 --device host --columns y --json
ends 2 'columns is for tables' pairs box.xyz -c 1 --device host --columns 1,2
printf '0,1,2\n0,1,3\n' >numbers.csv
ends 0 '^numbers.csv: 1 point in 3 dim' pairs numbers.csv -c 2 --device host --columns '"0",name:1,name:2'
printf 'x,vy,z\n0,0,0\n' >gap.csv
ends 3 'gap.csv:1: the heading names columns x (1), z (3) of 3, but no column y; choose' pairs gap.csv -c 2 --device host
printf 'x,y (nm),Z [nm]\n0,0,0\n0,0,9\n' >units.csv
ends 0 '^0 pairs closer' pairs units.csv -c 2 --device host
grep -q 'columns x (1), y (nm) (2), Z \[nm\] (3) of 3$' said || fault "units.csv is read by other columns"

# ---- a word too many ----
ends 2 'unexpected argument "extra"' without_driver --version extra
ends 2 'unexpected argument "extra"' without_driver --help pairs extra
ends 2 'unexpected argument "extra"' without_driver help pairs extra
ends 2 'unexpected argument "extra"' without_driver help help extra
ends 2 'unexpected argument "scan"' without_driver help tune scan
ends 2 'unexpected argument "extra"' without_driver help bench interact extra
for of in tune bench; do
    ends 0 "^usage: nearfield $of interact " without_driver $of interact --help
    cp said page
    ends 0 '' without_driver help $of interact
    cmp -s page said || fault "nearfield help $of interact is not the page of --help"
done
ends 2 'list takes no CASE such as "scan"' without_driver bench --list scan
ends 0 '^nearfield [0-9]' without_driver pairs --version
ends 0 '^usage: nearfield pairs' without_driver help pairs

# ---- a value that follows its letter ----
ends 0 '^random:1e3: 1,000 points' pairs -c1e-3 -dhost random:1e3
grep -q 'closer than 0.001$' said || fault "-c1e-3 is another cutoff"

# ---- each mistake has its exit code and its sentence ----
ends 2 'there is no option "-qx" (nearfield' pairs -qx random:10 -c1
ends 2 'cutoff takes a positive number, not "inf"' pairs none.xyz -c inf --device host
ends 2 'cutoff takes a positive number, not "0"' pairs random:10 -c 0 --device host
ends 2 'cutoff takes a positive number, not "1x"' pairs random:10 -c 1x --device host
ends 3 'none.xyz: cannot be opened: No such file' pairs none.xyz -c 1 --device host
printf '0,0\n1e300,0\n' >far.csv
ends 3 'far.csv: point 1 has the coordinate 1e+300, which is beyond single precision' \
    pairs far.csv -c 1 --device host --precision single
ends 3 '^nearfield: \. is a folder, not a file' pairs . -c 1 --device host
ends 4 'no OpenCL device has "nowhere" in its name or platform; available: 0 ' pairs random:10 -c 1 --device nowhere
for of in "devices" "devices --json" "pairs random:10 -c 1 --device 0" "check" "tune --show" "bench scan"; do
    # shellcheck disable=SC2086 # the words of a command
    ends 4 'no OpenCL platform is installed' without_driver $of
    # shellcheck disable=SC2086 # the words of a command
    ends 4 'NEARFIELD_OPENCL names a library that cannot be opened: /nonexistent' without_loader $of
done
ends 0 '^3 neighbours' without_loader lists random:3 -c 2 --half --device host

# ---- without a device a task takes the host, and says so ----
ends 0 '^device: .*, [a-z0-9]* threads\{0,1\} (host)$' without_driver pairs random:1000 -c 0.1 --sorted -o taken.csv
ends 0 '' pairs random:1000 -c 0.1 --sorted --device host -o host.csv
cmp -s taken.csv host.csv || fault "the host that is taken finds other pairs"
ends 4 'NEARFIELD_OPENCL names a library that cannot be opened: /nonexistent' without_loader pairs random:10 -c 1
# ---- kernels of the host are verified, and plain C is not ----
if "$command" --version | grep -q '^  with     clang'; then
    for points in random:100 random:5000; do
        ends 0 '^verified: every byte' without_driver pairs $points -c 0.2 --verify
        ends 0 '^verified: every byte' on_host lists $points -c 0.2 --verify
    done
fi
ends 2 '^nearfield: --verify compares with plain C, in which this host computes itself: name an OpenCL device (nearfield devices)$' \
    plain_c pairs random:10 -c 1 --verify
for of in tune "bench scan"; do
    # shellcheck disable=SC2086 # the words of a command
    ends 4 'this needs an OpenCL device, and not the host (nearfield devices)$' on_host $of
done

# ---- the output is never the input, a file is whole or not there ----
printf '0,0\n1,0\n' >same.csv
cp same.csv kept.csv
ln same.csv link.csv
for name in same.csv link.csv ./same.csv; do
    ends 2 "$name is both the input and the output" pairs same.csv -c 2 --device host -o "$name"
done
ends 2 'same.csv is both the input and the output' pairs - -f csv -c 2 --device host -o same.csv <link.csv
cmp same.csv kept.csv || fault "the input was overwritten"
mkdir limited
if (ulimit -f 1) 2>/dev/null; then
    (ulimit -f 1 && "$command" pairs random:3000 -c 1 --device host -q -o limited/a.npy) >said 2>complained && ended=0 || ended=$?
    [ "$ended" = 1 ] || fault "exit code $ended beyond the limit of a file's size"
    grep -q 'limited/a.npy: cannot be written: File too large' complained || fault "the limit is not told"
    [ -z "$(ls -A limited)" ] || fault "beyond the limit something is left: $(ls -A limited)"
fi
if [ -e /dev/full ]; then
    "$command" pairs random:10 -c 1 --device host >/dev/full 2>complained && ended=0 || ended=$?
    [ "$ended" = 1 ] || fault "exit code $ended with a full standard output"
    grep -qx 'nearfield: standard output cannot be written' complained || fault "a full standard output is not told"
    "$command" pairs random:10 -c 1 --device host -o - >/dev/full 2>complained && ended=0 || ended=$?
    [ "$ended" = 1 ] || fault "exit code $ended with pairs to a full standard output"
    grep -q 'standard output: cannot be written: No space left' complained || fault "a full standard output is not told of pairs"
fi

# ---- standard output in place of a file ----
ends 0 '^1,2$' pairs line.csv -c 1.5 --device host -o -
printf 'i,j\n0,1\n1,2\n' | cmp -s - said || fault "-o - is $(cat said)"
ends 0 NUMPY pairs line.csv -c 1.5 --device host -o - --output-format npy
ends 0 '' pairs line.csv -c 1.5 --device host -q -o named --output-format csv
printf 'i,j\n0,1\n1,2\n' | cmp -s - named || fault "--output-format csv is $(cat named)"
ends 0 '' pairs line.csv -c 1.5 --device host -q -o named.npz
ends 0 PK pairs line.csv -c 1.5 --device host -o - --output-format npz
cmp -s said named.npz || fault "a result on standard output has other bytes than named.npz"
ends 2 'would both write to standard output' pairs line.csv -c 1.5 --device host -o - --json
ends 2 'output-format is the format of --output' pairs line.csv -c 1.5 --device host --output-format npy

# ---- stages, several searches ----
ends 0 '^  write  *[0-9.]' pairs random:1000 --cutoff 0.1 -o written.npy
ends 0 '"write":[0-9.]*[1-9]' pairs random:1000 --cutoff 0.1 -o written.npy --json
ends 0 'of the median search of 2 after the first, [0-9.]* ms$' pairs random:1000 --cutoff 0.1 --repeat 3 --verify
grep -q 'ms, whole run with its 3 searches [0-9.]* ms$' said || fault "the time of the whole run is not told"
grep -q '^1,933 pairs closer' said || fault "several searches find other pairs"
ends 0 '"first":[0-9.]*,"again":' pairs random:1000 --cutoff 0.1 --repeat 2 --json --device host
grep -q '"pairs":1933' said || fault "several searches on the host find other pairs"
ends 2 'repeat takes a whole number from 1 to' pairs random:10 -c 1 --repeat 0
ends 2 'repeat takes a whole number from 1 to' pairs random:10 -c 1 --repeat 2x

# ---- kernels are built once, and later come from the disk ----
NEARFIELD_CACHE="$work/kernels" POCL_CACHE_DIR="$work/pocl" ends 0 '^  build  *[0-9.]' pairs random:1000 --cutoff 0.1
if grep 'warnings\{0,1\} generated' complained >&2; then fault "the driver's compiler speaks to users of its warnings"; fi
if grep -q '^  load ' said; then fault "kernels come from an empty folder"; fi
NEARFIELD_CACHE="$work/kernels" ends 0 '^  load  *[0-9.]' pairs random:1000 --cutoff 0.1
if grep -q '^  build ' said; then fault "kernels were built that are in the folder"; fi
# The time of the whole run holds every search, and what the first of them built.
NEARFIELD_CACHE="$work/others" ends 0 '"build":[0-9.]*[1-9]' pairs random:1000 --cutoff 0.1 --repeat 3 --json
tr '{,' '[\n*]' <said | awk -F '[":]+' '$2 ~ /^(read|first|again|download)$/ { parts += $3 } $2 == "build" { build = $3 }
    $2 == "total" { total = $3 + 0 } END { exit !(build > 0 && total >= parts && parts > build) }' ||
    fault "the whole run took less than its searches"
NEARFIELD_CACHE="$work/kernels" ends 0 '"build":0.000,"load":[0-9.]*[1-9]' pairs random:1000 --cutoff 0.1 --json

# ---- help, and what was meant ----
# shellcheck disable=SC2317 # ends() calls it
run() { "$command" "$@" >"$work/said" 2>"$work/complained"; }
ends 0 '^usage: nearfield pairs SOURCE' run help pairs
grep -q '^  xyz  *\.xyz \.extxyz  *XYZ' said || fault "the help does not list the extensions of XYZ"
ends 0 '^usage: nearfield devices' run help devices
ends 0 '^usage: nearfield COMMAND' run help
ends 0 '^usage: nearfield COMMAND' run help help
ends 0 '^usage: nearfield COMMAND' run --help help
ends 2 'there is no command "pars"; did you mean pairs?' run pars
ends 2 'there is no command "becnh"; did you mean bench?' run help becnh
ends 2 'there is no option "--cuttof=3"; did you mean --cutoff?' run pairs --cuttof=3
ends 2 'there is no case "scann"; did you mean scan?' run bench scann
ends 2 'there is no command "x" (nearfield --help)' run x

# ---- a name that is no UTF-8 ----
odd=$(printf 'odd\377.xyz')
if cp box.xyz "$odd" 2>/dev/null; then
    ends 0 '"ignored":"the box of odd\\ufffd.xyz is ignored' pairs "$odd" -c 1 --device host --json --open
fi

# ---- the device that the environment names, and one that is named beside it ----
NEARFIELD_DEVICE=host ends 0 '^device: .* (host)$' pairs line.csv -c 1.5
NEARFIELD_DEVICE=host ends 0 '^device: .* (host)$' pairs line.csv -c 1.5 --device host
NEARFIELD_DEVICE=nowhere ends 0 '^device: .* (host)$' pairs line.csv -c 1.5 --device host

exit $failed
