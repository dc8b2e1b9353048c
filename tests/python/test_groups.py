# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Friends of friends, DBSCAN and catalogues, compared with brute force."""

from __future__ import annotations

import brute
import nearfield
import numpy as np
import pytest

LINK = 0.9
domains = pytest.mark.parametrize(
    "dims, box, periodic", [d[1:] for d in brute.DOMAINS], ids=[d[0] for d in brute.DOMAINS]
)


def numbers_of(labels: np.ndarray) -> np.ndarray:
    names = np.unique(labels[labels >= 0])
    return np.where(labels < 0, -1, np.searchsorted(names, labels))


@domains
def test_groups_of_friends_are_those_of_brute_force(backend, dtype, rng, dims, box, periodic):
    x = brute.points(rng, {1: 9, 2: 25, 3: 60}[dims], dims, dtype, box)
    links = brute.neighbours(x, LINK, box, periodic)
    labels = brute.components(len(x), list(zip(links.i.tolist(), links.j.tolist())))
    found = nearfield.fof(x, LINK, box=box, periodic=periodic, backend=backend)
    np.testing.assert_array_equal(found.roots, labels)
    np.testing.assert_array_equal(found.labels, numbers_of(labels))
    assert found.n_groups == len(np.unique(labels)) and found.cores is None
    assert found.labels.dtype == found.roots.dtype == np.int32


@domains
@pytest.mark.parametrize("min_points", [1, 3])
def test_groups_of_dbscan_are_those_of_brute_force(backend, dtype, rng, dims, box, periodic, min_points):
    x = brute.points(rng, {1: 9, 2: 25, 3: 60}[dims], dims, dtype, box)
    links = brute.neighbours(x, LINK, box, periodic)
    near = [set(links.j[links.i == i].tolist()) | {i} for i in range(len(x))]
    cores = np.array([len(row) >= min_points for row in near])
    labels = brute.components(len(x), [(i, j) for i in range(len(x)) for j in near[i] if cores[i] and cores[j]])
    for i in np.flatnonzero(~cores):
        labels[i] = min((labels[j] for j in near[i] if cores[j]), default=-1)
    found = nearfield.dbscan(x, LINK, min_points, box=box, periodic=periodic, backend=backend)
    np.testing.assert_array_equal(found.cores, cores)
    np.testing.assert_array_equal(found.roots, labels)
    np.testing.assert_array_equal(found.labels, numbers_of(labels))
    assert found.n_groups == len(np.unique(labels[labels >= 0])) and found.cores.dtype == np.bool_


def test_a_linking_length_may_count_mean_spacings(backend, rng):
    x = rng.uniform(0, 4, (80, 3))
    spacing = (4.0**3 / 80) ** (1 / 3)
    found = nearfield.fof(x, 0.7, box=4.0, in_spacings=True, backend=backend)
    np.testing.assert_array_equal(found.roots, nearfield.fof(x, 0.7 * spacing, box=4.0, backend=backend).roots)
    with pytest.raises(ValueError, match="spacing"):
        nearfield.fof(x, 0.7, in_spacings=True, backend=backend)


def test_the_catalogue_measures_groups(backend, dtype, rng):
    """Clumps across the faces of a box, far from each other."""
    sizes = [30, 25, 25, 21, 3]
    centres = np.array([[0.0, 5, 5], [5, 0, 0], [5, 5, 0], [2.5, 2.5, 7.5], [7.5, 7.5, 2.5]])
    group = np.repeat(np.arange(5), sizes)
    offsets = rng.uniform(-0.4, 0.4, (len(group), 3))
    shuffled = rng.permutation(len(group))
    group, offsets = group[shuffled], offsets[shuffled]
    x = ((centres[group] + offsets) % 10).astype(dtype)
    weights, velocities = rng.uniform(0.5, 2, len(x)).astype(dtype), rng.normal(size=x.shape).astype(dtype)
    labels = np.array([np.flatnonzero(group == g)[0] for g in group], np.int32)
    cloud = nearfield.Cloud(x, 10.0, backend=backend)
    np.testing.assert_array_equal(cloud.fof(1.0).roots, labels)
    found = cloud.catalogue(labels, min_members=20, weights=weights, velocities=velocities, linking_length=1.0)
    names = sorted(range(4), key=lambda g: (-sizes[g], np.flatnonzero(group == g)[0]))
    np.testing.assert_array_equal(found.labels, [np.flatnonzero(group == g)[0] for g in names])
    np.testing.assert_array_equal(found.members, [sizes[g] for g in names])
    np.testing.assert_array_equal(found.percolates, [0] * 4)
    tolerance = {"rtol": 1e-4 if dtype == np.float32 else 1e-12, "atol": 1e-4 if dtype == np.float32 else 1e-12}
    for row, g in enumerate(names):
        is_in = group == g
        m, o, v = weights[is_in].astype(float), offsets[is_in], velocities[is_in].astype(float)
        centre, velocity = m @ o / m.sum(), m @ v / m.sum()
        far = np.linalg.norm(o - centre, axis=1)
        np.testing.assert_allclose(found.masses[row], m.sum(), **tolerance)
        np.testing.assert_allclose((found.centres[row] - centres[g] - centre + 5) % 10, [5] * 3, **tolerance)
        np.testing.assert_allclose(found.inertia_radii[row], np.sqrt(m @ far**2 / m.sum()), **tolerance)
        np.testing.assert_allclose(found.extents[row], far.max(), **tolerance)
        np.testing.assert_allclose(found.velocities[row], velocity, **tolerance)
        np.testing.assert_allclose(found.dispersions[row], np.sqrt(m @ (v - velocity) ** 2 / m.sum()), **tolerance)
        np.testing.assert_array_equal(found.order[found.offsets[row] : found.offsets[row + 1]], np.flatnonzero(is_in))
    assert np.all(found.centres >= 0) and np.all(found.centres < 10)
    np.testing.assert_array_equal(found.order[found.offsets[-1] :], np.flatnonzero(group == 4))
    small = cloud.catalogue(labels, min_members=1)
    assert small.members.tolist() == [30, 25, 25, 21, 3]
    assert small.velocities is None and small.dispersions is None and small.percolates is None
    np.testing.assert_array_equal(small.masses, small.members)


@pytest.mark.parametrize("dims", [1, 2])
def test_catalogues_of_fewer_dimensions_have_their_shapes(backend, dtype, dims):
    x = np.zeros((4, dims), dtype)
    x[2:] = 3
    found = nearfield.catalogue(x, [0, 0, 2, 2], min_members=2, velocities=x, backend=backend)
    assert found.centres.shape == found.velocities.shape == found.dispersions.shape == (2, dims)
    assert found.centres.tolist() == [[0] * dims, [3] * dims]


def test_a_group_that_closes_on_itself_percolates(backend):
    x = np.zeros((30, 3))
    x[:, 1] = np.arange(30) / 3
    found = nearfield.catalogue(x, np.zeros(30, int), box=10.0, linking_length=0.5, backend=backend)
    assert found.percolates.tolist() == [2]


@pytest.mark.parametrize("n", [0, 1])
def test_no_point_and_one_point_are_fine(backend, dtype, n):
    cloud = nearfield.Cloud(np.zeros((n, 3), dtype), backend=backend)
    assert cloud.fof(1.0).labels.tolist() == list(range(n)) and cloud.fof(1.0).n_groups == n
    noise = cloud.dbscan(1.0, 2)
    assert noise.labels.tolist() == [-1] * n and noise.n_groups == 0 and noise.cores.tolist() == [False] * n
    found = cloud.catalogue(np.zeros(n, int), min_members=1)
    assert found.centres.shape == (n, 3) and found.offsets.tolist() == list(range(n + 1))
