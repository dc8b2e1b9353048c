# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The edges of a graph of neighbours: what the modules for PyTorch and JAX share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arguments import make_box, real_array, whole_array

if TYPE_CHECKING:
    from ._arguments import Array
    from ._context import Context


def offsets_of(batch_idx: Array | None, batch_ptr: Array | None, n: int, systems: int | None) -> Array | None:
    """The offsets of systems, uint64, from the system of each point or from offsets; `systems`, if it is known."""
    if batch_ptr is not None:
        ptr = whole_array(batch_ptr, "batch_ptr", np.int64)
        if ptr.ndim != 1 or len(ptr) < 1 or ptr[0] != 0 or ptr[-1] != n or np.any(np.diff(ptr) < 0):
            raise ValueError(f"batch_ptr: the offsets of systems are needed, ascending from 0 to {n}")
        if batch_idx is not None and not np.array_equal(batch_idx, system_of(ptr)):
            raise ValueError("batch_idx and batch_ptr say different things: give one of them")
        return ptr.view(np.uint64)
    if batch_idx is None:
        return None
    idx = whole_array(batch_idx, "batch_idx", np.int64, n)
    if n and (idx[0] < 0 or np.any(np.diff(idx) < 0)):
        raise ValueError(
            "batch_idx: the points of a system are to be next to each other, in ascending order of systems"
        )
    count = int(idx[-1]) + 1 if n else 0
    if systems is not None and count > systems:
        raise ValueError(f"batch_idx: there is a system {count - 1}, and cell has {systems}")
    return np.searchsorted(idx, np.arange((count if systems is None else systems) + 1)).astype(np.uint64)


def system_of(offsets: Array) -> Array:
    """The system of each point, int64."""
    ends = offsets.view(np.int64)
    return np.repeat(np.arange(len(offsets) - 1), ends[1:] - ends[:-1])


def make_cloud(x: Array, cell: Array | None, pbc: Any, offsets: Array | None, context: Context) -> _core.Cloud:
    """The points with their cell, (dims, dims), or that of each system, (systems, dims, dims)."""
    x = real_array(x, "positions", 2)
    dims = x.shape[1]
    points = _core.Points(x)
    systems = None if offsets is None else len(offsets) - 1
    along = np.ones(dims, bool) if pbc is None else np.asarray(pbc, dtype=bool)
    if cell is not None and cell.ndim == 3:
        if systems is None or offsets is None:
            raise ValueError("cell: there are cells of many systems: give batch_idx or batch_ptr")
        if len(cell) != systems:
            raise ValueError(f"cell: there are {len(cell)} cells, and {systems} systems")
        if along.shape not in ((), (dims,), (systems, dims)):
            raise ValueError(f"pbc: the shape is {along.shape}: give ({dims},) or ({systems}, {dims})")
        cells = np.zeros((systems, 3, 3))
        cells[:, :dims, :dims] = cell
        bits = (np.broadcast_to(along, (systems, dims)) << np.arange(dims)).sum(axis=1, dtype=np.int32)
        points.set_batch(offsets, cells, bits)
        return _core.make_cloud(context._core, points)
    if cell is None and pbc is not None and np.any(along):
        raise ValueError("pbc: a cell is needed, and none is given")
    if along.shape not in ((), (dims,)):
        raise ValueError(f"pbc: the shape is {along.shape}, and ({dims},) is needed")
    if offsets is not None:
        points.set_batch(offsets)
    return _core.make_cloud(context._core, points, None if cell is None else make_box(cell, along, dims))
