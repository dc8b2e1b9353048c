# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Neighbour lists in functions of JAX, with gradients of vectors and distances to positions and cell.

The search is a call of the host, which `jax.jit` and `jax.vmap` take; its arrays have a length that is chosen before.
Vectors are operations of JAX, which it differentiates as often as it is asked to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import jax  # type: ignore[import-not-found,unused-ignore]
import jax.numpy as jnp  # type: ignore[import-not-found,unused-ignore]
import numpy as np

from ._answers import INDICES, ROWS, SHIFTS
from ._arguments import systems_of
from ._context import choose
from ._edges import make_cloud

if TYPE_CHECKING:
    from typing import TypeAlias, Union

    from ._context import Backend

    Array: TypeAlias = jax.Array
    ArrayLike: TypeAlias = Union[jax.Array, np.ndarray[Any, Any], float, list[Any]]

__all__ = ["Edges", "distances", "neighbor_list", "vectors"]


class Edges(NamedTuple):
    """The edges of a graph of neighbours, in ascending order of `i`, and after them places that are free."""

    i: Array  #: (capacity,), int32: the point whose neighbour it is; the number of points where there is no edge
    j: Array  #: (capacity,), int32: the neighbour; the number of points where there is no edge
    shifts: Array  #: (capacity, 3), int32: the image of j, in vectors of the cell; 0 where there is no edge
    n_edges: Array  #: (), int32: the number of edges

    @property
    def is_edge(self) -> Array:
        """Whether there is an edge at each place, (capacity,), bool."""
        return jnp.arange(len(self.i)) < self.n_edges


def _shapes(capacity: int) -> Any:
    struct: Any = jax.ShapeDtypeStruct
    return Edges(*(struct(shape, np.int32) for shape in ((capacity,), (capacity,), (capacity, 3), ())))


def neighbor_list(
    positions: ArrayLike,
    cutoff: ArrayLike,
    capacity: int,
    *,
    cell: ArrayLike | None = None,
    pbc: ArrayLike | None = None,
    batch_idx: ArrayLike | None = None,
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
    half : bool
        Each pair only once, in the row of the smaller index.
    backend : None, str or nearfield.Context, optional
        Where it is computed (`nearfield.explain`).

    Returns
    -------
    Edges

    Raises
    ------
    jax.errors.JaxRuntimeError
        There are more edges than `capacity`, or an argument is wrong: the message says what to do.

    Examples
    --------
    >>> import jax, nearfield.jax
    >>> x = jax.numpy.array([[0.0, 0.0, 0.0], [0.0, 3.0, 4.0]])
    >>> edges = jax.jit(lambda x: nearfield.jax.neighbor_list(x, 6.0, capacity=3))(x)
    >>> edges.i.tolist(), edges.j.tolist(), int(edges.n_edges)
    ([0, 1, 2], [1, 0, 2], 2)
    """
    x = jnp.asarray(positions)
    if x.dtype not in (np.float32, np.float64):
        raise TypeError(f"positions: the type is {x.dtype}: give float32 or float64")
    if x.ndim != 2 or not 1 <= x.shape[1] <= 3:
        raise ValueError(f"positions: the shape is {x.shape}, and (n, dims) is needed, of up to 3 dimensions")
    if capacity < 0:
        raise ValueError(f"capacity is {capacity}: give the most edges that there may be")

    def search(x: Any, cutoff: Any, cell: Any, pbc: Any, batch_idx: Any) -> Any:
        x, cell, pbc, batch_idx = (None if a is None else np.asarray(a) for a in (x, cell, pbc, batch_idx))
        n = len(x)
        offsets = systems_of(None, batch_idx, n, least=len(cell) if cell is not None and cell.ndim == 3 else 1)
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
    given = jax.lax.stop_gradient((x, cutoff, cell, pbc, batch_idx))
    edges: Edges = jax.pure_callback(search, _shapes(capacity), *given, vmap_method="sequential")
    return edges


def vectors(
    positions: ArrayLike, edges: Edges, *, cell: ArrayLike | None = None, batch_idx: ArrayLike | None = None
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
        The system of each point; it is needed with the cells of many systems.

    Returns
    -------
    array, (capacity, dims)

    Examples
    --------
    >>> import jax, nearfield.jax
    >>> x = jax.numpy.array([[0.5], [9.5]])
    >>> edges = nearfield.jax.neighbor_list(x, 2.0, 3, cell=jax.numpy.eye(1) * 10)
    >>> nearfield.jax.vectors(x, edges, cell=jax.numpy.eye(1) * 10).tolist()
    [[-1.0], [1.0], [0.0]]
    """
    x = jnp.asarray(positions)
    a, b = (x.at[at].get(mode="fill", fill_value=0) for at in (edges.i, edges.j))
    if cell is None:
        return b - a
    H = jnp.asarray(cell).astype(x.dtype)
    if H.ndim == 3:
        if batch_idx is None:
            raise ValueError("batch_idx: there are cells of many systems: say which is that of each point")
        H = H[jnp.asarray(batch_idx).at[edges.i].get(mode="fill", fill_value=0)]
    S = edges.shifts.astype(x.dtype)
    image = S[:, :1] * H[..., 0, :]
    for v in range(1, x.shape[1]):
        image = image + S[:, v : v + 1] * H[..., v, :]
    return (b - a) + image


def distances(vectors: ArrayLike) -> Array:
    """The lengths of vectors, (m,).  That of a vector 0 has the gradient 0.

    Examples
    --------
    >>> import jax, nearfield.jax
    >>> nearfield.jax.distances(jax.numpy.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
    [5.0, 0.0]
    """
    D = jnp.asarray(vectors)
    squares = sum(D[:, a] * D[:, a] for a in range(1, D.shape[1])) + D[:, 0] * D[:, 0]
    is_zero = squares == 0
    return jnp.where(is_zero, 0, jnp.sqrt(jnp.where(is_zero, 1, squares)))
