# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Neighbour lists in functions of JAX, with gradients of vectors and distances to positions and cell.

The search is a call of the host, which `jax.jit` and `jax.vmap` take; its arrays have a length that is chosen before.
Vectors are operations of JAX, which it differentiates as often as it is asked to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jax  # type: ignore[import-not-found,unused-ignore]
import jax.numpy as jnp  # type: ignore[import-not-found,unused-ignore]
import numpy as np

from . import _core
from ._answers import INDICES, ROWS, SHIFTS, Answer
from ._arguments import flag, real, shown, systems_of, whole
from ._context import choose
from ._edges import check_cell, make_cloud

if TYPE_CHECKING:
    from typing import TypeAlias, Union

    from ._context import Backend

    Array: TypeAlias = jax.Array
    ArrayLike: TypeAlias = Union[jax.Array, np.ndarray[Any, Any], float, list[Any]]

__all__ = ["Edges", "distances", "neighbor_list", "vectors"]

_core.ignore_leaks()


@dataclass(frozen=True, eq=False, repr=False)
class Edges(Answer):
    """The edges of a graph of neighbours, in ascending order of `i`, and after them places that are free.

    They are a pytree, so that functions of JAX take and return them.

    Attributes
    ----------
    i : array, (capacity,), int32
        The point whose neighbour it is; the number of points where there is no edge.
    j : array, (capacity,), int32
        The neighbour; the number of points where there is no edge.
    shifts : array, (capacity, 3), int32
        The image of j, in vectors of the cell; 0 where there is no edge.
    n_edges : array, (), int32
        The number of edges.
    """

    i: Array
    j: Array
    shifts: Array
    n_edges: Array

    @property
    def is_edge(self) -> Array:
        """Whether there is an edge at each place, (capacity,), bool."""
        return jnp.arange(len(self.i)) < self.n_edges


jax.tree_util.register_dataclass(Edges, ["i", "j", "shifts", "n_edges"], [])


def _shapes(capacity: int) -> Any:
    struct: Any = jax.ShapeDtypeStruct
    return Edges(*(struct(shape, np.int32) for shape in ((capacity,), (capacity,), (capacity, 3), ())))


_KINDS = {"numbers": "fiu", "whole numbers": "iu", "True and False": "biu"}


def _array(value: Any, what: str, needed: str) -> Any:
    """An array of these numbers; None stays None."""
    if value is None:
        return None
    try:
        a = jnp.asarray(value)
    except (TypeError, ValueError):
        raise TypeError(f"{what} is {shown(value)}: give an array of {needed}") from None
    if a.dtype.kind not in _KINDS[needed]:
        raise TypeError(f"{what}: the type is {a.dtype}, and {needed} are needed")
    return a


def _rows(value: Any, what: str) -> Any:
    x = _array(value, what, "numbers")
    if x is None or x.dtype not in (np.float32, np.float64):
        raise TypeError(f"{what}: the type is {getattr(x, 'dtype', None)}: give float32 or float64")
    if x.ndim != 2 or not 1 <= x.shape[1] <= 3:
        raise ValueError(f"{what}: the shape is {x.shape}, and (n, dims) is needed, of up to 3 dimensions")
    return x


def _space(cell: Any, ptr: Any, idx: Any, n: int, dims: int) -> tuple[Any, Any, Any]:
    """The cell, `batch_ptr` and `batch_idx`, as far as they can be checked where their numbers are not known yet."""
    cell = _array(cell, "cell", "numbers")
    ptr, idx = _array(ptr, "batch_ptr", "whole numbers"), _array(idx, "batch_idx", "whole numbers")
    if ptr is not None and idx is not None:
        raise ValueError("batch_ptr and batch_idx say the same: give one of them")
    if cell is not None:
        check_cell(cell.shape, dims, ptr is not None or idx is not None)
    if ptr is not None and (ptr.ndim != 1 or len(ptr) < 2):
        raise ValueError(f"batch_ptr: the shape is {ptr.shape}: give an offset more than there are systems")
    if idx is not None and idx.shape != (n,):
        raise ValueError(f"batch_idx: the shape is {idx.shape}, and ({n},) is needed")
    if cell is not None and cell.ndim == 3 and ptr is not None and len(cell) != len(ptr) - 1:
        raise ValueError(f"cell: there are {len(cell)} cells, and {len(ptr) - 1} systems")
    return cell, ptr, idx


def neighbor_list(
    positions: ArrayLike,
    cutoff: ArrayLike,
    *,
    capacity: int,
    cell: ArrayLike | None = None,
    pbc: ArrayLike | None = None,
    batch_idx: ArrayLike | None = None,
    batch_ptr: ArrayLike | None = None,
    half: bool = False,
    backend: Backend = None,
) -> Edges:
    """The neighbours of every point: those closer than `cutoff`.

    Parameters
    ----------
    positions : array, (n, dims)
        float32 or float64, in up to 3 dimensions.
    cutoff : float
        In the units of the positions.
    capacity : int
        The most edges that there may be: the length of the arrays.
    cell : array, (dims, dims) or (systems, dims, dims), optional
        The vectors of the cell as rows; of each system, or the same for all.  None: open space.
    pbc : array of bool, (dims,) or (systems, dims), optional
        The vectors along which the cell is periodic; all of them by default.
    batch_idx : array of int, (n,), optional
        Many systems in one array: the system of each point, ascending.
    batch_ptr : array of int, (systems + 1,), optional
        The same in another form, in place of `batch_idx`: the points of system s are ``batch_ptr[s]:batch_ptr[s + 1]``.
    half : bool
        Each pair only once, in the row of the smaller index.
    backend : None, str or nearfield.Context, optional
        Where it is computed (`nearfield.explain`).

    Returns
    -------
    Edges

    Raises
    ------
    TypeError, ValueError
        An argument has another type or shape.
    jax.errors.JaxRuntimeError
        There are more edges than `capacity`, or the numbers of an argument are wrong: the message says what to do.

    Examples
    --------
    >>> import jax, nearfield.jax
    >>> x = jax.numpy.array([[0.0, 0.0, 0.0], [0.0, 3.0, 4.0]])
    >>> edges = jax.jit(lambda x: nearfield.jax.neighbor_list(x, 6.0, capacity=3))(x)
    >>> edges.i.tolist(), edges.j.tolist(), int(edges.n_edges)
    ([0, 1, 2], [1, 0, 2], 2)
    """
    x = _rows(positions, "positions")
    n, dims = x.shape
    if not isinstance(cutoff, jax.Array):
        cutoff = real(cutoff, "cutoff")
    elif cutoff.ndim or cutoff.dtype.kind not in "fiu":
        raise TypeError(f"cutoff is an array {cutoff.shape} of {cutoff.dtype}: give a number")
    capacity, half = whole(capacity, "capacity", 0, 2**31 - 1), flag(half, "half")
    cell, batch_ptr, batch_idx = _space(cell, batch_ptr, batch_idx, n, dims)
    pbc = _array(pbc, "pbc", "True and False")

    def search(*given: Any) -> Any:
        arrays: Any = (None if a is None else np.asarray(a) for a in given)
        x, cutoff, cell, pbc, ptr, idx = arrays
        offsets = systems_of(ptr, idx, n, least=len(cell) if cell is not None and cell.ndim == 3 else 1)
        cloud = make_cloud(x, cell, pbc, offsets, choose(backend, n))
        r = cloud.lists(float(cutoff), 1 << ROWS | 1 << INDICES | 1 << SHIFTS, None, None, half)
        count = r.total
        if count > capacity:
            raise ValueError(f"capacity is {capacity}, and there are {count} edges: give at least {count}")
        found: list[Any] = [np.full(s, n, np.int32) for s in (capacity, capacity)]
        found += [np.zeros((capacity, 3), np.int32), np.int32(count)]
        for to, number in zip(found, (ROWS, INDICES, SHIFTS)):
            to[:count] = r.array(number)
        return Edges(*found)

    # The search has no gradient: where edges begin and end, vectors do not depend on it.
    given = jax.lax.stop_gradient((x, cutoff, cell, pbc, batch_ptr, batch_idx))
    edges: Edges = jax.pure_callback(search, _shapes(capacity), *given, vmap_method="sequential")
    return edges


def vectors(
    positions: ArrayLike,
    edges: Edges,
    *,
    cell: ArrayLike | None = None,
    batch_idx: ArrayLike | None = None,
    batch_ptr: ArrayLike | None = None,
) -> Array:
    """The vectors of edges: ``positions[j] - positions[i] + shifts @ cell``; 0 where there is no edge.

    Parameters
    ----------
    positions : array, (n, dims)
    edges : Edges
        Those of `neighbor_list`.
    cell : array, (dims, dims) or (systems, dims, dims), optional
        None: open space.
    batch_idx : array of int, (n,), optional
        The system of each point; this or `batch_ptr` is needed with the cells of many systems.
    batch_ptr : array of int, (systems + 1,), optional
        The same in another form: the points of system s are ``batch_ptr[s]:batch_ptr[s + 1]``.

    Returns
    -------
    array, (capacity, dims)

    Examples
    --------
    >>> import jax, nearfield.jax
    >>> x = jax.numpy.array([[0.5], [9.5]])
    >>> edges = nearfield.jax.neighbor_list(x, 2.0, capacity=3, cell=jax.numpy.eye(1) * 10)
    >>> nearfield.jax.vectors(x, edges, cell=jax.numpy.eye(1) * 10).tolist()
    [[-1.0], [1.0], [0.0]]
    """
    x = _rows(positions, "positions")
    n, dims = x.shape
    if not isinstance(edges, Edges):
        raise TypeError(f"edges is {shown(edges)}: give Edges, as neighbor_list does")
    H, ptr, idx = _space(cell, batch_ptr, batch_idx, n, dims)
    a, b = (x.at[at].get(mode="fill", fill_value=0) for at in (edges.i, edges.j))
    D: Array = b - a
    if H is None:
        return D
    H = H.astype(x.dtype)
    if H.ndim == 3:
        if ptr is not None:
            idx = jnp.searchsorted(ptr, jnp.arange(n), side="right") - 1
        H = H[idx.at[edges.i].get(mode="fill", fill_value=0)]
    S = edges.shifts.astype(x.dtype)
    image = S[:, :1] * H[..., 0, :]
    for v in range(1, dims):
        image = image + S[:, v : v + 1] * H[..., v, :]
    D = D + image
    return D


def distances(vectors: ArrayLike) -> Array:
    """The lengths of vectors, (m,).  That of a vector 0 has the gradient 0.

    Examples
    --------
    >>> import jax, nearfield.jax
    >>> nearfield.jax.distances(jax.numpy.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
    [5.0, 0.0]
    """
    columns = _rows(vectors, "vectors").T
    squares = columns[0] * columns[0]
    for x in columns[1:]:
        squares = squares + x * x
    is_zero = squares == 0
    return jnp.where(is_zero, 0, jnp.sqrt(jnp.where(is_zero, 1, squares)))
