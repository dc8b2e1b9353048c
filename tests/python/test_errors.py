# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""What is wrong is an error of the kind that Python has for it, with a sentence; and where calls are computed."""

from __future__ import annotations

from typing import Any

import nearfield
import numpy as np
import pytest

X = np.random.default_rng(0).random((20, 3))
NAN = X.copy()
NAN[7, 1] = np.nan

# The error, words of its sentence, and the call for a context.
WRONG: dict[str, tuple[type[Exception], str, Any]] = {
    "cutoff_negative": (ValueError, "cutoff", lambda c: nearfield.pairs(X, -1.0, backend=c)),
    "cutoff_nan": (ValueError, "cutoff", lambda c: nearfield.lists(X, np.nan, backend=c)),
    "cutoff_infinite": (ValueError, "cutoff", lambda c: nearfield.lists(X, np.inf, backend=c)),
    "cutoff_text": (TypeError, "", lambda c: nearfield.lists(X, "1", backend=c)),
    "point_nan": (ValueError, "7", lambda c: nearfield.pairs(NAN, 1.0, backend=c)),
    "knn_point_nan": (ValueError, "7", lambda c: nearfield.knn(NAN, 1, backend=c)),
    "points_of_text": (TypeError, "points: the type is", lambda c: nearfield.pairs([["a"]], 1.0, backend=c)),
    "points_complex": (TypeError, "points: the type is complex128", lambda c: nearfield.pairs(X * 1j, 1.0, backend=c)),
    "points_of_three_axes": (ValueError, r"\(n, dims\) is needed", lambda c: nearfield.pairs(X[None], 1.0, backend=c)),
    "four_dims": (ValueError, "4 dims", lambda c: nearfield.pairs(np.zeros((3, 4)), 1.0, backend=c)),
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
    "labels_too_few": (ValueError, r"labels: the shape is \(3,\)", lambda c: nearfield.catalogue(X, [0, 1, 2], backend=c)),
    "labels_of_floats": (TypeError, "whole numbers", lambda c: nearfield.catalogue(X, np.zeros(20), backend=c)),
    "periodic_words": (TypeError, "periodic is 'xy'", lambda c: nearfield.Cloud(X, 4.0, "xy", backend=c)),
    "box_negative": (ValueError, "the edge -1.0 is negative", lambda c: nearfield.Cloud(X, -1.0, backend=c)),
    "queries_missing": (ValueError, "there are none", lambda c: nearfield.pairs(X, 1.0, query_types=[0], backend=c)),
    "origin_without_box": (ValueError, "origin", lambda c: nearfield.Cloud(X, origin=[0, 0, 0], backend=c)),
    "filter_unknown": (TypeError, "there is no argument", lambda c: nearfield.Cloud(X, backend=c).count(1.0, half=True)),
    "rdf_without_box": (ValueError, "box", lambda c: nearfield.rdf(X, 1.0, box=None, backend=c)),
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
    "batch_descends": (ValueError, "", lambda c: nearfield.Cloud(X, batch=[0, 12, 5, 20], backend=c).pairs(1.0)),
    "boxes_without_batch": (ValueError, "give batch", lambda c: nearfield.Cloud(X, boxes=np.eye(3)[None], backend=c)),
    "knn_of_a_batch": (NotImplementedError, "", lambda c: nearfield.Cloud(X, batch=[0, 20], backend=c).knn(1)),
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
    assert nearfield.pairs([[0, 0, 0], [0, 0, 1]], 2.0, backend=backend).pairs.tolist() == [[0, 1]]


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
