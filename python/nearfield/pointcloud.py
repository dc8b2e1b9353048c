# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Filters and normals of point clouds, with the rules of Open3D, which is not needed.

A radius includes the points closer than it, and the neighbours of a point include the point itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._arguments import real, real_array, whole
from ._cloud import Cloud

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._arguments import Array, Real
    from ._context import Backend

__all__ = ["estimate_normals", "remove_radius_outlier", "remove_statistical_outlier"]

_BLOCK = 1 << 18  # neighbours whose vectors are in memory at once


def remove_radius_outlier(
    points: npt.ArrayLike, nb_points: int, radius: float, *, backend: Backend = None
) -> tuple[Array, Array]:
    """Keeps the points that have at least `nb_points` other points closer than `radius`.

    Parameters
    ----------
    points : array_like, (n, dims)
        float32 or float64, in up to 3 dimensions.
    nb_points : int
        As in Open3D, where the sphere is to have more than `nb_points` points, the point itself included.
    radius : float
        In the units of the points.
    backend : None, str or nearfield.Context, optional
        Where it is computed (`nearfield.explain`).

    Returns
    -------
    kept : ndarray, (m, dims)
        The points that are kept.
    indices : ndarray, (m,), int64
        Their indices, ascending.

    Examples
    --------
    >>> from nearfield.pointcloud import remove_radius_outlier
    >>> kept, indices = remove_radius_outlier([[0.0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [5, 5, 5]], 2, 0.5)
    >>> indices
    array([0, 1, 2])
    """
    x = real_array(points, "points", 2)
    least, reach = whole(nb_points, "nb_points", 0), real(radius, "radius")
    if not reach > 0:
        raise ValueError(f"radius is {radius}: it is to be positive")
    indices = np.flatnonzero(Cloud(x, backend=backend).count(reach) >= least)
    return x[indices], indices


def remove_statistical_outlier(
    points: npt.ArrayLike, nb_neighbors: int, std_ratio: float, *, backend: Backend = None
) -> tuple[Array, Array]:
    """Removes the points that are farther from their neighbours than is usual in the cloud.

    A point is kept if the mean distance of its `nb_neighbors` nearest neighbours is less than the mean of these means
    plus `std_ratio` of their standard deviations.  A point whose neighbours are all at the same place is removed, as
    Open3D does.

    Parameters
    ----------
    points : array_like, (n, dims)
        float32 or float64, in up to 8 dimensions.
    nb_neighbors : int
        1 to 1,024, the point itself included.
    std_ratio : float
        Positive.
    backend : None, str or nearfield.Context, optional
        Where it is computed (`nearfield.explain`).

    Returns
    -------
    kept : ndarray, (m, dims)
        The points that are kept.
    indices : ndarray, (m,), int64
        Their indices, ascending.

    Examples
    --------
    >>> from nearfield.pointcloud import remove_statistical_outlier
    >>> kept, indices = remove_statistical_outlier([[0.0], [1.0], [2.0], [3.0], [20.0]], 2, 1.0)
    >>> indices
    array([0, 1, 2, 3])
    """
    whole(nb_neighbors, "nb_neighbors", 1, 1024)
    if not real(std_ratio, "std_ratio") > 0:
        raise ValueError(f"std_ratio is {std_ratio}: it is to be positive")
    x = real_array(points, "points", 2)
    if len(x) < 2:
        return x[:0], np.zeros(0, dtype=np.int64)
    distances = Cloud(x, backend=backend).knn(nb_neighbors, include_self=True).distances
    found = min(nb_neighbors, len(x))
    means = distances[:, :found].sum(axis=1, dtype=np.float64) / found
    mean = means.mean()
    deviations = np.where(means > 0, means - mean, 0.0)
    limit = mean + std_ratio * np.sqrt((deviations**2).sum() / (len(x) - 1))
    indices = np.flatnonzero((means > 0) & (means < limit))
    return x[indices], indices


def _covariances(points: Real, offsets: Array, neighbors: Real) -> Real:
    """The covariance of each point and its neighbours, (n, 3, 3); the first of those of point p is offsets[p] - offsets[0].

    Coordinates are relative to the point, to which the point itself adds nothing.
    """
    counts = np.diff(offsets)
    x = neighbors.T - np.repeat(points.T, counts, axis=1)
    # reduceat() needs one column more if the last points have no neighbours.  Sums of no neighbours are not used.
    moments = np.zeros((9, len(neighbors) + 1))
    moments[:3, :-1] = x
    for row, (a, b) in enumerate([(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)], 3):
        np.multiply(x[a], x[b], out=moments[row, :-1])
    sums = np.add.reduceat(moments, offsets[:-1] - offsets[0], axis=1)
    sums /= counts + 1
    full: Real = sums[[3, 4, 5, 4, 6, 7, 5, 7, 8]].reshape(3, 3, -1) - sums[:3, None] * sums[None, :3]
    return full.transpose(2, 0, 1)


def estimate_normals(
    points: npt.ArrayLike,
    knn: int | None = 30,
    radius: float | None = None,
    *,
    viewpoint: npt.ArrayLike | None = None,
    backend: Backend = None,
) -> Real:
    """The normal of the surface at each point: the direction in which the point and its neighbours vary least.

    It is the eigenvector of their covariance for the smallest eigenvalue.

    Parameters
    ----------
    points : array_like, (n, 3)
        float32 or float64.
    knn : int, optional
        The number of nearest neighbours, 3 to 1,025, the point itself included; with a radius the largest number.
        None: all points within the radius.
    radius : float, optional
        Neighbours are closer than this, in the units of the points.
    viewpoint : array_like, (3,), optional
        The normals point to this side of the surface.  Otherwise their sign is arbitrary.
    backend : None, str or nearfield.Context, optional
        Where neighbours are found (`nearfield.explain`).

    Returns
    -------
    ndarray, (n, 3), float64
        Of length 1.  It is along z where there are fewer than 3 neighbours, and arbitrary where neighbours have no
        plane.

    Examples
    --------
    >>> from nearfield.pointcloud import estimate_normals
    >>> normals = estimate_normals([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], viewpoint=[0, 0, -5])
    >>> normals[:, 2]
    array([-1., -1., -1., -1.])
    """
    x = real_array(points, "points", 2)
    if x.shape[1] != 3:
        raise ValueError(f"points: the shape is {x.shape}, and (n, 3) is needed")
    cloud = Cloud(x, backend=backend)
    if radius is not None and not radius > 0:
        raise ValueError(f"radius is {radius}: it is to be positive")
    if knn is None:
        if radius is None:
            raise ValueError("give knn, a radius, or both")
        within = cloud.lists(radius)
        offsets, indices = within.offsets, within.indices
    else:
        if knn < 3:
            raise ValueError(f"knn is {knn}: a normal needs at least 3 points")
        near = cloud.knn(knn - 1, max_distance=radius).indices
        is_point = near >= 0
        offsets = np.concatenate(([0], np.cumsum(is_point.sum(axis=1))))
        indices = near[is_point]
    y: Real = x.astype(np.float64)
    normals = np.zeros((len(y), 3))
    normals[:, 2] = 1
    begin = 0
    while begin < len(y):
        end = max(begin + 1, int(np.searchsorted(offsets, offsets[begin] + _BLOCK, side="right")) - 1)
        rows = slice(begin, end)
        covariances = _covariances(y[rows], offsets[begin : end + 1], y[indices[offsets[begin] : offsets[end]]])
        is_plane = np.diff(offsets[begin : end + 1]) >= 2
        normals[rows][is_plane] = np.linalg.eigh(covariances[is_plane])[1][:, :, 0]
        begin = end
    if viewpoint is not None:
        towards = np.asarray(viewpoint, dtype=np.float64) - y
        normals[np.einsum("ij,ij->i", normals, towards) < 0] *= -1
    return normals
