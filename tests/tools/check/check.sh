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
grep -q '^{"version":"[0-9.]*","name":"' "$work/said" || fault "the JSON does not begin with the version"
grep -q '"name":"contraction","proves":"[^"]*","decides":"","verdict":"holds"' "$work/said" || fault "no contraction in the JSON"
grep -q '"trusted":true,"decided":true,"builds":true,"stored":"'"$work/profiles"'/' "$work/said" || fault "not stored where it should be"
grep -q '^look_back ' "$work"/profiles/*.profile || fault "no verdict in the profile"
NEARFIELD_TUNING=foo=1 check || fault "the table fails"
grep -q "Ignored words in the tuning: foo=1\." "$work/said" || fault "a word that is no tunable is not told"
grep -q '^nearfield [0-9]' "$work/said" || fault "no version in the table"
grep -q '^  contraction *holds' "$work/said" || fault "no contraction in the table"
if check --device nowhere; then fault "a device that is not there was checked"; fi

# ---- the kernels of the host, if it has any ----
if "$command" --version | grep -q '^  with *clang'; then
    check --device host || fault "the kernels of the host are not trusted"
    grep -q '^  rounding *holds' "$work/said" || fault "no rounding in the table"
    grep -q '^Not stored: the host has no profile' "$work/said" || fault "it does not say that the host has no profile"
elif check --device host; then
    fault "plain C is checked"
fi
if NEARFIELD_TUNING=host.PLAIN=1 check --device host; then fault "plain C is checked"; fi
grep -q 'computes in plain C here' "$work/said" || fault "it does not say that there are no kernels"

# ---- without a folder ----
NEARFIELD_CONFIG=off check || fault "without a folder it fails"
grep -q 'Not stored' "$work/said" || fault "it does not say that nothing is stored"

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
