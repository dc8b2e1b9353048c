# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""What callers hand over, in the forms that the extension takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core

if TYPE_CHECKING:  # numpy.typing takes as long to import as all of this package
    from collections.abc import Sequence
    from typing import Literal, TypeAlias, Union

    import numpy.typing as npt

    Real: TypeAlias = npt.NDArray[np.float64]
    Array: TypeAlias = npt.NDArray[Any]
    BoxLike: TypeAlias = Union[float, npt.ArrayLike, None]
    PeriodicLike: TypeAlias = Union[bool, Sequence[bool], npt.ArrayLike, None]
    RadiiRule: TypeAlias = Literal["query", "sum", "larger"]

_RULES: dict[str, int] = {"query": 0, "sum": 1, "larger": 2}


def real_array(x: npt.ArrayLike, what: str, ndim: int) -> Array:
    """An array of float32 or float64, without a copy where its memory can be read as it is."""
    a = np.asarray(x)
    # What is asked most comes first: a call about a few atoms takes no longer than these checks otherwise.
    if a.ndim == ndim and a.dtype.char in "fd" and a.dtype.isnative and a.flags.c_contiguous and a.flags.aligned:
        return a
    if a.ndim == 1 and ndim == 2:
        a = a[:, None]
    if a.ndim != ndim:
        shape = "(n, dims)" if ndim == 2 else "(n,)"
        raise ValueError(f"{what}: the shape is {a.shape}, and {shape} is needed")
    if a.dtype not in (np.float32, np.float64) or not a.dtype.isnative:
        if a.dtype.kind not in "fiub":
            raise TypeError(f"{what}: the type is {a.dtype}, and numbers are needed")
        a = a.astype(np.float32 if a.dtype.itemsize == 4 and a.dtype.kind == "f" else np.float64)
    item = a.itemsize
    is_readable = (
        a.flags.aligned
        and all(s % item == 0 for s in a.strides)
        and (a.shape[0] < 2 or a.strides[0] > 0)
        and (ndim == 1 or a.shape[1] <= 3 or a.strides[1] == item)
        and (ndim == 1 or a.shape[1] < 2 or a.strides[1] != item or a.shape[0] < 2 or a.strides[0] >= item * a.shape[1])
    )
    return a if is_readable else np.ascontiguousarray(a)


def whole_array(x: npt.ArrayLike, what: str, dtype: type[Any], size: int | None = None) -> Array:
    """A packed array of whole numbers of the type, or an error if a number does not fit."""
    a = np.asarray(x)
    if a.size == 0 and a.dtype.kind == "f":
        a = a.astype(dtype)  # an empty list
    if a.dtype.kind not in "iub":
        raise TypeError(f"{what}: the type is {a.dtype}, and whole numbers are needed")
    if size is not None and a.shape != (size,):
        raise ValueError(f"{what}: the shape is {a.shape}, and ({size},) is needed")
    limits = np.iinfo(dtype)
    if a.dtype != dtype and a.size and (int(a.min()) < limits.min or int(a.max()) > limits.max):
        raise ValueError(f"{what}: a number is not within {limits.min} .. {limits.max}")
    return np.ascontiguousarray(a, dtype=dtype)


def cutoff_within(r: float, dtype: Any, what: str = "radius") -> float:
    """The cutoff of a search for points at most `r` away: the library's rule is <, in the type of the points."""
    if not r >= 0:
        raise ValueError(f"{what} is {r}: it is a number that is not negative")
    least = 2.0**-960 if dtype == np.float64 else 2.0**-100
    return max(float(np.nextafter(np.dtype(dtype).type(r), np.inf)), least)


def make_points(
    x: npt.ArrayLike, types: npt.ArrayLike | None = None, what: str = "points", dtype: Any = None
) -> _core.Points:
    a = real_array(x, what, 2)
    if dtype is not None and a.dtype != dtype:
        a = np.ascontiguousarray(a, dtype=dtype)
    return _core.Points(a, None if types is None else whole_array(types, "types", np.int32, len(a)))


def numbers_of_points(x: npt.ArrayLike, what: str, n: int, dtype: Any) -> Array:
    """A number for each point, of the type of the points."""
    a = real_array(x, what, 1)
    if len(a) != n:
        raise ValueError(f"{what}: there are {len(a)} numbers, and {n} points")
    return a if a.dtype == dtype else a.astype(dtype)


def cell_of(box: BoxLike, dims: int) -> Real | None:
    """The 3 x 3 matrix whose rows are the cell vectors: from an edge length, those of a rectangular box, or dims x dims."""
    if box is None:
        return None
    if dims > 3:
        raise NotImplementedError(f"box: the points have {dims} dimensions, and boxes are for up to 3")
    given = np.asarray(box)
    if given.dtype.kind not in "fiu":
        raise TypeError(f"box is {box!r}: give an edge length, {dims} of them, or the cell vectors as the rows of a matrix")
    given = given.astype(np.float64)
    if given.shape in ((3, 3), (dims, dims)):
        cell = np.zeros((3, 3))
        cell[: given.shape[0], : given.shape[1]] = given
        return cell
    if given.ndim == 0 or given.shape in ((1,), (dims,), (3,)):
        lengths = np.zeros(3)
        lengths[: max(dims, given.size)] = given
        if np.any(lengths < 0):
            raise ValueError(f"box: the edge {lengths.min()} is negative")
        return np.diag(lengths)
    raise ValueError(
        f"box: the shape is {given.shape}: give an edge length, {dims} of them, or the cell vectors as the rows of a matrix"
    )


def periodic_bits(periodic: PeriodicLike, dims: int) -> int:
    if periodic is None or periodic is True:
        return (1 << dims) - 1
    if periodic is False:
        return 0
    along = np.asarray(periodic)
    if along.dtype.kind not in "biu" or not np.all((along == 0) | (along == 1)):
        raise TypeError(f"periodic is {periodic!r}: give True, False, or one for each of {dims} dimensions")
    if along.ndim == 0:
        along = np.repeat(along, dims)
    if along.ndim != 1 or len(along) not in (dims, 3):
        raise ValueError(
            f"periodic: the shape is {along.shape}: give True, False, or one for each of {dims} dimensions"
        )
    bits = 0
    for a, is_periodic in enumerate(along.tolist()):
        if is_periodic and a < dims:
            bits |= 1 << a
    return bits


def make_box(box: BoxLike, periodic: PeriodicLike, dims: int, origin: npt.ArrayLike | None = None) -> _core.Box | None:
    """None in open space."""
    cell = cell_of(box, dims)
    if cell is None:
        if periodic is not None and np.any(periodic):
            raise ValueError("periodic: a box is needed, and none is given")
        return None
    bits = periodic_bits(periodic, dims)
    if bits == 0:
        return None
    corner = None
    if origin is not None:
        corner = np.zeros(3)
        corner[:dims] = origin
    return _core.Box(cell, bits, corner)


def make_filters(
    *,
    n: int,
    dtype: Any,
    query_count: int | None = None,
    min_distance: float = 0.0,
    radii: npt.ArrayLike | None = None,
    query_radii: npt.ArrayLike | None = None,
    radii_rule: str = "query",
    type_cutoffs: npt.ArrayLike | None = None,
    exclusions: Any = None,
) -> _core.Filters | None:
    """None if there are no filters."""
    if radii_rule not in _RULES:
        raise ValueError(f'radii_rule is "{radii_rule}": give "query", "sum" or "larger"')
    if radii is None and query_radii is None and type_cutoffs is None and exclusions is None and not min_distance:
        return None
    table = None
    if type_cutoffs is not None:
        table = np.ascontiguousarray(type_cutoffs, dtype=np.float64)
        if table.ndim != 2 or table.shape[0] != table.shape[1]:
            raise ValueError(f"type_cutoffs: the shape is {table.shape}, and a square table is needed")
    rows = n if query_count is None else query_count
    offsets = indices = None
    if exclusions is not None:
        if hasattr(exclusions, "tocsr"):  # a sparse matrix of SciPy
            exclusions = exclusions.tocsr()
            exclusions = (exclusions.indptr, exclusions.indices)
        offsets = whole_array(exclusions[0], "offsets of exclusions", np.uint64, rows + 1)
        indices = whole_array(exclusions[1], "indices of exclusions", np.int32, int(offsets[-1]))
    return _core.Filters(
        float(min_distance),
        None if radii is None else numbers_of_points(radii, "radii", n, dtype),
        None if query_radii is None else numbers_of_points(query_radii, "query_radii", rows, dtype),
        0 if radii is None and query_radii is None else _RULES[radii_rule],
        table,
        offsets,
        indices,
    )
