# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Neighbours of the points of a cloud: closer than a cutoff, or the nearest.  They are methods of `Cloud`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._answers import (
    COUNTS,
    DISTANCES,
    INDICES,
    INDICES_INT64,
    OFFSETS,
    PAIRS,
    PAIRS_INT64,
    SHIFTS,
    VECTORS,
    WEIGHTED_COUNTS,
    Lists,
    Neighbors,
    Pairs,
    array_of_indices,
    wanted,
)
from ._arguments import flag, real, real_array, whole

if TYPE_CHECKING:
    import numpy.typing as npt

    from . import _core
    from ._arguments import Array, RadiiRule, TypeCutoffsLike
    from ._cloud import Cloud


def _beside(r: _core.Result, quantities: str, dims: int) -> tuple[Array | None, Array | None, Array | None]:
    """Distances, vectors and shifts, or None for those that were not asked for."""
    return (
        r.array(DISTANCES) if "d" in quantities else None,
        r.array(VECTORS).reshape(-1, dims) if "D" in quantities else None,
        r.array(SHIFTS) if "S" in quantities else None,
    )


def pairs(
    self: Cloud,
    cutoff: float,
    quantities: str = "",
    *,
    sorted: bool = False,
    index_dtype: npt.DTypeLike = np.int32,
    queries: npt.ArrayLike | None = None,
    query_types: npt.ArrayLike | None = None,
    query_batch_ptr: npt.ArrayLike | None = None,
    query_batch_idx: npt.ArrayLike | None = None,
    min_distance: float = 0.0,
    radii: npt.ArrayLike | None = None,
    query_radii: npt.ArrayLike | None = None,
    radii_rule: RadiiRule | None = None,
    type_cutoffs: TypeCutoffsLike | None = None,
    exclusions: Any = None,
) -> Pairs:
    """All pairs of points closer than `cutoff`, each once.

    Parameters
    ----------
    cutoff : float
        In the units of the points; 0: the largest that the radii or the cutoffs of types allow.
    quantities : str
        What each pair has beside its indices: "d" distances, "D" vectors, "S" shifts.
    sorted : bool
        Ascending pairs; otherwise they are in the order of the search, which is the same on every device.
    index_dtype : dtype
        int32 or int64.
    queries : array_like, (m, dims), optional
        Pairs (i, j) of query point i and point j, all of them.
    query_types, query_batch_ptr, query_batch_idx : array_like, optional
        Of the query points, as `types`, `batch_ptr` and `batch_idx` of the points.
    min_distance : float
        Only pairs at least so far apart.
    radii, query_radii : float or array_like, optional
        A radius for each point and query point, or for all, which bound their pairs beside the cutoff.
    radii_rule : str, optional
        Which radii bound a pair: "sum" or "larger" of both, or "query", that of the point whose row it is.  None:
        "sum" where each pair comes once or both have radii, and "query" otherwise.
    type_cutoffs : dict or array_like, (T, T), optional
        The cutoff of each pair of types: ``{("Na", "Cl"): 3.2}``, in which types that are left out are never a pair,
        or a symmetric matrix, in the order of the numbers of types, with 0 for types that are never a pair.
    exclusions : (offsets, indices) or a sparse matrix of SciPy, optional
        Pairs that are left out: point j in row i.

    Returns
    -------
    Pairs
    """
    q, kept, _ = self._asked(
        True, queries, query_types, query_batch_ptr, query_batch_idx,
        min_distance, radii, query_radii, radii_rule, type_cutoffs, exclusions,
    )  # fmt: skip
    indices = array_of_indices(index_dtype, PAIRS, PAIRS_INT64)
    arrays = 1 << indices | wanted(quantities, "dDS")
    r = self._core.pairs(real(cutoff, "cutoff"), arrays, q, kept, flag(sorted, "sorted"))
    return Pairs(r.array(indices), *_beside(r, quantities, self.dims))


def lists(
    self: Cloud,
    cutoff: float,
    quantities: str = "",
    *,
    half: bool = False,
    sorted: bool = False,
    skin: float = 0.0,
    index_dtype: npt.DTypeLike = np.int32,
    queries: npt.ArrayLike | None = None,
    query_types: npt.ArrayLike | None = None,
    query_batch_ptr: npt.ArrayLike | None = None,
    query_batch_idx: npt.ArrayLike | None = None,
    min_distance: float = 0.0,
    radii: npt.ArrayLike | None = None,
    query_radii: npt.ArrayLike | None = None,
    radii_rule: RadiiRule | None = None,
    type_cutoffs: TypeCutoffsLike | None = None,
    exclusions: Any = None,
) -> Lists:
    """The neighbours of every point, or of every query point: the points closer than `cutoff`.

    Parameters
    ----------
    cutoff, quantities, index_dtype, queries, query_types, query_batch_ptr, query_batch_idx
        As for `pairs`.
    half : bool
        Each pair only once, in the row of the smaller index.
    sorted : bool
        Ascending indices in each row.
    skin : float
        For points that move in small steps: a list with cutoff + skin is kept, and used until a point has moved
        by more than half of it.  The answer is that of ``sorted=True`` without a skin.
    min_distance, radii, query_radii, radii_rule, type_cutoffs, exclusions
        As for `pairs`.

    Returns
    -------
    Lists
    """
    q, kept, _ = self._asked(
        flag(half, "half"), queries, query_types, query_batch_ptr, query_batch_idx,
        min_distance, radii, query_radii, radii_rule, type_cutoffs, exclusions,
    )  # fmt: skip
    indices = array_of_indices(index_dtype, INDICES, INDICES_INT64)
    arrays = 1 << OFFSETS | 1 << indices | wanted(quantities, "dDS")
    r = self._core.lists(
        real(cutoff, "cutoff"), arrays, q, kept, bool(half), flag(sorted, "sorted"), real(skin, "skin")
    )
    return Lists(r.array(OFFSETS).view(np.int64), r.array(indices), *_beside(r, quantities, self.dims))


def count(
    self: Cloud,
    cutoff: float,
    *,
    queries: npt.ArrayLike | None = None,
    query_types: npt.ArrayLike | None = None,
    query_batch_ptr: npt.ArrayLike | None = None,
    query_batch_idx: npt.ArrayLike | None = None,
    min_distance: float = 0.0,
    radii: npt.ArrayLike | None = None,
    query_radii: npt.ArrayLike | None = None,
    radii_rule: RadiiRule | None = None,
    type_cutoffs: TypeCutoffsLike | None = None,
    exclusions: Any = None,
) -> Array:
    """The number of neighbours of every point, or of every query point.

    Parameters
    ----------
    cutoff, queries, query_types, query_batch_ptr, query_batch_idx
        As for `pairs`.
    min_distance, radii, query_radii, radii_rule, type_cutoffs, exclusions
        As for `pairs`.

    Returns
    -------
    ndarray, (n,), int64
    """
    q, kept, _ = self._asked(
        False, queries, query_types, query_batch_ptr, query_batch_idx,
        min_distance, radii, query_radii, radii_rule, type_cutoffs, exclusions,
    )  # fmt: skip
    r = self._core.lists(real(cutoff, "cutoff"), 1 << OFFSETS, q, kept)
    return np.diff(r.array(OFFSETS).view(np.int64))


def coordination(
    self: Cloud,
    cutoff: float,
    type_count: int | None = None,
    *,
    queries: npt.ArrayLike | None = None,
    query_types: npt.ArrayLike | None = None,
    query_batch_ptr: npt.ArrayLike | None = None,
    query_batch_idx: npt.ArrayLike | None = None,
    min_distance: float = 0.0,
    radii: npt.ArrayLike | None = None,
    query_radii: npt.ArrayLike | None = None,
    radii_rule: RadiiRule | None = None,
    type_cutoffs: TypeCutoffsLike | None = None,
    exclusions: Any = None,
) -> Array:
    """The number of neighbours of each type that every point has, or every query point; the points have types.

    Parameters
    ----------
    cutoff, queries, query_types, query_batch_ptr, query_batch_idx
        As for `pairs`.
    type_count : int, optional
        The number of types, 1 to 256; by default as many as the points and query points have.
    min_distance, radii, query_radii, radii_rule, type_cutoffs, exclusions
        As for `pairs`.

    Returns
    -------
    ndarray, (n, type_count), int64
        A column for each type, in the order of `Cloud.type_names` if types have names.
    """
    q, kept, types = self._asked(
        False, queries, query_types, query_batch_ptr, query_batch_idx,
        min_distance, radii, query_radii, radii_rule, type_cutoffs, exclusions,
    )  # fmt: skip
    if types is None:
        raise ValueError("types: neighbours are counted by type, and the points have none: give types")
    number = max(types.count, 1) if type_count is None else whole(type_count, "type_count", 1, 256)
    r = self._core.coordination(real(cutoff, "cutoff"), number, q, kept)
    return r.array(COUNTS).view(np.int64).reshape(-1, number)


def histogram(
    self: Cloud,
    cutoff: float = 0.0,
    bins: int | npt.ArrayLike = 100,
    *,
    type_count: int = 0,
    weights: npt.ArrayLike | None = None,
    query_weights: npt.ArrayLike | None = None,
    queries: npt.ArrayLike | None = None,
    query_types: npt.ArrayLike | None = None,
    query_batch_ptr: npt.ArrayLike | None = None,
    query_batch_idx: npt.ArrayLike | None = None,
    min_distance: float = 0.0,
    radii: npt.ArrayLike | None = None,
    query_radii: npt.ArrayLike | None = None,
    radii_rule: RadiiRule | None = None,
    type_cutoffs: TypeCutoffsLike | None = None,
    exclusions: Any = None,
) -> Array:
    """Counts the pairs closer than `cutoff` by their distance.

    Parameters
    ----------
    cutoff : float
        The last edge; it is not needed if `bins` are edges.
    bins : int or array_like
        The number of bins of equal width, or their ascending edges: a bin has distances from its first edge on and
        below the next.
    type_count : int
        A histogram for each pair of types, for points with types: `Cloud.type_count` or more.  0: one for all pairs.
    weights, query_weights : float or array_like, (n,), optional
        Each pair adds the product of the weights of its points, exactly.
    queries, query_types, query_batch_ptr, query_batch_idx
        As for `pairs`.
    min_distance, radii, query_radii, radii_rule, type_cutoffs, exclusions
        As for `pairs`.

    Returns
    -------
    ndarray, (bins,) or (type_count, type_count, bins)
        int64, or float64 with weights.  The pairs of types a <= b are at [a, b]; with query points a is the type of
        the query point.
    """
    q, kept, _ = self._asked(
        True, queries, query_types, query_batch_ptr, query_batch_idx,
        min_distance, radii, query_radii, radii_rule, type_cutoffs, exclusions,
    )  # fmt: skip
    edges = None
    if np.ndim(bins) == 0:
        number = whole(bins, "bins", 1)
    else:
        edges = np.ascontiguousarray(real_array(bins, "bins", 1), dtype=np.float64)
        if len(edges) < 2:
            raise ValueError(f"bins: the shape of the edges is {edges.shape}: give at least two numbers")
        number = len(edges) - 1
    t = whole(type_count, "type_count", 0, 256)
    w = self._weights(weights)
    if query_weights is not None and q is None:
        raise ValueError("query_weights: there are no query points")
    qw = self._weights(query_weights, "query_weights", None if q is None else q.n)
    r = self._core.histogram(real(cutoff, "cutoff"), number, q, kept, t, edges, w, qw)
    counts = r.array(COUNTS).view(np.int64) if w is None else r.array(WEIGHTED_COUNTS)
    return counts.reshape(t, t, number) if t else counts


def knn(
    self: Cloud,
    k: int,
    quantities: str = "",
    *,
    queries: npt.ArrayLike | None = None,
    include_self: bool = False,
    max_distance: float | None = None,
    index_dtype: npt.DTypeLike = np.int32,
) -> Neighbors:
    """The `k` nearest neighbours of every point, or of every query point, exactly.

    Neighbours are ordered by distance and then by index.  In a periodic box each image of a point is a neighbour
    of its own.

    Parameters
    ----------
    k : int
        1 to 1,024.
    quantities : str
        What neighbours have beside distances and indices: "D" vectors, "S" shifts.
    queries : array_like, (m, dims), optional
        The points whose neighbours are found.
    include_self : bool
        A point is its own first neighbour.
    max_distance : float, optional
        Only neighbours closer than this; None or infinity: no bound.
    index_dtype : dtype
        int32 or int64.

    Returns
    -------
    Neighbors
    """
    q, _ = self._queries(queries)
    indices = array_of_indices(index_dtype, INDICES, INDICES_INT64)
    arrays = 1 << DISTANCES | 1 << indices | wanted(quantities, "DS")
    bound = np.inf if max_distance is None else real(max_distance, "max_distance")
    if not bound > 0:
        raise ValueError(f"max_distance is {max_distance}: give a number above 0, or None for no bound")
    k = whole(k, "k", 1, 1024)
    r = self._core.knn(k, arrays, q, flag(include_self, "include_self"), 0.0 if bound == np.inf else bound)
    return Neighbors(
        r.array(DISTANCES).reshape(-1, k),
        r.array(indices).reshape(-1, k),
        r.array(VECTORS).reshape(-1, k, self.dims) if "D" in quantities else None,
        r.array(SHIFTS).reshape(-1, k, 3) if "S" in quantities else None,
    )
