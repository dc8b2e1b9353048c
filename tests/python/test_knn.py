# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The nearest neighbours and the z-order, compared with brute force."""

from __future__ import annotations

from fractions import Fraction
from functools import cmp_to_key
from typing import Any

import brute
import nearfield
import numpy as np
import pytest

domains = pytest.mark.parametrize(
    "dims, box, periodic", [d[1:] for d in brute.DOMAINS], ids=[d[0] for d in brute.DOMAINS]
)


def check(found: nearfield.Neighbors, expected: tuple[np.ndarray, ...], dtype: Any) -> None:
    for got, wanted in zip(vars(found).values(), expected, strict=True):
        np.testing.assert_array_equal(got, wanted)
    assert found.distances.dtype == found.vectors.dtype == dtype
    assert found.indices.dtype == found.shifts.dtype == np.int32


@domains
def test_nearest_neighbours_are_those_of_brute_force(backend, dtype, rng, dims, box, periodic):
    x, q = brute.points(rng, 30, dims, dtype, box), brute.points(rng, 7, dims, dtype, box)
    q[0] = x[3]
    # Far enough for six neighbours.
    reach = 14.0 if dims == 1 or periodic else 2.0 if box is not None and np.max(box) < 2 else 5.0
    cloud = nearfield.Cloud(x, box, periodic, backend=backend)
    assert np.isfinite(brute.nearest(x, 6, reach, box, periodic)[0]).all()
    check(cloud.knn(6, "DS"), brute.nearest(x, 6, reach, box, periodic), dtype)
    check(cloud.knn(5, "DS", include_self=True), brute.nearest(x, 5, reach, box, periodic, include_self=True), dtype)
    check(cloud.knn(4, "SD", queries=q), brute.nearest(x, 4, reach, box, periodic, q), dtype)
    near = brute.nearest(x, 8, 1.2, box, periodic, max_distance=1.1)
    assert np.isfinite(near[0]).any()
    check(cloud.knn(8, "DS", max_distance=1.1), near, dtype)


@pytest.mark.parametrize("dims", [4, 5, 6, 7, 8])
def test_points_have_up_to_eight_dimensions(backend, dtype, rng, dims):
    x, q = rng.normal(size=(60, dims)).astype(dtype), rng.normal(size=(5, dims)).astype(dtype)
    for queries in (None, q):
        found = nearfield.knn(x, 7, "D", queries=queries, backend=backend)
        d, j, D, _ = brute.nearest(x, 7, 100.0, queries=queries)
        np.testing.assert_array_equal(found.distances, d)
        np.testing.assert_array_equal(found.indices, j)
        np.testing.assert_array_equal(found.vectors, D)


def test_rows_that_are_too_short_end_with_infinity(backend, dtype):
    x = np.array([[0, 0], [3, 4]], dtype)
    found = nearfield.knn(x, 3, "DS", index_dtype=np.int64, backend=backend)
    assert found.indices.tolist() == [[1, -1, -1], [0, -1, -1]] and found.indices.dtype == np.int64
    assert found.distances.tolist() == [[5, np.inf, np.inf]] * 2
    assert found.vectors.tolist() == [[[3, 4], [0, 0], [0, 0]], [[-3, -4], [0, 0], [0, 0]]]
    assert not found.shifts.any()


@pytest.mark.parametrize("n", [0, 1])
def test_no_point_and_one_point_have_no_neighbours(backend, dtype, n):
    x = np.zeros((n, 3), dtype)
    found = nearfield.knn(x, 2, "DS", backend=backend)
    assert found.indices.tolist() == [[-1, -1]] * n
    assert found.vectors.shape == (n, 2, 3) and found.shifts.shape == (n, 2, 3)
    assert nearfield.knn(x, 2, queries=np.zeros((0, 3), dtype), backend=backend).indices.shape == (0, 2)


def test_many_points_agree_with_scipy(backend, rng):
    scipy = pytest.importorskip("scipy.spatial")
    x, q = rng.uniform(0, 1, (5000, 3)), rng.uniform(0, 1, (500, 3))
    for box in (None, 1.0):
        d, i = scipy.cKDTree(x, boxsize=box).query(q, 10)
        found = nearfield.knn(x, 10, queries=q, box=box, backend=backend)
        np.testing.assert_array_equal(found.indices, i)
        np.testing.assert_allclose(found.distances, d, rtol=1e-13)


def compare_along_curve(a: np.ndarray, b: np.ndarray) -> int:
    """By the dimension with the largest bit in which the coordinates differ, the first of several."""
    best, sign = -1, 0
    for x, y in zip(a.tolist(), b.tolist()):
        if x == y:
            continue
        whole = [int(abs(Fraction(v)) * 2**1074) for v in (x, y)]
        differ = 10**6 if (x < 0) != (y < 0) else (whole[0] ^ whole[1]).bit_length()
        if differ > best:
            best, sign = differ, -1 if x < y else 1
    return sign


@pytest.mark.parametrize("dims", range(1, 9))
def test_the_z_order_is_that_of_all_bits(backend, dtype, rng, dims):
    x = (rng.normal(size=(200, dims)) * 10.0 ** rng.integers(-3, 4, (200, dims))).astype(dtype)
    x[10] = x[150]
    expected = sorted(range(200), key=cmp_to_key(lambda a, b: compare_along_curve(x[a], x[b]) or a - b))
    found = nearfield.zsort(x, backend=backend)
    assert found.dtype == np.int32 and found.tolist() == expected
