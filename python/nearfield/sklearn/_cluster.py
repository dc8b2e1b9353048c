# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""As sklearn.cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin  # type: ignore[import-not-found,import-untyped,unused-ignore]

from .._arguments import cutoff_within
from .._cloud import Cloud
from ._checks import check_metric, check_points

if TYPE_CHECKING:
    import numpy.typing as npt

    from .._context import Backend


class DBSCAN(ClusterMixin, BaseEstimator):  # type: ignore[misc,unused-ignore]
    """As sklearn.cluster.DBSCAN, for Euclidean distances and up to 3 features.

    Clusters are numbered by their smallest core point, and a border point of several clusters is of the first of them.
    These are the labels of scikit-learn; they can differ only where rounding decides whether a distance is within eps.

    Parameters
    ----------
    eps : float
        Points are neighbours if they are at most so far apart, in the units of the points.
    min_samples : int
        The points, itself included, that a core point has within eps.
    metric : str
        "euclidean", "l2", or "minkowski" with ``p=2``.
    algorithm, leaf_size, n_jobs
        They have no effect.
    backend : None, str or nearfield.Context, optional
        Where it is computed (`nearfield.explain`).

    Attributes
    ----------
    labels_ : ndarray, (n,), int64
        The cluster of each point; -1 for noise.
    core_sample_indices_ : ndarray, (cores,), int64
        The core points.
    components_ : ndarray, (cores, features)
        Their coordinates.

    Raises
    ------
    NotImplementedError
        `fit` with another metric, with `metric_params`, or with `sample_weight`.

    Examples
    --------
    >>> from nearfield.sklearn import DBSCAN
    >>> DBSCAN(eps=1.0, min_samples=2).fit_predict([[0.0], [1.0], [9.0], [10.0], [20.0]])
    array([ 0,  0,  1,  1, -1])
    """

    def __init__(
        self,
        eps: float = 0.5,
        *,
        min_samples: int = 5,
        metric: str = "euclidean",
        metric_params: dict[str, Any] | None = None,
        algorithm: str = "auto",
        leaf_size: int = 30,
        p: float | None = None,
        n_jobs: int | None = None,
        backend: Backend = None,
    ) -> None:
        self.eps = eps
        self.min_samples = min_samples
        self.metric = metric
        self.metric_params = metric_params
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.p = p
        self.n_jobs = n_jobs
        self.backend = backend

    def fit(self, X: npt.ArrayLike, y: Any = None, sample_weight: Any = None) -> DBSCAN:
        """Finds the clusters of the points `X`, (n, features); `y` has no effect."""
        check_metric(self.metric, self.p, self.metric_params)
        if sample_weight is not None:
            raise NotImplementedError("sample_weight: every point counts as one")
        points = check_points(self, X)
        cutoff = cutoff_within(self.eps, points.dtype, "eps")
        found = Cloud(points, backend=self.backend).dbscan(cutoff, self.min_samples)
        assert found.cores is not None
        self.labels_ = found.labels.astype(np.intp)
        self.core_sample_indices_ = np.flatnonzero(found.cores)
        self.components_ = points[self.core_sample_indices_]
        return self
