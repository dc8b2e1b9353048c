# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What the scripts that try the command share.  They source it with their own arguments, COMMAND [LAYER], and have then
#   command, layer, work   the last a folder of the script's own, which goes with it; profiles are kept in it
#   fault WORDS            says what is wrong and what the command said last; the script goes on, and ends with $failed
#   ends CODE WORDS ...    runs the rest, which must end with this exit code and say WORDS (a basic regular expression) in
#                          "said" or "complained"
#   as_gpu ...             runs the rest in the shape of a GPU, with 64-bit atomics; without optimisation by PoCL 3, whose compiler
#                          takes long for such shapes (choose_flags in tests/support/device.c)
#   has_gpu_shape PART     whether the device can take the shape of a GPU and has 64-bit atomics; if not, says that PART is skipped
# A script that passes, but has skipped a part, ends with 77.
# shellcheck disable=SC2034 # the scripts use them
command=$1 layer=${2-}
work=$(mktemp -d)
skipped=0
end() {
    code=$?
    rm -rf "$work"
    if [ $code = 0 ] && [ $skipped = 1 ]; then exit 77; fi
}
trap end EXIT
export NEARFIELD_CONFIG="$work/profiles"
failed=0
fault() {
    echo "$*"
    cat "$work/said"
    [ ! -e "$work/complained" ] || cat "$work/complained"
    failed=1
}
ends() {
    ends_with=$1 ends_saying=$2 ended=0
    shift 2
    "$@" || ended=$?
    [ "$ended" = "$ends_with" ] || fault "exit code $ended in place of $ends_with: $*"
    [ -z "$ends_saying" ] || cat "$work/said" "$work/complained" 2>/dev/null | grep -q -- "$ends_saying" ||
        fault "no \"$ends_saying\": $*"
}
as_gpu() {
    as_gpu_flags=${POCL_EXTRA_BUILD_FLAGS-}
    if "$command" devices | grep -q 'Portable Computing Language.*driver 3\.'; then as_gpu_flags=-cl-opt-disable; fi
    POCL_EXTRA_BUILD_FLAGS="$as_gpu_flags" NEARFIELD_TUNING="search.GROUP=32 bounds.GROUP=32 order.GROUP=32" NEARFIELD_PATHS="int64_atomics=1 unproved ${NEARFIELD_PATHS-}" "$@"
}
has_gpu_shape() {
    why=""
    "$command" devices --json | grep -q '"int64_atomics":true' || why="the device has no 64-bit atomics"
    ! as_gpu "$command" tune --show | grep -q 'Work-groups have one work-item' ||
        why="it needs the shape of a GPU, and this driver computes groups of several work-items wrong"
    [ -n "$why" ] || return 0
    echo "skipped: $1: $why"
    skipped=1
    return 1
}
