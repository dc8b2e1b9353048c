#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# tools/lanes/device with a ctest and a random comparison that say what they are told: each test's line is printed at once, and where the lane
# is stopped, the log and the table have what was done until then.  lane_device.sh PROJECT
set -eu
project=$1
work=$(mktemp -d)
lane=""
# shellcheck disable=SC2317 # the trap calls it
end() {
    [ -z "$lane" ] || kill "$lane" 2>/dev/null || :
    rm -rf "$work"
}
trap end EXIT
failed=0
fault() {
    echo "$*"
    cat "$work/said"
    failed=1
}
root=$work/project tree=$work/tree
mkdir -p "$root/tools/lanes" "$tree/tests/random" "$work/bin"
cp "$project/tools/setup.sh" "$root/tools/"
cp "$project/tools/lanes/device" "$root/tools/lanes/"
fake() { # FILE, and its body from the input
    { echo '#!/bin/sh'; cat; } >"$1"
    chmod +x "$1"
}
fake "$work/bin/ctest" <<'C'
echo '1: skipped: the device has no wings'
echo '1/3 Test  #1: flies ....***Skipped   0.10 sec'
echo '2: ./walk.c:3:F:walk: it fell'
echo '2: more'
echo '2/3 Test  #2: walks ....***Failed    2.00 sec'
[ -n "$WAITS" ] || { echo '3/3 Test  #3: swims ....   Passed    3.00 sec'; exit; }
echo '3: it swims'
exec sleep 60
C
fake "$tree/tests/random/nearfield_random" <<'C'
echo "paths: ${NEARFIELD_PATHS-}"
[ -n "$WAITS" ] || { echo "right: $*"; exit; }
exec sleep 60
C
export PATH="$work/bin:$PATH" NEARFIELD_RANDOM_SECONDS=2
comes() { # WORDS FILES...: one of the files has them within some seconds
    words=$1 tries=0
    shift
    until grep -qs "$words" "$@" || [ $tries = 300 ]; do tries=$((tries + 1)) && sleep 0.1; done
    [ $tries != 300 ] || fault "no \"$words\" in $* while it runs"
}
start() { # WAITS OPTIONS...
    waits=$1
    shift
    rm -rf "$root/build"
    : >"$work/said" # the run before it must not answer for it
    WAITS=$waits "$root/tools/lanes/device" --device none --built "$tree" "$@" >"$work/said" 2>&1 &
    lane=$!
}
ends() { # CODE
    code=0
    wait "$lane" || code=$?
    lane=""
    [ $code = "$1" ] || fault "exit code $code in place of $1"
    [ "$(find "$root/build/device" -type f | grep -c '\.log$')" = 1 ] || fault "there is not one log"
    [ -z "$(find "$root/build/device" ! -type d ! -name '*.log')" ] || fault "it leaves more than the log"
}
# has WORDS: a line of the table, in what is printed and in the log
has() {
    for file in "$work/said" "$root"/build/device/*.log; do grep -q "^$1" "$file" || fault "no \"$1\" in $file"; done
}

start "" # to its end
ends 1
has 'flies  *skipped  *0.1 s  the device has no wings$'
has 'walks  *FAILED  *2.0 s  ./walk.c:3:F:walk: it fell$'
has 'swims  *passed  *3.0 s  $'
has 'random, proved fast paths  *passed .* right: '
has 'random, no fast paths  *passed .* right: '
has '3 passed, 1 failed, 1 skipped; '

start waiting --no-random # stopped among the tests
comes '^2/3 Test  #2: walks ' "$work/said"
for name in "$root"/build/device/*.log; do
    comes '^walks  *FAILED ' "${name%.log}.table"
    comes '^3: it swims$' "$name"
done
kill "$lane"
ends 1
has 'flies  *skipped '
has '0 passed, 1 failed, 1 skipped, and then the run was stopped; '

start waiting --random-only # stopped in the random comparison
comes '^paths: $' "$work/said"
kill "$lane"
ends 1
has 'random, proved fast paths  *stopped '
exit $failed
