# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Doxygen reads the public headers through this: plain C comments become those that it knows.
#   the comment that opens a file      belongs to the file
#   /* a comment on its own lines      belongs to what follows; "/* ----" is a heading for readers of the header alone
#   code; /* a comment behind code     belongs to that line
#   " * points  the points"            a parameter, in a column of names
#   " * Order   by index"              a paragraph with a heading; further lines of an entry stand further in
FNR <= 2 { print; next } # the copyright and the licence
FNR == 3 && /^\/\*/ { sub(/^\/\*+/, "/** @thisfile"); inside = !/\*\// ; print; next }
/^ *\/\* ---/ { print; next }
/^ *\/\*[^*]/ || /^ *\/\*$/ { sub(/\/\*/, "/**") }
/[;,{)"a-zA-Z0-9] +\/\* / && !/^#[^d]/ { sub(/\/\* /, "/**< ") }
/\/\*\*/ { inside = 1 }
inside && /^ \* +[a-z_]+  +/ { match($0, /[a-z_]+  +/); sub(/[a-z_]+  +/, "@param &") }
inside && /^(\/\*\*| \*)  ?[A-Z][a-z]+  +[^ ]/ {
    match($0, /[A-Z][a-z]+  +/)
    heading = substr($0, RSTART, RLENGTH)
    before = substr($0, 1, RSTART - 1)
    after = substr($0, RSTART + RLENGTH)
    sub(/ +$/, "", heading)
    $0 = before "@head{" heading "} " after
}
/\*\// { inside = 0 }
{ print }
