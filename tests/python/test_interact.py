# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Sums of pair functions, compared with brute force."""

from __future__ import annotations

import pickle

import brute
import nearfield
import numpy as np
import pytest

CUTOFF = 1.5

# Every kind of name that a function declares.
SOURCE = """
#pragma nearfield radial
#pragma nearfield field weight
#pragma nearfield parameter scale 2
#pragma nearfield table factors
#pragma nearfield sum pulls vector odd
#pragma nearfield sum totals scalar even

static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    to->totals += p->scale * j->weight * d2;
    return i->weight * j->weight * p->factors[1];
}
"""


def points(rng: np.random.Generator, dtype: type, n: int = 80) -> np.ndarray:
    """Not too near each other for steep functions."""
    x = rng.permutation(np.stack(np.meshgrid(*[np.arange(5)] * 3), axis=-1).reshape(-1, 3))[:n]
    return (x * 0.8 + rng.uniform(-0.1, 0.1, (n, 3))).astype(dtype)


def added(found: brute.Found, terms: np.ndarray, rows: int) -> np.ndarray:
    sums = np.zeros((rows, *terms.shape[1:]))
    np.add.at(sums, found.i, terms)
    return sums


@pytest.mark.parametrize("with_queries", [False, True])
@pytest.mark.parametrize("sum64", [False, True])
def test_lennard_jones_is_that_of_brute_force(backend, dtype, rng, with_queries, sum64):
    x = points(rng, dtype)
    q = x[:9] + dtype(0.4) if with_queries else None
    found = brute.neighbours(x, CUTOFF, 4.0, None, q)
    D, d2 = found.D.astype(float), (found.D.astype(float) ** 2).sum(axis=1)
    s6 = (0.9**2 / d2) ** 3
    rows = 9 if with_queries else 80
    forces = added(found, (24 * 0.7 / d2 * s6 * (1 - 2 * s6))[:, None] * D, rows)
    energies = added(found, 2 * 0.7 * (s6**2 - s6), rows)
    cloud = nearfield.Cloud(x, 4.0, backend=backend)
    got = cloud.interact(
        CUTOFF, "lennard-jones", parameters={"epsilon": 0.7, "sigma": 0.9}, queries=q, sum64=sum64, totals=True
    )
    assert set(got) == set(got.totals) == {"forces", "energies", "virials"}
    assert got["forces"].shape == (rows, 3) and got["energies"].shape == (rows,)
    assert got["forces"].dtype == (np.float64 if sum64 else dtype)
    most = np.abs(24 * 0.7 / d2 * s6 * (1 - 2 * s6)).max()
    atol = most * (2e-5 if dtype == np.float32 else 1e-12)
    np.testing.assert_allclose(got["forces"], forces, rtol=0, atol=atol)
    np.testing.assert_allclose(got["energies"], energies, rtol=0, atol=atol)
    np.testing.assert_allclose(got.totals["energies"], energies.sum(), rtol=1e-4 if dtype == np.float32 else 1e-11)
    assert got.totals["energies"].shape == () and got.totals["energies"].dtype == np.float64
    np.testing.assert_allclose(got.totals["forces"], forces.sum(axis=0), atol=10 * atol)
    assert cloud.interact(CUTOFF, "lennard-jones").totals is None


@pytest.mark.parametrize("dims", [1, 2])
def test_sums_of_fewer_dimensions_have_their_shapes(backend, dtype, dims):
    x = (np.arange(6 * dims) * 0.9).reshape(6, dims).astype(dtype)
    got = nearfield.interact(x, 3.0, "lennard-jones", backend=backend)
    assert got["forces"].shape == (6, dims) and got["energies"].shape == (6,)
    np.testing.assert_allclose(got["forces"].sum(axis=0), 0, atol=1e-4)


def test_fields_and_tables_reach_the_function(backend, dtype, rng):
    x, kind = points(rng, dtype), rng.integers(0, 2, 80)
    epsilons, sigmas = np.array([1.0, 0.5, 0.5, 0.2]), np.array([0.8, 0.7, 0.7, 0.6])
    cloud = nearfield.Cloud(x, 4.0, backend=backend)
    got = cloud.interact(
        CUTOFF,
        "lennard-jones-mixed",
        parameters={"kinds": 2},
        fields={"kind": kind},
        tables={"epsilons": epsilons, "sigmas": sigmas},
    )
    found = brute.neighbours(x, CUTOFF, 4.0)
    pair = kind[found.i] * 2 + kind[found.j]
    s6 = (sigmas[pair] ** 2 / (found.D.astype(float) ** 2).sum(axis=1)) ** 3
    expected = added(found, 2 * epsilons[pair] * (s6**2 - s6), 80)
    np.testing.assert_allclose(got["energies"], expected, atol=1e-3 if dtype == np.float32 else 1e-10)


def test_filters_choose_the_neighbours_of_sums(backend, rng):
    x, types = points(rng, np.float64), rng.integers(0, 2, 80)
    table = [[1.5, 0.0], [0.0, 1.0]]
    cloud = nearfield.Cloud(x, 4.0, types=types, backend=backend)
    got = cloud.interact(CUTOFF, "lennard-jones", type_cutoffs=table, min_distance=0.7)
    found = brute.neighbours(x, CUTOFF, 4.0, types=types, type_cutoffs=table, min_distance=0.7)
    s6 = 1 / (found.D**2).sum(axis=1) ** 3
    np.testing.assert_allclose(got["energies"], added(found, 2 * (s6**2 - s6), 80), atol=1e-9)


@pytest.mark.parametrize("with_queries", [False, True])
def test_a_source_of_the_user_is_summed_on_a_device(device, dtype, rng, with_queries):
    x, w = points(rng, dtype), rng.uniform(1, 2, 80).astype(dtype)
    q, v = (x[:7] + dtype(0.3), w[:7] * 2) if with_queries else (None, w)
    function = pickle.loads(pickle.dumps(nearfield.Function(source=SOURCE, file="mine.cl")))
    cloud = nearfield.Cloud(x, 4.0, backend=device)
    for scale in (2.0, 3.0):
        got = cloud.interact(
            CUTOFF,
            function,
            parameters={"scale": scale} if scale != 2.0 else None,
            fields={"weight": w},
            tables={"factors": [5.0, 0.5]},
            queries=q,
            query_fields={"weight": v} if with_queries else None,
        )
        found = brute.neighbours(x, CUTOFF, 4.0, None, q)
        own, theirs, D = v[found.i].astype(float), w[found.j].astype(float), found.D.astype(float)
        tolerance = {"rtol": 1e-4, "atol": 1e-3} if dtype == np.float32 else {"rtol": 1e-11, "atol": 1e-11}
        rows = len(x if q is None else q)
        np.testing.assert_allclose(got["pulls"], added(found, (own * theirs * 0.5)[:, None] * D, rows), **tolerance)
        np.testing.assert_allclose(got["totals"], added(found, scale * theirs * (D**2).sum(axis=1), rows), **tolerance)


def test_a_source_that_does_not_compile_is_an_error_with_the_words_of_the_compiler(device):
    wrong = nearfield.Function(source=SOURCE.replace("d2;", "no_such_name;", 1), file="mine.cl")
    with pytest.raises(nearfield.DeviceError, match="no_such_name"):
        nearfield.interact(
            np.eye(3), 2.0, wrong, fields={"weight": np.ones(3)}, tables={"factors": [1, 1]}, backend=device
        )


def test_one_number_is_the_field_of_all_points(backend, rng):
    cloud = nearfield.Cloud(points(rng, np.float64), 4.0, backend=backend)
    for q in (None, [[1.0, 1, 1], [2, 2, 2]]):
        of = {} if q is None else {"queries": q, "query_fields": {"mass": 3}}
        each = {} if q is None else {"queries": q, "query_fields": {"mass": [3.0, 3.0]}}
        one = cloud.interact(CUTOFF, "gravity", fields={"mass": 2}, **of)
        every = cloud.interact(CUTOFF, "gravity", fields={"mass": np.full(80, 2.0)}, **each)
        for name, array in one.items():
            np.testing.assert_array_equal(array, every[name])
            assert np.any(array)


def on_a_device(cloud: nearfield.Cloud, **options: object) -> nearfield.Sums:
    return cloud.interact(
        CUTOFF, nearfield.Function(source=SOURCE), fields={"weight": 1}, tables={"factors": [1, 2]}, **options
    )


def test_a_source_is_summed_on_a_device_where_none_was_named(device, rng, monkeypatch):
    monkeypatch.delenv("NEARFIELD_DEVICE", raising=False)
    x = points(rng, np.float64)
    cloud = nearfield.Cloud(x, 4.0)
    assert cloud.context.kind == "host"
    for y in (x, x + 0.5, x[:40]):  # a cloud that moves
        cloud.move(y)
        expected = on_a_device(nearfield.Cloud(y, 4.0, backend=device))
        for name, array in on_a_device(cloud).items():
            np.testing.assert_array_equal(array, expected[name])
            assert len(array) == len(y)


def test_a_source_needs_a_device(monkeypatch):
    with pytest.raises(NotImplementedError, match="backend names the host"):
        on_a_device(nearfield.Cloud(np.eye(3), backend="host"))
    monkeypatch.setenv("NEARFIELD_DEVICE", "host")
    with pytest.raises(NotImplementedError, match="NEARFIELD_DEVICE names the host"):
        on_a_device(nearfield.Cloud(np.eye(3)))
    monkeypatch.delenv("NEARFIELD_DEVICE")
    monkeypatch.setattr(nearfield._context, "_named", lambda name: nearfield.Context("host"))
    with pytest.raises(NotImplementedError, match="and there is none"):
        on_a_device(nearfield.Cloud(np.eye(3)))


def test_every_function_of_the_library_has_a_name():
    assert {"lennard-jones", "coulomb", "gravity"} <= set(nearfield.function_names())
