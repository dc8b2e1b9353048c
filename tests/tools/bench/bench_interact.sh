#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield bench interact: its reports, what it leaves out, its peers, and sums that are wrong:  bench_interact.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
cd "$work"
bench() { "$command" bench interact "$@" >said 2>complained; }

# ---- options ----
ends 2 'takes at most .* ascending' bench --grids 4,2
ends 2 'takes at most .* ascending' bench --grids 1
ends 2 'takes at most .* ascending' bench --per-cell 1,
ends 2 'strategy takes one of .*, not "walks"' bench --strategy walks
ends 2 'there is no pair function "lennard"' bench --function lennard
ends 2 'takes one of single, double, not "half"' bench --precision half
ends 2 'unexpected argument "pairs"; see nearfield bench interact --help' bench pairs
ends 0 '^strategies: .*walk' bench --help

# ---- a table and JSON of the same run ----
ends 0 '' bench --grids 2,4 --per-cell 1,10 --function low-flop --function lennard-jones --strategy walk --repeat 3 --json report.json
grep -q '^lennard-jones, 4^3 x 10: 640 points, [0-9.]* interactions a point' said || fault "the table has no such case"
compared=0 # 1: strategies of several work-items, over which the others are faster
if has_gpu_shape "strategies of several work-items"; then compared=1; fi
[ $compared = 0 ] || grep -q '^  walk  *[0-9.]*  *[0-9.]*  *-  *[0-9.]*x$' said || fault "the table has no times of walk, or they are not verified"
[ "$(grep -c '^  [24]^3 x 1' said)" = 8 ] || fault "table 1 has not every case of both functions"
rows=$(grep -c '"strategy":"walk".*"fresh_ms":[0-9].*"fresh_samples":3,"alone_ms":[0-9].*"verified":true' report.json) || :
[ "$rows" = 8 ] || fault "the report has $rows verified rows of walk, not 8"
grep -q '"function":"lennard-jones","cells":4,"per_cell":10,"n":640,"cutoff":[0-9.]*,"interactions":[0-9.]*,' report.json || fault "the report does not tell the case"
grep -q '"baseline":"\(par-part-noloop\|walk\)"' report.json || fault "the report has no baseline"

grep -q '"complete":1' report.json || fault "the report is not complete"

# ---- a run that is ended keeps what it has measured ----
: >said # the run before it must not answer for it
"$command" bench interact --grids 2,3,4,5,6 --per-cell 1,2,5,10 --function low-flop --strategy walk --repeat 9 --json part.json >said 2>complained &
process=$!
while ! grep -q '^low-flop, 2^3 x 1: 8 points' said && kill -0 "$process" 2>/dev/null; do sleep 0.02; done
kill -9 "$process" || fault "no case was printed before the run ended"
wait "$process" || :
grep -q '"complete":0' part.json || fault "the report of a run that was ended says that it is complete"
rows=$(grep -c '"strategy":' part.json) || :
{ [ "$rows" -ge 2 ] && [ "$rows" -lt 40 ]; } || fault "of a run that was ended $rows rows are kept"

# ---- a function of one's own is not compared with plain C ----
printf '#pragma nearfield radial\n#pragma nearfield sum counts scalar\nstatic real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) { to->counts += 1; return 0; }\n' >own.cl
ends 0 'not compared' bench --grids 2 --per-cell 10 --function ./own.cl --strategy walk --repeat 1
printf '#pragma nearfield field mass\n' | cat - own.cl >field.cl
ends 2 'takes functions without fields and tables' bench --grids 2 --per-cell 10 --function ./field.cl --repeat 1

# ---- a sum that leaves the range that it declares: the row is skipped, and is not one of wrong sums ----
printf '#pragma nearfield radial\n#pragma nearfield sum counts scalar even 2\nstatic real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n    to->counts += 1;\n    return 0;\n}\n' >narrow.cl
if has_gpu_shape "a sum beyond its range"; then
    ends 0 '^  symmetric  *skipped: the sum "counts", or a part of one, is beyond its range of 2' as_gpu bench --grids 4 --per-cell 10 --function ./narrow.cl --strategy symmetric --repeat 1
fi

# ---- what takes too long ----
ends 0 'skipped: one evaluation would take about' bench --grids 2,8 --per-cell 10 --function high-flop --strategy walk --repeat 1 --limit 0.001
ends 0 'skipped: no time was left' bench --grids 2,16 --per-cell 10 --function high-flop --strategy walk --seconds 0.1

# ---- peers: an energy that is ours, another one, and words that are none ----
mkdir peers
energy=$(sed -n 's/.*"lennard-jones","cells":2,"per_cell":10,.*"energy":\([-0-9.e+]*\).*/\1/p' report.json | head -n 1)
cat >peers/fake <<EOF
#!/bin/sh
cat >"$work/work"
echo '{"peer":"fake","version":"1","case":"interact-2x10","n":80,"type":"float32","wall_ms":[3,2,1],"kept_ms":[0.5],"result":$energy}'
echo '{"peer":"liar","version":"1","case":"interact-2x10","n":80,"type":"float32","wall_ms":[1],"result":12345}'
echo '{"peer":"other","version":"1","case":"interact-3x10","n":80,"type":"float32","wall_ms":[1],"result":1}'
echo '{"peer":"none","left_out":"it is not installed"}'
EOF
chmod +x peers/fake
if NEARFIELD_PEERS=peers bench --grids 2 --per-cell 10 --function lennard-jones --strategy walk --repeat 1 --peers; then
    grep -q '^  fake 1  *2.00  *-  *0.500  *-$' said || fault "the peer's times are not in the table"
    grep -q '^  liar 1 .*another energy' said || fault "a peer with another energy is not told"
    grep -q '^fake: unexpected line of output: .*interact-3x10' said || fault "an answer about another case is taken"
    grep -q '^fake: it is not installed' said || fault "what a peer leaves out is not told"
    grep -q '^interact-2x10 80 float32 [0-9.]* .*/interact-2x10$' work || fault "the peer gets other work"
elif ! grep -q 'built with cJSON' complained; then
    fault "it fails with peers"
fi

# ---- sums that are wrong ----
if [ -n "$layer" ]; then
    SPOIL_READ=1 OPENCL_LAYERS="$layer" ends 1 'skipped: its sums are not those of plain C' bench --grids 4 --per-cell 10 --function low-flop --strategy walk --repeat 1
    grep -q 'the sums are not those of plain C' complained || fault "wrong sums are not complained about"
fi
exit $failed
