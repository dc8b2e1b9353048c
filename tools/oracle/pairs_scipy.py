#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The numbers of pairs in real files that tests/search/test_real_files.c expects, by SciPy.

    python3 -m venv venv && venv/bin/pip install numpy scipy
    venv/bin/python tools/oracle/pairs_scipy.py                 the table of the test
    venv/bin/python tools/oracle/pairs_scipy.py FILE CUTOFF     one file

Files are parsed here, not by nearfield.  cKDTree finds candidates a little beyond the cutoff (its query_pairs takes
<=, and its distances are rounded otherwise); which of them are pairs is then decided by the rule as it is written in
nearfield/pairs.h, strictly, in numpy's float64 and float32.
"""
import os
import sys

import numpy
from scipy.spatial import cKDTree

GROMACS = "/usr/share/gromacs/top"
LAMMPS = "/usr/share/lammps/examples"
FILES = [
    (f"{GROMACS}/spc216.gro", 0.35),
    (f"{LAMMPS}/HEAT/data.lj", 1.5),
    (f"{LAMMPS}/peptide/data.peptide", 4.0),
    (f"{LAMMPS}/COUPLE/multiple/data.chain", 1.2),
    (f"{LAMMPS}/comb/data.m-HfO2", 3.0),
    (f"{LAMMPS}/micelle/data.micelle", 2.0),
]
FIRST = {"atomic": 2, "full": 4, "bond": 3, "angle": 3, "molecular": 3, "charge": 3}  # where x stands
BY_COLUMNS = {5: 2, 6: 3, 7: 4}  # a file that does not name its style, without image flags


def read_gro(path):
    """Fixed columns: 20 characters, then x, y, z of one width, given by the distance of the decimal points."""
    with open(path) as file:
        file.readline()
        count = int(file.readline())
        lines = [file.readline().rstrip("\n") for _ in range(count)]
    first = lines[0].index(".", 20)
    width = lines[0].index(".", first + 1) - first
    return [[float(line[20 + k * width : 20 + (k + 1) * width]) for k in range(3)] for line in lines]


def read_lammps(path):
    points, column, count = [], None, 0
    with open(path) as file:
        lines = iter(file.read().split("\n")[1:])
    for line in lines:
        words = line.split("#")[0].split()
        if len(words) == 2 and words[1] == "atoms":
            count = int(words[0])
        if words[:1] == ["Atoms"]:
            column = FIRST.get(line.split("#")[1].split()[0]) if "#" in line else None
            break
    for line in lines:
        words = line.split("#")[0].split()
        if not words:
            continue
        if column is None:
            column = BY_COLUMNS.get(len(words)) or BY_COLUMNS[len(words) - 3]
        points.append([float(word) for word in words[column : column + 3]])
        if len(points) == count:
            break
    return points


def count(points, cutoff, real):
    r = numpy.array(points, dtype=numpy.float64).astype(real)
    candidates = cKDTree(r.astype(numpy.float64)).query_pairs(cutoff * (1 + 1e-4), output_type="ndarray")
    d = r[candidates[:, 1]] - r[candidates[:, 0]]
    square = d * d
    d2 = (square[:, 0] + square[:, 1]) + square[:, 2]
    assert d2.dtype == real
    return int((d2 < real(cutoff) * real(cutoff)).sum())


def main():
    files = [(sys.argv[1], float(sys.argv[2]))] if len(sys.argv) == 3 else FILES
    for path, cutoff in files:
        points = read_gro(path) if path.endswith(".gro") else read_lammps(path)
        both = count(points, cutoff, numpy.float64), count(points, cutoff, numpy.float32)
        folder = {GROMACS: "GROMACS", LAMMPS: "LAMMPS"}
        name = next((f'{word} "{path[len(at):]}"' for at, word in folder.items() if path.startswith(at)), f'"{path}"')
        print(f"    {{{name}, {cutoff}, {len(points)}, {both[0]}, {both[1]}}},")


if __name__ == "__main__":
    main()
