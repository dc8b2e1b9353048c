# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Neighbour lists of tensors of PyTorch, with gradients of vectors and distances to positions and cell.

Tensors are on the CPU; their memory is read where it is, and what is returned is memory of the library.  Gradients are
sums over the edges in their order, by one thread: they are the same bytes in every run.  They may be differentiated
again.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]

from . import _context as contexts
from . import _core
from ._answers import DISTANCES, INDICES_INT64, OFFSETS, ROWS_INT64, SHIFTS, VECTORS, Answer, wanted
from ._arguments import flag, real, shown, systems_of, whole_array
from ._context import Context, choose
from ._edges import check_cell, check_cells, make_cloud, system_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias, Union

    from torch import Tensor

    from ._arguments import Array
    from ._context import Backend

    Periodic: TypeAlias = Union[bool, Sequence[bool], Tensor, None]

__all__ = ["Edges", "distances", "neighbor_list", "vectors"]

_core.ignore_leaks()


@dataclass(frozen=True, eq=False, repr=False)
class Edges(Answer):
    """The edges of a graph of neighbours.  `neighbor_list` gives them in ascending order of `i`.

    Those that were made before are ``Edges(i, j, shifts=shifts)``, in any order.

    Attributes
    ----------
    i : Tensor, (m,), int64
        The point whose neighbour it is.
    j : Tensor, (m,), int64
        The neighbour.
    offsets : Tensor, (n + 1,), int64, or None
        The edges of point p are ``offsets[p]:offsets[p + 1]``.
    distances : Tensor, (m,), of the type of the points, or None
        None if they were not asked for by "d".
    vectors : Tensor, (m, dims), of the type of the points, or None
        From i to the image of j; None if they were not asked for by "D".
    shifts : Tensor, (m, 3), int32, or None
        The image of j, in vectors of the cell; None if they were not asked for by "S".
    """

    i: Tensor
    j: Tensor
    offsets: Tensor | None = None
    distances: Tensor | None = None
    vectors: Tensor | None = None
    shifts: Tensor | None = None

    @property
    def edge_index(self) -> Tensor:
        """`i` and `j` as one tensor, (2, m), which is a copy."""
        return torch.stack((self.i, self.j))


class _Vectors(torch.autograd.Function):  # type: ignore[misc,unused-ignore]
    """The vectors of edges, which are linear in positions and cells."""

    @staticmethod
    def forward(  # type: ignore[override,unused-ignore]
        ctx: Any, x: Tensor, cells: Tensor, i: Tensor, j: Tensor, shifts: Any, system: Any, found: Any
    ) -> Tensor:
        ctx.save_for_backward(i, j, shifts, system)
        ctx.of = (len(x), cells.shape)
        if found is not None:
            return torch.from_numpy(found)
        out = torch.empty((len(i), x.shape[1]), dtype=x.dtype)
        _core.edge_vectors(out.numpy(), *map(_memory, (x, cells.to(x.dtype), i, j, shifts, system)))
        return out

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> Any:  # type: ignore[override,unused-ignore]
        i, j, shifts, system = ctx.saved_tensors
        to_cells = ctx.needs_input_grad[1]
        x, cells = _sums(g, i, j, shifts if to_cells else None, system, *ctx.of)
        return x, cells if to_cells else None, None, None, None, None, None


class _Sums(torch.autograd.Function):  # type: ignore[misc,unused-ignore]
    """The transpose of `_Vectors`."""

    @staticmethod
    def forward(  # type: ignore[override,unused-ignore]
        ctx: Any, g: Tensor, i: Tensor, j: Tensor, shifts: Any, system: Any, n: int, shape: Any
    ) -> tuple[Tensor, Tensor]:
        ctx.save_for_backward(i, j, shifts, system)
        x, cells = torch.empty((n, g.shape[1]), dtype=g.dtype), torch.empty(shape, dtype=torch.float64)
        _core.edge_sums(x.numpy(), cells.numpy(), *map(_memory, (g, i, j, shifts, system)))
        return x, cells  # whose type PyTorch makes that of the cell

    @staticmethod
    def backward(ctx: Any, x: Tensor, cells: Tensor) -> Any:  # type: ignore[override,unused-ignore]
        return _vectors(x, cells, *ctx.saved_tensors, None), None, None, None, None, None, None


class _Distances(torch.autograd.Function):  # type: ignore[misc,unused-ignore]
    """The lengths of vectors.  That of a vector 0 has the gradient 0."""

    @staticmethod
    def forward(ctx: Any, D: Tensor, found: Any) -> Tensor:  # type: ignore[override,unused-ignore]
        if found is None:
            # As the library computes it: each operation is rounded, also the root, which that of PyTorch is not.
            columns = D.detach().numpy().T
            squares = columns[0] * columns[0]
            for x in columns[1:]:
                squares += x * x
            found = np.sqrt(squares)
        d = torch.from_numpy(found)
        ctx.save_for_backward(D, d)
        return d

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> Any:  # type: ignore[override,unused-ignore]
        D, d = ctx.saved_tensors
        return (g / torch.where(d > 0, d, torch.inf)).unsqueeze(1) * D, None


_vectors: Callable[..., Any] = _Vectors.apply
_sums: Callable[..., Any] = _Sums.apply
_distances: Callable[..., Any] = _Distances.apply
_F = TypeVar("_F", bound=Callable[..., Any])


def _not_traced(f: _F) -> _F:
    """torch.compile breaks its graph at `f`, which runs as it is, in place of tracing what is not of PyTorch."""

    @functools.wraps(f)
    def call(*args: Any, **options: Any) -> Any:
        if torch.compiler.is_compiling():
            return torch.compiler.disable(f)(*args, **options)  # type: ignore[no-untyped-call,unused-ignore]
        return f(*args, **options)

    return cast(_F, call)


def _memory(x: Tensor | None) -> Any:
    """The memory of a tensor as an array of NumPy, whose rows are packed."""
    return None if x is None else x.detach().contiguous().numpy()


def _check(x: Any, what: str) -> Tensor:
    if not isinstance(x, torch.Tensor):
        raise TypeError(f"{what}: a tensor of PyTorch is needed, and a {type(x).__name__} is given")
    if x.device.type != "cpu":
        raise NotImplementedError(f"{what}: the tensor is on {x.device}: give one on the CPU")
    tensor: Tensor = x
    return tensor


def _check_rows(rows: Any, what: str) -> Tensor:
    x = _check(rows, what)
    if x.dtype not in (torch.float32, torch.float64):
        raise TypeError(f"{what}: the type is {x.dtype}: give torch.float32 or torch.float64")
    if x.ndim != 2 or not 1 <= x.shape[1] <= 3:
        raise ValueError(f"{what}: the shape is {tuple(x.shape)}, and (n, dims) is needed, of up to 3 dimensions")
    return x


def _check_cell(given: Any, dims: int, is_batch: bool) -> Tensor | None:
    if given is None:
        return None
    cell = _check(given, "cell")
    if not cell.dtype.is_floating_point:
        raise TypeError(f"cell: the type is {cell.dtype}, and floating-point numbers are needed")
    check_cell(cell.shape, dims, is_batch)
    return cell


def _whole(given: Any, what: str) -> Array:
    x = _check(given, what)
    if x.dtype.is_floating_point or x.dtype.is_complex:
        raise TypeError(f"{what}: the type is {x.dtype}, and whole numbers are needed")
    a: Array = x.numpy()
    return a


def _systems(ptr: Any, idx: Any, n: int, cell: Tensor | None) -> Array | None:
    """The offsets of the systems of a batch; None: no batch."""
    ptr = None if ptr is None else _whole(ptr, "batch_ptr")
    idx = None if idx is None else _whole(idx, "batch_idx")
    return systems_of(ptr, idx, n, least=len(cell) if cell is not None and cell.ndim == 3 else 1)


_THREADS = "host with the threads of PyTorch"  # no device has this name


def _context(backend: Backend, n: int) -> Context:
    """The host has the threads of PyTorch, which are few in a worker of a DataLoader."""
    context = choose(backend, n)
    if backend is not None or context is not contexts._named("host"):
        return context
    threads = torch.get_num_threads()
    with contexts._lock:  # the child of a fork has another
        own = contexts._made.get(_THREADS)
        if own is None or own._arguments[1] != threads:
            own = contexts._made[_THREADS] = Context("host", threads=threads)
    return own


@_not_traced
def neighbor_list(
    positions: Tensor,
    cutoff: float,
    quantities: str = "",
    *,
    cell: Tensor | None = None,
    pbc: Periodic = None,
    batch_idx: Tensor | None = None,
    batch_ptr: Tensor | None = None,
    half: bool = False,
    backend: Backend = None,
) -> Edges:
    """The neighbours of every point: those closer than `cutoff`.

    Vectors and distances have gradients to positions and cell: ``D = positions[j] - positions[i] + S @ cell``.

    Parameters
    ----------
    positions : Tensor, (n, dims)
        float32 or float64, in up to 3 dimensions, on the CPU.
    cutoff : float
        In the units of the positions.
    quantities : str
        What each edge has beside its points: "d" distances, "D" vectors, "S" shifts.
    cell : Tensor, (dims, dims) or (systems, dims, dims), optional
        The vectors of the cell as rows; of each system, or the same for all.  None: open space.
    pbc : bool, sequence of bool or Tensor, (dims,) or (systems, dims), optional
        The vectors along which the cell is periodic; all of them by default.
    batch_idx : Tensor of int, (n,), optional
        Many systems in one tensor: the system of each point, ascending.
    batch_ptr : Tensor of int, (systems + 1,), optional
        The same in another form, in place of `batch_idx`: the points of system s are ``batch_ptr[s]:batch_ptr[s + 1]``.
    half : bool
        Each pair only once, in the row of the smaller index.
    backend : None, str or nearfield.Context, optional
        Where it is computed (`nearfield.explain`).  The host takes as many threads as PyTorch.

    Returns
    -------
    Edges

    Raises
    ------
    TypeError, ValueError
        An argument has another type or shape.
    NotImplementedError
        A tensor is not on the CPU.

    Examples
    --------
    >>> import torch, nearfield.torch
    >>> x = torch.tensor([[0.0, 0.0, 0.0], [0.0, 3.0, 4.0]], requires_grad=True)
    >>> edges = nearfield.torch.neighbor_list(x, 6.0, "d")
    >>> edges.edge_index.tolist(), edges.distances.tolist()
    ([[0, 1], [1, 0]], [5.0, 5.0])
    >>> edges.distances.sum().backward()
    >>> x.grad[1]
    tensor([0.0000, 1.2000, 1.6000])
    """
    positions = _check_rows(positions, "positions")
    cutoff, half = real(cutoff, "cutoff"), flag(half, "half")
    n, dims = positions.shape
    arrays = 1 << ROWS_INT64 | 1 << INDICES_INT64 | 1 << OFFSETS | wanted(quantities, "dDS")
    is_graph = torch.is_grad_enabled() and ("d" in quantities or "D" in quantities)
    along = is_graph and positions.requires_grad
    cell = _check_cell(cell, dims, batch_idx is not None or batch_ptr is not None)
    if is_graph and cell is not None and cell.requires_grad:
        along = True
        arrays |= 1 << SHIFTS
    offsets = _systems(batch_ptr, batch_idx, n, cell)
    if isinstance(pbc, torch.Tensor):
        pbc = _check(pbc, "pbc")
    H = None if cell is None else cell.detach().double().numpy()
    if along:
        arrays |= 1 << VECTORS
    cloud = make_cloud(positions.detach().numpy(), H, pbc, offsets, _context(backend, n))
    r = cloud.lists(cutoff, arrays, None, None, half)
    i, j, first = (
        torch.from_numpy(a) for a in (r.array(ROWS_INT64), r.array(INDICES_INT64), r.array(OFFSETS).view(np.int64))
    )
    S = torch.from_numpy(r.array(SHIFTS)) if arrays >> SHIFTS & 1 else None
    D: Tensor | None
    d: Any
    found = r.array(VECTORS).reshape(-1, dims) if arrays >> VECTORS & 1 else None
    d = r.array(DISTANCES) if arrays >> DISTANCES & 1 else None
    if along:
        system = None if offsets is None else torch.from_numpy(system_of(offsets))
        D = _with_gradient(positions, i, j, S, cell, system, found)
        d = d if d is None else _distances(D, d)
    else:
        D, d = (a if a is None else torch.from_numpy(a) for a in (found, d))
    return Edges(i, j, first, d, D if "D" in quantities else None, S if "S" in quantities else None)


def _with_gradient(x: Tensor, i: Tensor, j: Tensor, S: Any, cell: Any, system: Any, found: Any) -> Tensor:
    cells = x.new_empty((0, x.shape[1], x.shape[1])) if cell is None else cell if cell.ndim == 3 else cell.unsqueeze(0)
    D: Tensor = _vectors(x, cells, i, j, S, system if len(cells) > 1 else None, found)
    return D


@_not_traced
def vectors(
    positions: Tensor,
    edges: Edges,
    *,
    cell: Tensor | None = None,
    batch_idx: Tensor | None = None,
    batch_ptr: Tensor | None = None,
) -> Tensor:
    """The vectors of edges, with their gradients: ``positions[j] - positions[i] + shifts @ cell``.

    It is for models that are trained on lists of neighbours that were made before.

    Parameters
    ----------
    positions : Tensor, (n, dims)
        float32 or float64, in up to 3 dimensions, on the CPU.
    edges : Edges
        Those of `neighbor_list`, or ``Edges(i, j, shifts=shifts)``.
    cell : Tensor, (dims, dims) or (systems, dims, dims), optional
        It is that of the shifts.  None: open space.
    batch_idx : Tensor of int, (n,), optional
        The system of each point, ascending; this or `batch_ptr` is needed with the cells of many systems.
    batch_ptr : Tensor of int, (systems + 1,), optional
        The same in another form: the points of system s are ``batch_ptr[s]:batch_ptr[s + 1]``.

    Returns
    -------
    Tensor, (m, dims)

    Raises
    ------
    TypeError, ValueError
        An argument has another type or shape, or the edges have shifts and there is no cell, or the reverse.
    NotImplementedError
        A tensor is not on the CPU.

    Examples
    --------
    >>> import torch, nearfield.torch
    >>> x = torch.tensor([[0.5], [9.5]])
    >>> edges = nearfield.torch.neighbor_list(x, 2.0, "S", cell=torch.eye(1) * 10)
    >>> nearfield.torch.vectors(x, edges, cell=torch.eye(1) * 10).tolist()
    [[-1.0], [1.0]]
    """
    positions = _check_rows(positions, "positions")
    n, dims = positions.shape
    if not isinstance(edges, Edges):
        raise TypeError(f"edges is {shown(edges)}: give Edges, as neighbor_list does")
    cell = _check_cell(cell, dims, batch_idx is not None or batch_ptr is not None)
    offsets = _systems(batch_ptr, batch_idx, n, cell)
    check_cells(cell, None if offsets is None else len(offsets) - 1)
    i, j = (
        whole_array(_whole(a, f"edges.{of}"), f"edges.{of}", np.int64) for a, of in ((edges.i, "i"), (edges.j, "j"))
    )
    if i.ndim != 1 or i.shape != j.shape:
        raise ValueError(f"edges: the shapes of i and j are {i.shape} and {j.shape}, and (m,) is needed")
    S = None
    if edges.shifts is not None:
        S = whole_array(_whole(edges.shifts, "edges.shifts"), "edges.shifts", np.int32)
        if S.shape != (len(i), 3):
            raise ValueError(f"edges.shifts: the shape is {S.shape}, and ({len(i)}, 3) is needed")
        if cell is None and S.any():
            raise ValueError("cell: the edges have shifts, and there is no cell")
    elif cell is not None:
        raise ValueError('edges.shifts: there are none, and a cell is given: ask neighbor_list for "S"')
    shifts = None if S is None or cell is None else torch.from_numpy(S)
    system = None if offsets is None else torch.from_numpy(system_of(offsets))
    return _with_gradient(positions, torch.from_numpy(i), torch.from_numpy(j), shifts, cell, system, None)


@_not_traced
def distances(vectors: Tensor) -> Tensor:
    """The lengths of vectors, (m,), with their gradients; that of a vector 0 has the gradient 0.

    They are the bytes that `neighbor_list` gives.

    Examples
    --------
    >>> import torch, nearfield.torch
    >>> nearfield.torch.distances(torch.tensor([[3.0, 4.0], [0.0, 0.0]]))
    tensor([5., 0.])
    """
    d: Tensor = _distances(_check_rows(vectors, "vectors"), None)
    return d
