# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The radial distribution of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._answers import RDF
from ._arguments import cell_of, periodic_bits, real, real_array, whole
from ._cloud import Cloud

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._arguments import Array, BoxLike, PeriodicLike
    from ._context import Backend


def _volume(points: Array, box: BoxLike, periodic: PeriodicLike) -> float:
    """That of the vectors along which the box is periodic, times the extents of the points at right angles to them."""
    dims = points.shape[1]
    cell = cell_of(box, dims)
    bits = 0 if cell is None else periodic_bits(periodic, dims)
    vectors = [] if cell is None else [cell[k, :dims] for k in range(dims) if bits >> k & 1]
    units, volume = np.zeros((0, dims)), 1.0
    for vector in vectors:
        rest = vector - units.T @ (units @ vector)
        length = float(np.linalg.norm(rest))
        if length == 0:
            return 0.0
        volume *= length
        units = np.vstack((units, rest / length))
    while len(units) < dims:
        rests = np.eye(dims) - units.T @ units  # what each axis has at right angles to the unit vectors
        lengths = np.linalg.norm(rests, axis=1)
        axis = int(np.argmax(lengths > lengths.max() - 1e-6))
        unit = rests[axis] / lengths[axis]
        along = points @ unit
        volume *= float(np.ptp(along)) if len(along) else 0.0
        units = np.vstack((units, unit))
    return volume


def rdf(
    points: npt.ArrayLike,
    cutoff: float,
    bins: int = 200,
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    types: npt.ArrayLike | None = None,
    exclusions: Any = None,
    backend: Backend = None,
) -> RDF:
    """The radial distribution g(r): the pairs by distance, over those of as many points without order.

    Of n points in the volume V, the pairs of a bin are divided by n n / 2 V times the volume of its shell, those of
    two types by n_a n_b / V times it, and those of one type by n_a n_a / 2 V times it.  In the plane areas take the place
    of volumes, and on a line lengths.

    V is that of the box where it is periodic along all vectors.  Along directions that are not periodic, as in slabs and
    open space, it is the extent of the points; g then falls with the distance, as points near a side have fewer
    neighbours.  The command ``nearfield rdf`` has the same rule.

    Parameters
    ----------
    points : array_like, (n, dims)
        float32 or float64; other numbers become float64.
    cutoff : float
        The largest distance, in the units of the points.  It may be longer than half the box.
    bins : int
        The number of bins of equal width.
    box, periodic
        As for `Cloud`.
    types : array_like, (n,), optional
        The type of each point, by number or name: g(r) of each two types.
    exclusions : (offsets, indices) or a sparse matrix of SciPy, optional
        Pairs that are left out, as for `pairs`.  They change the counts, and not what these are divided by.
    backend : None, str or Context, optional
        Where it is computed (`explain`).

    Returns
    -------
    RDF

    Examples
    --------
    >>> import nearfield, numpy as np
    >>> x = np.random.default_rng(1).random((1000, 3))
    >>> found = nearfield.rdf(x, 0.3, 30, box=1.0)
    >>> bool(abs(found.g[5:] - 1).max() < 0.2)
    True
    >>> by_type = nearfield.rdf(x, 0.3, 30, box=1.0, types=["Na", "Cl"] * 500)
    >>> by_type.partial("Na", "Cl").shape
    (30,)
    """
    cloud = Cloud(points, box, periodic, types=types, backend=backend)
    number, reach, t, n = whole(bins, "bins", 1), real(cutoff, "cutoff"), cloud.type_count, cloud.n
    counts = cloud.histogram(reach, number, type_count=t, exclusions=exclusions)
    volume = _volume(real_array(points, "points", 2), box, periodic)
    if n > 1 and not volume > 0:
        raise ValueError("points: their volume is 0, as they do not extend along a direction that is not periodic")
    if types is not None:
        counts = counts.reshape(t, t, number) if t else np.zeros((0, 0, number), np.int64)
    edges = reach * np.arange(number + 1) / number
    balls = {1: 2 * edges, 2: np.pi * edges**2, 3: 4 / 3 * np.pi * edges**3}[cloud.dims]
    shells = np.diff(balls) / (volume if volume > 0 else 1.0)
    of_type = (
        np.bincount(cloud._state.types.numbers, minlength=t)[:t].astype(float)
        if cloud._state.types is not None
        else np.array([float(n)])
    )
    pairs = np.outer(of_type, of_type)
    np.fill_diagonal(pairs, of_type**2 / 2)
    with np.errstate(divide="ignore", invalid="ignore"):  # types without points
        g = counts.reshape(len(of_type), len(of_type), number) / (shells * pairs[:, :, None])
    lower = np.tril_indices(len(of_type), -1)
    g[lower] = g.transpose(1, 0, 2)[lower]
    return RDF(
        (edges[1:] + edges[:-1]) / 2, g if types is not None else g[0, 0], counts, edges, volume, cloud.type_names
    )
