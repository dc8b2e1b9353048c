# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""A tree with the calls of scipy.spatial.KDTree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._cloud import Cloud

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._arguments import Array
    from ._context import Backend


class KDTree:
    """As scipy.spatial.KDTree, for Euclidean distances.

    In a periodic box each point counts at its nearest image.  `eps` and `workers` have no effect: answers are exact.
    Distances are compared as the library compares them: two points are within r if they are closer than the next number
    above r.

    Parameters
    ----------
    data : array_like, (n, m)
        Points of 1 to 8 dimensions; searches within a radius are for up to 3.
    boxsize : float or array_like, (m,), optional
        The edges of a periodic box; 0 for dimensions that are not periodic.
    leafsize, compact_nodes, copy_data, balanced_tree
        They have no effect.
    backend : None, str or nearfield.Context, optional
        Where it is computed (`nearfield.explain`).

    Examples
    --------
    >>> import nearfield, numpy as np
    >>> tree = nearfield.KDTree(np.array([[0.0, 0.0], [1.0, 0.0], [5.0, 5.0]]))
    >>> distance, index = tree.query([2.0, 0.0])
    >>> print(distance, index)
    1.0 1
    >>> tree.query_pairs(1.0)
    {(0, 1)}
    """

    def __init__(
        self,
        data: npt.ArrayLike,
        leafsize: int = 10,
        compact_nodes: bool = True,
        copy_data: bool = False,
        balanced_tree: bool = True,
        boxsize: npt.ArrayLike | None = None,
        *,
        backend: Backend = None,
    ) -> None:
        x = np.asarray(data)
        if x.dtype.kind == "c":
            raise TypeError("KDTree does not work with complex data")
        if x.ndim != 2:
            raise ValueError("data must be of shape (n, m), where there are n points of dimension m")
        if x.dtype not in (np.float32, np.float64):
            x = x.astype(np.float64)
        if not np.isfinite(x).all():
            raise ValueError("data must be finite, check for nan or inf values")
        self.data: Array = np.array(x) if copy_data else x
        self.n, self.m = self.data.shape
        self.leafsize = leafsize
        self.boxsize = None
        box = None
        periodic: Any = None
        if boxsize is not None:
            lengths = np.broadcast_to(np.asarray(boxsize, dtype=np.float64), (self.m,))
            if np.any(lengths < 0) or not np.all(np.isfinite(lengths)):
                raise ValueError("boxsize: the edges are finite and not negative")
            if np.any((self.data >= lengths)[:, lengths > 0]) or np.any((self.data < 0)[:, lengths > 0]):
                raise ValueError("Some input data are greater than the size of the periodic box.")
            self.boxsize = lengths.copy()
            periodic = lengths > 0
            if np.any(periodic):
                box = np.diag(lengths)
            else:
                periodic = None
        self._cloud = Cloud(self.data, box, periodic, backend=backend)
        # Below this distance a point has one image.
        self._half = np.inf if box is None else float(lengths[lengths > 0].min()) / 2
        self.mins: Array = self.data.min(axis=0) if self.n else np.zeros(self.m)
        self.maxes: Array = self.data.max(axis=0) if self.n else np.zeros(self.m)

    def _queries(self, x: npt.ArrayLike) -> tuple[Array, tuple[int, ...]]:
        a = np.asarray(x)
        if a.dtype.kind == "c":
            raise TypeError("KDTree does not work with complex data")
        a = a.astype(self.data.dtype, copy=False)
        if a.ndim == 0 or a.shape[-1] != self.m:
            raise ValueError(f"x must consist of vectors of length {self.m} but has shape {a.shape}")
        if not np.isfinite(a).all():
            raise ValueError("x must be finite, check for nan or inf values")
        return a.reshape(-1, self.m), a.shape[:-1]

    def _within(self, r: npt.ArrayLike) -> Array:
        """The cutoffs for distances up to r: SciPy's rule is <=, and the library's is <."""
        least = 2.0**-100 if self.data.dtype == np.float32 else 2.0**-960
        above: Array = np.nextafter(np.asarray(r, dtype=self.data.dtype), self.data.dtype.type(np.inf))
        cutoffs: Array = np.maximum(above, self.data.dtype.type(least))
        return cutoffs

    def _near(self, q: Array, cutoff: float, **options: Any) -> tuple[Array, Array, Array]:
        """Offsets, indices and distances of the points closer than `cutoff`; of several images of a point the nearest."""
        found = self._cloud.lists(cutoff, "d", queries=q, index_dtype=np.int64, **options)
        offsets, indices, distances = found.offsets, found.indices, found.distances
        assert distances is not None
        if cutoff > self._half:
            rows = np.repeat(np.arange(len(q)), np.diff(offsets))
            order = np.lexsort((distances, indices, rows))
            rows, indices, distances = rows[order], indices[order], distances[order]
            first = np.ones(len(rows), bool)
            first[1:] = (np.diff(rows) != 0) | (np.diff(indices) != 0)
            indices, distances = indices[first], distances[first]
            offsets = np.concatenate(([0], np.cumsum(np.bincount(rows[first], minlength=len(q)))))
        return offsets, indices, distances

    def _images(self, q: Array, bound: float) -> tuple[Array, Array]:
        """Distances and indices of the nearest image of every point, from the nearest on."""
        assert self.boxsize is not None
        vectors = self.data - q
        lengths = self.boxsize.astype(vectors.dtype)
        on = lengths > 0
        vectors[:, on] -= np.rint(vectors[:, on] / lengths[on]) * lengths[on]
        squares = np.zeros(self.n, vectors.dtype)
        for column in vectors.T:
            squares += column * column
        order = np.argsort(squares, kind="stable")
        if bound:
            order = order[squares[order] < squares.dtype.type(bound) ** 2]
        return np.sqrt(squares[order]), order

    def _nearest(self, q: Array, k: int, bound: float) -> tuple[Array, Array]:
        """Distances and indices of the k nearest points, infinity and n where there are fewer."""
        found = self._cloud.knn(k, queries=q, max_distance=bound or None, index_dtype=np.int64)
        distances, indices = found.distances, found.indices
        if (bound or k > self.n or self.boxsize is not None) and self.n:
            indices = np.where(indices < 0, self.n, indices)
            # Rows that may have two images of one point are computed anew.
            far = np.where(np.isfinite(distances), distances, 0).max(axis=1) >= self._half
            if far.any():
                distances = distances.copy()
                for row in np.flatnonzero(far):
                    d, every = self._images(q[row], bound)
                    distances[row], indices[row] = np.inf, self.n
                    m = min(k, len(d))
                    distances[row, :m], indices[row, :m] = d[:m], every[:m]
        return distances, indices if self.n else np.zeros_like(indices)

    def query(
        self,
        x: npt.ArrayLike,
        k: Any = 1,
        eps: float = 0.0,
        p: float = 2.0,
        distance_upper_bound: float = np.inf,
        workers: int = 1,
    ) -> Any:
        """The `k` nearest neighbours of each point of `x`, exactly: distances and indices, as SciPy gives them."""
        _euclidean(p)
        wanted = np.arange(1, k + 1) if isinstance(k, (int, np.integer)) else np.asarray(k)
        if wanted.ndim != 1 or len(wanted) == 0 or wanted.dtype.kind not in "iu" or wanted.min() < 1:
            raise ValueError("k must be an integer or a sequence of integers, from 1 on")
        q, shape = self._queries(x)
        most = int(wanted.max())
        if distance_upper_bound > 0:
            bound = 0.0 if np.isinf(distance_upper_bound) else float(distance_upper_bound)
            distances, indices = self._nearest(q, most, bound)
        else:
            distances = np.full((len(q), most), np.inf, self.data.dtype)
            indices = np.full((len(q), most), self.n)
        if isinstance(k, (int, np.integer)):
            if most == 1:
                d, i = distances.reshape(shape), indices.reshape(shape)
                return (d[()], i[()]) if shape == () else (d, i)
            return distances.reshape(*shape, most), indices.reshape(*shape, most)
        return distances[:, wanted - 1].reshape(*shape, -1), indices[:, wanted - 1].reshape(*shape, -1)

    def query_ball_point(
        self,
        x: npt.ArrayLike,
        r: npt.ArrayLike,
        p: float = 2.0,
        eps: float = 0.0,
        workers: int = 1,
        return_sorted: bool | None = None,
        return_length: bool = False,
    ) -> Any:
        """The indices of the points within `r` of each point of `x`: lists, or their lengths."""
        _euclidean(p)
        q, shape = self._queries(x)
        given = np.broadcast_to(np.asarray(r, dtype=np.float64), shape).reshape(-1)
        options: dict[str, Any] = {}
        radii = np.where(given < 0, 0, self._within(np.maximum(given, 0)))
        if not np.all(radii == radii[:1]):
            options["query_radii"] = radii
        cutoff = float(radii.max()) if len(radii) else 0.0
        if cutoff == 0 or self.n == 0:
            offsets, indices = np.zeros(len(q) + 1, dtype=np.int64), np.zeros(0, dtype=np.int64)
        elif cutoff > self._half:
            offsets, indices, _ = self._near(q, cutoff, **options)
        elif return_length:
            return self._cloud.count(cutoff, queries=q, **options).reshape(shape)[()]
        else:
            is_sorted = return_sorted or (return_sorted is None and len(shape) > 0)
            found = self._cloud.lists(cutoff, sorted=bool(is_sorted), queries=q, index_dtype=np.int64, **options)
            offsets, indices = found.offsets, found.indices
        return np.diff(offsets).reshape(shape)[()] if return_length else _lists(offsets, indices, shape)

    def query_ball_tree(self, other: KDTree, r: float, p: float = 2.0, eps: float = 0.0) -> list[list[int]]:
        """For each point of this tree the indices of the points of `other` within `r`."""
        found: list[list[int]] = other.query_ball_point(self.data, r, p, eps).tolist()
        return found

    def query_pairs(self, r: float, p: float = 2.0, eps: float = 0.0, output_type: str = "set") -> Any:
        """The pairs (i, j), i < j, of points within `r`: a set, or with ``output_type="ndarray"`` an array."""
        _euclidean(p)
        if output_type not in ("set", "ndarray"):
            raise ValueError("Invalid output type")
        found = np.zeros((0, 2), int)
        if r >= 0 and self.n:
            cutoff = float(self._within(r))
            found = self._cloud.pairs(cutoff, index_dtype=np.int64).pairs
            if cutoff > self._half:
                found = np.unique(found[found[:, 0] < found[:, 1]], axis=0)
        return set(map(tuple, found.tolist())) if output_type == "set" else found

    def count_neighbors(
        self, other: KDTree, r: npt.ArrayLike, p: float = 2.0, weights: Any = None, cumulative: bool = True
    ) -> Any:
        """The pairs of a point of this tree and one of `other` within each distance `r`; with weights the sums of their products."""
        _euclidean(p)
        radii = np.asarray(r, dtype=np.float64)
        flat = radii.reshape(-1)
        if not cumulative and np.any(np.diff(flat) < 0):
            raise ValueError("r must be non-decreasing if cumulative is False.")
        own = theirs = None
        if isinstance(weights, tuple):
            own, theirs = weights
        elif weights is not None:
            own = theirs = weights
        is_weighted = own is not None or theirs is not None
        limits = np.unique(other._within(flat[(flat >= 0) & (flat < np.inf)])).astype(np.float64)
        counts = np.zeros(len(limits))
        if len(limits) and self.n and other.n and limits[-1] > other._half:
            offsets, indices, distances = other._near(self.data, limits[-1])
            rows = np.repeat(np.arange(self.n), np.diff(offsets))
            each = np.ones(len(rows))
            for w, of in ((own, rows), (theirs, indices)):
                each = each if w is None else each * np.asarray(w)[of]
            counts = np.cumsum(np.bincount(np.searchsorted(limits, distances, "right"), each, len(limits)))
        elif len(limits) and self.n and other.n:
            # The library takes no edge that is smaller: its square would have no digits beside that of the last.
            least = 2.0**-30 if other.data.dtype == np.float32 else 2.0**-490
            limits = np.unique(np.maximum(limits, limits[-1] * least))
            counts = np.zeros(len(limits))
            edges = np.concatenate(([0.0], limits))
            options: dict[str, Any] = {}
            if is_weighted:
                options["query_weights"] = np.ones(self.n) if own is None else own
                options["weights"] = np.ones(other.n) if theirs is None else theirs
            counts = np.cumsum(other._cloud.histogram(0.0, edges, queries=self.data, **options))
        if is_weighted:
            sums = [np.ones(t.n) if w is None else np.asarray(w, float) for t, w in ((self, own), (other, theirs))]
            every = float(sums[0].sum() * sums[1].sum())
        else:
            every = self.n * other.n
        at = [0 if v < 0 else every if v == np.inf else counts[np.searchsorted(limits, other._within(v))] for v in flat]
        out = np.asarray(at, dtype=np.float64 if is_weighted else np.int64)
        if not cumulative:
            out = np.diff(out, prepend=0)
        return out.reshape(radii.shape)[()]

    def sparse_distance_matrix(
        self, other: KDTree, max_distance: float, p: float = 2.0, output_type: str = "dok_matrix"
    ) -> Any:
        """The distances of the points of this tree to those of `other` within `max_distance`."""
        _euclidean(p)
        offsets, indices, distances = np.zeros(self.n + 1, int), np.zeros(0, int), np.zeros(0)
        if max_distance >= 0 and self.n and other.n:
            offsets, indices, distances = other._near(self.data, float(other._within(max_distance)))
        rows = np.repeat(np.arange(self.n), np.diff(offsets))
        if output_type == "ndarray":
            table = np.empty(len(rows), dtype=[("i", np.intp), ("j", np.intp), ("v", np.float64)])
            table["i"], table["j"], table["v"] = rows, indices, distances
            return table
        if output_type == "dict":
            return dict(zip(zip(rows.tolist(), indices.tolist()), distances.tolist()))
        import scipy.sparse  # type: ignore[import-untyped,unused-ignore]

        matrix = scipy.sparse.coo_matrix((distances.astype(float), (rows, indices)), shape=(self.n, other.n))
        if output_type == "coo_matrix":
            return matrix
        if output_type == "dok_matrix":
            return matrix.todok()
        raise ValueError("Invalid output type")


def _euclidean(p: float) -> None:
    if p != 2:
        raise NotImplementedError(f"p is {p}: distances are Euclidean, p=2")


def _lists(offsets: Array, indices: Array, shape: tuple[int, ...]) -> Any:
    all_of_them = indices.tolist()
    if shape == ():
        return all_of_them
    found = np.empty(len(offsets) - 1, dtype=object)
    limits = offsets.tolist()
    for k in range(len(found)):
        found[k] = all_of_them[limits[k] : limits[k + 1]]
    return found.reshape(shape)
