# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Groups of a cloud: friends of friends, DBSCAN, and what groups measure.  They are methods of `Cloud`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import _core
from ._answers import (
    CENTRES,
    CORES_UINT8,
    DISPERSIONS,
    EXTENTS,
    GROUP_NUMBERS,
    GROUPS,
    INERTIA_RADII,
    LABELS,
    MASSES,
    MEMBERS,
    OFFSETS,
    ORDER,
    PERCOLATES,
    VELOCITIES,
    Catalogue,
    Groups,
)
from ._arguments import flag, real, real_array, whole, whole_array

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._cloud import Cloud


def fof(self: Cloud, linking_length: float, *, in_spacings: bool = False) -> Groups:
    """Groups of friends of friends: points that are connected by links shorter than `linking_length`.

    Parameters
    ----------
    linking_length : float
        In the units of the points, or with `in_spacings` in mean spacings (V / n)^(1 / dims) of a periodic box.
    in_spacings : bool
        Whether the linking length is given in mean spacings.

    Returns
    -------
    Groups
    """
    length = real(linking_length, "linking_length")
    r = self._core.fof(length, 1 << LABELS | 1 << GROUP_NUMBERS, flag(in_spacings, "in_spacings"))
    return Groups(r.array(GROUP_NUMBERS), r.array(LABELS), r.total)


def dbscan(self: Cloud, eps: float, min_points: int = 5) -> Groups:
    """Groups of dense points, DBSCAN: points that are connected through core points.

    Core points have at least `min_points` points closer than `eps`, themselves included.  A border point, which is near
    core points of several groups, is of the group with the smallest label.

    Parameters
    ----------
    eps : float
        How near neighbours are: closer than this, in the units of the points.
    min_points : int
        At least 1.

    Returns
    -------
    Groups
    """
    length = real(eps, "eps")
    if not 0 < length < np.inf:
        raise ValueError(f"eps is {length}: it must be positive and finite")
    r = self._core.dbscan(
        length, whole(min_points, "min_points", 1), 1 << LABELS | 1 << GROUP_NUMBERS | 1 << CORES_UINT8
    )
    return Groups(r.array(GROUP_NUMBERS), r.array(LABELS), r.total, r.array(CORES_UINT8).view(np.bool_))


def catalogue(
    self: Cloud,
    labels: npt.ArrayLike,
    *,
    min_members: int = 1,
    weights: npt.ArrayLike | None = None,
    velocities: npt.ArrayLike | None = None,
    linking_length: float = 0.0,
    in_spacings: bool = False,
) -> Catalogue:
    """What groups measure, from the largest on.

    Parameters
    ----------
    labels : array_like of int, (n,)
        The group of each point by any number, such as `Groups.labels`; negative for points in none.
    min_members : int
        Groups with fewer points are left out.
    weights : float or array_like, (n,), optional
        1 each by default.
    velocities : array_like, (n, dims), optional
        The velocity of each point.
    linking_length, in_spacings
        Those of `fof`; with them groups that extend over half of a periodic box are measured rightly, too.

    Returns
    -------
    Catalogue
    """
    v = None
    if velocities is not None:
        given = real_array(velocities, "velocities", 2)
        if given.shape != (self.n, self.dims):
            raise ValueError(f"velocities: the shape is {given.shape}, and ({self.n}, {self.dims}) is needed")
        v = _core.Points(np.ascontiguousarray(given, self.dtype))
    length = real(linking_length, "linking_length")
    arrays = [GROUPS, MEMBERS, MASSES, CENTRES, INERTIA_RADII, EXTENTS, ORDER, OFFSETS]
    if v is not None:
        arrays += [VELOCITIES, DISPERSIONS]
    if length > 0:
        arrays.append(PERCOLATES)
    names = whole_array(labels, "labels", np.int64, self.n)
    # The library names a group by the smallest index of its points.
    _, first, group = np.unique(names, return_index=True, return_inverse=True)
    roots = np.where(names < 0, -1, first[group]).astype(np.int32)
    r = self._core.catalogue(
        roots,
        sum(1 << a for a in arrays),
        whole(min_members, "min_members", 1),
        self._weights(weights),
        v,
        length,
        flag(in_spacings, "in_spacings"),
    )
    table = {a: r.array(a) for a in arrays}
    for a in (CENTRES, VELOCITIES, DISPERSIONS):
        if a in table:
            table[a] = table[a].reshape(-1, self.dims)
    for a in (MEMBERS, ORDER, PERCOLATES):
        if a in table:
            table[a] = table[a].view(np.int32)
    return Catalogue(
        labels=names[table[GROUPS]],
        members=table[MEMBERS],
        masses=table[MASSES],
        centres=table[CENTRES],
        inertia_radii=table[INERTIA_RADII],
        extents=table[EXTENTS],
        order=table[ORDER],
        offsets=table[OFFSETS].view(np.int64),
        velocities=table.get(VELOCITIES),
        dispersions=table.get(DISPERSIONS),
        percolates=table.get(PERCOLATES),
    )
