# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""nearfield.KDTree answers as scipy.spatial.KDTree."""

from __future__ import annotations

import pickle
from typing import Any

import nearfield
import numpy as np
import pytest

spatial = pytest.importorskip("scipy.spatial")

# Edges of the box, of which the smallest trees see every point in several images.
BOXES = {"open": None, "periodic": [1.0, 1.2, 0.9], "slab": [1.0, 0.0, 0.9]}


@pytest.fixture(params=BOXES)
def boxsize(request):
    return BOXES[request.param]


@pytest.fixture(params=[6, 200])
def trees(request, boxsize, backend, rng) -> tuple[nearfield.KDTree, Any, np.ndarray]:
    x = rng.uniform(0, 0.9, (request.param, 3))
    q = rng.uniform(-0.5, 1.5, (12, 3))
    return nearfield.KDTree(x, boxsize=boxsize, backend=backend), spatial.KDTree(x, boxsize=boxsize), q


@pytest.mark.parametrize("k", [1, 4, 6, 9, [1], [2, 5]])
@pytest.mark.parametrize("bound", [np.inf, 0.3, 0.8, 0.0])
def test_queries_find_the_nearest_points(trees, k, bound):
    ours, theirs, q = trees
    for x in (q, q[0], q.reshape(3, 4, 3)):
        d, i = ours.query(x, k, distance_upper_bound=bound)
        e, j = theirs.query(x, k, distance_upper_bound=bound)
        np.testing.assert_array_equal(i, j)
        np.testing.assert_allclose(d, e, rtol=1e-13)
        assert np.shape(d) == np.shape(e) and np.asarray(i).dtype == np.asarray(j).dtype


@pytest.mark.parametrize("r", [0.0, 0.2, 0.45, 0.8, 1.6])
def test_balls_and_pairs_have_each_point_once(trees, r):
    ours, theirs, q = trees
    for x in (q, q[0], q.reshape(3, 4, 3)):
        a, b = ours.query_ball_point(x, r, return_sorted=True), theirs.query_ball_point(x, r, return_sorted=True)
        assert np.shape(a) == np.shape(b)
        assert np.asarray(a, dtype=object).tolist() == np.asarray(b, dtype=object).tolist()
        np.testing.assert_array_equal(
            ours.query_ball_point(x, r, return_length=True), theirs.query_ball_point(x, r, return_length=True)
        )
    assert ours.query_pairs(r) == theirs.query_pairs(r)
    a, b = ours.query_pairs(r, output_type="ndarray"), theirs.query_pairs(r, output_type="ndarray")
    assert a.shape == b.shape and a.dtype == b.dtype


def test_each_query_may_have_its_own_radius(trees, rng):
    ours, theirs, q = trees
    r = rng.uniform(0, 0.8, len(q))
    r[0] = 0.0
    a, b = ours.query_ball_point(q, r, return_sorted=True), theirs.query_ball_point(q, r, return_sorted=True)
    assert a.tolist() == b.tolist()


@pytest.mark.parametrize("cumulative", [True, False])
def test_counts_and_matrices_of_two_trees_agree(trees, boxsize, backend, rng, cumulative):
    ours, theirs, _ = trees
    x = np.concatenate((rng.uniform(0, 0.9, (15, 3)), ours.data[:3]))
    other, others = nearfield.KDTree(x, boxsize=boxsize, backend=backend), spatial.KDTree(x, boxsize=boxsize)
    r = [0.0, 0.1, 0.3, 0.7, 2.0, np.inf]
    np.testing.assert_array_equal(
        ours.count_neighbors(other, r, cumulative=cumulative), theirs.count_neighbors(others, r, cumulative=cumulative)
    )
    assert ours.count_neighbors(other, 0.4) == theirs.count_neighbors(others, 0.4)
    weights = (rng.normal(size=ours.n), rng.normal(size=other.n))
    np.testing.assert_allclose(
        ours.count_neighbors(other, r, weights=weights, cumulative=cumulative),
        theirs.count_neighbors(others, r, weights=weights, cumulative=cumulative),
        atol=1e-6,
    )
    assert ours.query_ball_tree(other, 0.3) == [sorted(row) for row in theirs.query_ball_tree(others, 0.3)]
    for distance in (0.3, 0.8):
        a, b = ours.sparse_distance_matrix(other, distance), theirs.sparse_distance_matrix(others, distance)
        np.testing.assert_allclose(a.toarray(), b.toarray(), atol=1e-13)
        keys = ours.sparse_distance_matrix(other, distance, output_type="dict").keys()
        assert keys == theirs.sparse_distance_matrix(others, distance, output_type="dict").keys()


def test_points_at_the_radius_are_within_it(backend, dtype):
    """0.1 and 0.7 have no exact square in either type."""
    for r in (0.1, 0.7, 1.0, 3.0):
        x = np.array([[0, 0], [r, 0]], dtype)
        tree = nearfield.KDTree(x, backend=backend)
        assert tree.query_pairs(float(x[1, 0])) == {(0, 1)}
        assert tree.query_ball_point([0, 0], float(x[1, 0]), return_length=True) == 2
        assert tree.count_neighbors(tree, float(x[1, 0])) == 4
        assert len(tree.sparse_distance_matrix(tree, float(x[1, 0]), output_type="dict")) == 4
        assert tree.query_pairs(float(x[1, 0]) * 0.99) == set()


def test_nothing_is_within_a_negative_radius(backend):
    """SciPy squares it."""
    tree = nearfield.KDTree(np.zeros((3, 2)), backend=backend)
    assert tree.query_pairs(-1.0) == set() and tree.query_ball_point([0, 0], -1.0) == []
    assert tree.query_ball_point(np.zeros((2, 2)), [-1.0, 1.0]).tolist() == [[], [0, 1, 2]]
    assert tree.count_neighbors(tree, -1.0) == 0
    assert tree.sparse_distance_matrix(tree, -1.0, output_type="dict") == {}


def test_an_empty_tree_has_no_neighbours(backend):
    tree, theirs = nearfield.KDTree(np.zeros((0, 2)), backend=backend), spatial.KDTree(np.zeros((0, 2)))
    for k in (1, 3):
        for a, b in zip(tree.query([[0.0, 0.0]], k), theirs.query([[0.0, 0.0]], k)):
            np.testing.assert_array_equal(a, b)
    assert tree.query_pairs(1.0) == set() and tree.query_ball_point([0.0, 0.0], 1.0) == []
    assert tree.count_neighbors(tree, [0.5, np.inf]).tolist() == [0, 0]


def test_a_tree_is_pickled_with_its_box(backend, rng):
    x = rng.uniform(0, 1, (50, 3))
    tree = nearfield.KDTree(x, boxsize=1.0, backend=backend)
    again = pickle.loads(pickle.dumps(tree))
    for a, b in zip(tree.query(x, 5), again.query(x, 5)):
        np.testing.assert_array_equal(a, b)


def test_wrong_calls_are_refused_with_a_sentence(backend):
    x = np.random.default_rng(0).random((5, 2))
    tree = nearfield.KDTree(x, backend=backend)
    for error, words, call in [
        (ValueError, "shape", lambda: nearfield.KDTree([1.0, 2.0])),
        (TypeError, "complex", lambda: nearfield.KDTree(x * 1j)),
        (TypeError, "complex", lambda: tree.query(x * 1j)),
        (ValueError, "finite", lambda: nearfield.KDTree(x * np.nan)),
        (ValueError, "finite", lambda: tree.query_ball_point(x * np.inf, 1.0)),
        (ValueError, "k must be", lambda: tree.query(x, 0)),
        (ValueError, "k must be", lambda: tree.query(x, None)),
        (ValueError, "length 2", lambda: tree.query([1.0, 2.0, 3.0])),
        (NotImplementedError, "p=2", lambda: tree.query(x, p=1)),
        (ValueError, "periodic box", lambda: nearfield.KDTree(x, boxsize=0.1)),
        (NotImplementedError, "up to 3", lambda: nearfield.KDTree(np.zeros((3, 4)), boxsize=1.0)),
        (ValueError, "output type", lambda: tree.query_pairs(1.0, output_type="list")),
        (ValueError, "output type", lambda: tree.sparse_distance_matrix(tree, 1.0, output_type="list")),
        (ValueError, "non-decreasing", lambda: tree.count_neighbors(tree, [1, 0], cumulative=False)),
    ]:
        with pytest.raises(error, match=words):
            call()
