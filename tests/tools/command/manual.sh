#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# The man page against the program: the options of each command are those of its help, and every environment variable
# that the sources name is told:  manual.sh COMMAND MANUAL SOURCES...
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
manual=$2
shift 2
cd "$work"
: >said
"$command" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p' >commands
[ -s commands ] || fault "the help lists no commands"
{ cat commands; printf 'tune interact\nbench interact\n'; } >told_of
while read -r of; do
    # shellcheck disable=SC2086 # two words of a command
    "$command" $of --help | sed -n 's/^  *\(-[a-z]\), \(--[a-z-]*\).*/\1 \2/p; s/^  *\(--[a-z-]*\).*/\1/p' | tr ' ' '\n' |
        grep -vx -e -h -e --help | sort >offered
    # What stands behind a .TP of the command's heading, without the backslashes of its hyphens, and behind a .TP of COMMON OPTIONS for
    # each option that the heading names as common.
    name=$(echo "$of" | tr '[:lower:]' '[:upper:]')
    [ "$(grep -cx "\.SH $name" "$manual")" = 1 ] || fault "nearfield $of: the man page has not one heading for it"
    awk -v name="$name" '
        NR == FNR { if ($0 ~ /^\.SH/) common = $0 == ".SH COMMON OPTIONS"; gsub(/\\-/, "-")
            if (common && tagged) for (k = split($0, words, /[ ",]+/); k > 0; k--) if (words[k] ~ /^--/) tag[words[k]] = $0
            tagged = $0 == ".TP"; next }
        /^\.SH/ { here = $0 == ".SH " name }
        /^\.(SH|SS|PP|TP)/ { commons = 0 }
        here && /^Common options:/ { commons = 1 }
        { gsub(/\\-/, "-") }
        here && tagged { print }
        here && commons { for (k = split($0, words, /[ ,.]+/); k > 0; k--) if (words[k] in tag) print tag[words[k]] }
        { tagged = $0 == ".TP" }' "$manual" "$manual" | grep -o -e '--[a-z][a-z-]*' -e '-[a-z] ' | tr -d ' ' | sort >told
    diff -u offered told >said || fault "nearfield $of: the man page has other options than the help (-)"
done <told_of
: >said
sed -n '/^\.SH COMMON OPTIONS/,/^\.SH EXIT/p' "$manual" | awk '{ gsub(/\\-/, "-") } tagged { print } { tagged = $0 == ".TP" }' | grep -o -e '--[a-z][a-z-]*' |
    while read -r option; do
        sed 's/\\-/-/g' "$manual" | awk '/^Common options:/ { in_it = 1 } /^\./ { in_it = 0 } in_it' | grep -qw -e "$option" || echo "$option"
    done >said
[ ! -s said ] || fault "options are described as common, and no command has them"
: >said
grep -rhoE '"NEARFIELD_[A-Z_]+"' "$@" | tr -d '"' | sort -u >variables
[ -s variables ] || fault "the sources name no environment variable"
while read -r name; do grep -qxF ".B $name" "$manual" || fault "the man page has no $name"; done <variables
# A macro prints all of its line in its font: prose behind it must begin a new line.  Quoted words are one argument.
: >said
awk '/^\.(B|I|BR|IR|RB|RI) / { line = $0; gsub(/"[^"]*"/, "Q", line)
    if (split(line, words, " ") > 7 || line ~ / [.,;:)]+ +[A-Za-z]/) print FILENAME ":" FNR ": " $0 }' "$manual" >said
[ ! -s said ] || fault "a line of the man page has prose behind a macro and its words"
exit $failed
