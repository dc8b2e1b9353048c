# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Molecular dynamics of solid argon by ASE, whose forces nearfield computes, beside ASE's own calculator.

The calculator below is all that ASE needs: it moves a cloud, asks for each pair of neighbours once, and sums what they
do to each other.  The skin makes the cloud keep its lists until an atom has moved by half of it.

    python argon.py --steps 10000                  4,000 atoms; at 10 steps of these, energies are compared with ASE's
    python argon.py --steps 100 --calculator ase   the same by ASE's calculator alone
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import nearfield as nf
import numpy as np
from ase import Atoms, units
from ase.build import bulk
from ase.calculators.calculator import Calculator, all_changes
from ase.calculators.lj import LennardJones
from ase.md.velocitydistribution import Stationary
from ase.md.verlet import VelocityVerlet

ARGON = {"sigma": 3.405, "epsilon": 0.01032}  # in A and eV
CUTOFF, SKIN = 8.5, 0.6  # in A


class NearfieldLennardJones(Calculator):
    """As ase.calculators.lj.LennardJones: the energy is shifted to 0 at the cutoff."""

    implemented_properties = ["energy", "free_energy", "forces"]

    def __init__(self, sigma: float, epsilon: float, rc: float, skin: float) -> None:
        super().__init__()
        self.sigma, self.epsilon, self.rc, self.skin = sigma, epsilon, rc, skin
        self.cloud: nf.Cloud | None = None

    def calculate(self, atoms: Any = None, properties: Any = None, system_changes: Any = all_changes) -> None:
        super().calculate(atoms, properties, system_changes)
        x, cell, pbc = self.atoms.positions, self.atoms.cell.array, self.atoms.pbc
        if self.cloud is None:
            self.cloud = nf.Cloud(x, cell, pbc)
        else:
            self.cloud.move(x, cell, pbc)
        near = self.cloud.lists(self.rc, "D", half=True, skin=self.skin)
        i, j, D = np.repeat(np.arange(len(x)), np.diff(near.offsets)), near.indices, near.vectors.T
        d2 = D[0] * D[0] + D[1] * D[1] + D[2] * D[2]
        s6, at_cutoff = (self.sigma**2 / d2) ** 3, (self.sigma / self.rc) ** 6
        energy = 4 * self.epsilon * ((s6 * s6 - s6).sum() - len(j) * (at_cutoff**2 - at_cutoff))
        push = 24 * self.epsilon * (2 * s6 * s6 - s6) / d2 * D  # on j, along the vector from i to j
        forces = np.stack([np.bincount(j, p, len(x)) - np.bincount(i, p, len(x)) for p in push], axis=1)
        self.results = {"energy": energy, "free_energy": energy, "forces": forces}


def solid(side: int, kelvin: float) -> Atoms:
    """4 side^3 atoms."""
    atoms = bulk("Ar", "fcc", a=5.26, cubic=True).repeat(side)
    rng = np.random.default_rng(1)
    speeds = np.sqrt(units.kB * kelvin / atoms.get_masses())
    atoms.set_velocities(speeds[:, None] * rng.normal(size=(len(atoms), 3)))
    Stationary(atoms)
    return atoms


def run(side: int = 10, steps: int = 100, calculator: str = "nearfield", comparisons: int = 10) -> dict[str, float]:
    """The time, the drift of the total energy, and the largest differences from ASE's energies and forces."""
    atoms = solid(side, 40.0)
    own = LennardJones(rc=CUTOFF, **ARGON)
    atoms.calc = own if calculator == "ase" else NearfieldLennardJones(rc=CUTOFF, skin=SKIN, **ARGON)
    dynamics = VelocityVerlet(atoms, timestep=4 * units.fs)
    first = atoms.get_total_energy()
    found = {"seconds": 0.0, "energy": 0.0, "forces": 0.0}
    parts = np.diff(np.linspace(0, steps, max(comparisons, 1) + 1).astype(int))
    for part in parts:
        begin = time.perf_counter()
        dynamics.run(int(part))
        found["seconds"] += time.perf_counter() - begin
        if calculator != "ase" and comparisons:
            same = atoms.copy()
            same.calc = own
            energy, forces = same.get_potential_energy(), same.get_forces()
            found["energy"] = max(found["energy"], abs(atoms.get_potential_energy() / energy - 1))
            found["forces"] = max(found["forces"], float(np.abs(atoms.get_forces() - forces).max()))
    found["drift"] = abs(atoms.get_total_energy() / first - 1)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", type=int, default=10, help="4 side^3 atoms (10)")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--calculator", choices=["nearfield", "ase"], default="nearfield")
    given = parser.parse_args()
    found = run(given.side, given.steps, given.calculator)
    print(f"{given.steps} steps of {4 * given.side**3} atoms by {given.calculator}: {found['seconds']:.2f} s")
    print(f"the total energy changed by {found['drift']:.1e} of it")
    if given.calculator != "ase":
        print(f"from ASE's: energies differ by {found['energy']:.1e} of them, forces by {found['forces']:.1e} eV/A")


if __name__ == "__main__":
    main()
