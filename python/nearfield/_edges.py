# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The edges of a graph of neighbours: what the modules for PyTorch and JAX share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arguments import boxes_of, make_box, real_array

if TYPE_CHECKING:
    from ._arguments import Array
    from ._context import Context


def system_of(offsets: Array) -> Array:
    """The system of each point, int64."""
    ends = offsets.view(np.int64)
    return np.repeat(np.arange(len(offsets) - 1), ends[1:] - ends[:-1])


def make_cloud(x: Array, cell: Array | None, pbc: Any, offsets: Array | None, context: Context) -> _core.Cloud:
    """The points with their cell, (dims, dims), or that of each system, (systems, dims, dims)."""
    x = real_array(x, "positions", 2)
    dims = x.shape[1]
    points = _core.Points(x)
    along = None if pbc is None else np.asarray(pbc, dtype=bool)
    systems = None if offsets is None else len(offsets) - 1
    if cell is None and along is not None and np.any(along):
        raise ValueError("pbc: a cell is needed, and none is given")
    if along is not None and along.shape not in ((), (dims,), (systems, dims)):
        raise ValueError(f"pbc: the shape is {along.shape}, and ({dims},) is needed, or (systems, {dims})")
    if cell is not None and cell.ndim == 3 and systems is None:
        raise ValueError("cell: there are cells of many systems: give batch_idx or batch_ptr")
    if cell is not None and cell.ndim == 3 and len(cell) != systems:
        raise ValueError(f"cell: there are {len(cell)} cells, and {systems} systems")
    boxes = None
    if offsets is not None:
        boxes = None if cell is None else boxes_of(cell, along, dims, len(offsets) - 1)
        points.set_batch(offsets, *(boxes or ()))
    box = None if boxes or cell is None else make_box(cell, along, dims)
    return _core.make_cloud(context._core, points, box)
