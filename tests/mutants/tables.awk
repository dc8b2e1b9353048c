# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Reads the tables of mutants:  awk -f tables.awk -v mode=check|list|apply ... TABLE...
#   check   prints errors in the rows, and exits with 1 if there are any (names=FILE: the registered tests)
#   list    prints "id file test table", one line for each row
#   apply   prints the file of the row id=ID with its replacement
# A row is
#   id: pairs_memory_odd_passes
#   file: src/search/questions/pairs.c
#   test: search_memory
#   < the text, which must occur exactly once in the file; each line begins with "< "
#   > the replacement; without such a line the text is removed
# and an empty line ends it.  Between two rows "# " begins a comment.  The files are read from the current folder.

function fault(words) {
    print table ":" line_number ": " words
    faults++
}

# The text of a file; "" if it cannot be read.
function whole(path,    line, text, first, some) {
    if (path in read) return read[path]
    first = 1
    text = ""
    while ((some = (getline line < path)) > 0) {
        text = text (first ? "" : "\n") line
        first = 0
    }
    if (some == 0) close(path)
    return read[path] = text
}

function occurrences(text, part,    count, at) {
    while ((at = index(text, part)) > 0) {
        count++
        text = substr(text, at + length(part))
    }
    return count + 0
}

function check_row(    count) {
    if (id !~ /^[a-z0-9_]+$/) fault("the id \"" id "\" is not of a-z, 0-9 and _")
    if (id in ids) fault("the id " id " is also that of a row of " ids[id])
    ids[id] = table
    if (old == new) fault(id " replaces the text by itself")
    if (test == "") fault(id " names no test")
    else if (names != "" && !(test in registered)) fault(id ": there is no test " test)
    if (path == "" || whole(path) == "") {
        fault(id ": cannot read the file \"" path "\"")
        return
    }
    if (old == "") {
        fault(id " has no text to replace")
        return
    }
    count = occurrences(whole(path), old)
    if (count != 1) fault(id ": the text stands " count " times in " path ", not once: mend the row or take it out")
}

function apply_row(    text, at) {
    text = whole(path)
    if (occurrences(text, old) != 1) exit 1
    at = index(text, old)
    print substr(text, 1, at - 1) new substr(text, at + length(old))
    applied = 1
}

function end_row() {
    if (!open_row) return
    rows++
    if (mode == "list") print id, path, test, table
    else if (mode == "check") check_row()
    else if (id == wanted) apply_row()
    open_row = olds = news = 0
    id = path = test = old = new = ""
}

BEGIN { if (names != "") while ((getline line < names) > 0) registered[line] = 1 }
FNR == 1 { end_row() }
{ sub(/\r$/, "") }
/^$/ { end_row(); next }
!open_row && /^#/ { next }
!open_row { open_row = 1; table = FILENAME; line_number = FNR }
/^id: / { id = substr($0, 5); next }
/^file: / { path = substr($0, 7); next }
/^test: / { test = substr($0, 7); next }
/^< ?/ { old = old (olds++ ? "\n" : "") substr($0, 3); next }
/^> ?/ { new = new (news++ ? "\n" : "") substr($0, 3); next }
{ if (mode == "check") fault("this line is not of a row: " $0) }
END {
    end_row()
    if (mode == "apply") exit !applied
    if (mode == "check" && rows == 0) { print "the tables have no rows"; exit 1 }
    exit faults > 0
}
