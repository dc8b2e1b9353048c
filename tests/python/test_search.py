# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Pairs, lists, counts, coordination numbers and histograms, compared with brute force."""

from __future__ import annotations

import pickle
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


SIZES = [7, 0, 12, 1, 5, 0]
OFFSETS = np.cumsum([0, *SIZES])
SYSTEMS = np.repeat(np.arange(6), SIZES)
BOXES = np.array([brute.TRICLINIC, *(np.eye(3) * e for e in (3, 2.5, 1.2, 0, 4))])
PERIODIC = np.array([[1, 1, 1], [1, 1, 1], [1, 0, 1], [1, 1, 1], [0, 0, 0], [1, 1, 1]], bool)
CUTOFFS = np.array([1.5, 1.0, 1.2, 1.3, 2.0, 1.0])


def one_by_one(
    x: np.ndarray, cutoffs: np.ndarray, boxes: Any = None, periodic: Any = None, **options: Any
) -> list[Any]:
    """The lists of each system by itself, those of systems in open space without a box."""
    found = []
    for s, (a, b) in enumerate(zip(OFFSETS, OFFSETS[1:])):
        is_open = boxes is None or not periodic[s].any()
        space = {} if is_open else {"box": boxes[s], "periodic": periodic[s]}
        found.append(nearfield.lists(x[a:b], cutoffs[s], "dDS", **space, **options))
    return found


@pytest.mark.parametrize("form", ["ptr", "idx"])
def test_a_batch_is_its_systems_one_by_one(backend, dtype, rng, form):
    x = rng.uniform(0, 3, (25, 3)).astype(dtype)
    batch = {"batch_ptr": OFFSETS} if form == "ptr" else {"batch_idx": SYSTEMS}
    cloud = nearfield.Cloud(x, BOXES, PERIODIC, **batch, cutoffs=CUTOFFS, backend=backend)
    expected = one_by_one(x, CUTOFFS, BOXES, PERIODIC, backend=backend, sorted=True)
    found = cloud.lists(0, "dDS", sorted=True)
    assert len(found.indices) > 30
    np.testing.assert_array_equal(np.diff(found.offsets), np.concatenate([np.diff(e.offsets) for e in expected]))
    np.testing.assert_array_equal(found.indices, np.concatenate([e.indices + a for e, a in zip(expected, OFFSETS)]))
    for name in ("distances", "vectors", "shifts"):
        np.testing.assert_array_equal(getattr(found, name), np.concatenate([getattr(e, name) for e in expected]))
    np.testing.assert_array_equal(cloud.count(0), np.diff(found.offsets))
    same = nearfield.lists(
        x, 0, "dDS", box=BOXES, periodic=PERIODIC, **batch, cutoffs=CUTOFFS, sorted=True, backend=backend
    )
    for a, b in zip(vars(same).values(), vars(found).values(), strict=True):
        np.testing.assert_array_equal(a, b)
    again = pickle.loads(pickle.dumps(cloud)).pairs(0, "d")
    np.testing.assert_array_equal(again.pairs, cloud.move(x).pairs(0).pairs)
    assert len(again.pairs) * 2 == len(found.indices)


def test_systems_of_a_batch_may_share_a_box_and_a_cutoff(backend, rng):
    x = rng.uniform(0, 3, (25, 3))
    boxes, along = np.tile(np.eye(3) * 3.2, (6, 1, 1)), np.tile([True, False, True], (6, 1))
    expected = one_by_one(x, np.full(6, 1.1), boxes, along, backend=backend, sorted=True)
    wanted = np.concatenate([e.indices + a for e, a in zip(expected, OFFSETS)])
    for box, periodic in [(3.2, along[0]), (3.2, along), (boxes, along[0])]:
        found = nearfield.lists(x, 1.1, box=box, periodic=periodic, batch_idx=SYSTEMS, sorted=True, backend=backend)
        np.testing.assert_array_equal(found.indices, wanted)
    sums = nearfield.interact(x, 1.1, "gravity", box=boxes, batch_ptr=OFFSETS, fields={"mass": 1.0}, backend=backend)
    for a, b in zip(OFFSETS, OFFSETS[1:]):
        alone = nearfield.interact(x[a:b], 1.1, "gravity", box=3.2, fields={"mass": 1.0}, backend=backend)
        for name, array in alone.items():
            np.testing.assert_allclose(sums[name][a:b], array, rtol=1e-9, atol=1e-9)


def test_a_moved_cloud_keeps_its_systems_or_has_new_ones(backend, rng):
    x = rng.uniform(0, 2, (25, 3))
    cloud = nearfield.Cloud(x, batch_ptr=OFFSETS, backend=backend)
    counts = cloud.count(1.0)
    np.testing.assert_array_equal(cloud.move(x).count(1.0), counts)
    halves = np.repeat([0, 1], [12, 13])
    expected = nearfield.count(x, 1.0, batch_idx=halves, backend=backend)
    assert np.any(expected != counts)
    np.testing.assert_array_equal(cloud.move(x, batch_idx=halves).count(1.0), expected)
    np.testing.assert_array_equal(cloud.move(x, batch_ptr=[0, 12, 25]).count(1.0), expected)
    np.testing.assert_array_equal(cloud.move(x, batch_ptr=None).count(1.0), nearfield.count(x, 1.0, backend=backend))


@pytest.mark.parametrize("batch", [{"query_batch_ptr": [0, 1, 1, 3, 3, 3, 3]}, {"query_batch_idx": [0, 2, 2]}])
def test_query_points_of_a_batch_meet_points_of_their_system(backend, rng, batch):
    x = rng.uniform(0, 3, (25, 3))
    q = x[[1, 8, 9]] + 0.1
    if "query_batch_idx" in batch:  # whose last systems have no query points
        cloud = nearfield.Cloud(x, np.zeros((6, 3, 3)), False, batch_idx=SYSTEMS, backend=backend)
    else:
        cloud = nearfield.Cloud(x, batch_ptr=OFFSETS, backend=backend)
    found = cloud.lists(1.5, queries=q, **batch, sorted=True)
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
    one = nearfield.rdf(x, 2.0, 8, box=6.0, backend=backend)
    np.testing.assert_array_equal(one.r, (np.arange(8) + 0.5) * 0.25)
    shell = np.diff({1: 2 * one.edges, 2: np.pi * one.edges**2, 3: 4 / 3 * np.pi * one.edges**3}[dims])
    every = brute.half(brute.neighbours(x, 2.0, 6.0))
    np.testing.assert_array_equal(one.counts, np.histogram(every.d, one.edges)[0])
    np.testing.assert_allclose(one.g, one.counts / (shell / 6.0**dims * 300 * 300 / 2))
    np.testing.assert_array_equal(found.counts.sum(axis=(0, 1)), one.counts)
    share = np.bincount(types) / 300
    np.testing.assert_allclose(np.einsum("a,b,abk->k", share, share, found.g), one.g)
    named = nearfield.rdf(x, 2.0, 8, box=6.0, types=np.array(["O", "H"])[types], backend=backend)
    assert named.type_names == ("H", "O")
    np.testing.assert_array_equal(named.partial("O", "H"), found.partial(0, 1))
    np.testing.assert_array_equal(named.partial("H", "O"), found.g[0, 1])
    np.testing.assert_array_equal(named.partial("O", "O"), found.g[0, 0])
    for wrong in (lambda: named.partial("O", "N"), lambda: one.partial(0, 0)):
        with pytest.raises(ValueError, match="type"):
            wrong()


def test_the_volume_of_rdf_is_the_extent_of_points_where_it_is_not_periodic(backend, rng):
    x = rng.uniform(0, 1, (200, 3)) * [6, 5, 3]
    x[:2, 2] = 0, 3
    slab = nearfield.rdf(x, 1.5, 5, box=[6, 5, 40], periodic=[True, True, False], backend=backend)
    assert slab.volume == pytest.approx(6 * 5 * 3)
    tilted = nearfield.rdf(
        x, 1.5, 5, box=[[6, 0, 0], [1, 5, 0], [0, 0, 9]], periodic=[True, True, False], backend=backend
    )
    assert tilted.volume == pytest.approx(6 * 5 * 3)
    inside = nearfield.rdf(x, 1.5, 5, backend=backend)
    assert inside.volume == pytest.approx(np.prod(np.ptp(x, axis=0)))
    shells = np.diff(4 / 3 * np.pi * inside.edges**3)
    np.testing.assert_allclose(inside.g, inside.counts / (shells / inside.volume * 200**2 / 2))
    with pytest.raises(ValueError, match="volume is 0"):
        nearfield.rdf(x * [1, 1, 0], 1.5, 5, backend=backend)
    assert nearfield.rdf(x, 1.5, 5, box=brute.TRICLINIC, backend=backend).volume == pytest.approx(
        abs(np.linalg.det(brute.TRICLINIC))
    )


def test_types_by_name_are_those_by_number(backend, rng):
    x, numbers = rng.uniform(0, 3, (60, 3)), rng.integers(0, 3, 60)
    names = np.array(["Cl", "K", "Na"])
    table = np.array([[0.0, 0.0, 1.2], [0.0, 0.0, 0.7], [1.2, 0.7, 0.9]])
    by_pair = {("Na", "Cl"): 1.2, ("Na", "Na"): 0.9, ("K", "Na"): 0.7}
    expected = nearfield.pairs(x, 0, types=numbers, type_cutoffs=table, sorted=True, backend=backend).pairs
    assert len(expected) > 10
    for types in (names[numbers], names[numbers].tolist(), names[numbers].astype(object), names[numbers].astype("S")):
        cloud = nearfield.Cloud(x, types=types, backend=backend)
        assert cloud.type_names == ("Cl", "K", "Na") and cloud.type_count == 3
        for cutoffs in (by_pair, table):
            np.testing.assert_array_equal(cloud.pairs(0, type_cutoffs=cutoffs, sorted=True).pairs, expected)
    numbered = nearfield.Cloud(x, types=numbers, backend=backend)
    by_number = {(2, 0): 1.2, (2, 2): 0.9, (1, 2): 0.7}
    np.testing.assert_array_equal(numbered.pairs(0, type_cutoffs=by_number, sorted=True).pairs, expected)
    np.testing.assert_array_equal(cloud.coordination(1.0), numbered.coordination(1.0, 3))
    np.testing.assert_array_equal(
        cloud.histogram(1.0, 4, type_count=cloud.type_count), numbered.histogram(1.0, 4, type_count=3)
    )
    cloud.move(x)
    np.testing.assert_array_equal(cloud.pairs(0, type_cutoffs=by_pair, sorted=True).pairs, expected)
    q = x[:4] + 0.1
    of_queries = {**by_pair, ("K", "Br"): 5.0, ("Li", "K"): 1.1}
    got = cloud.lists(0, queries=q, query_types=["Na", "Li", "Br", "Cl"], type_cutoffs=of_queries, sorted=True)
    reach = {0: {2: 0.9, 0: 1.2, 1: 0.7}, 1: {1: 1.1}, 2: {1: 5.0}, 3: {2: 1.2}}
    far = np.linalg.norm(q[:, None] - x[None], axis=2)
    rows = [[j for j in range(60) if far[i, j] < reach[i].get(numbers[j], 0)] for i in range(4)]
    assert np.split(got.indices, got.offsets[1:-1])[1].tolist() == rows[1] != []
    np.testing.assert_array_equal(got.indices, np.concatenate(rows))


def test_one_radius_and_one_weight_are_those_of_all_points(backend, rng):
    x, q = rng.uniform(0, 3, (40, 3)), rng.uniform(0, 3, (5, 3))
    cloud = nearfield.Cloud(x, backend=backend)
    np.testing.assert_array_equal(cloud.count(0, radii=0.7), cloud.count(0, radii=np.full(40, 0.7)))
    np.testing.assert_array_equal(
        cloud.count(0, queries=q, radii=0.3, query_radii=0.4),
        cloud.count(0, queries=q, radii=[0.3] * 40, query_radii=[0.4] * 5),
    )
    np.testing.assert_array_equal(cloud.histogram(1.0, 3, weights=2), 4.0 * cloud.histogram(1.0, 3))


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
        for name in ("offsets", "indices", "distances"):
            np.testing.assert_array_equal(getattr(found, name), getattr(fresh, name))
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
