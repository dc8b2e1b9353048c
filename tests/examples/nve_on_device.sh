#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Molecular dynamics on the device: the energy holds.  nve_on_device.sh PROGRAM
set -eu
said=$("$1" 8 2) || { echo "the example fails: $said"; exit 1; }
case $said in
    "512 atoms, 40 steps of 0.004: energy of an atom -2."*"of 7 blocks were repeated"*) ;;
    *) echo "it says: $said"; exit 1 ;;
esac
code=0
said=$(NEARFIELD_DEVICE=host "$1" 8 2 2>&1) || code=$?
if [ "$code" != 1 ] || [ "$said" != "nve_on_device: this program needs an OpenCL device" ]; then
    echo "on the host it ends with $code: $said"
    exit 1
fi
