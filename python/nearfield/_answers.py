# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The answers of calls.  They are read by names, not unpacked, so that a later version may add arrays."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arguments import shown, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    if not isinstance(quantities, str):
        raise TypeError(f'quantities is {shown(quantities)}: give letters of "{letters}" as a string')
    flags = 0
    for letter in quantities:
        if letter not in letters:
            raise ValueError(f'quantities: "{letter}" is none of the letters "{letters}"')
        flags |= 1 << LETTERS[letter] if letter in LETTERS else 0
    return flags


def array_of_indices(dtype: npt.DTypeLike, narrow: int, wide: int) -> int:
    """The number of the array that has indices of the type."""
    for of, number in ((np.int32, narrow), (np.int64, wide)):
        if dtype is of or (isinstance(dtype, (np.dtype, str)) and dtype == np.dtype(of)):
            return number
    raise ValueError(f"index_dtype is {shown(dtype)}: give int32 or int64")


def _described(value: Any) -> str:
    return f"{value.dtype}{value.shape}" if isinstance(value, np.ndarray) else repr(value)


class Answer:
    """What all answers have: a short repr, with the types and shapes of their arrays."""

    def __repr__(self) -> str:
        parts = ((f.name, getattr(self, f.name)) for f in fields(self))  # type: ignore[arg-type]
        of = ", ".join(f"{name}={_described(value)}" for name, value in parts if value is not None)
        return f"{type(self).__name__}({of})"


@dataclass(frozen=True, eq=False, repr=False)
class Pairs(Answer):
    """Pairs of points.

    Attributes
    ----------
    pairs : ndarray, (m, 2), int32 or int64
        The indices i and j of each pair.
    distances : ndarray, (m,), of the type of the points, or None
        None if they were not asked for by "d".
    vectors : ndarray, (m, dims), of the type of the points, or None
        From i to the image of j; None if they were not asked for by "D".
    shifts : ndarray, (m, 3), int32, or None
        Which image of j it is, in vectors of the box; None if they were not asked for by "S".
    """

    pairs: Array
    distances: Array | None = None
    vectors: Array | None = None
    shifts: Array | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Lists(Answer):
    """The neighbours of each point: those of point p are ``indices[offsets[p]:offsets[p + 1]]``.

    Attributes
    ----------
    offsets : ndarray, (n + 1,), int64
        Where the neighbours of each point, or query point, begin.
    indices : ndarray, (m,), int32 or int64
        The neighbours of all points, one after the other.
    distances : ndarray, (m,), of the type of the points, or None
        None if they were not asked for by "d".
    vectors : ndarray, (m, dims), of the type of the points, or None
        From the point to the image of its neighbour; None if they were not asked for by "D".
    shifts : ndarray, (m, 3), int32, or None
        Which image of the neighbour it is, in vectors of the box; None if they were not asked for by "S".
    """

    offsets: Array
    indices: Array
    distances: Array | None = None
    vectors: Array | None = None
    shifts: Array | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Neighbors(Answer):
    """The k nearest neighbours of each point, from the nearest on.

    Attributes
    ----------
    distances : ndarray, (n, k), of the type of the points
        Infinity where there is no neighbour.
    indices : ndarray, (n, k), int32 or int64
        -1 where there is no neighbour.
    vectors : ndarray, (n, k, dims), of the type of the points, or None
        From the point to the image of its neighbour; None if they were not asked for by "D".
    shifts : ndarray, (n, k, 3), int32, or None
        Which image of the neighbour it is, in vectors of the box; None if they were not asked for by "S".
    """

    distances: Array
    indices: Array
    vectors: Array | None = None
    shifts: Array | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Groups(Answer):
    """Groups of points.

    Attributes
    ----------
    labels : ndarray, (n,), int32
        The group of each point, from 0 on; -1 for noise.
    roots : ndarray, (n,), int32
        The smallest index of the points of its group, of core points in DBSCAN; -1 for noise.
    n_groups : int
        The number of groups.
    cores : ndarray, (n,), bool, or None
        Which points are core points, of DBSCAN.
    """

    labels: Array
    roots: Array
    n_groups: int
    cores: Array | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Catalogue(Answer):
    """What groups measure, from the largest group on; a row for each of the g groups.

    Attributes
    ----------
    labels : ndarray, (g,), int64
        The label of the group, as given.
    members : ndarray, (g,), int32
        The number of its points.
    masses : ndarray, (g,), of the type of the points
        The sum of their weights.
    centres : ndarray, (g, dims), of the type of the points
        Their centre of mass.
    inertia_radii : ndarray, (g,), of the type of the points
        The root of the mean square distance from the centre.
    extents : ndarray, (g,), of the type of the points
        The largest distance of a point from the centre.
    order : ndarray, (n,), int32
        The points of the first group, of the second and so on, and last those of none.
    offsets : ndarray, (g + 1,), int64
        Where the points of each group begin in `order`.
    velocities : ndarray, (g, dims), of the type of the points, or None
        The velocity of the centre; None without velocities of the points.
    dispersions : ndarray, (g, dims), of the type of the points, or None
        The standard deviation of the velocities along each axis; None without velocities of the points.
    percolates : ndarray, (g,), int32, or None
        The sum of 1, 2 and 4 for the vectors of the box around which the group closes on itself; None without a
        linking length.
    """

    labels: Array
    members: Array
    masses: Array
    centres: Array
    inertia_radii: Array
    extents: Array
    order: Array
    offsets: Array
    velocities: Array | None = None
    dispersions: Array | None = None
    percolates: Array | None = None


class Sums(dict[str, "Array"]):
    """The sums of a pair function by their names: a dict of arrays, (n,) or (n, dims).

    Attributes
    ----------
    totals : dict of ndarray, or None
        The sum over all points, () or (dims,), float64, of each of these; None if they were not asked for.
    """

    def __init__(self, sums: Mapping[str, Array], totals: dict[str, Array] | None = None) -> None:
        super().__init__(sums)
        self.totals = totals

    def __repr__(self) -> str:
        of = ", ".join(f"{name}={_described(value)}" for name, value in self.items())
        return f"Sums({of})"


@dataclass(frozen=True, eq=False, repr=False)
class RDF(Answer):
    """The radial distribution of points.

    Attributes
    ----------
    r : ndarray, (bins,), float64
        The middles of the bins.
    g : ndarray, (bins,) or (T, T, bins), float64
        g(r); with types that of each two, symmetric.
    counts : ndarray, (bins,) or (T, T, bins), int64
        The pairs in each bin; with types those of the types a <= b at [a, b].
    edges : ndarray, (bins + 1,), float64
        The edges of the bins.
    volume : float
        The volume of the points, by which their density is known.
    type_names : tuple of str, or None
        The names of types that were given by names, in the order of `g`.
    """

    r: Array
    g: Array
    counts: Array
    edges: Array
    volume: float
    type_names: tuple[str, ...] | None = None

    def partial(self, a: int | str, b: int | str) -> Array:
        """g(r) of the types `a` and `b`, by their names or numbers: (bins,)."""
        if self.g.ndim != 3:
            raise ValueError("there are no partial distributions: give the types of the points")
        at = []
        for of in (a, b):
            if isinstance(of, str) and of not in (self.type_names or ()):
                known = ", ".join(self.type_names) if self.type_names else f"numbers from 0 to {len(self.g) - 1}"
                raise ValueError(f'there is no type "{of}": the types are {known}')
            if isinstance(of, str) and self.type_names:
                at.append(self.type_names.index(of))
            else:
                at.append(whole(of, "a type", 0, len(self.g) - 1))
        g: Array = self.g[at[0], at[1]]
        return g
