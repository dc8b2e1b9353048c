# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Distances with the calls of MDAnalysis.lib.distances, which is not needed.

As in MDAnalysis, coordinates and boxes are rounded to float32, and distances are computed in float64 and compared as
``min_cutoff < distance <= max_cutoff``.  A pair has the distance of its nearest images, also where the cutoff is more
than half of the box.  Pairs ascend.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._arguments import cutoff_within
from ._cloud import Cloud

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._arguments import Array, Real
    from ._context import Backend

__all__ = ["capped_distance", "self_capped_distance"]

_SPEED = ("serial", "OpenMP", "distopia")  # what MDAnalysis calls a backend


def _positions(given: Any, what: str) -> Array:
    x = np.asarray(getattr(given, "positions", given))
    if x.dtype.kind not in "fiub":
        raise TypeError(f"{what}: the type is {x.dtype}, and numbers or an AtomGroup are needed")
    if x.ndim not in (1, 2) or x.shape[-1] != 3:
        raise ValueError(f"{what}: the shape is {x.shape}, and (3,) or (n, 3) is needed")
    return x.reshape(-1, 3).astype(np.float32).astype(np.float64)


def _cell(box: npt.ArrayLike) -> Real:
    """The cell vectors: the first is along x, and the second in the plane of x and y.

    A length of 0 in a rectangular box is that of a direction that is not periodic.
    """
    given = np.asarray(box, dtype=np.float32).astype(np.float64)
    if given.shape != (6,):
        raise ValueError(f"box: the shape is {given.shape}: give [lx, ly, lz, alpha, beta, gamma]")
    lengths, angles = given[:3], given[3:]
    is_right = angles == 90
    if np.all(is_right) and np.all(lengths >= 0):
        return np.diag(lengths)
    cosines = np.where(is_right, 0.0, np.cos(np.deg2rad(angles)))
    sine = 1.0 if is_right[2] else np.sin(np.deg2rad(angles[2]))
    if np.all(lengths > 0) and np.all((angles > 0) & (angles < 180)):
        x, y = cosines[1], (cosines[0] - cosines[1] * cosines[2]) / sine
        if x * x + y * y < 1:
            rows = ([1, 0, 0], [cosines[2], sine, 0], [x, y, np.sqrt(1 - x * x - y * y)])
            cell: Real = (lengths[:, None] * np.array(rows)).astype(np.float32).astype(np.float64)
            return cell
    raise ValueError(f"box: {given.tolist()} is no box: its lengths are to be positive, and its angles those of a cell")


def _within(
    points: Array,
    queries: Array | None,
    max_cutoff: float,
    min_cutoff: float | None,
    box: npt.ArrayLike | None,
    method: str | None,
    return_distances: bool,
    backend: Backend,
) -> Any:
    if method is not None and method.lower() not in ("bruteforce", "nsgrid", "pkdtree"):
        raise ValueError(f'method is "{method}": give "bruteforce", "nsgrid" or "pkdtree"')
    cell = np.zeros((3, 3)) if box is None else _cell(box)
    edges = np.diag(cell)
    periodic = edges > 0
    pairs, distances = np.zeros((0, 2), np.int64), np.zeros(0)
    if len(points) and (queries is None or len(queries)) and max_cutoff >= 0:
        # The nearest images of two points are at most half of this diagonal apart (Babai 1986).
        every = points if queries is None else np.concatenate((points, queries))
        diagonal = np.linalg.norm(np.where(periodic, edges, 2 * np.ptp(every, axis=0)))
        reach = min(float(max_cutoff), 0.50001 * float(diagonal))
        cloud = Cloud(points, cell, periodic, backend=None if backend in _SPEED else backend)
        found = cloud.pairs(cutoff_within(reach, np.float64), "d", queries=queries, sorted=True, index_dtype=np.int64)
        assert found.distances is not None
        pairs, distances = found.pairs, found.distances
        if np.any(periodic & (edges <= 2 * reach)):  # several images of a point may be so near
            order = np.lexsort((distances, pairs[:, 1], pairs[:, 0]))
            pairs, distances = pairs[order], distances[order]
            is_nearest = np.ones(len(pairs), dtype=bool)
            is_nearest[1:] = np.any(pairs[1:] != pairs[:-1], axis=1)
            if queries is None:
                is_nearest &= pairs[:, 0] != pairs[:, 1]
            pairs, distances = pairs[is_nearest], distances[is_nearest]
        kept = distances <= max_cutoff
        if min_cutoff is not None:
            kept &= distances > min_cutoff
        pairs, distances = pairs[kept], distances[kept]
    return (pairs, distances) if return_distances else pairs


def capped_distance(
    reference: Any,
    configuration: Any,
    max_cutoff: float,
    min_cutoff: float | None = None,
    box: npt.ArrayLike | None = None,
    method: str | None = None,
    return_distances: bool = True,
    backend: Backend = None,
) -> Any:
    """The pairs of a point of `reference` and one of `configuration` at most `max_cutoff` apart.

    Parameters
    ----------
    reference, configuration : array_like, (3,) or (n, 3), or AtomGroup
    max_cutoff : float
        The largest distance, in the units of the points.
    min_cutoff : float, optional
        Only pairs farther apart than this.
    box : array_like, (6,), optional
        [lx, ly, lz, alpha, beta, gamma], angles in degrees; None: open space.  A length of 0 in a rectangular box is
        that of a direction that is not periodic.
    method : str, optional
        "bruteforce", "nsgrid" or "pkdtree"; it has no effect.
    return_distances : bool
        Also the distances.
    backend : None, str or nearfield.Context, optional
        Where it is computed (`nearfield.explain`).  MDAnalysis' own "serial", "OpenMP" and "distopia" have no effect.

    Returns
    -------
    pairs : ndarray, (m, 2), int64
        Indices in `reference` and `configuration`.
    distances : ndarray, (m,), float64

    Raises
    ------
    ValueError
        The box is none; MDAnalysis takes it as open space.

    Examples
    --------
    >>> from nearfield.mdanalysis import capped_distance
    >>> pairs, distances = capped_distance([0.5, 0, 0], [[9.5, 0, 0], [5, 0, 0]], 1.0, box=[10, 10, 10, 90, 90, 90])
    >>> pairs.tolist(), distances
    ([[0, 0]], array([1.]))
    """
    points, queries = _positions(configuration, "configuration"), _positions(reference, "reference")
    return _within(points, queries, max_cutoff, min_cutoff, box, method, return_distances, backend)


def self_capped_distance(
    reference: Any,
    max_cutoff: float,
    min_cutoff: float | None = None,
    box: npt.ArrayLike | None = None,
    method: str | None = None,
    return_distances: bool = True,
    backend: Backend = None,
) -> Any:
    """The pairs i < j of points of `reference` at most `max_cutoff` apart; the arguments are those of `capped_distance`.

    Examples
    --------
    >>> from nearfield.mdanalysis import self_capped_distance
    >>> self_capped_distance([[0, 0, 0], [3, 4, 0], [9, 9, 9]], 5.0, return_distances=False).tolist()
    [[0, 1]]
    """
    points = _positions(reference, "reference")
    return _within(points, None, max_cutoff, min_cutoff, box, method, return_distances, backend)
