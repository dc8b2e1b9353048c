#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Checks which room links to which:  symbols.sh NM OBJECT...
# An object's room is the folder that it is in; library.c.o is the composition root, and the arrays that the build
# makes belong to the rooms that read them.  A symbol that an object needs must be defined in its own room or in one that
# table.sh lets it see: a declaration by hand, a table of function pointers or a public header gets past the check of includes.
set -eu
# shellcheck source=tests/rooms/table.sh
. "$(dirname "$0")/table.sh"
nm=${1-}
shift
if ! command -v "${nm:-none}" >/dev/null; then
    echo "Skipped: there is no nm."
    exit 77
fi

"$nm" -A -P "$@" | awk -v rooms="$rooms" "$read_rooms"'
    BEGIN {
        embedded["kernels"] = "opencl"
        embedded["profiles"] = "tune"
        embedded["pair_functions"] = "function"
    }
    # FILE: SYMBOL TYPE [VALUE SIZE], where FILE may have blanks
    match($0, /: [^ ]+ [A-Za-z]( [^:]*)?$/) {
        file = substr($0, 1, RSTART - 1)
        split(substr($0, RSTART + 2), entry, " ")
        parts = split(file, path, "/")
        stem = path[parts]
        sub(/\..*/, "", stem)
        room = path[parts - 2] in is_room ? path[parts - 2] : path[parts - 1] # a room may have folders
        if (room == "variants") room = "host"
        if (!(room in is_room)) room = stem in embedded ? embedded[stem] : stem
        name = room "/" stem
        if (!(room in is_room)) { print file ": " room " is not a room"; failed = 1; exit }
        if (entry[2] ~ /^[A-TV-Z]$/) { home[entry[1]] = room; defined++ }
        if (entry[2] == "U") { needs[++needed] = entry[1]; by[needed] = room; from[needed] = name }
    }
    END {
        if (!failed && (!defined || !needed)) { print "nm shows no symbols"; failed = 1 }
        for (k = 1; k <= needed && !failed; k++) {
            there = home[needs[k]]
            if (there == "" || there == by[k] || ((by[k], there) in sees)) continue
            print from[k] ": " by[k] " may not see " there ", which defines " needs[k]
            found = 1
        }
        exit found || failed
    }'
