# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""What callers hand over, in the forms that the extension takes."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core

if TYPE_CHECKING:  # numpy.typing takes as long to import as all of this package
    from collections.abc import Mapping, Sequence
    from typing import Literal, TypeAlias, Union

    import numpy.typing as npt

    Real: TypeAlias = npt.NDArray[np.float64]
    Array: TypeAlias = npt.NDArray[Any]
    BoxLike: TypeAlias = Union[float, npt.ArrayLike, None]
    PeriodicLike: TypeAlias = Union[bool, Sequence[bool], npt.ArrayLike, None]
    RadiiRule: TypeAlias = Literal["query", "sum", "larger"]
    TypeCutoffsLike: TypeAlias = Union[npt.ArrayLike, Mapping[tuple[str, str], float], Mapping[tuple[int, int], float]]


def shown(value: Any) -> str:
    """A value as sentences of errors name it."""
    text = repr(value)
    return text if len(text) <= 60 else f"of the type {type(value).__name__}"


def real(value: Any, name: str) -> float:
    """A number."""
    if type(value) is float:
        return value
    is_other = isinstance(value, (bool, np.bool_, complex, np.complexfloating)) or getattr(value, "ndim", 0) != 0
    if not is_other and hasattr(value, "__float__"):
        try:
            return float(value)
        except (TypeError, ValueError):
            pass
    raise TypeError(f"{name} is {shown(value)}: give a number")


def whole(value: Any, name: str, least: int, most: int = 2**32 - 1) -> int:
    """A whole number in a range; by default that of the extension."""
    if isinstance(value, (bool, np.bool_)) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is {shown(value)}: give a whole number")
    try:
        number = operator.index(value)
    except TypeError:  # an array of several
        raise TypeError(f"{name} is {shown(value)}: give a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}: give a whole number from {least} to {most}")
    return number


def flag(value: Any, name: str) -> bool:
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {shown(value)}: give True or False")
    return bool(value)


def by_name(value: Any, name: str, what: str) -> Mapping[str, Any]:
    """A mapping from names."""
    if value is None:
        return {}
    if not hasattr(value, "items") or not all(isinstance(key, str) for key in value):
        raise TypeError(f"{name} is {shown(value)}: give a dict of {what} by name")
    mapping: Mapping[str, Any] = value
    return mapping


def as_array(x: Any, what: str) -> Array:
    """An array of NumPy, which shows the memory of `x` where it is that of an array or tensor on the CPU."""
    if getattr(x, "requires_grad", False):
        raise TypeError(f"{what}: the gradient of a tensor would be lost: call nearfield.torch, or give x.detach()")
    try:
        return np.from_dlpack(x) if hasattr(x, "__dlpack__") and not hasattr(x, "__array__") else np.asarray(x)
    except ValueError as error:  # rows of different lengths
        raise ValueError(f"{what}: {error}") from None


def real_array(x: npt.ArrayLike, what: str, ndim: int) -> Array:
    """An array of float32 or float64, without a copy where its memory can be read as it is."""
    a = x if type(x) is np.ndarray else as_array(x, what)
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
    a = as_array(x, what)
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


def numbers_of_points(x: npt.ArrayLike, what: str, n: int, dtype: Any) -> Array:
    """A number for each point, of the type of the points; one number is that of all."""
    given = as_array(x, what)
    if given.ndim == 0:
        return np.full(n, real(x, what), dtype)
    a = real_array(given, what, 1)
    if len(a) != n:
        raise ValueError(f"{what}: there are {len(a)} numbers, and {n} points")
    return a if a.dtype == dtype else a.astype(dtype)


def cell_of(box: BoxLike, dims: int) -> Real | None:
    """The 3 x 3 matrix whose rows are the cell vectors: from an edge length, those of a rectangular box, or dims x dims."""
    if box is None:
        return None
    if dims > 3:
        raise NotImplementedError(f"box: the points have {dims} dimensions, and boxes are for up to 3")
    given = as_array(box, "box")
    if given.dtype.kind not in "fiu":
        raise TypeError(
            f"box is {shown(box)}: give an edge length, {dims} of them, or the cell vectors as the rows of a matrix"
        )
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


def periodic_bits(periodic: PeriodicLike, dims: int, name: str = "periodic") -> int:
    if periodic is None or periodic is True:
        return (1 << dims) - 1
    if periodic is False:
        return 0
    along = as_array(periodic, name)
    if along.dtype.kind not in "biu" or not np.all((along == 0) | (along == 1)):
        raise TypeError(f"{name} is {shown(periodic)}: give True, False, or one for each of {dims} dimensions")
    if along.ndim == 0:
        along = np.repeat(along, dims)
    if along.ndim != 1 or len(along) not in (dims, 3):
        raise ValueError(f"{name}: the shape is {along.shape}: give True, False, or one for each of {dims} dimensions")
    bits = 0
    for a, is_periodic in enumerate(along.tolist()):
        if is_periodic and a < dims:
            bits |= 1 << a
    return bits


def make_box(
    box: BoxLike,
    periodic: PeriodicLike,
    dims: int,
    origin: npt.ArrayLike | None = None,
    names: tuple[str, str] = ("box", "periodic"),
) -> _core.Box | None:
    """None in open space.  `names` are those that the caller knows."""
    cell = cell_of(box, dims)
    if cell is None:
        if periodic is not None and np.any(as_array(periodic, names[1])):
            raise ValueError(f"{names[1]}: a {names[0]} is needed, and none is given")
        if origin is not None:
            raise ValueError("origin: a box is needed, and none is given")
        return None
    bits = periodic_bits(periodic, dims, names[1])
    if bits == 0:
        return None
    corner = None
    if origin is not None:
        at = real_array(origin, "origin", 1)
        if len(at) not in (dims, 3):
            raise ValueError(f"origin: the shape is {at.shape}, and ({dims},) is needed")
        corner = np.zeros(3)
        corner[:dims] = at[:dims]
    return _core.Box(cell, bits, corner)


def systems_of(ptr: Any, idx: Any, n: int, of: str = "", least: int = 1) -> Array | None:
    """The offsets of the systems of a batch, from these or from the system of each point; None: no batch.

    `least` is how many systems there are at least, as the last ones may have no points.
    """
    what = "query points" if of else "points"
    if ptr is None and idx is None:
        return None
    if ptr is not None and idx is not None:
        raise ValueError(f"{of}batch_ptr and {of}batch_idx say the same: give one of them")
    if ptr is not None:
        offsets = whole_array(ptr, f"{of}batch_ptr", np.int64)
        if offsets.ndim != 1 or len(offsets) < 2:
            raise ValueError(f"{of}batch_ptr: the shape is {offsets.shape}: give an offset more than there are systems")
        if offsets[0] != 0 or offsets[-1] != n or np.any(np.diff(offsets) < 0):
            raise ValueError(f"{of}batch_ptr: the offsets must ascend from 0 to {n}, the number of {what}")
        return offsets.astype(np.uint64)
    each = whole_array(idx, f"{of}batch_idx", np.int64, n)
    if n and (each[0] < 0 or np.any(np.diff(each) < 0)):
        raise ValueError(f"{of}batch_idx: the numbers of the systems must ascend from 0 on: sort the {what} by them")
    if n and each[-1] >= 2**31:
        raise ValueError(f"{of}batch_idx: the number {each[-1]} of a system is too large")
    return np.concatenate(([0], np.cumsum(np.bincount(each, minlength=least)))).astype(np.uint64)


def boxes_of(
    box: BoxLike, periodic: PeriodicLike, dims: int, systems: int, names: tuple[str, str] = ("box", "periodic")
) -> tuple[Array, Array] | None:
    """The cells of the systems of a batch, and the bits of where they are periodic; None: they share one box."""
    if np.ndim(box) != 3 and np.ndim(periodic) != 2:  # type: ignore[arg-type]
        return None
    given, along = as_array(box, names[0]), as_array(periodic, names[1])
    if given.ndim == 3:
        if given.dtype.kind not in "fiu":
            raise TypeError(f"box: the type is {given.dtype}, and numbers are needed")
        if given.shape not in ((systems, 3, 3), (systems, dims, dims)):
            raise ValueError(f"box: the shape is {given.shape}, and ({systems}, 3, 3) is needed")
        cells = np.zeros((systems, 3, 3))
        cells[:, : given.shape[1], : given.shape[2]] = given
    else:
        one = cell_of(box, dims)
        if one is None:
            if np.any(along):
                raise ValueError(f"{names[1]}: a {names[0]} is needed, and none is given")
            return None
        cells = np.tile(one, (systems, 1, 1))
    if along.ndim != 2:
        return cells, np.full(systems, periodic_bits(periodic, dims, names[1]), np.int32)
    if along.dtype.kind not in "biu" or not np.all((along == 0) | (along == 1)):
        raise TypeError(f"{names[1]}: give True or False for each system and dimension")
    if along.shape not in ((systems, dims), (systems, 3)):
        raise ValueError(f"{names[1]}: the shape is {along.shape}, and ({systems}, {dims}) is needed")
    bits = along[:, :dims].astype(bool) @ (1 << np.arange(dims))
    return cells, np.ascontiguousarray(bits, np.int32)
