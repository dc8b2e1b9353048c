# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The edges of a graph of neighbours: what the modules for PyTorch and JAX share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arguments import boxes_of, make_box, real_array

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._arguments import Array
    from ._context import Context

NAMES = ("cell", "pbc")  # of what other calls name box and periodic


def system_of(offsets: Array) -> Array:
    """The system of each point, int64."""
    ends = offsets.view(np.int64)
    return np.repeat(np.arange(len(offsets) - 1), ends[1:] - ends[:-1])


def check_cell(shape: Sequence[int], dims: int, is_batch: bool) -> None:
    """The shape of a cell for all systems, (dims, dims), or of that of each system, (systems, dims, dims)."""
    given = tuple(shape)
    if given[-2:] != (dims, dims) or len(given) > 3:
        raise ValueError(f"cell: the shape is {given}: give ({dims}, {dims}) or (systems, {dims}, {dims})")
    if len(given) == 3 and not is_batch:
        raise ValueError("cell: there are cells of many systems: give batch_idx or batch_ptr")


def check_cells(cell: Any, systems: int | None) -> None:
    """The number of the cells, where each system has its own."""
    if cell is not None and cell.ndim == 3 and len(cell) != systems:
        raise ValueError(f"cell: there are {len(cell)} cells, and {systems} systems")


def make_cloud(x: Array, cell: Array | None, pbc: Any, offsets: Array | None, context: Context) -> _core.Cloud:
    """The points with a cell that is checked."""
    dims = x.shape[1]
    points = _core.Points(real_array(x, "positions", 2))
    systems = None if offsets is None else len(offsets) - 1
    check_cells(cell, systems)
    shape = np.shape(pbc)
    if shape not in ((), (dims,), (systems, dims)):
        raise ValueError(f"pbc: the shape is {shape}, and ({dims},) is needed, or (systems, {dims})")
    boxes = None if systems is None else boxes_of(cell, pbc, dims, systems, NAMES)
    if offsets is not None:
        points.set_batch(offsets, *(boxes or ()))
    return _core.make_cloud(context._core, points, None if boxes else make_box(cell, pbc, dims, names=NAMES))
