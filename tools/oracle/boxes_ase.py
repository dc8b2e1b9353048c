#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The numbers of pairs in the periodic boxes of real files that tests/tools/points/boxes.sh expects, by ASE.

    python3 -m venv venv && venv/bin/pip install numpy ase
    venv/bin/python tools/oracle/boxes_ase.py

Files are parsed here, not by nearfield.  ASE finds the candidates a little beyond the cutoff, with the images S; which of them
are pairs is then decided by the rule as it is written in nearfield/pairs.h, in numpy's float64.
"""
import os

import numpy
from ase.neighborlist import primitive_neighbor_list
from pairs_scipy import GROMACS, LAMMPS, read_gro, read_lammps

FILES = [
    (f"{GROMACS}/spc216.gro", 0.35),
    (f"{GROMACS}/spc216.gro", 1.9),
    (f"{LAMMPS}/HEAT/data.lj", 1.5),
    (f"{LAMMPS}/peptide/data.peptide", 4.0),
    (f"{LAMMPS}/reaxff/data.tatb", 4.0),
    (f"{LAMMPS}/reaxff/HNS/data.hns-equil", 3.0),
]


def gro_cell(path):
    with open(path) as file:
        return numpy.diag([float(word) for word in file.read().rstrip().split("\n")[-1].split()])


def lammps_cell(path):
    cell = numpy.zeros((3, 3))
    with open(path) as file:
        for line in file:
            words = line.split("#")[0].split()
            for k, axis in enumerate("xyz"):
                if words[2:] == [f"{axis}lo", f"{axis}hi"]:
                    cell[k, k] = float(words[1]) - float(words[0])
            if words[3:] == ["xy", "xz", "yz"]:
                cell[1, 0], cell[2, 0], cell[2, 1] = (float(word) for word in words[:3])
            if words[:1] == ["Atoms"]:
                return cell
    raise ValueError(path)


for path, cutoff in FILES:
    if not os.path.exists(path):
        continue
    gro = path.endswith(".gro")
    r = numpy.array(read_gro(path) if gro else read_lammps(path))
    H = gro_cell(path) if gro else lammps_cell(path)
    i, j, S = primitive_neighbor_list("ijS", [True] * 3, H, r, cutoff * (1 + 1e-6), self_interaction=False)
    d = [(r[j, a] - r[i, a]) + ((S[:, 0] * H[0, a] + S[:, 1] * H[1, a]) + S[:, 2] * H[2, a]) for a in range(3)]
    count = int(numpy.count_nonzero((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2] < cutoff * cutoff))
    assert count % 2 == 0
    print(f"{path} {cutoff:g} {count // 2} {count}")
