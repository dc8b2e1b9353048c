# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The candidates of other libraries, from both ends, a little beyond the cutoff.  Each function returns None for a case that its
library cannot answer."""
from dataclasses import dataclass

import ase.neighborlist
import freud
import numpy
import vesin
from scipy.spatial import cKDTree


@dataclass
class Other:
    name: str
    rows: numpy.ndarray  # i, j, S


BEYOND = 1 + 1e-6  # of double precision


def rows_of(i, j, shifts):
    return numpy.column_stack((i, j, shifts)).astype(numpy.int64)


def ask_ase(case):
    i, j, shifts = ase.neighborlist.primitive_neighbor_list(
        "ijS", case.periodic, case.cell, case.points, case.cutoff * BEYOND
    )
    return Other("ASE", rows_of(i, j, shifts))


def ask_vesin(case):
    """Cutoffs that do not make many cells, of which some take it a minute."""
    extents = numpy.ptp(case.points, axis=0) + abs(case.cell).sum(axis=0)
    if numpy.prod(extents / case.cutoff + 1) > 5e4:
        return None
    i, j, shifts = vesin.NeighborList(cutoff=case.cutoff * BEYOND, full_list=True, n_threads=1).compute(
        points=case.points, box=case.cell, periodic=list(case.periodic), quantities="ijS"
    )
    return Other("vesin", rows_of(i, j, shifts))


def nearest(case, low):
    """Points within the box that starts at `low`, and the function that gives S, between the points as given, of their nearest images."""
    inverse = numpy.linalg.inv(case.cell)
    wraps = numpy.floor((case.points - low) @ inverse) * numpy.array(case.periodic)
    inside = case.points - wraps @ case.cell

    def shifts(i, j):
        near = -numpy.rint((inside[j] - inside[i]) @ inverse) * numpy.array(case.periodic)
        return (near + wraps[i] - wraps[j]).astype(numpy.int64)

    return inside, shifts


def ask_scipy(case):
    """Boxes along the axes with cutoffs below half of an edge: the nearest image only."""
    edges = numpy.diag(case.cell)
    if numpy.count_nonzero(case.cell) != 3 or not (edges > 0).all():
        return None
    if any(p and edge <= 2 * case.cutoff * BEYOND for p, edge in zip(case.periodic, edges)):
        return None
    inside, shifts = nearest(case, numpy.zeros(3))
    inside = numpy.where(numpy.logical_and(case.periodic, inside >= edges), 0, inside)  # rounded up to the end
    tree = cKDTree(inside, boxsize=numpy.where(case.periodic, edges, 0))
    found = tree.sparse_distance_matrix(tree, case.cutoff * BEYOND, output_type="coo_matrix")
    apart = found.row != found.col
    i, j = found.row[apart], found.col[apart]
    return Other("SciPy", rows_of(i, j, shifts(i, j)))


def ask_freud(case):
    """Triangular cells that are periodic in all directions; single precision, the nearest image only."""
    if not all(case.periodic) or numpy.triu(case.cell, 1).any() or not (numpy.diag(case.cell) > 0).all():
        return None
    box = freud.box.Box.from_matrix(case.cell.T)
    inverse = numpy.linalg.inv(case.cell)
    if (numpy.linalg.norm(inverse, axis=0) * case.cutoff >= 0.49).any():
        return None
    inside, shifts = nearest(case, case.origin)
    inside = inside - case.origin - case.cell.sum(axis=0) / 2  # its boxes have the origin in the middle
    found = freud.locality.AABBQuery(box, inside).query(
        inside, {"r_max": case.cutoff * (1 + 1e-3), "exclude_ii": True}
    ).toNeighborList()
    i, j = found.query_point_indices, found.point_indices
    return Other("freud", rows_of(i, j, shifts(i, j)))


ALL = (ask_ase, ask_vesin, ask_scipy, ask_freud)
