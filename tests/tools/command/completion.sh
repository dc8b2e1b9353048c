#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# The words that bash and zsh offer, where the shell is there:  completion.sh COMMAND FOLDER
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
folder=$2
: >"$work/said"
# offers WORDS...  must print each of them, and only names that begin as the last one typed does
offers() {
    shell=$1 expected=$2
    shift 2
    "complete_in_$shell" "$@" >"$work/said" 2>&1 || fault "$shell: completion fails: $*"
    for name in $expected; do grep -qx -e "$name" "$work/said" || fault "$shell does not offer $name: $*"; done
}
complete_in_bash() {
    # shellcheck disable=SC2016,SC2317 # bash expands it; offers() calls it
    bash --norc -c '. "$1/nearfield.bash"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _nearfield
                    [ ${#COMPREPLY[@]} = 0 ] || printf "%s\n" "${COMPREPLY[@]}"' bash "$folder" "$command" "$@"
}
complete_in_zsh() {
    # What the shell's own functions would be asked to show is printed.
    # shellcheck disable=SC2016,SC2317 # zsh expands it; offers() calls it
    zsh -f -c 'compadd() { shift; print -l -- "${(@M)@:#${words[CURRENT]}*}"; }; _files() { print files; }
               folder=$1; shift; words=("$@"); CURRENT=$#; _it() { . $folder/_nearfield; }; _it' zsh "$folder" "$command" "$@"
}
for shell in bash zsh; do
    command -v "$shell" >/dev/null || continue
    offers "$shell" "pairs lists knn fof rdf interact devices check tune bench help" ""
    offers "$shell" "pairs" "pa"
    [ "$(wc -l <"$work/said")" = 1 ] || fault "$shell offers more than pairs for pa"
    offers "$shell" "check" help c
    offers "$shell" "gaussian gravity" help interact g
    [ "$(wc -l <"$work/said")" = 2 ] || fault "$shell offers more than functions for g"
    for of in tune bench; do
        offers "$shell" "interact" help $of ""
        [ "$(wc -l <"$work/said")" = 1 ] || fault "$shell offers more than interact for help $of"
    done
    offers "$shell" "--cutoff --columns --count --cells-per-cutoff" pairs random:10 --c
    offers "$shell" "--half --help" lists --h
    offers "$shell" "--k --kth-distances" knn random:10 --k
    offers "$shell" "--min-points --min-members --masses" fof random:10 --m
    offers "$shell" "--function --field --fast" interact random:10 --f
    offers "$shell" "--range" interact random:10 --ra
    offers "$shell" "--help" bench --h
    offers "$shell" "scan sort all interact" bench ""
    offers "$shell" "interact" tune ""
    offers "$shell" "--grids" bench interact --g
    offers "$shell" "--density --device" tune interact --de
    offers "$shell" "--json" devices --j
    [ "$(wc -l <"$work/said")" = 1 ] || fault "$shell offers more than --json for --j"
done
if command -v zsh >/dev/null; then offers zsh "files" pairs ""; fi
exit $failed
