# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Pairs, lists, counts, coordination numbers and histograms, compared with brute force."""

from __future__ import annotations

from typing import Any

import brute
import nearfield
import numpy as np
import pytest

CUTOFF = 1.5
domains = pytest.mark.parametrize(
    "dims, box, periodic", [d[1:] for d in brute.DOMAINS], ids=[d[0] for d in brute.DOMAINS]
)


def check_rows(found: Any, i: np.ndarray, j: np.ndarray, expected: brute.Found) -> None:
    order = brute.ordered(i, j, found.shifts)
    np.testing.assert_array_equal(i[order], expected.i)
    np.testing.assert_array_equal(j[order], expected.j)
    np.testing.assert_array_equal(found.shifts[order], expected.S)
    np.testing.assert_array_equal(found.vectors[order], expected.D)
    np.testing.assert_array_equal(found.distances[order], expected.d)
    assert found.vectors.dtype == found.distances.dtype == expected.D.dtype
    assert found.shifts.dtype == np.int32


def rows_of(offsets: np.ndarray) -> np.ndarray:
    return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))


@domains
def test_pairs_are_those_of_brute_force(backend, dtype, rng, dims, box, periodic):
    x = brute.points(rng, 40, dims, dtype, box)
    found = nearfield.pairs(x, CUTOFF, "dDS", box=box, periodic=periodic, backend=backend)
    expected = brute.half(brute.neighbours(x, CUTOFF, box, periodic))
    assert len(expected.i) > 10
    check_rows(found, found.pairs[:, 0], found.pairs[:, 1], expected)
    assert found.pairs.dtype == np.int32


@domains
def test_lists_are_those_of_brute_force(backend, dtype, rng, dims, box, periodic):
    x = brute.points(rng, 40, dims, dtype, box)
    cloud = nearfield.Cloud(x, box, periodic, backend=backend)
    expected = brute.neighbours(x, CUTOFF, box, periodic)
    found = cloud.lists(CUTOFF, "dDS")
    assert found.offsets.dtype == np.int64 and found.offsets.shape == (41,)
    check_rows(found, rows_of(found.offsets), found.indices, expected)
    found = cloud.lists(CUTOFF, "SDd", half=True, index_dtype=np.int64)
    assert found.indices.dtype == np.int64
    check_rows(found, rows_of(found.offsets), found.indices, brute.half(expected))
    np.testing.assert_array_equal(cloud.count(CUTOFF), np.bincount(expected.i, minlength=40))
    assert cloud.count(CUTOFF).dtype == np.int64


@domains
def test_neighbours_of_query_points_are_those_of_brute_force(backend, dtype, rng, dims, box, periodic):
    x, q = brute.points(rng, 40, dims, dtype, box), brute.points(rng, 9, dims, dtype, box)
    q[0] = x[5]  # a neighbour at the distance 0
    cloud = nearfield.Cloud(x, box, periodic, backend=backend)
    expected = brute.neighbours(x, CUTOFF, box, periodic, q)
    lists = cloud.lists(CUTOFF, "dDS", queries=q)
    check_rows(lists, rows_of(lists.offsets), lists.indices, expected)
    pairs = cloud.pairs(CUTOFF, "dDS", queries=q)
    check_rows(pairs, pairs.pairs[:, 0], pairs.pairs[:, 1], expected)
    np.testing.assert_array_equal(cloud.count(CUTOFF, queries=q), np.bincount(expected.i, minlength=9))


def test_sorted_answers_ascend(backend, dtype, rng):
    x = rng.uniform(0, 4, (60, 3)).astype(dtype)
    cloud = nearfield.Cloud(x, brute.TRICLINIC, backend=backend)
    expected = brute.neighbours(x, CUTOFF, brute.TRICLINIC)
    lists = cloud.lists(CUTOFF, "S", sorted=True)
    np.testing.assert_array_equal(lists.indices, expected.j)
    np.testing.assert_array_equal(lists.shifts, expected.S)
    pairs = cloud.pairs(CUTOFF, sorted=True, index_dtype=np.int64)
    kept = brute.half(expected)
    np.testing.assert_array_equal(pairs.pairs, np.column_stack((kept.i, kept.j)))
    assert pairs.pairs.dtype == np.int64


def test_arrays_that_were_not_asked_for_are_none(backend):
    x = np.zeros((3, 3))
    pairs = nearfield.pairs(x, 1.0, "d", backend=backend)
    assert pairs.distances is not None and pairs.vectors is None and pairs.shifts is None
    lists = nearfield.lists(x, 1.0, backend=backend)
    assert lists.distances is None and lists.vectors is None and lists.shifts is None


FILTERS: list[dict[str, Any]] = [
    {"min_distance": 0.7},
    {"radii": 0.45, "radii_rule": "sum"},
    {"radii": 0.9, "radii_rule": "larger"},
    {"radii": 0.9, "radii_rule": "query"},
    {"type_cutoffs": [[0.0, 1.1], [1.1, 0.8]]},
    {"exclusions": True},
    {"min_distance": 0.3, "radii": 0.6, "radii_rule": "sum", "exclusions": True},
]


@pytest.mark.parametrize("with_queries", [False, True])
@pytest.mark.parametrize("chosen", FILTERS, ids=lambda f: "_".join(map(str, f)) + str(f.get("radii_rule", "")))
def test_filters_keep_what_brute_force_keeps(backend, dtype, rng, chosen, with_queries):
    n, m = 50, 20 if with_queries else 50
    x, q = rng.uniform(-1, 4, (n, 3)).astype(dtype), rng.uniform(-1, 4, (m, 3)).astype(dtype) if with_queries else None
    types, query_types = rng.integers(0, 2, n), rng.integers(0, 2, m)
    filters, reference = dict(chosen), dict(chosen)
    if "radii" in filters:
        filters["radii"] = reference["radii"] = rng.uniform(0, 2 * filters["radii"], n).astype(dtype)
        if with_queries:
            filters["query_radii"] = reference["query_radii"] = rng.uniform(0, 1, m).astype(dtype)
    if "exclusions" in filters:
        near = brute.neighbours(x, CUTOFF, brute.TRICLINIC, None, q)
        out = {(int(i), int(j)) for i, j in zip(near.i[::3], near.j[::3])}
        rows = [sorted(j for i, j in out if i == row) for row in range(m)]
        offsets = np.cumsum([0, *map(len, rows)])
        filters["exclusions"] = (offsets, np.concatenate(rows).astype(int))
        reference["exclusions"] = out
    if with_queries:
        filters["queries"] = q
        if "type_cutoffs" in filters:
            filters["query_types"] = query_types
    cloud = nearfield.Cloud(x, brute.TRICLINIC, types=types, backend=backend)
    unfiltered = brute.neighbours(x, CUTOFF, brute.TRICLINIC, None, q)
    expected = brute.neighbours(x, CUTOFF, brute.TRICLINIC, None, q, types=types, query_types=query_types, **reference)
    assert 5 < len(expected.i) < len(unfiltered.i)
    lists = cloud.lists(CUTOFF, "dDS", **filters)
    check_rows(lists, rows_of(lists.offsets), lists.indices, expected)
    np.testing.assert_array_equal(cloud.count(CUTOFF, **filters), np.bincount(expected.i, minlength=m))
    number = cloud.coordination(CUTOFF, 2, **filters)
    np.testing.assert_array_equal(
        number, [np.bincount(types[expected.j[expected.i == i]], minlength=2) for i in range(m)]
    )
    if with_queries or filters.get("radii_rule") != "query":
        pairs = cloud.pairs(CUTOFF, "dDS", **filters)
        once = expected if with_queries else brute.half(expected)
        check_rows(pairs, pairs.pairs[:, 0], pairs.pairs[:, 1], once)
        counts = cloud.histogram(CUTOFF, 7, **filters)
        assert counts.sum() == len(once.i)


def test_exclusions_may_be_a_sparse_matrix(backend, rng):
    sparse = pytest.importorskip("scipy.sparse")
    x = rng.uniform(0, 2, (30, 3))
    near = brute.half(brute.neighbours(x, 1.0))
    matrix = sparse.csr_matrix((np.ones(5), (near.i[:5], near.j[:5])), shape=(30, 30))
    for given in (matrix, sparse.csr_array(matrix), matrix.tocoo(), matrix.tocsc()):
        found = nearfield.pairs(x, 1.0, sorted=True, exclusions=given, backend=backend).pairs
        np.testing.assert_array_equal(found, np.column_stack((near.i, near.j))[5:])


def test_a_cutoff_of_zero_is_what_radii_or_types_allow(backend, rng):
    x, radii, types = rng.uniform(0, 3, (40, 3)), rng.uniform(0.1, 0.5, 40), rng.integers(0, 2, 40)
    expected = brute.half(brute.neighbours(x, 1.0, radii=radii, radii_rule="sum"))
    found = nearfield.pairs(x, 0, sorted=True, radii=radii, radii_rule="sum", backend=backend).pairs
    np.testing.assert_array_equal(found, np.column_stack((expected.i, expected.j)))
    table = [[0.5, 0.9], [0.9, 0.2]]
    expected = brute.half(brute.neighbours(x, 0.9, types=types, type_cutoffs=table))
    found = nearfield.pairs(x, 0, sorted=True, types=types, type_cutoffs=table, backend=backend).pairs
    np.testing.assert_array_equal(found, np.column_stack((expected.i, expected.j)))


def test_points_of_different_systems_are_no_neighbours(backend, dtype, rng):
    sizes = [7, 0, 12, 1]
    offsets = np.cumsum([0, *sizes])
    x = rng.uniform(0, 3, (20, 3)).astype(dtype)
    boxes = np.array([brute.TRICLINIC, np.eye(3) * 3, np.eye(3) * 2.5, np.eye(3) * 1.2])
    periodic = np.array([[1, 1, 1], [1, 1, 1], [1, 0, 1], [1, 1, 1]], bool)
    cutoffs = np.array([1.5, 1.0, 1.2, 1.3])
    parts = []
    for s, (a, b) in enumerate(zip(offsets, offsets[1:])):
        f = brute.neighbours(x[a:b], cutoffs[s], boxes[s], periodic[s])
        parts.append(brute.Found(f.i + a, f.j + a, *f[2:]))
    expected = brute.Found(*(np.concatenate(c) for c in zip(*parts)))
    batched = nearfield.Cloud(x, batch=offsets, boxes=boxes, boxes_periodic=periodic, cutoffs=cutoffs, backend=backend)
    lists = batched.lists(0, "dDS")
    check_rows(lists, rows_of(lists.offsets), lists.indices, expected)
    pairs = batched.pairs(0, "dDS")
    check_rows(pairs, pairs.pairs[:, 0], pairs.pairs[:, 1], brute.half(expected))
    q = x[[1, 8, 9]]
    open_space = nearfield.Cloud(x, batch=offsets, backend=backend)
    found = open_space.lists(1.5, queries=q, query_batch=[0, 1, 1, 3, 3], sorted=True)
    rows = [brute.neighbours(x[a:b], 1.5, queries=q[[k]]).j + a for k, (a, b) in enumerate([(0, 7), (7, 19), (7, 19)])]
    np.testing.assert_array_equal(found.indices, np.concatenate(rows))


@domains
def test_histograms_count_pairs_by_brute_force(backend, dtype, rng, dims, box, periodic):
    x, q = brute.points(rng, 40, dims, dtype, box), brute.points(rng, 9, dims, dtype, box)
    cloud = nearfield.Cloud(x, box, periodic, backend=backend)
    every = brute.half(brute.neighbours(x, CUTOFF, box, periodic))
    of_queries = brute.neighbours(x, CUTOFF, box, periodic, q)

    def counts(found: brute.Found, edges: list[float]) -> list[int]:
        below = [int(np.sum(found.d2 < dtype(e) * dtype(e))) if e else 0 for e in edges]
        return np.diff(below).tolist()

    even = [CUTOFF * k / 9 for k in range(10)]
    got = cloud.histogram(CUTOFF, 9)
    assert got.dtype == np.int64 and got.tolist() == counts(every, even)
    assert cloud.histogram(CUTOFF, 9, queries=q).tolist() == counts(of_queries, even)
    edges = [0.3, 0.4, 1.0, CUTOFF]
    assert cloud.histogram(bins=edges).tolist() == counts(every, edges)
    assert cloud.histogram(CUTOFF, np.array(edges)).tolist() == counts(every, edges)


def test_histograms_of_types_and_weights_add_up(backend, dtype, rng):
    n, t = 60, 3
    x, types = rng.uniform(0, 4, (n, 3)).astype(dtype), rng.integers(0, t, n)
    weights = rng.normal(size=n).astype(dtype)
    cloud = nearfield.Cloud(x, [4, 4, 4], types=types, backend=backend)
    found = brute.half(brute.neighbours(x, CUTOFF, [4, 4, 4]))
    bins = np.minimum((found.d.astype(float) / CUTOFF * 5).astype(int), 4)
    expected = np.zeros((t, t, 5), np.int64)
    a, b = np.sort((types[found.i], types[found.j]), axis=0)
    np.add.at(expected, (a, b, bins), 1)
    np.testing.assert_array_equal(cloud.histogram(CUTOFF, 5, type_count=t), expected)
    sums = np.zeros(5)
    np.add.at(sums, bins, weights[found.i].astype(float) * weights[found.j])
    got = cloud.histogram(CUTOFF, 5, weights=weights)
    assert got.dtype == np.float64
    np.testing.assert_allclose(got, sums, rtol=0, atol=1e-7 * len(found.i))
    q, query_weights = x[:10] + dtype(0.1), rng.normal(size=10).astype(dtype)
    found = brute.neighbours(x, CUTOFF, [4, 4, 4], queries=q)
    got = cloud.histogram(CUTOFF, 1, queries=q, weights=weights, query_weights=query_weights)
    total = np.sum(query_weights[found.i].astype(float) * weights[found.j])
    np.testing.assert_allclose(got, [total], rtol=0, atol=1e-7 * len(found.i))


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_rdf_is_the_histogram_over_that_of_points_without_order(backend, rng, dims):
    x, types = rng.uniform(0, 6, (300, dims)), rng.integers(0, 2, 300)
    found = nearfield.rdf(x, 2.0, 8, box=6.0, types=types, backend=backend)
    assert found.g.shape == found.counts.shape == (2, 2, 8) and found.edges.shape == (9,)
    np.testing.assert_array_equal(found.g[0, 1], found.g[1, 0])
    one = nearfield.rdf(x, 2.0, 8, box=6.0, backend=backend)
    np.testing.assert_array_equal(one.r, (np.arange(8) + 0.5) * 0.25)
    shell = np.diff({1: 2 * one.edges, 2: np.pi * one.edges**2, 3: 4 / 3 * np.pi * one.edges**3}[dims])
    every = brute.half(brute.neighbours(x, 2.0, 6.0))
    np.testing.assert_array_equal(one.counts, np.histogram(every.d, one.edges)[0])
    np.testing.assert_allclose(one.g, one.counts / (shell / 6.0**dims * 300 * 299 / 2))
    np.testing.assert_array_equal(found.counts.sum(axis=(0, 1)), one.counts)


@pytest.mark.parametrize("n", [0, 1])
def test_no_point_and_one_point_are_fine(backend, dtype, n):
    x = np.zeros((n, 3), dtype)
    cloud = nearfield.Cloud(x, 4.0, types=np.zeros(n, int), backend=backend)
    images = 6 * n  # of the point, at the distance 4
    assert cloud.pairs(1.0, "dDS").pairs.shape == (0, 2) and cloud.pairs(1.0, "D").vectors.shape == (0, 3)
    assert cloud.pairs(4.1).pairs.shape == (images // 2, 2)
    assert cloud.lists(4.1, "S").shifts.shape == (images, 3)
    assert cloud.lists(1.0).offsets.tolist() == [0] * (n + 1)
    assert cloud.count(4.1).tolist() == [6] * n
    assert cloud.coordination(1.0, 2).shape == (n, 2)
    assert cloud.histogram(4.1, 2).tolist() == [0, images // 2]
    assert cloud.zsort().tolist() == list(range(n))
    assert cloud.lists(1.0, queries=np.zeros((0, 3), dtype)).offsets.tolist() == [0]


def test_lists_with_a_skin_are_those_without(backend, rng):
    x = rng.uniform(0, 8, (600, 3))
    cloud = nearfield.Cloud(x, 8.0, backend=backend)
    built = []
    for _ in range(4):
        found = cloud.lists(1.0, "d", skin=0.4)
        fresh = nearfield.lists(x, 1.0, "d", box=8.0, sorted=True, backend=backend)
        for a, b in zip(found, fresh):
            np.testing.assert_array_equal(a, b)
        built.append(cloud._core.lists_built)
        x = x + rng.uniform(-0.05, 0.05, x.shape)
        cloud.move(x, 8.0)
    if backend.kind != "host":  # which searches anew
        assert built[0] == built[1] == 1


def test_a_moved_cloud_is_that_of_its_new_points(backend, dtype, rng):
    cloud = nearfield.Cloud(rng.uniform(0, 4, (30, 3)), 4.0, backend=backend)
    cloud.pairs(1.0)
    x, types = rng.uniform(0, 3, (50, 2)).astype(dtype), rng.integers(0, 3, 50)
    assert cloud.move(x, [3.0, 3.1], types=types) is cloud
    assert (len(cloud), cloud.dims, cloud.dtype) == (50, 2, dtype)
    found = cloud.pairs(0.8, "dDS")
    check_rows(found, found.pairs[:, 0], found.pairs[:, 1], brute.half(brute.neighbours(x, 0.8, [3.0, 3.1])))


def test_an_origin_changes_no_neighbour(backend, rng):
    x = rng.uniform(0, 4, (30, 3))
    at = nearfield.Cloud(x, 4.0, origin=[1.0, -2.0, 0.5], backend=backend).pairs(1.3, sorted=True)
    np.testing.assert_array_equal(at.pairs, nearfield.pairs(x, 1.3, box=4.0, sorted=True, backend=backend).pairs)
