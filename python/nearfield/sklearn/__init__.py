# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Estimators with the calls of sklearn.neighbors and sklearn.cluster; they need scikit-learn 1.6 or later.

Distances are Euclidean, and computed in the type of the points, float32 or float64; query points take the type of the
fitted points.  scikit-learn's rule for radii and eps is <=, and the library's is <, so the cutoff of a search is the
next number above the radius in that type.  Nearest neighbours have up to 8 features, radii and DBSCAN up to 3.
The options `algorithm`, `leaf_size` and `n_jobs` have no effect.
"""

from ._cluster import DBSCAN
from ._neighbors import NearestNeighbors, kneighbors_graph, radius_neighbors_graph

__all__ = ["DBSCAN", "NearestNeighbors", "kneighbors_graph", "radius_neighbors_graph"]
