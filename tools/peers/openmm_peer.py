# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Lennard-Jones by OpenMM, on one of its platforms, in the precision of the points; its CPU platform has one of its own.

The cloud is moved by a CustomIntegrator, so that positions stay where OpenMM has them.  A step with its list kept moves nothing.  One
evaluation of new positions moves every point by half a cutoff along x, forth and back: the same sums, but the list is of no use any more."""

import time

import peer


def cases(platform_name):
    openmm = peer.need("openmm", "pip install openmm; openmm[cuda13] for CUDA")
    numpy = peer.need("numpy", "pip install numpy")
    try:
        platform = openmm.Platform.getPlatformByName(platform_name)
    except Exception:
        raise peer.Missing(f"OpenMM has no platform {platform_name} here") from None

    def make(points, cutoff, cells):
        edge = cells * cutoff
        force = openmm.NonbondedForce()
        force.setNonbondedMethod(openmm.NonbondedForce.CutoffPeriodic)
        force.setCutoffDistance(cutoff)
        force.setUseDispersionCorrection(False)
        system = openmm.System()
        system.setDefaultPeriodicBoxVectors((edge, 0, 0), (0, edge, 0), (0, 0, edge))
        for _ in range(len(points)):
            system.addParticle(1)
            force.addParticle(0, 1, 1)
        system.addForce(force)
        mover = openmm.CustomIntegrator(1)
        for name in ("shift", "last", "total"):
            mover.addGlobalVariable(name, 0)
        mover.addPerDofVariable("along", 0)
        mover.addComputePerDof("x", "x+shift*along")
        mover.addComputePerDof("v", "f")
        mover.addComputeGlobal("shift", "-shift")
        mover.beginIfBlock("last = 1")
        mover.addComputeSum("total", "v")  # a number on the host: everything before has ended
        mover.endBlock()
        precision = "single" if points.dtype == numpy.float32 else "double"
        properties = {} if platform_name == "CPU" else {"Precision": precision}
        context = openmm.Context(system, mover, platform, properties)
        context.setPositions(points.astype(numpy.float64))
        energy = context.getState(getEnergy=True).getPotentialEnergy()
        mover.setPerDofVariableByName("along", numpy.tile([1.0, 0, 0], (len(points), 1)))

        def evaluate(shift, steps):
            mover.setGlobalVariableByName("shift", shift)
            mover.setGlobalVariableByName("last", 0)
            mover.step(steps - 1)
            mover.setGlobalVariableByName("last", 1)
            mover.step(1)
            return mover.getGlobalVariableByName("total"), context  # which lives as long as this function

        # So many steps that waiting for the last one does not count.
        evaluate(cutoff / 2, 2)
        start = time.perf_counter()
        evaluate(cutoff / 2, 2)
        steps = max(1, min(100, int(0.02 / (time.perf_counter() - start))))
        return peer.Work(
            run=lambda: evaluate(cutoff / 2, steps),
            count=lambda _: energy.value_in_unit(openmm.unit.kilojoule_per_mole),
            kept=lambda: evaluate(0, steps),
            steps=steps,
        )

    return openmm.__version__, {"interact": make}
