#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Checks which names the libraries show to a program that is linked with them:  names.sh NM STATIC [SHARED HEADERS]
# All begin with nf_, so that none is a name of the program's own; the shared library shows those alone that the headers declare.
# Names that begin with two underscores belong to the compiler: sanitizers define some.
set -eu
nm=${1-} static=$2 shared=${3-} headers=${4-}
if ! command -v "${nm:-none}" >/dev/null; then
    echo "skipped: there is no nm"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
shown() { # FILE ARGUMENT...: names that it defines for others; macOS puts an underscore before each
    file=$1
    shift
    "$nm" -P -g "$@" "$file" 2>/dev/null | awk 'NF > 1 && $2 ~ /^[A-TV-Z]$/ { sub(/^_nf_/, "nf_", $1); print $1 }' | sort -u
}
begin_right() { # WHICH LIST
    [ -s "$2" ] || { echo "nm shows no names of $1"; failed=1; }
    others=$(grep -v -e '^nf_' -e '^__' "$2" | tr '\n' ' ' || true)
    [ -z "$others" ] || { echo "$1 shows other names: $others"; failed=1; }
}

shown "$static" >"$work/static"
begin_right "the static library" "$work/static"
if [ -n "$shared" ]; then
    case $(uname) in Darwin) dynamic=-U ;; *) dynamic=-D ;; esac
    shown "$shared" $dynamic >"$work/shared"
    begin_right "the shared library" "$work/shared"
    cat "$headers"/*.h "$headers"/*/*.h | grep -v '^#' | tr '\n' ' ' | grep -oE 'NF_API [^();]*\(' | sed -E 's/.*[ *](nf_[a-z0-9_]+)\($/\1/' | sort -u >"$work/declared"
    grep -v '^__' "$work/shared" | diff "$work/declared" - >"$work/said" || { echo "declared (<) and shown (>) differ:"; cat "$work/said"; failed=1; }
fi
exit $failed
