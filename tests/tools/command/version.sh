#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield --version tells what was built in, and what was not with the packages that tools/setup.sh installs for it:
#   version.sh COMMAND SETUP VERSION NAME=0|1...
# NAME is that of a row of SETUP's table, and 1 that it was built in.
set -eu
command=$1 setup=$2 version=$3
shift 3
failed=0
fault() { echo "$*"; printf '%s\n' "$said"; failed=1; }

said=$("$command" --version)
[ "$(printf '%s\n' "$said" | head -n 1)" = "nearfield $version" ] || fault "the first line is not the version alone"
[ "$(printf '%s\n' "$said" | wc -l)" -eq $(($# + 1)) ] || fault "not every part has a line"
[ "$("$command" pairs --version)" = "$said" ] || fault "behind a command the answer is another one"
for part in "$@"; do
    name=${part%=*}
    line=$(printf '%s\n' "$said" | grep -iE "^  (with   |without)  $name " || true)
    [ -n "$line" ] || { fault "nothing is said of $name"; continue; }
    case $part in
        *=1) case $line in *"  with "*) continue ;; esac; fault "$name is built in, and nobody is told" ;;
        *) case $line in *"  without "*) ;; *) fault "$name is not built in, and nobody is told" ;; esac ;;
    esac
    # The packages of the table, by manager; "-" where it has none.
    row=$(grep -E "^$name +\|" "$setup")
    k=3
    for manager in apt dnf pacman brew; do
        packages=$(printf '%s\n' "$row" | cut -d '|' -f $k | sed 's/^ *//; s/ *$//')
        k=$((k + 1))
        case $line in
            *"$manager: $packages"[\;\)]*) ;;
            *) if [ "$packages" != - ] || [ "${line#*"$manager":}" != "$line" ]; then
                   fault "the packages of $name for $manager are not those of tools/setup.sh: $packages"
               fi ;;
        esac
    done
done
exit $failed
