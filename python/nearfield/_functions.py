# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Each question as one call, for points that are asked once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _core
from ._arguments import cell_of
from ._cloud import Cloud
from ._context import _open_loader

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._arguments import Array, BoxLike, PeriodicLike
    from ._answers import Catalogue, Groups, Lists, Neighbors, Pairs
    from ._context import Backend


def function_names() -> list[str]:
    """The pair functions that come with the library, for `interact`."""
    _open_loader()
    return _core.function_names()


def pairs(
    points: npt.ArrayLike,
    cutoff: float,
    quantities: str = "",
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    types: npt.ArrayLike | None = None,
    backend: Backend = None,
    **options: Any,
) -> Pairs:
    """All pairs of points closer than `cutoff`, each once: `Cloud.pairs`.

    Examples
    --------
    >>> import nearfield, numpy as np
    >>> found = nearfield.pairs(np.array([[0.0, 0, 0], [3, 4, 0], [9, 9, 9]]), 6.0, "d")
    >>> found.pairs, found.distances
    (array([[0, 1]], dtype=int32), array([5.]))
    """
    return Cloud(points, box, periodic, types=types, backend=backend).pairs(cutoff, quantities, **options)


def lists(
    points: npt.ArrayLike,
    cutoff: float,
    quantities: str = "",
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    types: npt.ArrayLike | None = None,
    backend: Backend = None,
    **options: Any,
) -> Lists:
    """The neighbours of every point: `Cloud.lists`.

    Examples
    --------
    >>> import nearfield, numpy as np
    >>> found = nearfield.lists(np.array([[0.0], [1.0], [1.5], [9.0]]), 1.2)
    >>> [found.indices[a:b].tolist() for a, b in zip(found.offsets, found.offsets[1:])]
    [[1], [0, 2], [1], []]
    """
    return Cloud(points, box, periodic, types=types, backend=backend).lists(cutoff, quantities, **options)


def knn(
    points: npt.ArrayLike,
    k: int,
    quantities: str = "",
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    backend: Backend = None,
    **options: Any,
) -> Neighbors:
    """The `k` nearest neighbours of every point: `Cloud.knn`.

    Examples
    --------
    >>> import nearfield, numpy as np
    >>> nearfield.knn(np.array([[0.0], [1.0], [4.0]]), 1).indices.tolist()
    [[1], [0], [1]]
    """
    return Cloud(points, box, periodic, backend=backend).knn(k, quantities, **options)


def fof(
    points: npt.ArrayLike,
    linking_length: float,
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    in_spacings: bool = False,
    backend: Backend = None,
) -> Groups:
    """Groups of friends of friends: `Cloud.fof`.

    Examples
    --------
    >>> import nearfield, numpy as np
    >>> nearfield.fof(np.array([[0.0], [1.0], [5.0], [1.5]]), 1.2).labels.tolist()
    [0, 0, 1, 0]
    """
    return Cloud(points, box, periodic, backend=backend).fof(linking_length, in_spacings=in_spacings)


def dbscan(
    points: npt.ArrayLike,
    eps: float,
    min_points: int = 5,
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    backend: Backend = None,
) -> Groups:
    """Groups of dense points, DBSCAN: `Cloud.dbscan`.

    Examples
    --------
    >>> import nearfield, numpy as np
    >>> nearfield.dbscan(np.array([[0.0], [1.0], [2.0], [9.0]]), 1.5, 3).labels.tolist()
    [0, 0, 0, -1]
    """
    return Cloud(points, box, periodic, backend=backend).dbscan(eps, min_points)


def catalogue(
    points: npt.ArrayLike,
    labels: npt.ArrayLike,
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    backend: Backend = None,
    **options: Any,
) -> Catalogue:
    """What groups measure, from the largest on: `Cloud.catalogue`."""
    return Cloud(points, box, periodic, backend=backend).catalogue(labels, **options)


def histogram(
    points: npt.ArrayLike,
    cutoff: float = 0.0,
    bins: int | npt.ArrayLike = 100,
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    types: npt.ArrayLike | None = None,
    backend: Backend = None,
    **options: Any,
) -> Array:
    """Counts pairs by their distance: `Cloud.histogram`.

    Examples
    --------
    >>> import nearfield, numpy as np
    >>> nearfield.histogram(np.array([[0.0], [1.0], [3.0]]), 4.0, 4).tolist()
    [0, 1, 1, 1]
    """
    return Cloud(points, box, periodic, types=types, backend=backend).histogram(cutoff, bins, **options)


def interact(
    points: npt.ArrayLike,
    cutoff: float,
    function: Any,
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    types: npt.ArrayLike | None = None,
    backend: Backend = None,
    **options: Any,
) -> dict[str, Array]:
    """Sums a pair function over the neighbours of every point: `Cloud.interact`."""
    return Cloud(points, box, periodic, types=types, backend=backend).interact(cutoff, function, **options)


def zsort(points: npt.ArrayLike, *, backend: Backend = None) -> Array:
    """The order of points along the z-order curve: `Cloud.zsort`.

    Examples
    --------
    >>> import nearfield, numpy as np
    >>> nearfield.zsort(np.array([[3.0, 3.0], [0.0, 0.0], [1.0, 0.0]])).tolist()
    [1, 2, 0]
    """
    return Cloud(points, backend=backend).zsort()


class RDF(NamedTuple):
    """The radial distribution of points."""

    r: Array  #: (bins,): the middles of the bins
    g: Array  #: (bins,), or (T, T, bins) of pairs of types, symmetric
    counts: Array  #: of pairs in each bin: (bins,), or (T, T, bins) with the pairs of the types a <= b at [a, b]
    edges: Array  #: (bins + 1,)


def rdf(
    points: npt.ArrayLike,
    cutoff: float,
    bins: int = 200,
    *,
    box: BoxLike,
    periodic: PeriodicLike = None,
    types: npt.ArrayLike | None = None,
    exclusions: Any = None,
    backend: Backend = None,
) -> RDF:
    """The radial distribution g(r): pairs by distance, over those of as many points without order in the box.

    Parameters
    ----------
    points : array_like, (n, dims)
    cutoff : float
        The largest distance, in the units of the points.
    bins : int
        Of equal width.
    box, periodic
        As for `Cloud`; the volume of the box is that of the points.
    types : array_like of int, (n,), optional
        The type of each point: g(r) of each two types.
    exclusions
        Pairs that are left out, as for `Cloud.pairs`; the points without order have them, too.

    Returns
    -------
    RDF
    """
    cloud = Cloud(points, box, periodic, types=types, backend=backend)
    cell = cell_of(box, cloud.dims)
    if cell is None:
        raise ValueError("box: g(r) needs the volume of the points: give a box")
    volume = abs(np.linalg.det(cell[: cloud.dims, : cloud.dims]))
    edges = cutoff * np.arange(bins + 1) / bins
    balls = {1: 2 * edges, 2: np.pi * edges**2, 3: 4 / 3 * np.pi * edges**3}[cloud.dims]
    shells = np.diff(balls) / volume
    middles = (edges[1:] + edges[:-1]) / 2
    if types is None:
        counts = cloud.histogram(cutoff, bins, exclusions=exclusions)
        return RDF(middles, counts / (shells * (cloud.n * (cloud.n - 1) / 2)), counts, edges)
    of_type = np.bincount(np.asarray(types), minlength=1).astype(np.float64)
    t = len(of_type)
    counts = cloud.histogram(cutoff, bins, type_count=t, exclusions=exclusions)
    number = np.outer(of_type, of_type)
    np.fill_diagonal(number, of_type * (of_type - 1) / 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        g = counts / (shells * number[:, :, None])
    lower = np.tril_indices(t, -1)
    g[lower] = g.transpose(1, 0, 2)[lower]
    return RDF(middles, g, counts, edges)
