# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""nearfield.NeighborList gives what vesin.NeighborList gives."""

from __future__ import annotations

from typing import Any

import brute
import nearfield
import numpy as np
import pytest


def random_system(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    cell = rng.uniform(3.0, 5.0) * np.eye(3) + rng.uniform(-1, 1, (3, 3))
    periodic = rng.integers(0, 2, 3).astype(bool)
    x = rng.uniform(-0.5, 1.5, (int(rng.integers(0, 40)), 3)) @ cell
    return x, cell, periodic


def check(ours: list[Any], theirs: list[Any]) -> None:
    a, b = brute.ordered(*ours[:3]), brute.ordered(*theirs[:3])
    for k, (own, other) in enumerate(zip(ours, theirs)):
        assert own.dtype == other.dtype and own.shape == other.shape
        if k < 3:
            np.testing.assert_array_equal(own[a], other[b])
        else:
            np.testing.assert_allclose(own[a], other[b], rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(60))
def test_full_lists_are_those_of_vesin(seed):
    vesin = pytest.importorskip("vesin")
    x, cell, periodic = random_system(np.random.default_rng(seed))
    options: Any = {"cutoff": 2.3, "full_list": True}
    check(
        nearfield.NeighborList(**options).compute(x, cell, periodic, "ijSdDP"),
        vesin.NeighborList(**options).compute(x, cell, periodic, "ijSdDP"),
    )


@pytest.mark.parametrize("seed", range(20))
def test_half_lists_have_the_pairs_of_vesin(seed):
    """Which of i and j comes first is the choice of each library."""
    vesin = pytest.importorskip("vesin")
    x, cell, periodic = random_system(np.random.default_rng(seed))
    options: Any = {"cutoff": 2.3, "full_list": False}
    both = []
    for near in (nearfield.NeighborList(**options), vesin.NeighborList(**options)):
        i, j, S = (a.astype(int) for a in near.compute(x, cell, periodic, "ijS"))
        both.append(brute.ordered_rows(np.concatenate((i, j)), np.concatenate((j, i)), np.concatenate((S, -S))))
    np.testing.assert_array_equal(*both)


def test_lists_with_a_skin_follow_the_points(backend, rng):
    x = rng.uniform(0, 8, (600, 3))
    kept = nearfield.NeighborList(cutoff=1.5, full_list=True, skin=0.6, backend=backend)
    for step in range(10):
        box = np.eye(3) * (8.0 if step < 8 else 8.5)
        fresh = nearfield.NeighborList(cutoff=1.5, full_list=True, backend=backend)
        check(kept.compute(x, box, True, "ijSdD"), fresh.compute(x, box, True, "ijSdD"))
        x = x + rng.uniform(-0.04, 0.04, x.shape)
    assert kept._cloud is not None
    if backend.kind != "host":  # which searches anew
        assert 1 < kept._cloud.lists_built < 10


def test_arrays_stay_when_the_list_is_computed_again(backend, rng):
    near = nearfield.NeighborList(cutoff=1.5, full_list=True, backend=backend)
    first = near.compute(rng.uniform(0, 5, (60, 3)), np.eye(3) * 5, True, "ijPSdD", copy=False)
    before = [a.copy() for a in first]
    for n in (60, 30, 90):
        near.compute(rng.uniform(0, 5, (n, 3)), np.eye(3) * 5, True, "ijPSdD")
    for a, b in zip(first, before):
        np.testing.assert_array_equal(a, b)


def test_float32_points_give_float32_distances(backend):
    near = nearfield.NeighborList(cutoff=1.5, full_list=True, backend=backend)
    d, D = near.compute(np.eye(3, dtype=np.float32), np.eye(3), False, "dD")
    assert d.dtype == D.dtype == np.float32 and len(d) == 6


def test_wrong_calls_are_refused_with_a_sentence():
    near = nearfield.NeighborList(cutoff=1.5, full_list=True)
    for words, call in [
        ("none of the letters", lambda: near.compute(np.eye(3), np.eye(3), True, "ijx")),
        (r"\(n, 3\) is needed", lambda: near.compute(np.zeros((4, 2)), np.eye(3), True)),
        (r"\(3, 3\) is needed", lambda: near.compute(np.eye(3), np.ones(3), True)),
        ("algorithm", lambda: nearfield.NeighborList(cutoff=1.0, full_list=True, algorithm="tree")),
        ("n_threads", lambda: nearfield.NeighborList(cutoff=1.0, full_list=True, n_threads=-1)),
        ("cutoff", lambda: nearfield.NeighborList(cutoff=-1.0, full_list=True).compute(np.eye(3), np.eye(3), True)),
    ]:
        with pytest.raises(ValueError, match=words):
            call()
