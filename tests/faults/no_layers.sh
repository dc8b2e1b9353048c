#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Where the OpenCL loader takes no layers, or a layer cannot be loaded, tests that need one are skipped and say so:
#   no_layers.sh WITH_LAYER LAYER PROGRAM PRELOADED
# PROGRAM is a test that needs a layer; PRELOADED hides OPENCL_LAYERS from the loader.  Where layers cannot be used anyway, the part with one is
# skipped.
set -eu
with_layer=$1 layer=$2 program=$3 preloaded=./${4##*/}
cd "$(dirname "$4")" # names in LD_PRELOAD have no blanks
failed=0 skipped=0
ends() { # CODE WORDS COMMAND...: the exit status, and all that is said
    code=$1 words=$2 status=0
    shift 2
    said=$("$@" 2>&1) || status=$?
    if [ "$status" != "$code" ] || ! printf '%s\n' "$said" | grep -qx -- "$words"; then
        printf '%s\n' "ends with $status in place of $code, or says other words than $words: $*" "$said"
        failed=1
    fi
}
# shellcheck disable=SC2016 # the inner shell reads the dollars
{
    count='echo "$# arguments"'
    status=0
    said=$("$with_layer" "$layer" true) || status=$?
    if [ $status = 77 ]; then
        printf '%s\n' "$said"
        skipped=77
    else
        ends 0 '1 arguments' "$with_layer" "$layer" sh -c "$count" name
    fi
    ends 77 '0 arguments' env LD_PRELOAD="$preloaded" "$with_layer" "$layer" sh -c "$count" name
    ends 77 'skipped: the parts with a faulty driver: the OpenCL loader takes no layers (OPENCL_LAYERS)' "$with_layer" /nowhere/layer.so true
    ends 3 '0 arguments' env LD_PRELOAD="$preloaded" "$with_layer" "$layer" sh -c "$count; exit 3" name
}
ends 77 'skipped: the OpenCL loader takes no layers (OPENCL_LAYERS)' env LD_PRELOAD="$preloaded" "$program"
[ $failed = 1 ] || exit $skipped
exit 1
