#!/bin/sh
# nearfield check: the verdict, where it goes, and a driver that hangs or crashes:  check.sh COMMAND [LAYER]
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/command.sh"
check() { "$command" check "$@" >"$work/said" 2>&1; }

# ---- a sound driver ----
check --json || fault "check says that nothing can be trusted"
grep -q '"name":"contraction","proves":"[^"]*","decides":"","verdict":"holds"' "$work/said" || fault "no contraction in the JSON"
grep -q '"trusted":true,"stored":"'"$work/profiles"'/' "$work/said" || fault "not stored where it should be"
grep -q '"look_back": ' "$work"/profiles/*.json || fault "no verdict in the profile"
check || fault "the table fails"
grep -q '^  contraction *holds' "$work/said" || fault "no contraction in the table"
if check --device nowhere; then fault "a device that is not there was checked"; fi

# ---- without a folder ----
NEARFIELD_CONFIG=off check || fault "without a folder it fails"
grep -q 'Not stored' "$work/said" || fault "it does not say that nothing is stored"

# ---- a driver that hangs, and one that crashes, in one probe: the others are judged all the same ----
if [ -n "$layer" ]; then
    if STOP_KERNEL=probe_atomics32 OPENCL_LAYERS=$layer check; then fault "a hang is trusted"; fi
    grep -q '^  atomics32 *HANGS' "$work/said" || fault "the hang is not told"
    grep -q '^  local *holds' "$work/said" || fault "nothing is known beyond the hang"
    if CRASH_KERNEL=probe_local OPENCL_LAYERS=$layer check; then fault "a crash is trusted"; fi
    grep -q '^  local *CRASHES' "$work/said" || fault "the crash is not told"
    grep -q '^  loops *holds' "$work/said" || fault "nothing is known beyond the crash"
fi
exit $failed
