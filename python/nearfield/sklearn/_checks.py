# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""What estimators check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.validation import validate_data  # type: ignore[import-not-found,import-untyped,unused-ignore]

if TYPE_CHECKING:
    import numpy.typing as npt

    from .._arguments import Array


def check_metric(metric: Any, p: float | None, metric_params: Any) -> None:
    if metric not in ("euclidean", "l2") and not (metric == "minkowski" and p in (2, None)):
        raise NotImplementedError(f'metric is {metric!r} with p={p}: give "euclidean", distances are Euclidean')
    if metric_params:
        raise NotImplementedError("metric_params: Euclidean distances have no parameters")


def check_points(estimator: Any, X: npt.ArrayLike, **options: Any) -> Array:
    points: Array = validate_data(estimator, X, dtype=(np.float64, np.float32), order="C", **options)
    return points
