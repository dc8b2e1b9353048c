# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""As sklearn.neighbors."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse  # type: ignore[import-not-found,import-untyped,unused-ignore]
from sklearn.base import BaseEstimator  # type: ignore[import-not-found,import-untyped,unused-ignore]
from sklearn.utils.validation import check_is_fitted  # type: ignore[import-not-found,import-untyped,unused-ignore]

from .._arguments import cutoff_within
from .._cloud import Cloud
from ._checks import check_metric, check_points

if TYPE_CHECKING:
    import numpy.typing as npt

    from .._arguments import Array
    from .._context import Backend


def _rows(values: Array, offsets: Array) -> Array:
    """An array of the arrays of each row."""
    limits = offsets.tolist()
    rows = np.empty(len(limits) - 1, dtype=object)
    for i in range(len(rows)):
        rows[i] = values[limits[i] : limits[i + 1]]
    return rows


def _is_distance(mode: str) -> bool:
    if mode not in ("connectivity", "distance"):
        raise ValueError(f'mode is "{mode}": give "connectivity" or "distance"')
    return mode == "distance"


class NearestNeighbors(BaseEstimator):  # type: ignore[misc,unused-ignore]
    """As sklearn.neighbors.NearestNeighbors, for Euclidean distances.

    Neighbours at the same distance are ordered by index.

    Parameters
    ----------
    n_neighbors : int
        The number of neighbours of `kneighbors` by default, up to 1,024.
    radius : float
        The radius of `radius_neighbors` by default, in the units of the points.
    metric : str
        "euclidean", "l2", or "minkowski" with ``p=2``.
    algorithm, leaf_size, n_jobs
        They have no effect.
    backend : None, str or nearfield.Context, optional
        Where it is computed (`nearfield.explain`).

    Raises
    ------
    NotImplementedError
        `fit` with another metric, or with `metric_params`.

    Examples
    --------
    >>> from nearfield.sklearn import NearestNeighbors
    >>> near = NearestNeighbors(n_neighbors=1).fit([[0.0, 0.0], [0.0, 0.5], [1.0, 1.0]])
    >>> near.kneighbors([[1.0, 0.9]], return_distance=False).tolist()
    [[2]]
    >>> near.radius_neighbors_graph(radius=0.5).toarray()
    array([[0., 1., 0.],
           [1., 0., 0.],
           [0., 0., 0.]])
    """

    def __init__(
        self,
        *,
        n_neighbors: int = 5,
        radius: float = 1.0,
        algorithm: str = "auto",
        leaf_size: int = 30,
        metric: str = "minkowski",
        p: float = 2,
        metric_params: dict[str, Any] | None = None,
        n_jobs: int | None = None,
        backend: Backend = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.radius = radius
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.metric = metric
        self.p = p
        self.metric_params = metric_params
        self.n_jobs = n_jobs
        self.backend = backend

    def fit(self, X: npt.ArrayLike, y: Any = None) -> NearestNeighbors:
        """Takes the points `X`, (n, features); `y` has no effect."""
        check_metric(self.metric, self.p, self.metric_params)
        self._points = check_points(self, X)
        self._cloud = Cloud(self._points, backend=self.backend)
        self.n_samples_fit_ = self._cloud.n
        return self

    def _queries(self, X: npt.ArrayLike | None) -> Array | None:
        check_is_fitted(self)
        return None if X is None else check_points(self, X, reset=False)

    def kneighbors(
        self, X: npt.ArrayLike | None = None, n_neighbors: int | None = None, return_distance: bool = True
    ) -> Any:
        """The nearest neighbours of each point of `X`, from the nearest on.

        Parameters
        ----------
        X : array_like, (m, features), optional
            None: the fitted points, which are not their own neighbours.
        n_neighbors : int, optional
            Their number; by default that of the constructor.
        return_distance : bool
            Also the distances.

        Returns
        -------
        distances : ndarray, (m, n_neighbors), of the type of the fitted points
        indices : ndarray, (m, n_neighbors), int64
        """
        queries = self._queries(X)
        k = self.n_neighbors if n_neighbors is None else n_neighbors
        if not isinstance(k, (int, np.integer)):
            raise TypeError(f"n_neighbors is {k!r}: a whole number is needed")
        most = self.n_samples_fit_ - (queries is None)
        if not 0 < k <= most:
            of = "n_neighbors < n_samples_fit" if queries is None else "n_neighbors <= n_samples_fit"
            n = self.n_samples_fit_ if queries is None else len(queries)
            raise ValueError(
                f"Expected 0 < {of}, but n_neighbors = {k}, n_samples_fit = {self.n_samples_fit_}, n_samples = {n}"
            )
        found = self._cloud.knn(int(k), queries=queries, index_dtype=np.int64)
        return (found.distances, found.indices) if return_distance else found.indices

    def kneighbors_graph(
        self, X: npt.ArrayLike | None = None, n_neighbors: int | None = None, mode: str = "connectivity"
    ) -> Any:
        """The nearest neighbours of each point of `X` as a sparse matrix of SciPy by rows: ones, or distances."""
        is_distance = _is_distance(mode)
        distances, indices = self.kneighbors(X, n_neighbors)
        m, k = indices.shape
        data = distances.ravel() if is_distance else np.ones(m * k)
        offsets = np.arange(0, m * k + 1, k)
        return scipy.sparse.csr_matrix((data, indices.ravel(), offsets), shape=(m, self.n_samples_fit_))

    def _within(self, X: npt.ArrayLike | None, radius: float | None, wants: str, sort: bool) -> Any:
        queries = self._queries(X)
        cutoff = cutoff_within(self.radius if radius is None else radius, self._cloud.dtype)
        found = self._cloud.lists(cutoff, wants, sorted=True, queries=queries, index_dtype=np.int64)
        if not sort:
            return found
        rows = np.repeat(np.arange(len(found.offsets) - 1), np.diff(found.offsets))
        order = np.lexsort((found.distances, rows))  # type: ignore[arg-type]
        return replace(found, indices=found.indices[order], distances=found.distances[order])  # type: ignore[index]

    def radius_neighbors(
        self,
        X: npt.ArrayLike | None = None,
        radius: float | None = None,
        return_distance: bool = True,
        sort_results: bool = False,
    ) -> Any:
        """The points at most `radius` from each point of `X`.

        Parameters
        ----------
        X : array_like, (m, features), optional
            None: the fitted points, which are not their own neighbours.
        radius : float, optional
            In the units of the points; by default that of the constructor.
        return_distance : bool
            Also the distances.
        sort_results : bool
            The nearest first; otherwise indices ascend.

        Returns
        -------
        distances : ndarray, (m,), of arrays of the type of the fitted points
        indices : ndarray, (m,), of arrays of int64
        """
        if sort_results and not return_distance:
            raise ValueError("return_distance must be True if sort_results is True.")
        found = self._within(X, radius, "d" if return_distance else "", sort_results)
        indices = _rows(found.indices, found.offsets)
        return (_rows(found.distances, found.offsets), indices) if return_distance else indices

    def radius_neighbors_graph(
        self,
        X: npt.ArrayLike | None = None,
        radius: float | None = None,
        mode: str = "connectivity",
        sort_results: bool = False,
    ) -> Any:
        """The points at most `radius` from each point of `X` as a sparse matrix of SciPy by rows: ones, or distances."""
        is_distance = _is_distance(mode)
        found = self._within(X, radius, "d" if is_distance else "", sort_results and is_distance)
        data = found.distances if is_distance else np.ones(len(found.indices))
        shape = (len(found.offsets) - 1, self.n_samples_fit_)
        return scipy.sparse.csr_matrix((data, found.indices, found.offsets), shape=shape)


def _with_queries(X: Any, include_self: bool | str, mode: str, options: dict[str, Any]) -> tuple[Any, Array | None]:
    """The estimator, and its query points: all points if each is its own neighbour."""
    if not isinstance(X, NearestNeighbors):
        X = NearestNeighbors(**options).fit(X)
    is_with_itself = mode == "connectivity" if include_self == "auto" else include_self
    return X, X._points if is_with_itself else None


def kneighbors_graph(
    X: Any, n_neighbors: int, *, mode: str = "connectivity", include_self: bool | str = False, **options: Any
) -> Any:
    """The nearest neighbours of each point of `X`, as sklearn.neighbors.kneighbors_graph.

    `X` is points, (n, features), or a fitted `NearestNeighbors`, whose constructor takes the `options`.

    Examples
    --------
    >>> from nearfield.sklearn import kneighbors_graph
    >>> kneighbors_graph([[0.0], [3.0], [1.0]], 1, mode="distance").toarray()
    array([[0., 0., 1.],
           [0., 0., 2.],
           [1., 0., 0.]])
    """
    near, queries = _with_queries(X, include_self, mode, options)
    return near.kneighbors_graph(queries, n_neighbors, mode)


def radius_neighbors_graph(
    X: Any, radius: float, *, mode: str = "connectivity", include_self: bool | str = False, **options: Any
) -> Any:
    """The points at most `radius` from each point of `X`, as sklearn.neighbors.radius_neighbors_graph.

    `X` is points, (n, features), or a fitted `NearestNeighbors`, whose constructor takes the `options`.

    Examples
    --------
    >>> from nearfield.sklearn import radius_neighbors_graph
    >>> radius_neighbors_graph([[0.0], [3.0], [1.0]], 1.0, include_self=True).toarray()
    array([[1., 0., 1.],
           [0., 1., 0.],
           [1., 0., 1.]])
    """
    near, queries = _with_queries(X, include_self, mode, options)
    return near.radius_neighbors_graph(queries, radius, mode)
