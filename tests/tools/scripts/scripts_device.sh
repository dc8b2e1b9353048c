#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# What the scripts find out about the devices of this machine:  scripts_device.sh PROJECT [LAYER]
# Skipped (77) where there is no device that builds kernels: then scripts.sh, which has its own, is all that is tried.
set -eu
root=$1 layer=${2-}
# shellcheck source=tools/setup.sh
. "$root/tools/setup.sh"
failed=0
fault() { echo "$*"; ask_devices; failed=1; }

builds_kernels || skip "no device here builds kernels"
if (OCL_ICD_VENDORS=/nonexistent && export OCL_ICD_VENDORS && builds_kernels); then fault "kernels are built without a driver"; fi
if [ -n "$layer" ]; then
    export OPENCL_LAYERS="$layer" NO_BUILDS=1
    if builds_kernels; then fault "a driver that builds no kernel is taken for one that does"; fi
    ask_devices | grep -q '^none|..*|..*|..*' || fault "platform, driver and reason are not said"
    no_kernels | grep -q '^no OpenCL device of this system builds kernels (..*, driver ..*: ..*); ' || fault "no sentence"
    [ "$(no_kernels | wc -l)" -eq 1 ] || fault "more than one sentence"
fi
exit $failed
