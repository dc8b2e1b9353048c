# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by the peers in CUDA: compiles STEM.cu once for each of its versions and becomes the program.
#
#   run_cuda NAME STEM "$@"
left_out() { printf '{"peer":"%s","left_out":"%s"}\n' "$1" "$2"; exit 0; }

find_nvcc() {
    for nvcc in nvcc "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" /opt/cuda/bin/nvcc; do
        if command -v "$nvcc" >/dev/null 2>&1; then command -v "$nvcc"; return; fi
    done
}

run_cuda() {
    name=$1 stem=$2
    shift 2
    here=$(dirname "$0")
    nvcc=$(find_nvcc)
    [ -n "$nvcc" ] || left_out "$name" "nvcc is not installed (the CUDA toolkit)"
    # Some toolkits bring no nvidia-smi, and a GPU that it lists is the one to compile for.
    chip=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1 | tr -d .)
    [ -n "$chip" ] || left_out "$name" "there is no NVIDIA GPU"
    cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/nearfield/peers
    version=$( (cat "$here/$stem.cu" "$here/peer.cuh"; "$nvcc" --version; echo "$chip") | cksum | tr ' ' -)
    program=$cache/$stem-$version
    if [ ! -x "$program" ]; then
        mkdir -p "$cache" || left_out "$name" "the folder $cache cannot be made"
        # shellcheck disable=SC2086 # flags are words
        if ! "$nvcc" -O3 -std=c++17 -arch="sm_$chip" ${NVCC_FLAGS:-} "$here/$stem.cu" -o "$program.$$" >&2; then
            rm -f "$program.$$"
            left_out "$name" "$stem.cu does not compile with $("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/nvcc \1/p')"
        fi
        mv "$program.$$" "$program"
    fi
    exec "$program" "$@"
}
