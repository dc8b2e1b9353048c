# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The arrays of answers, and the tuples in which they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._arguments import Array

# The numbers of nf_array (result.h).
PAIRS, OFFSETS, INDICES, DISTANCES, VECTORS, SHIFTS, COUNTS, ORDER = range(8)
LABELS, CORES = 11, 12
GROUPS, MEMBERS, MASSES, CENTRES, VELOCITIES, INERTIA_RADII, EXTENTS, TOTALS, PERCOLATES = range(13, 22)
ROWS, GROUP_NUMBERS, DISPERSIONS, WEIGHTED_COUNTS = 23, 24, 25, 26
SUMS = 32
PAIRS_INT64, INDICES_INT64, ROWS_INT64, CORES_UINT8 = 48, 49, 50, 51

LETTERS = {"S": SHIFTS, "d": DISTANCES, "D": VECTORS}


def wanted(quantities: str, letters: str) -> int:
    """The flags of the arrays for the letters of `quantities`."""
    flags = 0
    for letter in quantities:
        if letter not in letters:
            raise ValueError(f'quantities: "{letter}" is none of the letters "{letters}"')
        flags |= 1 << LETTERS[letter] if letter in LETTERS else 0
    return flags


class Pairs(NamedTuple):
    """Pairs of points; arrays that were not asked for are None."""

    pairs: Array  #: (m, 2), the indices i and j of each pair
    distances: Array | None  #: (m,), of the type of the points
    vectors: Array | None  #: (m, dims), from i to the image of j
    shifts: Array | None  #: (m, 3), int32: the image of j, in vectors of the box


class Lists(NamedTuple):
    """The neighbours of each point: those of point p are ``indices[offsets[p]:offsets[p + 1]]``."""

    offsets: Array  #: (n + 1,), int64
    indices: Array  #: (m,)
    distances: Array | None  #: (m,), of the type of the points
    vectors: Array | None  #: (m, dims), from the point to the image of its neighbour
    shifts: Array | None  #: (m, 3), int32: the image of the neighbour, in vectors of the box


class Neighbors(NamedTuple):
    """The k nearest neighbours of each point, from the nearest on."""

    distances: Array  #: (n, k), of the type of the points; infinity where there is no neighbour
    indices: Array  #: (n, k); -1 where there is no neighbour
    vectors: Array | None  #: (n, k, dims), from the point to the image of its neighbour
    shifts: Array | None  #: (n, k, 3), int32: the image of the neighbour, in vectors of the box


class Groups(NamedTuple):
    """Groups of points."""

    labels: Array  #: (n,), int32: the group of each point, from 0 on; -1 for noise
    roots: Array  #: (n,), int32: the smallest index of the points of its group, of core points in DBSCAN; -1 for noise
    n_groups: int  #: the number of groups
    cores: Array | None  #: (n,), bool: core points, of DBSCAN


class Catalogue(NamedTuple):
    """What groups measure, from the largest group on; a row for each."""

    labels: Array  #: (g,): the label of the group, as given
    members: Array  #: (g,), int32: the number of its points
    masses: Array  #: (g,): the sum of their weights
    centres: Array  #: (g, dims): their centre of mass
    inertia_radii: Array  #: (g,): the root of the mean square distance from the centre
    extents: Array  #: (g,): the largest distance of a point from the centre
    velocities: Array | None  #: (g, dims): the velocity of the centre
    dispersions: Array | None  #: (g, dims): of the velocities, along each axis
    percolates: Array | None  #: (g,), int32: 1, 2 and 4 for vectors of the box around which the group closes on itself
    order: Array  #: (n,), int32: the points of the first group, of the second and so on, and last those of none
    offsets: Array  #: (g + 1,), int64: where the points of each group begin in `order`


def whole(dtype: npt.DTypeLike, narrow: int, wide: int) -> int:
    of = np.dtype(dtype)
    if of == np.int32:
        return narrow
    if of == np.int64:
        return wide
    raise ValueError(f"index_dtype is {of}: give int32 or int64")
