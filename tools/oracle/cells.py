# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Random cells, periodicities and cutoffs, the same in every run."""
import itertools
from dataclasses import dataclass

import numpy


@dataclass
class Case:
    name: str
    points: numpy.ndarray  # n x 3
    origin: numpy.ndarray
    cell: numpy.ndarray  # rows are the cell vectors; vectors for all axes
    periodic: tuple
    cutoff: float

    def __str__(self):
        return f"{self.name}, {len(self.points)} points, periodic {self.periodic}, cutoff {self.cutoff!r}"


def cube(rng):
    return numpy.diag([rng.choice([1.0, 2.0, 0.75, 1.2, 3.3])] * 3)


def brick(rng):
    return numpy.diag(rng.uniform(1, 3, 3))


def slab(rng):
    return numpy.diag(rng.permutation([rng.uniform(3, 6), rng.uniform(3, 6), rng.uniform(0.2, 0.5)]))


def wire(rng):
    return numpy.diag(rng.permutation([rng.uniform(0.2, 0.4), rng.uniform(0.2, 0.4), rng.uniform(8, 15)]))


def skewed(rng):
    cell = brick(rng)
    return cell + numpy.tril(rng.uniform(-0.5, 0.5, (3, 3)), -1) @ cell


def turned(rng):
    return skewed(rng) @ numpy.linalg.qr(rng.normal(size=(3, 3)))[0]


def left_handed(rng):
    cell = turned(rng)
    return cell if numpy.linalg.det(cell) < 0 else -cell


def strongly_skewed(rng):
    """Long vectors of the lattice of a skewed cell."""
    return (numpy.eye(3) + numpy.tril(rng.integers(-4, 5, (3, 3)), -1)) @ skewed(rng)


def faces(rng):
    """The primitive cell of a face-centred lattice, whose distances are equal in many directions."""
    return rng.choice([0.5, 0.6, 1.0]) * numpy.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]])


SHAPES = (cube, brick, slab, wire, skewed, turned, left_handed, strongly_skewed, faces)
PERIODIC = list(itertools.product((True, False), repeat=3))


def heights(cell, periodic):
    """The distances of the faces along the periodic axes, in their span."""
    vectors = cell[list(periodic)]
    return 1 / numpy.linalg.norm(numpy.linalg.pinv(vectors), axis=0) if len(vectors) else numpy.array([1.0])


def fractions(rng, n, periodic):
    inside = rng.uniform(size=(n, 3))
    kind = rng.integers(4)
    if kind == 1:
        return inside + numpy.where(periodic, rng.integers(-4, 5, (n, 3)), 0)
    if kind == 2:
        return numpy.where(rng.integers(2, size=(n, 3)), rng.integers(3, size=(n, 3)) / 2, inside)
    if kind == 3:
        return rng.integers(0, 9, (n, 3)) / 4
    return inside


def cutoffs(rng, cell, periodic):
    lowest = heights(cell, periodic).min()
    edge = numpy.linalg.norm(cell[rng.integers(3)])
    return lowest * rng.uniform(0.2, 0.8), edge / rng.integers(1, 5), lowest * rng.uniform(1, 3)


def all_cases(count):
    """`count` cells, each with three cutoffs."""
    rng = numpy.random.default_rng(12)
    for k in range(count):
        shape, periodic = SHAPES[k % len(SHAPES)], PERIODIC[k // len(SHAPES) % len(PERIODIC)]
        cell = shape(rng)
        origin = rng.uniform(-5, 5, 3) if k % 2 else numpy.zeros(3)
        for cutoff in cutoffs(rng, cell, periodic):
            shifts = numpy.prod(2 * cutoff / heights(cell, periodic) + 1)
            n = 1 + rng.integers(min(100, max(2, (5000 / shifts) ** 0.5)))
            points = origin + fractions(rng, n, periodic) @ cell
            yield Case(f"cell {k}, {shape.__name__}", points, origin, cell, periodic, float(cutoff))
