# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""nearfield.sklearn, compared with scikit-learn."""

import pickle

import numpy as np
import pytest

pytest.importorskip("sklearn", minversion="1.6")

import sklearn.base
import sklearn.cluster
import sklearn.neighbors
from nearfield.sklearn import DBSCAN, NearestNeighbors, kneighbors_graph, radius_neighbors_graph
from sklearn.utils.estimator_checks import check_estimator

KNN = "nearest neighbours have up to 8 features, and this check has more"
FEW = "DBSCAN has up to 3 features, and this check has more"
WEIGHTS = "sample_weight is refused"


def both(points, **options):
    ours = NearestNeighbors(backend="host", **options).fit(points)
    return ours, sklearn.neighbors.NearestNeighbors(algorithm="kd_tree", **options).fit(points)


def clouds(seed, n=300):
    random = np.random.default_rng(seed)
    for dims in (1, 2, 3):
        yield random.random((n, dims)), random.random((n // 3, dims))


@pytest.mark.parametrize(
    "estimator, failed",
    [
        (NearestNeighbors(backend="host"), {"check_dtype_object": KNN, "check_fit2d_1sample": KNN}),
        (
            DBSCAN(backend="host"),
            {
                "check_n_features_in_after_fitting": FEW,
                "check_positive_only_tag_during_fit": FEW,
                "check_estimators_dtypes": FEW,
                "check_dtype_object": FEW,
                "check_fit2d_1sample": FEW,
                "check_sample_weight_equivalence_on_dense_data": FEW,
                "check_sample_weights_not_an_array": WEIGHTS,
                "check_sample_weights_list": WEIGHTS,
                "check_all_zero_sample_weights_error": WEIGHTS,
                "check_sample_weights_shape": WEIGHTS,
                "check_sample_weights_not_overwritten": WEIGHTS,
            },
        ),
    ],
)
def test_estimators_are_what_scikit_learn_expects(estimator, failed):
    results = check_estimator(estimator, expected_failed_checks=failed, on_skip=None)
    # A check that passes after all is to leave the table; those of other versions of scikit-learn may be missing.
    passed = {r["check_name"] for r in results if r["status"] == "passed"}
    assert not passed & set(failed)


def test_nearest_neighbours_are_those_of_scikit_learn():
    for points, queries in clouds(1):
        ours, theirs = both(points, n_neighbors=7)
        for x in (None, queries):
            d, i = ours.kneighbors(x)
            wanted_d, wanted_i = theirs.kneighbors(x)
            np.testing.assert_array_equal(i, wanted_i)
            np.testing.assert_allclose(d, wanted_d, rtol=1e-14)
            np.testing.assert_array_equal(ours.kneighbors(x, 3, return_distance=False), wanted_i[:, :3])
            for mode in ("connectivity", "distance"):
                a, b = ours.kneighbors_graph(x, mode=mode), theirs.kneighbors_graph(x, mode=mode)
                np.testing.assert_allclose(a.toarray(), b.toarray(), rtol=1e-14)


def test_neighbours_of_eight_features_are_those_of_scikit_learn():
    points = np.random.default_rng(2).random((200, 8))
    ours, theirs = both(points)
    np.testing.assert_array_equal(ours.kneighbors()[1], theirs.kneighbors()[1])


def test_neighbours_within_a_radius_are_those_of_scikit_learn():
    for points, queries in clouds(3):
        ours, theirs = both(points, radius=0.1)
        for x in (None, queries):
            d, i = ours.radius_neighbors(x, sort_results=True)
            wanted_d, wanted_i = theirs.radius_neighbors(x, sort_results=True)
            assert [a.tolist() for a in i] == [a.tolist() for a in wanted_i]
            for a, b in zip(d, wanted_d):
                np.testing.assert_allclose(a, b, rtol=1e-14)
            plain = ours.radius_neighbors(x, return_distance=False)
            assert [a.tolist() for a in plain] == [sorted(a.tolist()) for a in wanted_i]
            for mode in ("connectivity", "distance"):
                a, b = ours.radius_neighbors_graph(x, mode=mode), theirs.radius_neighbors_graph(x, mode=mode)
                np.testing.assert_allclose(a.toarray(), b.toarray(), rtol=1e-14)
            nearest_first = ours.radius_neighbors_graph(x, mode="distance", sort_results=True)
            np.testing.assert_allclose(nearest_first.data, np.concatenate(list(wanted_d)), rtol=1e-14)


@pytest.mark.parametrize("include_self", [False, True, "auto"])
@pytest.mark.parametrize("mode", ["connectivity", "distance"])
def test_graphs_are_those_of_scikit_learn(include_self, mode):
    points = np.random.default_rng(4).random((100, 3))
    options = {"mode": mode, "include_self": include_self}
    for ours, theirs, size in (
        (kneighbors_graph, sklearn.neighbors.kneighbors_graph, 4),
        (radius_neighbors_graph, sklearn.neighbors.radius_neighbors_graph, 0.3),
    ):
        a, b = ours(points, size, backend="host", **options), theirs(points, size, **options)
        np.testing.assert_allclose(a.toarray(), b.toarray(), rtol=1e-14)
        assert a.nnz == b.nnz  # zeros that are stored: a point is at the distance 0 from itself


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_radius_includes_points_exactly_that_far(dtype):
    grid = np.stack(np.meshgrid(*[np.arange(5)] * 3), -1).reshape(-1, 3).astype(dtype)
    for radius in (0.0, 1.0, 2.0, 3.0):
        ours, theirs = both(grid, radius=radius)
        a, b = ours.radius_neighbors(return_distance=False), theirs.radius_neighbors(return_distance=False)
        assert [r.tolist() for r in a] == [sorted(r.tolist()) for r in b]
    labels = DBSCAN(1.0, min_samples=7, backend="host").fit_predict(grid)
    np.testing.assert_array_equal(labels, sklearn.cluster.DBSCAN(1.0, min_samples=7).fit_predict(grid))
    assert (labels >= 0).any() and (labels < 0).any()


def test_clusters_are_those_of_scikit_learn_also_at_borders():
    shared = 0
    for seed in range(60):
        random = np.random.default_rng(seed)
        dims = 1 + seed % 3
        points = random.random((200, dims))
        eps, min_samples = (0.02, 0.05, 0.14)[dims - 1], 3 + seed % 5
        ours = DBSCAN(eps, min_samples=min_samples, backend="host").fit(points)
        theirs = sklearn.cluster.DBSCAN(eps, min_samples=min_samples).fit(points)
        np.testing.assert_array_equal(ours.labels_, theirs.labels_)
        np.testing.assert_array_equal(ours.core_sample_indices_, theirs.core_sample_indices_)
        np.testing.assert_array_equal(ours.components_, theirs.components_)
        # Border points that are near core points of several clusters, on which an order of clusters is seen.
        border = np.setdiff1d(np.flatnonzero(ours.labels_ >= 0), ours.core_sample_indices_)
        cores = radius_neighbors_graph(points, eps)[border][:, ours.core_sample_indices_]
        of_core = ours.labels_[ours.core_sample_indices_]
        shared += sum(len(np.unique(of_core[row.indices])) > 1 for row in cores)
    assert shared > 20


def test_what_scikit_learn_has_beside_is_refused():
    points = np.zeros((4, 2))
    for estimator in (NearestNeighbors, DBSCAN):
        for options in ({"metric": "manhattan"}, {"metric": "minkowski", "p": 1}, {"metric_params": {"w": 1}}):
            with pytest.raises(NotImplementedError, match="Euclidean"):
                estimator(**options).fit(points)
    with pytest.raises(NotImplementedError, match="sample_weight"):
        DBSCAN().fit(points, sample_weight=np.ones(4))
    with pytest.raises(ValueError, match="8 dims"):
        NearestNeighbors().fit(np.zeros((4, 9)))
    with pytest.raises(ValueError, match="at most 3"):
        DBSCAN().fit(np.zeros((4, 4)))
    with pytest.raises(ValueError, match="not negative"):
        NearestNeighbors(radius=-1.0).fit(points).radius_neighbors()
    with pytest.raises(ValueError, match="mode"):
        NearestNeighbors(n_neighbors=1).fit(points).kneighbors_graph(mode="weights")
    with pytest.raises(TypeError, match="whole"):
        NearestNeighbors().fit(points).kneighbors(n_neighbors=1.5)


def test_a_fitted_estimator_is_the_same_after_pickling():
    points = np.random.default_rng(5).random((50, 3))
    near = NearestNeighbors(n_neighbors=3, backend="host").fit(points)
    again = pickle.loads(pickle.dumps(near))
    np.testing.assert_array_equal(again.kneighbors()[1], near.kneighbors()[1])
    assert sklearn.base.clone(near).get_params() == near.get_params()
