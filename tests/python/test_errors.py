# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""What is wrong is an error of the kind that Python has for it, with a sentence; and where calls are computed."""

from __future__ import annotations

import importlib.util
import pickle
import re
from typing import Any

import nearfield
import numpy as np
import pytest
from nearfield import pointcloud
from nearfield.freud import to_freud

X = np.random.default_rng(0).random((20, 3))
NAN = X.copy()
NAN[7, 1] = np.nan

# The error, words of its sentence, and the call for a context.
WRONG: dict[str, tuple[type[Exception], str, Any]] = {
    "cutoff_negative": (ValueError, "cutoff", lambda c: nearfield.pairs(X, -1.0, backend=c)),
    "cutoff_nan": (ValueError, "cutoff", lambda c: nearfield.lists(X, np.nan, backend=c)),
    "cutoff_infinite": (ValueError, "cutoff", lambda c: nearfield.lists(X, np.inf, backend=c)),
    "cutoff_text": (TypeError, "cutoff is '1': give a number", lambda c: nearfield.lists(X, "1", backend=c)),
    "point_nan": (ValueError, "7", lambda c: nearfield.pairs(NAN, 1.0, backend=c)),
    "knn_point_nan": (ValueError, "7", lambda c: nearfield.knn(NAN, 1, backend=c)),
    "points_of_text": (TypeError, "points: the type is", lambda c: nearfield.pairs([["a"]], 1.0, backend=c)),
    "points_complex": (TypeError, "points: the type is complex128", lambda c: nearfield.pairs(X * 1j, 1.0, backend=c)),
    "points_of_three_axes": (ValueError, r"\(n, dims\) is needed", lambda c: nearfield.pairs(X[None], 1.0, backend=c)),
    "four_dims": (
        ValueError,
        "4 dims: a search",
        lambda c: nearfield.pairs(np.zeros((3, 4)), 1.0, backend=c),
    ),
    "fof_four_dims": (
        ValueError,
        "4 dims: fof takes at most 3",
        lambda c: nearfield.fof(np.zeros((3, 4)), 1.0, backend=c),
    ),
    "nine_dims": (ValueError, "9", lambda c: nearfield.knn(np.zeros((3, 9)), 1, backend=c)),
    "no_dims": (ValueError, "", lambda c: nearfield.pairs(np.zeros((3, 0)), 1.0, backend=c)),
    "queries_of_other_dims": (
        ValueError,
        "2 dimensions, and the points 3",
        lambda c: nearfield.lists(X, 1.0, queries=X[:, :2], backend=c),
    ),
    "quantities": (ValueError, '"x" is none of the letters', lambda c: nearfield.pairs(X, 1.0, "dx", backend=c)),
    "knn_d": (ValueError, '"d" is none of the letters', lambda c: nearfield.knn(X, 1, "d", backend=c)),
    "index_dtype": (ValueError, "int32 or int64", lambda c: nearfield.pairs(X, 1.0, index_dtype=np.uint8, backend=c)),
    "k_zero": (ValueError, "k", lambda c: nearfield.knn(X, 0, backend=c)),
    "k_large": (ValueError, "1024", lambda c: nearfield.knn(X, 1025, backend=c)),
    "periodic_without_box": (
        ValueError,
        "a box is needed",
        lambda c: nearfield.pairs(X, 1.0, periodic=True, backend=c),
    ),
    "periodic_of_two": (
        ValueError,
        "periodic: the shape",
        lambda c: nearfield.pairs(X, 1.0, box=1.0, periodic=[True, False], backend=c),
    ),
    "box_of_four": (ValueError, "box: the shape", lambda c: nearfield.pairs(X, 1.0, box=[1, 2, 3, 4], backend=c)),
    "box_flat": (ValueError, "box|vector|cell", lambda c: nearfield.pairs(X, 0.1, box=np.ones((3, 3)), backend=c)),
    "box_in_4_dims": (NotImplementedError, "up to 3", lambda c: nearfield.knn(np.zeros((3, 4)), 1, box=1.0, backend=c)),
    "types_too_few": (ValueError, r"\(20,\) is needed", lambda c: nearfield.Cloud(X, types=[0, 1], backend=c)),
    "types_of_floats": (TypeError, "whole numbers", lambda c: nearfield.Cloud(X, types=np.zeros(20), backend=c)),
    "types_too_large": (ValueError, "type", lambda c: nearfield.Cloud(X, types=np.full(20, 256), backend=c).pairs(1.0)),
    "labels_too_few": (
        ValueError,
        r"labels: the shape is \(3,\)",
        lambda c: nearfield.catalogue(X, [0, 1, 2], backend=c),
    ),
    "labels_of_floats": (TypeError, "whole numbers", lambda c: nearfield.catalogue(X, np.zeros(20), backend=c)),
    "periodic_words": (TypeError, "periodic is 'xy'", lambda c: nearfield.Cloud(X, 4.0, "xy", backend=c)),
    "box_negative": (ValueError, "the edge -1.0 is negative", lambda c: nearfield.Cloud(X, -1.0, backend=c)),
    "queries_missing": (
        ValueError,
        "of query points: give queries",
        lambda c: nearfield.pairs(X, 1.0, query_types=[0], backend=c),
    ),
    "origin_without_box": (ValueError, "origin", lambda c: nearfield.Cloud(X, origin=[0, 0, 0], backend=c)),
    "filter_unknown": (TypeError, "'half'", lambda c: nearfield.Cloud(X, backend=c).count(1.0, half=True)),
    "rdf_flat": (ValueError, "volume is 0", lambda c: nearfield.rdf(X * [1, 1, 0], 1.0, backend=c)),
    "backend_of_another_kind": (TypeError, "backend is", lambda c: nearfield.pairs(X, 1.0, backend=c._core)),
    "radii_too_few": (
        ValueError,
        "there are 2 numbers, and 20 points",
        lambda c: nearfield.pairs(X, 1.0, radii=[1, 2], backend=c),
    ),
    "radii_negative": (ValueError, "radi", lambda c: nearfield.pairs(X, 1.0, radii=np.full(20, -1.0), backend=c)),
    "radii_rule": (
        ValueError,
        '"query", "sum" or "larger"',
        lambda c: nearfield.pairs(X, 1.0, radii=np.ones(20), radii_rule="all", backend=c),
    ),
    "type_cutoffs_not_square": (
        ValueError,
        "square",
        lambda c: nearfield.pairs(X, 1.0, types=[0] * 20, type_cutoffs=[[1.0, 2.0]], backend=c),
    ),
    "exclusions_too_short": (
        ValueError,
        "offsets of exclusions",
        lambda c: nearfield.pairs(X, 1.0, exclusions=([0, 0], []), backend=c),
    ),
    "edges_descend": (ValueError, "edge", lambda c: nearfield.histogram(X, bins=[0.0, 0.5, 0.3], backend=c)),
    "one_edge": (ValueError, "at least two", lambda c: nearfield.histogram(X, bins=[0.0], backend=c)),
    "query_weights": (
        ValueError,
        "no query points",
        lambda c: nearfield.histogram(X, 1.0, query_weights=[1.0], backend=c),
    ),
    "batch_descends": (
        ValueError,
        "ascend from 0 to 20",
        lambda c: nearfield.Cloud(X, batch_ptr=[0, 12, 5, 20], backend=c),
    ),
    "batch_short": (ValueError, "ascend from 0 to 20", lambda c: nearfield.Cloud(X, batch_ptr=[0, 12], backend=c)),
    "batch_mixed": (ValueError, "sort the points", lambda c: nearfield.Cloud(X, batch_idx=[0, 1] * 10, backend=c)),
    "batch_twice": (
        ValueError,
        "give one of them",
        lambda c: nearfield.pairs(X, 1.0, batch_ptr=[0, 20], batch_idx=[0] * 20),
    ),
    "boxes_too_few": (
        ValueError,
        r"\(2, 3, 3\) is needed",
        lambda c: nearfield.Cloud(X, np.ones((1, 3, 3)), batch_ptr=[0, 9, 20]),
    ),
    "boxes_without_batch": (ValueError, "box: the shape", lambda c: nearfield.Cloud(X, np.eye(3)[None], backend=c)),
    "cutoffs_without_batch": (ValueError, "give batch_ptr", lambda c: nearfield.Cloud(X, cutoffs=[1.0], backend=c)),
    "queries_without_batch": (
        ValueError,
        "systems",
        lambda c: nearfield.pairs(X, 1.0, batch_ptr=[0, 20], queries=X, backend=c),
    ),
    "query_batch_of_others": (
        ValueError,
        "query_batch_ptr: the offsets must ascend from 0 to 2, the number of query points",
        lambda c: nearfield.pairs(X, 1.0, batch_ptr=[0, 20], queries=X[:2], query_batch_ptr=[0, 3], backend=c),
    ),
    "knn_of_a_batch": (
        NotImplementedError,
        "in a batch",
        lambda c: nearfield.Cloud(X, batch_ptr=[0, 20], backend=c).knn(1),
    ),
    "radius_of_one_point": (
        ValueError,
        "pair once",
        lambda c: nearfield.pairs(X, 1.0, radii=1.0, radii_rule="query", backend=c),
    ),
    "types_missing": (
        ValueError,
        "the points have no types",
        lambda c: nearfield.pairs(X, 1.0, type_cutoffs=[[1.0]], backend=c),
    ),
    "types_of_one_row": (
        ValueError,
        "of 1 types",
        lambda c: nearfield.pairs(X, 1.0, types=[1] * 20, type_cutoffs=[[1.0]], backend=c),
    ),
    "coordination_without_types": (ValueError, "give types", lambda c: nearfield.coordination(X, 1.0, backend=c)),
    "cutoffs_of_no_pair": (
        TypeError,
        "a key is 'Na'",
        lambda c: nearfield.pairs(X, 1.0, types=["Na"] * 20, type_cutoffs={"Na": 1.0}),
    ),
    "cutoffs_of_both_orders": (
        ValueError,
        "have different cutoffs",
        lambda c: nearfield.pairs(X, 1.0, types=["A", "B"] * 10, type_cutoffs={("A", "B"): 1.0, ("B", "A"): 2.0}),
    ),
    "cutoffs_of_numbers": (
        TypeError,
        '"Na", "Cl"',
        lambda c: nearfield.pairs(X, 1.0, types=["A"] * 20, type_cutoffs={(0, 0): 1.0}),
    ),
    "query_types_by_number": (
        TypeError,
        "give names",
        lambda c: nearfield.pairs(X, 1.0, types=["A"] * 20, queries=X, query_types=[0] * 20, backend=c),
    ),
    "exclusions_of_another_kind": (
        TypeError,
        "sparse matrix",
        lambda c: nearfield.pairs(X, 1.0, exclusions=3, backend=c),
    ),
    "points_ragged": (ValueError, "^points: ", lambda c: nearfield.pairs([[1, 2], [3]], 1.0, backend=c)),
    "eps_negative": (ValueError, "eps is -1.0", lambda c: nearfield.dbscan(X, -1, backend=c)),
    "min_members_zero": (
        ValueError,
        "min_members is 0",
        lambda c: nearfield.catalogue(X, [0] * 20, min_members=0, backend=c),
    ),
    "velocities_of_others": (
        ValueError,
        "velocities: the shape",
        lambda c: nearfield.catalogue(X, [0] * 20, velocities=X[:3], backend=c),
    ),
    "field_too_short": (
        ValueError,
        'fields\\["mass"\\]: there are 2',
        lambda c: nearfield.interact(X, 1.0, "gravity", fields={"mass": [1, 2]}, backend=c),
    ),
    "fields_of_another_kind": (
        TypeError,
        "fields is .*: give a dict of numbers of points by name",
        lambda c: nearfield.interact(X, 1.0, "gravity", fields=[1.0], backend=c),
    ),
    "parameter_of_text": (
        TypeError,
        "parameters.*G.* is 'a': give a number",
        lambda c: nearfield.interact(X, 1.0, "gravity", parameters={"G": "a"}, fields={"mass": 1}, backend=c),
    ),
    "function_of_another_kind": (TypeError, "function is 3", lambda c: nearfield.interact(X, 1.0, 3, backend=c)),
    "fof_negative": (ValueError, "linking length", lambda c: nearfield.fof(X, -1.0, backend=c)),
    "dbscan_zero": (ValueError, "", lambda c: nearfield.dbscan(X, 1.0, 0, backend=c)),
    "function_unknown": (
        ValueError,
        "nothing-of-this-name",
        lambda c: nearfield.interact(X, 1.0, "nothing-of-this-name", backend=c),
    ),
    "parameter_unknown": (
        ValueError,
        "phase",
        lambda c: nearfield.interact(X, 1.0, "lennard-jones", parameters={"phase": 1.0}, backend=c),
    ),
    "field_missing": (ValueError, "charge", lambda c: nearfield.interact(X, 1.0, "coulomb", backend=c)),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_and_the_context_works_on(backend, name):
    kind, words, call = WRONG[name]
    with pytest.raises(kind, match=words or None) as raised:
        call(backend)
    assert raised.type is kind and str(raised.value)
    assert not re.search("nf_|NF_|NULL|options|incompatible function", str(raised.value)), raised.value
    assert nearfield.pairs([[0, 0, 0], [0, 0, 1]], 2.0, backend=backend).pairs.tolist() == [[0, 1]]


# What no number is, what no whole number is, and what no truth value is, in each argument that takes one.
NO_NUMBERS = ["a", None, True, np.True_, 1j, [1.0, 2.0], X]
NO_WHOLE_NUMBERS = [*NO_NUMBERS, 3.5, 3.0, np.float64(3)]
NO_FLAGS = ["a", None, 1, 0.0, X]
SCALARS: dict[str, tuple[list[Any], Any]] = {
    "cutoff": (NO_NUMBERS, nearfield.pairs),
    "min_distance": (NO_NUMBERS, lambda x, min_distance: nearfield.lists(x, 0.3, min_distance=min_distance)),
    "skin": (NO_NUMBERS, lambda x, skin: nearfield.lists(x, 0.3, skin=skin)),
    "max_distance": (
        [v for v in NO_NUMBERS if v is not None],
        lambda x, max_distance: nearfield.knn(x, 1, max_distance=max_distance),
    ),
    "linking_length": (NO_NUMBERS, nearfield.fof),
    "eps": (NO_NUMBERS, nearfield.dbscan),
    "k": (NO_WHOLE_NUMBERS, nearfield.knn),
    "bins": ([*NO_WHOLE_NUMBERS[:5], 3.5], lambda x, bins: nearfield.histogram(x, 0.3, bins)),
    "type_count": (NO_WHOLE_NUMBERS, lambda x, type_count: nearfield.histogram(x, 0.3, type_count=type_count)),
    "min_points": (NO_WHOLE_NUMBERS, lambda x, min_points: nearfield.dbscan(x, 0.3, min_points)),
    "min_members": (NO_WHOLE_NUMBERS, lambda x, min_members: nearfield.catalogue(x, [0] * 20, min_members=min_members)),
    "threads": (NO_WHOLE_NUMBERS, lambda x, threads: nearfield.Context("host", threads=threads)),
    "n": (NO_WHOLE_NUMBERS, lambda x, n: nearfield.explain(n)),
    "sorted": (NO_FLAGS, lambda x, sorted: nearfield.pairs(x, 0.3, sorted=sorted)),
    "half": (NO_FLAGS, lambda x, half: nearfield.lists(x, 0.3, half=half)),
    "include_self": (NO_FLAGS, lambda x, include_self: nearfield.knn(x, 1, include_self=include_self)),
    "in_spacings": (NO_FLAGS, lambda x, in_spacings: nearfield.fof(x, 0.3, in_spacings=in_spacings)),
    "totals": (NO_FLAGS, lambda x, totals: nearfield.interact(x, 0.3, "lennard-jones", totals=totals)),
    "fast": (NO_FLAGS, lambda x, fast: nearfield.interact(x, 0.3, "lennard-jones", fast=fast)),
}


@pytest.mark.parametrize("name", SCALARS)
def test_a_scalar_of_another_kind_is_named_in_the_error(name):
    wrong, call = SCALARS[name]
    for value in wrong:
        with pytest.raises(TypeError, match=f"^{name} is .*: give (a number|a whole number|True or False)$") as raised:
            call(X, **{name: value})
        assert len(str(raised.value)) < 120


@pytest.mark.parametrize("number", [1, np.float32(0.5), np.int8(1), np.array(0.5), np.array(1)])
def test_numbers_of_other_types_are_numbers(number):
    assert len(nearfield.pairs(X, number).pairs) == len(nearfield.pairs(X, float(number)).pairs) > 0
    if np.asarray(number).dtype.kind == "i":
        assert nearfield.knn(X, number).indices.shape == (20, 1)


def test_a_function_has_a_name_or_a_source():
    for arguments in ({}, {"name": "gravity", "source": ""}):
        with pytest.raises(ValueError, match="not both"):
            nearfield.Function(**arguments)


def test_a_device_that_is_not_there_is_an_error_of_devices():
    assert issubclass(nearfield.DeviceError, RuntimeError)
    with pytest.raises(nearfield.DeviceError):
        nearfield.Context("no device has this name")
    with pytest.raises(nearfield.DeviceError):
        nearfield.pairs(X, 1.0, backend="no device has this name")


def test_few_points_are_computed_on_the_host(monkeypatch):
    monkeypatch.delenv("NEARFIELD_DEVICE", raising=False)
    assert nearfield.Cloud(X).context.kind == "host"
    assert nearfield.explain(8) == "host: there are fewer than 4096 points"
    assert nearfield.explain(8, "host") == "host: it was named"


def test_explain_says_which_device_failed(monkeypatch):
    monkeypatch.delenv("NEARFIELD_DEVICE", raising=False)
    made = nearfield._context._named

    def fails(name):
        if name is None:
            raise nearfield.DeviceError("the driver gave CL_OUT_OF_RESOURCES")
        return made(name)

    monkeypatch.setattr(nearfield._context, "_named", fails)
    assert nearfield.explain(10**6) == "host: the device failed: the driver gave CL_OUT_OF_RESOURCES"
    assert nearfield.explain(8) == "host: there are fewer than 4096 points"
    monkeypatch.setenv("NEARFIELD_DEVICE", "gpu")
    with pytest.raises(nearfield.DeviceError, match="CL_OUT_OF_RESOURCES"):
        nearfield.explain(8)


def test_the_environment_names_the_device(monkeypatch, device):
    monkeypatch.setenv("NEARFIELD_DEVICE", "host")
    assert nearfield.Cloud(X).context.kind == "host"
    assert nearfield.explain(10**6) == "host: NEARFIELD_DEVICE names it"
    assert nearfield.Cloud(X, backend=device).context is device


def test_devices_are_described(device):
    found = nearfield.devices()
    assert device.info in found
    assert {"platform", "name", "vendor", "driver", "version", "kind", "compute_units", "memory", "fp64"} <= set(
        found[0]
    )


def test_stages_are_measured_where_it_was_asked_for(rng):
    context = nearfield.Context("host", profile=True, threads=1)
    nearfield.pairs(rng.uniform(0, 1, (20_000, 3)), 0.05, backend=context)
    assert any(ms > 0 and launches > 0 for _, ms, launches in context.stages())
    context.trim()
    context.finish()


def test_a_cloud_that_could_not_be_moved_is_as_before(rng):
    """Also what functions on a device see of it, and what is pickled."""
    x = rng.random((12, 3))
    cloud = nearfield.Cloud(x, box=1.0, types=[0, 1] * 6)
    expected = cloud.count(0.4)
    for bad in (
        {"points": x[:5], "box": np.zeros((3, 3)), "types": None},
        {"points": x[:5, :2]},
        {"points": x, "box": None, "origin": [1.0, 1.0, 1.0]},
    ):
        with pytest.raises((ValueError, TypeError)):
            cloud.move(**bad)
        assert (cloud.n, cloud.dims, len(cloud), cloud.type_count) == (12, 3, 12, 2)
        assert np.array_equal(cloud.count(0.4), expected)
        assert np.array_equal(pickle.loads(pickle.dumps(cloud)).count(0.4), expected)


def test_a_cloud_does_not_change_with_the_arrays_that_it_was_made_of(rng):
    x, types = rng.random((12, 3)), np.array([0, 1] * 6, np.int32)
    cloud = nearfield.Cloud(x, types=types)
    expected = cloud.coordination(0.5, 2)
    x += 1000 * rng.random((12, 3))
    types[:] = 0
    assert np.array_equal(pickle.loads(pickle.dumps(cloud)).coordination(0.5, 2), expected)


@pytest.mark.parametrize(
    ("cutoffs", "sentence"),
    [
        ({("Na", "CL"): 1.0}, "no point has the type 'CL' of the pair"),
        ({}, "type_cutoffs names no pair of types"),
        ({("Na", "Cl"): np.nan}, "is nan: give a number"),
    ],
)
def test_cutoffs_of_types_that_no_point_has_are_refused(cutoffs, sentence):
    with pytest.raises(ValueError, match=sentence):
        nearfield.lists(np.zeros((2, 3)), 0, types=["Na", "Cl"], type_cutoffs=cutoffs)


def test_distributions_of_types_are_named_rightly_or_refused():
    assert nearfield.rdf(np.zeros((0, 3)), 1.0, 5, box=1.0, types=[]).g.shape == (0, 0, 5)
    found = nearfield.rdf(np.random.default_rng(1).random((20, 3)), 0.4, 5, box=1.0, types=[0, 1] * 10)
    for bad in ((-1, 0), (2, 0), (True, 0), (1.7, 0), ("Na", 0)):
        with pytest.raises((ValueError, TypeError)):
            found.partial(*bad)


def test_faces_name_their_own_arguments():
    x = np.zeros((3, 3))
    for sentence, ask in (
        ("nb_neighbors is 0", lambda: pointcloud.remove_statistical_outlier(x, 0, 2.0)),
        ("radius is -0.1", lambda: pointcloud.remove_radius_outlier(x, 5, -0.1)),
        ("nb_points is -1", lambda: pointcloud.remove_radius_outlier(x, -1, 0.1)),
        ("the directions of pbc need a cell", lambda: nearfield.neighbor_list("ij", positions=x, cutoff=1.0, pbc=True)),
        ("give a pair of species", lambda: _ase_by({"Cu": 1.3})),
    ):
        with pytest.raises((ValueError, TypeError), match=sentence):
            ask()
    if importlib.util.find_spec("freud"):
        with pytest.raises(TypeError, match="give what Cloud.lists or Cloud.knn found"):
            to_freud(nearfield.pairs(x, 1.0, "D"))


def _ase_by(cutoff):
    return nearfield.neighbor_list("ij", positions=np.zeros((3, 3)), numbers=[29] * 3, cutoff=cutoff)
