# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Arrays that are given in any layout, and arrays that are returned and stay as they are."""

from __future__ import annotations

import copy
import gc
import pickle
from typing import Any

import nearfield
import numpy as np
import pytest
from nearfield._arguments import real_array

LAYOUTS: dict[str, Any] = {
    "packed": lambda x: x,
    "every_second_row": lambda x: np.repeat(x, 2, axis=0)[::2],
    "fortran": np.asfortranarray,
    "columns_of_a_table": lambda x: np.column_stack((x, x, x))[:, 3:6],
    "every_second_column": lambda x: np.repeat(x, 2, axis=1)[:, ::2],
    "reversed_rows": lambda x: x[::-1].copy()[::-1],
    "reversed_columns": lambda x: x[:, ::-1].copy()[:, ::-1],
    "rows_of_float4": lambda x: np.column_stack((x, np.full(len(x), np.nan, x.dtype)))[:, :3],
    "transposed": lambda x: np.ascontiguousarray(x.T).T,
    "big_endian": lambda x: x.astype(x.dtype.newbyteorder(">")),
    "not_aligned": lambda x: np.frombuffer(b"." + x.tobytes(), x.dtype, offset=1).reshape(x.shape),
    "read_only": lambda x: np.frombuffer(x.tobytes(), x.dtype).reshape(x.shape),
    "of_records": lambda x: np.ascontiguousarray(x).view([("x", x.dtype, 3)])["x"].reshape(x.shape),
    "subclass": lambda x: x.view(type("Mine", (np.ndarray,), {})),
    "field_with_odd_stride": lambda x: odd_stride(x),
}


def odd_stride(x: np.ndarray) -> np.ndarray:
    table = np.zeros(len(x), np.dtype([("c", "u1"), ("x", x.dtype, 3)]))
    table["x"] = x
    return table["x"]


def arrays_of(answer: Any) -> list[np.ndarray]:
    return [a for a in vars(answer).values() if a is not None]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_any_layout_of_points_gives_the_same_answer(backend, dtype, rng, layout):
    x, q = rng.uniform(0, 3, (50, 3)).astype(dtype), rng.uniform(0, 3, (8, 3)).astype(dtype)
    y, p = LAYOUTS[layout](x), LAYOUTS[layout](q)
    np.testing.assert_array_equal(x, y)
    before = y.tobytes()
    for got, wanted in [
        (
            nearfield.pairs(y, 0.8, "dDS", box=3.0, backend=backend),
            nearfield.pairs(x, 0.8, "dDS", box=3.0, backend=backend),
        ),
        (
            nearfield.lists(y, 0.8, "D", queries=p, backend=backend),
            nearfield.lists(x, 0.8, "D", queries=q, backend=backend),
        ),
        (nearfield.knn(y, 4, "D", queries=p, backend=backend), nearfield.knn(x, 4, "D", queries=q, backend=backend)),
    ]:
        assert len(arrays_of(wanted)[0]) > 0
        for a, b in zip(arrays_of(got), arrays_of(wanted), strict=True):
            np.testing.assert_array_equal(a, b)
            assert a.dtype == b.dtype
    assert y.tobytes() == before


@pytest.mark.parametrize("dims", [1, 2])
def test_layouts_of_fewer_dimensions(backend, dtype, rng, dims):
    x = rng.uniform(0, 3, (40, dims)).astype(dtype)
    expected = nearfield.pairs(x, 0.5, sorted=True, backend=backend).pairs
    assert len(expected)
    wide = np.column_stack((x, x))
    for y in (np.asfortranarray(x), wide[:, :dims], np.repeat(x, 3, axis=0)[::3], x[::-1].copy()[::-1]):
        np.testing.assert_array_equal(nearfield.pairs(y, 0.5, sorted=True, backend=backend).pairs, expected)
    if dims == 1:
        np.testing.assert_array_equal(nearfield.pairs(x[:, 0], 0.5, sorted=True, backend=backend).pairs, expected)


def test_rows_that_overlap_are_read_as_they_are(backend, rng):
    windows = np.lib.stride_tricks.sliding_window_view(rng.uniform(0, 1, 40), 3)
    got = nearfield.pairs(windows, 0.5, sorted=True, backend=backend).pairs
    np.testing.assert_array_equal(got, nearfield.pairs(windows.copy(), 0.5, sorted=True, backend=backend).pairs)


@pytest.mark.parametrize("kind", ["int64", "uint8", "bool", "float16", "int32"])
def test_other_numbers_become_float64(backend, rng, kind):
    x = rng.integers(0, 2 if kind == "bool" else 6, (30, 3)).astype(kind)
    cloud = nearfield.Cloud(x, backend=backend)
    assert cloud.dtype == np.float64
    got = cloud.pairs(1.5, "d")
    wanted = nearfield.pairs(x.astype(float), 1.5, "d", backend=backend)
    np.testing.assert_array_equal(got.pairs, wanted.pairs)
    np.testing.assert_array_equal(got.distances, wanted.distances)


def test_lists_and_tuples_are_points(backend):
    assert nearfield.pairs([[0, 0], [0, 1]], 1.5, backend=backend).pairs.tolist() == [[0, 1]]
    assert nearfield.pairs(((0.0,), (1.0,)), 1.5, backend=backend).pairs.tolist() == [[0, 1]]
    assert nearfield.pairs([0.0, 1.0, 5.0], 1.5, backend=backend).pairs.tolist() == [[0, 1]]
    assert nearfield.pairs(np.zeros((0, 3)), 1.5, backend=backend).pairs.shape == (0, 2)


def test_weights_radii_and_fields_have_any_layout(backend, dtype, rng):
    x, w = rng.uniform(0, 3, (40, 3)).astype(dtype), rng.uniform(0.1, 0.5, 40).astype(dtype)
    cloud = nearfield.Cloud(x, backend=backend)
    layouts = [np.repeat(w, 2)[::2], w[::-1].copy()[::-1], w.astype(w.dtype.newbyteorder(">")), w.tolist()]
    for v in layouts:
        for ask in (
            lambda w: cloud.histogram(1.0, 4, weights=w),
            lambda w: cloud.pairs(1.0, radii=w, sorted=True).pairs,
            lambda w: cloud.catalogue(np.zeros(40, int), weights=w, min_members=1).masses,
        ):
            np.testing.assert_array_equal(ask(v), ask(w))


def answers(cloud: nearfield.Cloud) -> list[np.ndarray]:
    groups = cloud.fof(0.5)
    every: list[Any] = [
        *arrays_of(cloud.pairs(0.8, "dDS")),
        *arrays_of(cloud.lists(0.8, "dDS", index_dtype=np.int64)),
        *arrays_of(cloud.knn(4, "DS")),
        groups.labels,
        groups.roots,
        *arrays_of(cloud.catalogue(groups.labels, min_members=1)),
        cloud.histogram(0.8, 9),
        cloud.count(0.8),
        cloud.zsort(),
    ]
    return every


def test_arrays_stay_when_the_next_call_uses_memory_again(backend, rng):
    """More results are kept than the context keeps for later calls."""
    kept: list[tuple[np.ndarray, np.ndarray]] = []
    for n in (200, 200, 50, 400, 200, 10, 200, 300):
        cloud = nearfield.Cloud(rng.uniform(0, 4, (n, 3)), 4.0, backend=backend)
        kept += [(a, a.copy()) for a in answers(cloud)]
        del cloud
        for a, b in kept:
            np.testing.assert_array_equal(a, b)
        if n == 50:  # parts are released in another order than they were made in
            del kept[::2]
            gc.collect()


def test_a_view_of_an_array_keeps_its_memory(backend, rng):
    x = rng.uniform(0, 4, (200, 3))
    part = nearfield.lists(x, 1.0, "D", backend=backend).vectors[5:20, 1]
    before = part.copy()
    gc.collect()
    for _ in range(6):
        nearfield.lists(rng.uniform(0, 4, (200, 3)), 1.0, "D", backend=backend)
    np.testing.assert_array_equal(part, before)


def test_arrays_outlive_their_context(rng):
    context = nearfield.Context("host")
    found = nearfield.lists(rng.uniform(0, 4, (200, 3)), 1.0, "d", backend=context)
    before = [a.copy() for a in arrays_of(found)]
    del context
    gc.collect()
    for a, b in zip(arrays_of(found), before, strict=True):
        np.testing.assert_array_equal(a, b)


def test_whole_numbers_have_the_types_that_numpy_names(backend):
    found = nearfield.lists(np.zeros((3, 3)), 1.0, index_dtype=np.int64, backend=backend)
    for array, kind in ((found.offsets, np.int64), (found.indices, np.int64)):
        assert type(array[0]) is kind
    assert type(nearfield.histogram(np.zeros((3, 3)), 1.0, 2, backend=backend)[0]) is np.int64


def test_an_answer_is_printed_by_the_shapes_of_its_arrays(backend):
    found = nearfield.lists(np.zeros((3, 3)), 1.0, "D", backend=backend)
    assert repr(found) == "Lists(offsets=int64(4,), indices=int32(6,), vectors=float64(6, 3))"
    assert repr(nearfield.fof(np.zeros((2, 3)), 1.0, backend=backend)) == (
        "Groups(labels=int32(2,), roots=int32(2,), n_groups=1)"
    )
    with pytest.raises(AttributeError):
        found.indices = np.zeros(3)


def test_points_may_change_after_the_cloud_is_made(backend, rng):
    x = rng.uniform(0, 4, (100, 3))
    cloud = nearfield.Cloud(x, 4.0, backend=backend)
    expected = nearfield.pairs(x.copy(), 1.0, box=4.0, backend=backend).pairs.copy()
    x[:] = 0
    np.testing.assert_array_equal(cloud.pairs(1.0).pairs, expected)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))])
def test_a_copy_of_a_cloud_answers_as_the_cloud(backend, rng, duplicate):
    x, types = rng.uniform(0, 4, (100, 3)), rng.integers(0, 2, 100)
    cloud = nearfield.Cloud(x, [4, 4, 4], [True, False, True], types=types, origin=[1, 1, 1], backend=backend)
    other = duplicate(cloud)
    for a, b in zip(answers(cloud), answers(other)):
        np.testing.assert_array_equal(a, b)
    np.testing.assert_array_equal(other.coordination(1.0, 2), cloud.coordination(1.0, 2))
    other.move(x[:10], types=types[:10])
    assert len(other.pairs(1.0).pairs) == len(nearfield.pairs(x[:10], 1.0, box=4.0, periodic=[True, False, True]).pairs)
    assert len(cloud) == 100 and len(other) == 10


def test_results_and_contexts_are_pickled(backend):
    found = nearfield.pairs([[0, 0, 0], [1, 1, 1.0]], 2.0, "dDS", backend=backend)
    for a, b in zip(arrays_of(found), arrays_of(pickle.loads(pickle.dumps(found))), strict=True):
        np.testing.assert_array_equal(a, b)
    sums = nearfield.interact([[0, 0, 0], [1, 1, 1.0]], 2.0, "lennard-jones", totals=True, backend=backend)
    again = pickle.loads(pickle.dumps(sums))
    assert type(again) is nearfield.Sums and again.totals["energies"] == sums.totals["energies"]
    np.testing.assert_array_equal(again["forces"], sums["forces"])
    context = pickle.loads(pickle.dumps(backend))
    assert context.name == backend.name and context.kind == backend.kind


def test_a_moved_cloud_keeps_its_box_and_types(backend, rng):
    x, types = rng.uniform(0, 4, (100, 3)), rng.integers(0, 2, 100)
    cloud = nearfield.Cloud(x, 4.0, types=types, backend=backend)
    expected = cloud.pairs(1.0, type_cutoffs=[[1, 0.5], [0.5, 0]]).pairs.copy()
    np.testing.assert_array_equal(cloud.move(x).pairs(1.0, type_cutoffs=[[1, 0.5], [0.5, 0]]).pairs, expected)
    cloud.move(x, None)
    assert len(cloud.pairs(1.0).pairs) == len(nearfield.pairs(x, 1.0, backend=backend).pairs)


def test_a_pickled_cloud_has_the_points_that_it_was_made_of(backend, rng):
    x = rng.uniform(0, 4, (100, 3))
    cloud = nearfield.Cloud(x, backend=backend)
    expected = cloud.pairs(1.0).pairs.copy()
    x[:] = 0
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(cloud)).pairs(1.0).pairs, expected)


class OnlyDLPack:
    """An array of a library that has DLPack alone."""

    def __init__(self, of: np.ndarray) -> None:
        self._of = of

    def __dlpack__(self, **options: Any) -> Any:
        return self._of.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._of.__dlpack_device__()


# Arrays of other kinds, and whether their memory is read where it is.
FOREIGN: dict[str, tuple[Any, bool]] = {
    "dlpack": (OnlyDLPack, True),
    "dlpack_every_second_row": (lambda x: OnlyDLPack(np.repeat(x, 2, axis=0)[::2]), True),
    "dlpack_fortran": (lambda x: OnlyDLPack(np.asfortranarray(x)), True),
    "dlpack_reversed_rows": (lambda x: OnlyDLPack(x[::-1].copy()[::-1]), False),
    "buffer": (memoryview, True),
    "read_only_buffer": (lambda x: memoryview(x).toreadonly(), True),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_arrays_of_other_kinds_are_points(dtype, rng, kind):
    x = rng.uniform(0, 3, (50, 3)).astype(dtype)
    make, is_shown = FOREIGN[kind]
    y = make(x)
    memory = np.from_dlpack(y) if isinstance(y, OnlyDLPack) else np.asarray(y)
    assert np.shares_memory(real_array(y, "points", 2), memory) == is_shown
    cloud, expected = nearfield.Cloud(y, box=3.0), nearfield.lists(x, 0.8, "dD", box=3.0)
    for got in (cloud.lists(0.8, "dD"), nearfield.lists(y, 0.8, "dD", box=3.0), copy.copy(cloud).lists(0.8, "dD")):
        assert cloud.dtype == dtype and len(got.indices) > 50
        np.testing.assert_array_equal(got.indices, expected.indices)
        np.testing.assert_array_equal(got.vectors, expected.vectors)


def test_boxes_types_and_weights_have_other_kinds():
    rng = np.random.default_rng(1)
    x, w, types = rng.uniform(0, 3, (40, 3)), rng.random(40), rng.integers(0, 2, 40).astype(np.int32)
    box, along = np.diag([3.0, 3.1, 3.2]), np.array([1, 0, 1], np.uint8)
    answers = []
    for of in (lambda a: a, OnlyDLPack):
        cloud = nearfield.Cloud(of(x), of(box), of(along), types=of(types))
        answers.append(
            (
                cloud.histogram(1.0, 3, weights=of(w)),
                cloud.lists(1.0, type_cutoffs=[[1.0, 0.5], [0.5, 1.0]], radii=of(w)).indices,
                cloud.lists(1.0, queries=of(x[:5])).indices,
            )
        )
    for a, b in zip(*answers):
        np.testing.assert_array_equal(a, b)
