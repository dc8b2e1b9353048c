# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""nearfield.pointcloud, compared with Open3D, and where that is not installed with brute force."""

import numpy as np
import pytest
from nearfield.pointcloud import estimate_normals, remove_radius_outlier, remove_statistical_outlier


@pytest.fixture
def open3d():
    return pytest.importorskip("open3d", exc_type=ImportError)


def in_open3d(open3d, points):
    cloud = open3d.geometry.PointCloud()
    cloud.points = open3d.utility.Vector3dVector(np.asarray(points, dtype=np.float64))
    return cloud


def surface(n=2000, seed=1):
    """Points near a curved surface, and some that are far from it."""
    random = np.random.default_rng(seed)
    xy = random.random((n, 2)) * 4
    z = np.sin(xy[:, 0]) * np.cos(xy[:, 1]) + 0.01 * random.standard_normal(n)
    points = np.column_stack((xy, z))
    points[:: n // 50] += random.standard_normal((len(points[:: n // 50]), 3))
    return points


def distances_of(points):
    return np.linalg.norm(points[:, None] - points[None], axis=2)


def assert_same_lines(a, b):
    np.testing.assert_allclose(np.abs(np.einsum("ij,ij->i", a, b)), 1, rtol=1e-9)


@pytest.mark.parametrize("nb_points, radius", [(1, 0.1), (4, 0.15), (12, 0.2)])
def test_radius_outliers_are_those_of_brute_force(nb_points, radius):
    points = surface()
    kept, indices = remove_radius_outlier(points, nb_points, radius, backend="host")
    wanted = np.flatnonzero((distances_of(points) < radius).sum(axis=1) - 1 >= nb_points)
    np.testing.assert_array_equal(indices, wanted)
    np.testing.assert_array_equal(kept, points[wanted])
    assert 0 < len(indices) < len(points)


@pytest.mark.parametrize("nb_points, radius", [(1, 0.1), (4, 0.15), (3, 1.0)])
def test_radius_outliers_are_those_of_open3d(nb_points, radius, open3d):
    grid = np.stack(np.meshgrid(*[np.arange(4.0)] * 3), -1).reshape(-1, 3)  # with points exactly at the radius 1
    points = np.concatenate((surface(), grid + 10))
    theirs = in_open3d(open3d, points).remove_radius_outlier(nb_points=nb_points, radius=radius)[1]
    np.testing.assert_array_equal(remove_radius_outlier(points, nb_points, radius, backend="host")[1], theirs)


@pytest.mark.parametrize("nb_neighbors, std_ratio", [(2, 0.5), (10, 1.0), (20, 2.0)])
def test_statistical_outliers_are_those_of_brute_force(nb_neighbors, std_ratio):
    for points in (surface(), surface(500, 2).astype(np.float32)):
        kept, indices = remove_statistical_outlier(points, nb_neighbors, std_ratio, backend="host")
        means = np.sort(distances_of(points.astype(np.float64)), axis=1)[:, :nb_neighbors].mean(axis=1)
        wanted = np.flatnonzero(means < means.mean() + std_ratio * means.std(ddof=1))
        np.testing.assert_array_equal(indices, wanted)
        np.testing.assert_array_equal(kept, points[wanted])
        assert 0 < len(indices) < len(points) and kept.dtype == points.dtype


@pytest.mark.parametrize("nb_neighbors", [1, 2, 3, 10, 40])
def test_statistical_outliers_are_those_of_open3d(nb_neighbors, open3d):
    pairs = np.repeat(np.random.default_rng(3).random((15, 3)), 2, axis=0)  # all points twice
    for points in (surface(), pairs, np.concatenate((pairs, surface(200)))):
        for std_ratio in (0.1, 1.0, 3.0):
            theirs = in_open3d(open3d, points).remove_statistical_outlier(nb_neighbors, std_ratio)[1]
            ours = remove_statistical_outlier(points, nb_neighbors, std_ratio, backend="host")[1]
            np.testing.assert_array_equal(ours, theirs)


SEARCHES = [{"knn": 3}, {"knn": 30}, {"knn": None, "radius": 0.15}, {"knn": 12, "radius": 0.15}]


def brute_normals(points, knn=None, radius=None):
    distances = distances_of(points)
    normals = np.zeros_like(points)
    for p, row in enumerate(distances):
        near = np.argsort(row)[:knn]
        if radius is not None:
            near = near[row[near] < radius]
        normals[p] = np.linalg.eigh(np.cov(points[near].T))[1][:, 0] if len(near) >= 3 else [0, 0, 1]
    return normals


@pytest.mark.parametrize("search", SEARCHES)
def test_normals_are_those_of_brute_force(search, monkeypatch):
    points = surface(700)
    wanted = brute_normals(points, **search)
    assert_same_lines(estimate_normals(points, **search, backend="host"), wanted)
    monkeypatch.setattr("nearfield.pointcloud._BLOCK", 100)  # also in many blocks
    assert_same_lines(estimate_normals(points, **search, backend="host"), wanted)


@pytest.mark.parametrize("search", SEARCHES)
def test_normals_are_those_of_open3d(search, open3d):
    points = surface()
    cloud = in_open3d(open3d, points)
    knn, radius = search["knn"], search.get("radius")
    if radius is None:
        parameters = open3d.geometry.KDTreeSearchParamKNN(knn)
    elif knn is None:
        parameters = open3d.geometry.KDTreeSearchParamRadius(radius)
    else:
        parameters = open3d.geometry.KDTreeSearchParamHybrid(radius, knn)
    cloud.estimate_normals(parameters)
    viewpoint = np.array([2.0, 1.0, 9.0])
    cloud.orient_normals_towards_camera_location(viewpoint)
    ours = estimate_normals(points, **search, viewpoint=viewpoint, backend="host")
    near = np.einsum("ij,ij->i", ours, np.asarray(cloud.normals))
    # Open3D's covariances lose digits: a few points whose neighbours have no clear plane differ.
    assert np.mean(near > 1 - 1e-6) > 0.99 and np.mean(np.abs(near) > 1 - 1e-6) > 0.99


def test_normals_point_towards_the_viewpoint():
    points = surface(800)
    for viewpoint in ([0, 0, 50], [0, 0, -50], [30, 2, 1]):
        normals = estimate_normals(points, 10, viewpoint=viewpoint)
        assert np.all(np.einsum("ij,ij->i", normals, viewpoint - points) >= 0)
        np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1)


def test_few_neighbours_have_the_normal_of_open3d():
    points = [[0.0, 0, 0], [1, 0, 0], [9, 9, 9]]
    assert estimate_normals(points, None, 2.0).tolist() == [[0, 0, 1]] * 3
    assert estimate_normals(points[:2], 5).tolist() == [[0, 0, 1]] * 2
    assert estimate_normals(np.zeros((0, 3))).shape == (0, 3)


def test_what_has_no_meaning_is_refused():
    points = np.eye(3)
    for options in ({"knn": 2}, {"knn": None}, {"radius": 0.0}, {"radius": -1.0}):
        with pytest.raises(ValueError, match="knn|radius"):
            estimate_normals(points, **options)
    with pytest.raises(ValueError, match="shape"):
        estimate_normals(np.zeros((4, 2)))
    with pytest.raises(ValueError, match="std_ratio"):
        remove_statistical_outlier(points, 3, 0.0)


def test_a_radius_excludes_points_exactly_that_far():
    points = np.arange(5.0)[:, None] * [1, 0, 0]
    assert remove_radius_outlier(points, 1, 1.0)[1].tolist() == []
    assert remove_radius_outlier(points, 2, 1.001)[1].tolist() == [1, 2, 3]
