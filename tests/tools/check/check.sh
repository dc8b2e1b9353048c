#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield check: the verdict, where it goes, and a driver that hangs or crashes:  check.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
check() { "$command" check "$@" >"$work/said" 2>&1; }

# ---- a sound driver ----
check --json || fault "check says that nothing can be trusted"
grep -q '"name":"contraction","proves":"[^"]*","decides":"","verdict":"holds"' "$work/said" || fault "no contraction in the JSON"
grep -q '"trusted":true,"decided":true,"builds":true,"stored":"'"$work/profiles"'/' "$work/said" || fault "not stored where it should be"
grep -q '^look_back ' "$work"/profiles/*.profile || fault "no verdict in the profile"
NEARFIELD_TUNING=foo=1 check || fault "the table fails"
grep -q "Ignored words in the tuning: foo=1\." "$work/said" || fault "a word that is no tunable is not told"
grep -q '^  contraction *holds' "$work/said" || fault "no contraction in the table"
if check --device nowhere; then fault "a device that is not there was checked"; fi

# ---- without a folder ----
NEARFIELD_CONFIG=off check || fault "without a folder it fails"
grep -q 'Not stored' "$work/said" || fault "it does not say that nothing is stored"

# ---- one file to send ----
check --report "$work/report.json" --seconds 0 || fault "check fails where it writes a report"
grep -q '^The report is in ' "$work/said" || fault "it does not say where the report is"
grep -q '^{"schema":"nearfield-report","schema_version":1,"version":"' "$work/report.json" || fault "no schema in the report"
for part in '"system":{"kernel":"' '"device":{"platform":"' '"check":{"name":"' '"in_use":{"note":"' '"tests_exit":0' '"bench":null'; do
    grep -q "$part" "$work/report.json" || fault "the report has no $part"
done
tests=$(grep -o '"same":true' "$work/report.json" | wc -l)
test "$tests" -ge 7 || fault "$tests tests in the report"
if grep -q '"same":false' "$work/report.json"; then fault "pairs differ from those of plain C"; fi
check --report "$work/no/report.json" --seconds 0 && fault "a report in a folder that is not there"
grep -q 'the report cannot be written' "$work/said" || fault "it does not say that the report cannot be written"
if grep -q '^  contraction' "$work/said"; then fault "it checks before it says that the report cannot be written"; fi
ends 2 '--seconds is for the benchmark of --report' check --seconds 1
cp "$work/report.json" "$work/before.json"
if check --device nowhere --report "$work/report.json"; then fault "a report on a device that is not there"; fi
cmp -s "$work/before.json" "$work/report.json" || fault "a check that failed spoilt the report of before"
if ls "$work"/*.part >"$work/said" 2>&1; then fault "half a report is left"; fi
if check --report "$work/report.json" --seconds -1; then fault "a benchmark of no time"; fi
if [ -n "$layer" ]; then
    rc=0 # of a device that does nothing in some groups
    SKIP_GROUP=1 OPENCL_LAYERS="$layer" check --report "$work/report.json" --seconds 0 || rc=$?
    case $rc in 0 | 1) ;; *) fault "exit status $rc where results are wrong" ;; esac
    grep -q '"tests_exit":' "$work/report.json" || fault "the report ends before its end"
    if grep -q '"type":"cpu"' "$work/report.json" && ! grep -q '"same":false' "$work/report.json"; then
        fault "the report does not tell wrong pairs"
    fi
fi

# ---- a driver that hangs, and one that crashes, in one probe: the others are judged all the same ----
if [ -n "$layer" ]; then
    export OPENCL_LAYERS="$layer"
    if SPIN_KERNEL=probe_atomics32 check --limits 3,600; then fault "a hang is trusted"; fi
    grep -q '^  atomics32 *HANGS' "$work/said" || fault "the hang is not told"
    grep -q 'did not end within 3 seconds of processor time' "$work/said" || fault "the limit is not told"
    grep -q '^  local *holds' "$work/said" || fault "nothing is known beyond the hang"
    if PRINT_KERNEL=probe_atomics32 check --limits 600,3; then fault "a hang that prints is trusted"; fi
    grep -q 'did not end within 3 seconds and' "$work/said" || fault "the hang that prints is not told"
    if STOP_KERNEL=probe_atomics32 check --limits 600,3; then fault "a wait without end is trusted"; fi
    grep -q 'did not end within 3 seconds and' "$work/said" || fault "the wait without end is not told"
    if CRASH_KERNEL=probe_local check; then fault "a crash is trusted"; fi
    grep -q '^  local *CRASHES' "$work/said" || fault "the crash is not told"
    grep -q '^  loops *holds' "$work/said" || fault "nothing is known beyond the crash"
    grep -q '^RESULTS CANNOT BE TRUSTED' "$work/said" || fault "the crash is not judged"

    # ---- what fails once and then holds is no verdict: what was stored before stands ----
    rm -f "$work"/profiles/*.profile
    if CRASH_ONCE="$work/once" CRASH_KERNEL=probe_local check; then fault "what failed once is trusted"; fi
    grep -q '^  local *undecided' "$work/said" || fault "a probe was condemned that held at the second try"
    grep -q 'it held at a second try, and at the first signal' "$work/said" || fault "the two tries are not told"
    grep -q '^Nothing is decided' "$work/said" || fault "it does not say that nothing is decided"
    grep -q '^Not stored: the findings do not decide anything' "$work/said" || fault "half a verdict was stored"
    if ls "$work"/profiles/*.profile >"$work/said" 2>&1; then fault "half a verdict is there"; fi

    # ---- launches that fail, as where another program has the device's memory, say nothing of the device ----
    if NO_LAUNCHES=1 check; then fault "a device that runs nothing is trusted"; fi
    if grep -q 'CANNOT BE TRUSTED' "$work/said"; then fault "a device that runs nothing is called wrong"; fi
    grep -q '^  contraction *undecided' "$work/said" || fault "it does not say what is undecided"
    sed -n '/^fast paths/,$p' "$work/said" | grep -A 1 '^  groups *off ' |
        grep -q 'undecided by the probes above\|known to fail with this version of the driver' ||
        fault "the paths do not say that groups are undecided"
    grep -q 'clEnqueueNDRangeKernel failed: CL_OUT_OF_RESOURCES' "$work/said" || fault "the call that failed is not told"
    grep -q '^Nothing is decided' "$work/said" || fault "it does not say that nothing is decided"
    if ls "$work"/profiles/*.profile >"$work/said" 2>&1; then fault "a verdict on calls that failed is there"; fi

    # ---- a driver whose compiler does not work says nothing of the device ----
    if NO_BUILDS=1 check; then fault "a driver that builds nothing is trusted"; fi
    if grep -q 'CANNOT BE TRUSTED' "$work/said"; then fault "a driver that builds nothing is called wrong"; fi
    grep -q '^  contraction *UNBUILT' "$work/said" || fault "it does not say what did not build"
    grep -q '^This driver builds no kernels' "$work/said" || fault "it does not say that nothing builds"
    grep -q 'nearfield pairs --device host' "$work/said" || fault "it does not name the way without OpenCL"
    grep -q 'portablecl.org' "$work/said" || fault "it does not say where a newer PoCL comes from"
    NO_BUILDS=1 check --json || :
    grep -q '"trusted":false,"decided":true,"builds":false}' "$work/said" || fault "the JSON does not say that nothing builds"
    if ls "$work"/profiles/*.profile >"$work/said" 2>&1; then fault "a verdict on nothing is stored"; fi
fi
exit $failed
