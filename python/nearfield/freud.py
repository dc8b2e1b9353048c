# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Neighbours for the analyses of freud, and its boxes for clouds.

freud is imported by `to_freud` alone.  Its points are float32, and its periodic boxes take radii below half of their
widths; lists of this library have no such limit, and freud's analyses take what they find beyond it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from ._answers import Lists, Neighbors

if TYPE_CHECKING:
    from ._arguments import Array, Real

__all__ = ["from_box", "to_freud"]


class BoxArguments(TypedDict):
    """The arguments of `nearfield.Cloud` for a box."""

    box: Real  #: (3, 3), the cell vectors as rows
    periodic: Array  #: (3,), bool
    origin: Real  #: (3,), the corner of the box


def from_box(box: Any) -> BoxArguments:
    """The arguments of `nearfield.Cloud` for a box of freud, whose centre is the origin of the coordinates.

    Parameters
    ----------
    box : freud.box.Box
        For a box of two dimensions the points keep three columns, the last of them 0.

    Returns
    -------
    dict
        ``box``, ``periodic`` and ``origin``: ``nearfield.Cloud(points, **from_box(box))``.

    Examples
    --------
    >>> import freud, nearfield
    >>> from nearfield.freud import from_box
    >>> cloud = nearfield.Cloud([[4.5, 0.0, 0.0], [-4.5, 0.0, 0.0]], **from_box(freud.box.Box.cube(10.0)))
    >>> cloud.pairs(1.5, "d").distances
    array([1.])
    """
    cell = np.array([box.v1, box.v2, [0, 0, 0] if box.is2D else box.v3], dtype=np.float64)
    periodic = np.array([box.periodic_x, box.periodic_y, box.periodic_z and not box.is2D])
    return {"box": cell, "periodic": periodic, "origin": -cell.sum(axis=0) / 2}


def to_freud(found: Lists | Neighbors, num_points: int | None = None) -> Any:
    """A freud.locality.NeighborList of what `Cloud.lists` or `Cloud.knn` found.

    Parameters
    ----------
    found : Lists or Neighbors
        With the vectors: ``cloud.lists(cutoff, "D")`` or ``cloud.knn(k, "D")``, without ``half=True``.
    num_points : int, optional
        The number of points of the cloud.  It is needed for neighbours of query points.

    Returns
    -------
    freud.locality.NeighborList
        The bonds of each query point, in the order of `found`; their weights are 1.

    Raises
    ------
    ValueError
        `found` has no vectors.

    Examples
    --------
    >>> import nearfield
    >>> from nearfield.freud import to_freud
    >>> bonds = to_freud(nearfield.lists([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [3.0, 0.0, 0.0]], 2.0, "D"))
    >>> bonds[:].tolist(), bonds.distances
    ([[0, 1], [1, 0]], array([1., 1.], dtype=float32))
    """
    import freud  # type: ignore[import-not-found,import-untyped,unused-ignore]

    if not isinstance(found, (Lists, Neighbors)):
        raise TypeError(f"found is {type(found).__name__}: give what Cloud.lists or Cloud.knn found")
    if found.vectors is None:
        raise ValueError('found has no vectors: ask for them by "D", such as cloud.lists(cutoff, "D")')
    if isinstance(found, Lists):
        count = len(found.offsets) - 1
        rows = np.repeat(np.arange(count), np.diff(found.offsets))
        indices, vectors = found.indices, found.vectors
    else:
        count = len(found.indices)
        rows, at = np.nonzero(found.indices >= 0)
        indices, vectors = found.indices[rows, at], found.vectors[rows, at]
    n = count if num_points is None else num_points
    if len(indices) and indices.max() >= n:
        raise ValueError(
            f"num_points is {n}, and a neighbour is point {indices.max()}: give the number of points of the cloud"
        )
    bonds = np.zeros((len(indices), 3), dtype=np.float32)
    bonds[:, : vectors.shape[1]] = vectors
    return freud.locality.NeighborList.from_arrays(count, n, rows, indices, bonds)
