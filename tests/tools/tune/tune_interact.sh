#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield tune interact: what it stores, and when it stores nothing:  tune_interact.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
cd "$work"
# shellcheck disable=SC2317 # ends() calls it
tune() { "$command" tune interact "$@" >said 2>complained; }
# A busy machine takes longer than the usual time to build the kernels.
# shellcheck disable=SC2317 # ends() calls it
patiently() { tune --seconds 600 "$@"; }
# A profile of the library may have choices for other functions, which are stored with those of this test.
stored() { grep -h '^interact/\(gravity\|low-flop\)/' "$work"/profiles/*.profile 2>/dev/null | cut -d ' ' -f 1; }

# ---- options ----
ends 2 '--function F is required' tune
ends 2 'less than two cutoffs wide' tune --function low-flop --points 100 --density 100
ends 2 'less than two cutoffs wide in 2 dimensions' tune --dims 2 --function low-flop --points 39 --density 10
ends 2 '--dims takes one of 1, 2, 3, not "4"' tune --dims 4 --function low-flop
ends 2 '--density takes a number' tune --function low-flop --density dense
ends 2 'takes one of single, double, not "half"' tune --function low-flop --precision half
ends 2 'takes a number here, the same for all points, not a column' tune --function gravity --field mass=masses
ends 2 'give --field mass=VALUE, a number for all points$' tune --function gravity
ends 4 'this needs an OpenCL device, and not the host' tune --function low-flop --device host
printf '#pragma nearfield radial\n#pragma nearfield sum work scalar\nstatic real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n    return none;\n}\n' >bad.cl
ends 3 '^nearfield: bad.cl:4:[0-9]*: ' tune --function bad.cl --points 500 --density 10 --quiet
ends 2 'strategy takes one of .*, not "walks"' tune --function low-flop --strategy walks
ends 2 'unexpected argument "scan"; see nearfield tune interact --help' tune scan
ends 0 'usage: nearfield tune interact' tune --help

# ---- a sum that leaves the range that it declares: a strategy cannot serve, which is no fault of the driver ----
printf '#pragma nearfield radial\n#pragma nearfield sum counts scalar even 2\nstatic real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n    to->counts += 1;\n    return 0;\n}\n' >narrow.cl
if has_gpu_shape "a sum beyond its range"; then
    ends 0 '^  symmetric  *cannot serve: the sum "counts", or a part of one, is beyond its range of 2' as_gpu patiently --strategy symmetric --function ./narrow.cl --points 500 --density 10
    rm -rf "$work/profiles"
fi

# ---- nothing is stored of some strategies, without time, and without a folder ----
ends 0 '^  walk  *[0-9.]* ms  *1.00x$' patiently --strategy walk --function low-flop --points 500 --density 10
grep -q '^Nothing is stored, as not all strategies were measured (--strategy)$' said || fault "it does not tell that nothing is stored"
[ -z "$(stored)" ] || fault "it stores a choice although not all strategies were measured"
ends 0 '^Nothing is stored' patiently --strategy symmetric --function low-flop --points 500 --density 10
grep -q '^  symmetric  *cannot serve: ' said || fault "it does not tell why the only strategy cannot serve"
ends 0 'no time was left to measure all strategies: nothing is stored' tune --function low-flop --points 500 --density 10 --seconds 0.001
[ -z "$(stored)" ] || fault "it stores a choice although there was no time"
grep -q '^1 of 1 clouds was not begun or not finished for lack of time (--seconds)$' said || fault "it does not tell how many clouds are left"
# Eight sums of vectors for 1e9 points take more memory than any device has.
{
    printf '#pragma nearfield general\n'
    for sum in a b c d e f g h; do printf '#pragma nearfield sum %s vector\n' $sum; done
    printf 'static void interact(const fields *i, const fields *j, vector D, real d2, const parameters *p, sums *to) {\n'
    for sum in a b c d e f g h; do printf '    to->%s.x += d2;\n' $sum; done
    printf '}\n'
} >large.cl
ends 5 'there is no memory for 1,000,000,000 points: it takes [0-9.]* GB of .* (--points takes fewer)$' tune --strategy walk --precision double --function large.cl --points 1e9 --density 10
# Of many clouds the first are finished, however little is left for each of the others.
for seconds in 1 2 4 8 16; do
    # shellcheck disable=SC2046 # words
    ends 0 '' tune --strategy walk --function low-flop --seconds $seconds $(seq -f '--density=%g' 3 18) $(seq -f '--points=%g' 500 515)
    ranked=$(grep -c '^  walk  *[0-9.]* ms' said) || continue
    break
done
left=$(sed -n 's/^\([0-9]*\) of 256 clouds were not begun or not finished.*/\1/p' said)
[ "$ranked" -gt 0 ] || fault "none of many clouds is finished in $seconds seconds"
[ "$((ranked + ${left:-0}))" = 256 ] || fault "$ranked clouds are ranked, and ${left:-0} of 256 are left"
NEARFIELD_CONFIG=off ends 0 'not stored: NEARFIELD_CONFIG is off' patiently --function low-flop --points 500 --density 10

# ---- the ranking, and what is stored; the rest of the profile stays ----
ends 0 '' patiently --function low-flop --points 500 --density 10 --density 3
[ "$(grep -c '^  [a-z-]*  *[0-9.]* ms  *1.00x  stored$' said)" = 2 ] || fault "not the best of both clouds is stored"
[ "$(grep -c '^  A wrong choice costs up to [0-9.]*x of the best; the rule takes [a-z-]*\(: [0-9.]*x\)*$' said)" = 2 ] || fault "it does not tell what a wrong choice costs"
grep -q "^Stored in $work/profiles/" said || fault "it does not tell where the choices are stored"
printf 'interact/low-flop/3d/float32/density=3^%d/n=8^3\n' 1 2 >wanted
stored | sort >got
cmp -s wanted got || fault "it stores other names: $(cat got)"
ends 0 '10 in a square as wide as the cutoff$' patiently --dims 2 --function gravity --field mass=2 --points 500 --density 10
"$command" tune --show >said 2>&1 || fault "tune --show fails"
[ "$(grep -c '^  interact/\(gravity\|low-flop\)/[^ ]*  *[a-z-]*$' said)" = 3 ] || fault "tune --show does not show the choices"
[ "$(stored | wc -l)" = 3 ] || fault "a choice replaces that of another function or number of dimensions"
stored | grep -qx 'interact/gravity/2d/float32/density=3^2/n=8^3' || fault "a choice for 2 dimensions has another name: $(stored)"

# ---- nearfield interact takes what is stored, and tells what it cannot take ----
# shellcheck disable=SC2317 # ends() calls it
ask() { "$command" interact regular:512 -c 0.27 --box 1,1,1 --precision single --function low-flop "$@" >said 2>complained; }
ends 0 '^strategy: [a-z-]*, which is stored as the fastest$' ask
ends 0 '"strategy":"walk","strategy_from":"asked"' ask --strategy walk --json
sed -i 's|^\(interact/low-flop/.*\) .*|\1 none-such|' "$work"/profiles/*.profile
ends 0 '^ignored: the stored strategy none-such, which cannot serve here$' ask
grep -q '^strategy: [a-z-]*, by rule$' said || fault "the rule does not apply"
ends 0 '"strategy_from":"rule"' ask --json
exit $failed
