# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Brute force by the rule of include/nearfield/pairs.h: each operation is rounded in the type of the points."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np


class Found(NamedTuple):
    """Neighbours, ascending by i, j and S."""

    i: np.ndarray
    j: np.ndarray
    S: np.ndarray
    D: np.ndarray
    d2: np.ndarray

    def where(self, kept: np.ndarray) -> Found:
        return Found(*(a[kept] for a in self))

    @property
    def d(self) -> np.ndarray:
        return np.sqrt(self.d2)


def cell_of(box: Any, dims: int) -> np.ndarray:
    given = np.asarray(box, dtype=np.float64)
    return given if given.ndim == 2 else np.diag(np.broadcast_to(given, (dims,)))


def along(box: Any, periodic: Any, dims: int) -> np.ndarray:
    if box is None:
        return np.zeros(dims, bool)
    return np.broadcast_to(True if periodic is None else periodic, (dims,))


def shifts(points: np.ndarray, queries: np.ndarray, reach: float, box: Any, periodic: Any) -> np.ndarray:
    """All S for which a point may be closer to a query than `reach`, and some more: (m, dims)."""
    dims = points.shape[1]
    is_periodic = along(box, periodic, dims)
    limits = [(0, 0)] * dims
    if is_periodic.any() and len(points) and len(queries):
        to_cells = np.linalg.pinv(cell_of(box, dims)[is_periodic])
        at, of = points.astype(float) @ to_cells, queries.astype(float) @ to_cells
        far = reach * np.linalg.norm(to_cells, axis=0) + 1
        low = np.floor(of.min(axis=0) - at.max(axis=0) - far).astype(int)
        high = np.ceil(of.max(axis=0) - at.min(axis=0) + far).astype(int)
        for a, pair in zip(np.flatnonzero(is_periodic), zip(low, high)):
            limits[a] = pair
    return np.array(list(itertools.product(*(range(low, high + 1) for low, high in limits))), dtype=int)


def every(points: np.ndarray, reach: float, box: Any = None, periodic: Any = None, queries: Any = None) -> Found:
    """All images of points, at least those closer than `reach` to each point or query, and never a point itself."""
    dtype, dims = points.dtype.type, points.shape[1]
    own = queries is None
    of = points if own else np.asarray(queries, dtype=dtype)
    s = shifts(points, of, reach, box, periodic)
    moved = np.zeros((len(s), dims), dtype)
    if box is not None:
        cell = cell_of(box, dims).astype(dtype)
        for v in np.flatnonzero(along(box, periodic, dims)):
            moved = moved + s[:, v, None].astype(dtype) * cell[v]
    vectors = (points[None, :, None] - of[:, None, None]) + moved[None, None]
    squares = np.zeros(vectors.shape[:3], dtype)
    for a in range(dims):
        squares = squares + vectors[..., a] * vectors[..., a]
    kept = np.ones(squares.shape, bool)
    if own:
        kept[np.arange(len(of)), np.arange(len(of)), np.flatnonzero(~s.any(axis=1))] = False
    i, j, k = np.nonzero(kept)
    three = np.zeros((len(s), 3), int)
    three[:, : min(dims, 3)] = s[:, :3]
    return Found(i, j, three[k], vectors[kept], squares[kept])


def neighbours(
    points: np.ndarray,
    cutoff: float,
    box: Any = None,
    periodic: Any = None,
    queries: Any = None,
    *,
    min_distance: float = 0.0,
    radii: Any = None,
    query_radii: Any = None,
    radii_rule: str = "query",
    types: Any = None,
    query_types: Any = None,
    type_cutoffs: Any = None,
    exclusions: set[tuple[int, int]] | None = None,
) -> Found:
    """The full lists."""
    dtype = points.dtype.type
    found = every(points, cutoff, box, periodic, queries)
    kept = found.d2 < dtype(cutoff) * dtype(cutoff)
    if min_distance:
        kept &= found.d2 >= dtype(min_distance) * dtype(min_distance)
    if radii is not None or query_radii is not None:
        theirs = None if radii is None else np.asarray(radii, dtype)
        own = theirs if queries is None else np.asarray(query_radii, dtype)
        assert own is not None
        if radii_rule == "query":
            bound = own[found.i]
        else:
            assert theirs is not None
            a, b = own[found.i], theirs[found.j]
            bound = a + b if radii_rule == "sum" else np.maximum(a, b)
        kept &= found.d2 < bound * bound
    if type_cutoffs is not None:
        own = np.asarray(types if queries is None else query_types)
        bound = np.asarray(type_cutoffs).astype(dtype)[own[found.i], np.asarray(types)[found.j]]
        kept &= found.d2 < bound * bound
    if exclusions is not None:
        out = exclusions if queries is not None else exclusions | {(j, i) for i, j in exclusions}
        kept &= np.array([pair not in out for pair in zip(found.i.tolist(), found.j.tolist())], bool)
    return found.where(kept)


def half(found: Found) -> Found:
    """Each unordered pair of images once."""
    first = np.zeros(len(found.i), int)
    for a in (2, 1, 0):
        first = np.where(found.S[:, a] != 0, found.S[:, a], first)
    return found.where((found.i < found.j) | ((found.i == found.j) & (first > 0)))


def nearest(
    points: np.ndarray,
    k: int,
    reach: float,
    box: Any = None,
    periodic: Any = None,
    queries: Any = None,
    include_self: bool = False,
    max_distance: float = 0.0,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Distances, indices, vectors and shifts of the k nearest within `reach`, by d2, index and S."""
    dtype = points.dtype.type
    rows = len(points) if queries is None else len(queries)
    found = every(points, reach, box, periodic, queries)
    d = np.full((rows, k), np.inf, dtype)
    j = np.full((rows, k), -1)
    D = np.zeros((rows, k, points.shape[1]), dtype)
    S = np.zeros((rows, k, 3), int)
    for i in range(rows):
        row = found.where(found.i == i)
        if max_distance:
            row = row.where(row.d2 < dtype(max_distance) * dtype(max_distance))
        row = row.where(np.lexsort((row.S[:, 2], row.S[:, 1], row.S[:, 0], row.j, row.d2)))
        at = 0
        if include_self and queries is None:
            # A point is its own neighbour at the distance 0, with the rank of its index among others there.
            same = row.where((row.d2 == 0) & (row.j < i))
            at = len(same.i)
            row = Found(
                np.insert(row.i, at, i),
                np.insert(row.j, at, i),
                np.insert(row.S, at, 0, axis=0),
                np.insert(row.D, at, 0, axis=0),
                np.insert(row.d2, at, 0),
            )
        m = min(k, len(row.i))
        d[i, :m], j[i, :m], D[i, :m], S[i, :m] = row.d[:m], row.j[:m], row.D[:m], row.S[:m]
    return d, j, D, S


def components(n: int, links: list[tuple[int, int]]) -> np.ndarray:
    """The smallest index of the group of each point."""
    label = np.arange(n)
    while True:
        before = label.copy()
        for i, j in links:
            label[i] = label[j] = min(label[i], label[j])
        if np.array_equal(before, label):
            return label


def ordered(*columns: np.ndarray) -> np.ndarray:
    """The order of rows that ascend by the columns, the first one first."""
    flat = [c if c.ndim == 1 else c[:, a] for c in columns for a in range(1 if c.ndim == 1 else c.shape[1])]
    return np.lexsort(flat[::-1])


def ordered_rows(i: np.ndarray, j: np.ndarray, S: np.ndarray) -> np.ndarray:
    """The same in one array, for sets of rows that are compared."""
    rows = np.column_stack((i, j, S))
    return rows[ordered(rows)]


def points(rng: np.random.Generator, n: int, dims: int, dtype: Any, box: Any = None) -> np.ndarray:
    """Points in and around a box of DOMAINS; two are at one place."""
    is_small = box is not None and np.max(box) < 2
    x = rng.uniform(-0.5 if is_small else -2.0, 1.5 if is_small else 6.0, (n, dims)).astype(dtype)
    x[1] = x[0]
    return x


TRICLINIC = np.array([[4.0, 0.0, 0.0], [1.3, 3.6, 0.0], [-0.7, 0.9, 4.4]])

# Name, dims, box, periodic: every kind of domain.
DOMAINS = [
    ("open_1", 1, None, None),
    ("open_2", 2, None, None),
    ("open_3", 3, None, None),
    ("periodic_1", 1, 4.0, None),
    ("periodic_2", 2, [4.0, 3.0], None),
    ("triclinic_2", 2, [[4.0, 0.3], [-1.2, 3.1]], None),
    ("periodic_3", 3, [4.0, 3.7, 4.4], None),
    ("triclinic_3", 3, TRICLINIC, None),
    ("slab_3", 3, TRICLINIC, [True, True, False]),
    ("wire_3", 3, TRICLINIC, [False, False, True]),
    ("one_of_2", 2, [4.0, 3.0], [False, True]),
    ("small_3", 3, [1.1, 1.0, 1.2], None),
]
