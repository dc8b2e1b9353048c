#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Shows that check.sh finds errors: each table below breaks one rule.
set -eu
export LC_ALL=C # [a-z] leaves out CMakeLists.txt
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
mkdir -p "$work/tests/mutants" "$work/build"
cp "$here/tables.awk" "$work/tests/mutants/"
printf 'one\n  two & \\n\n\none\nthree\n' >"$work/file.c"
# Replaces ctest: it registers the test "numbers".
printf '#!/bin/sh\necho "  Test #7: numbers"\n' >"$work/ctest"
chmod +x "$work/ctest"

table() { printf '%s\n' "$@" >"$work/tests/mutants/room.txt"; }
check() { sh "$here/check.sh" "$work" "$work/ctest" "$work/build"; }
must_pass() { check || { echo "a sound table was refused"; failed=1; }; }
must_fail() { # WORDS
    if check >"$work/said"; then
        echo "not found: $1"
        failed=1
    elif ! grep -q "$1" "$work/said"; then
        echo "something else than \"$1\" was found:"
        cat "$work/said"
        failed=1
    fi
}

table "# words" "" "id: two" "file: file.c" "test: numbers" "<   two & \\n" "< " "< one" "> a & \\t" "> " "" \
    "id: three" "file: file.c" "test: numbers" "< three"
must_pass
apply() { (cd "$work" && awk -f tests/mutants/tables.awk -v mode=apply -v wanted="$1" tests/mutants/[a-z]*.txt); }
[ "$(apply two)" = "$(printf 'one\na & \\t\n\nthree\n')" ] || { echo "two is not applied as written"; apply two; failed=1; }
[ "$(apply three)" = "$(printf 'one\n  two & \\n\n\none\n')" ] || { echo "three is not applied as written"; apply three; failed=1; }
if apply four; then echo "an unknown row was applied"; failed=1; fi

table "id: a" "file: file.c" "test: numbers" "< one" "> 1"
must_fail "the text stands 2 times"
table "id: a" "file: file.c" "test: numbers" "< four" "> 1"
must_fail "the text stands 0 times"
table "id: a" "file: other.c" "test: numbers" "< one" "> 1"
must_fail 'cannot read the file "other.c"'
table "id: a" "file: file.c" "test: number" "< three" "> 1"
must_fail "there is no test number"
table "id: a" "file: file.c" "test: numbers" "< three" "> three"
must_fail "replaces the text by itself"
table "id: a" "file: file.c" "test: numbers" "> 1"
must_fail "has no text to replace"
table "id: a" "file: file.c" "test: numbers" "< three" "> 3" "" "id: a" "file: file.c" "test: numbers" "< two" "> 2"
must_fail "the id a is also that of"
table "id: a" "file: file.c" "test: numbers" "three" "> 3"
must_fail "this line is not of a row: three"
table "# nothing"
must_fail "the tables have no rows"
exit $failed
