# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Points with their box and order, made once and asked many times."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core, _groups, _searches, _sums
from ._answers import ORDER
from ._arguments import as_array, boxes_of, make_box, numbers_of_points, real_array, systems_of
from ._context import Context, choose
from ._filters import Types, make_filters, types_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._arguments import Array, BoxLike, PeriodicLike, RadiiRule, TypeCutoffsLike
    from ._context import Backend


class _Kept(Enum):
    """The default of arguments that leave a cloud as it is."""

    KEPT = 0


_KEPT = _Kept.KEPT


# The parameters of a cloud after its points.
_ARGUMENTS = ("box", "periodic", "types", "batch_ptr", "batch_idx", "cutoffs", "origin")


@dataclass(frozen=True, eq=False)
class _State:
    """What a cloud knows of its points."""

    n: int
    dims: int
    dtype: np.dtype[Any]
    types: Types | None
    systems: int | None
    again: tuple[Any, ...]  #: the arguments of `_take`


def _take(
    points: npt.ArrayLike,
    box: BoxLike,
    periodic: PeriodicLike,
    types: Types | npt.ArrayLike | None,
    batch_ptr: npt.ArrayLike | None,
    batch_idx: npt.ArrayLike | None,
    cutoffs: npt.ArrayLike | None,
    origin: npt.ArrayLike | None,
    *,
    copies: bool = True,
) -> tuple[_State, _core.Points, _core.Box | None]:
    """Checks what a cloud is made of; `copies`: what is kept does not change with the arrays of the caller."""
    x = real_array(points, "points", 2)
    n, dims = len(x), int(x.shape[1])
    kinds = None if types is None else types_of(types, n, "types")
    p = _core.Points(x, None if kinds is None else kinds.numbers)
    each = None if cutoffs is None else real_array(cutoffs, "cutoffs", 1)
    offsets = None
    if batch_ptr is not None or batch_idx is not None:
        of_systems = [v for v, ndim in ((box, 3), (periodic, 2), (each, 1)) if np.ndim(v) == ndim]  # type: ignore[arg-type]
        offsets = systems_of(batch_ptr, batch_idx, n, least=max([1, *(len(as_array(v, "box")) for v in of_systems)]))
    boxes = None
    if offsets is None:
        if each is not None:
            raise ValueError("cutoffs are those of systems, and there are none: give batch_ptr or batch_idx")
    else:
        systems = len(offsets) - 1
        if origin is not None:
            raise ValueError("origin: the boxes of a batch begin at 0: leave it out")
        if each is not None and len(each) != systems:
            raise ValueError(f"cutoffs: there are {len(each)} numbers, and {systems} systems")
        boxes = boxes_of(box, periodic, dims, systems)
        cells, bits = boxes or (None, None)
        p.set_batch(offsets, cells, bits, None if each is None else np.ascontiguousarray(each, np.float64))
    b = make_box(box, periodic, dims, origin) if boxes is None else None
    if copies and kinds is not None:
        kinds = Types(kinds.numbers.copy(), kinds.names)
    given = (x, box, periodic, offsets, each, origin)
    kept = [v if v is None else np.array(as_array(v, "cloud")) for v in given] if copies else list(given)
    again = (*kept[:3], kinds, kept[3], None, *kept[4:])
    return _State(n, dims, x.dtype, kinds, None if offsets is None else len(offsets) - 1, again), p, b


class Cloud:
    """Points with their box and order, made once and asked many times.

    The points are copied when the cloud is made: what happens to the array later has no effect on the cloud.

    Parameters
    ----------
    points : array_like, (n, dims)
        float32 or float64; other numbers become float64.  Arrays and tensors on the CPU are read where they are, also
        slices and arrays in Fortran's order.
    box : array_like, optional
        The box: an edge length, dims of them, or the cell vectors as the rows of a matrix.  None: open space.
    periodic : bool or sequence of bool, optional
        The vectors along which the box is periodic; all of them by default.  Points may be outside of the box.
    types : array_like, (n,), optional
        The type of each point: a number from 0 to 255, or a name such as "Na".  Names are numbered in alphabetical
        order (`Cloud.type_names`).
    batch_ptr : array_like of int, (systems + 1,), optional
        A batch: many systems in one array of points, such as molecules.  Points of different systems are never
        neighbours.  The numbers say where each system begins, and ascend from 0 to n.  `box` may then be (systems, 3, 3),
        the cell vectors of each system, and `periodic` (systems, dims).
    batch_idx : array_like of int, (n,), optional
        The same in another form, in place of `batch_ptr`: the system of each point, from 0 on, ascending.
    cutoffs : array_like, (systems,), optional
        The cutoff of each system of a batch; the cutoff of calls must be 0 then.
    origin : array_like, (dims,), optional
        The corner of the box; 0 by default.  Neighbours do not depend on it; the centres of groups lie in the box that
        begins there.
    backend : None, str or Context, optional
        Where it is computed (`explain`).

    Attributes
    ----------
    n, dims : int
        The number of points and of their coordinates.
    dtype : numpy.dtype
        The type of the points: float32 or float64.
    context : Context
        Where the cloud is.

    Raises
    ------
    ValueError, TypeError
        An argument is wrong.  Calls check that coordinates are finite.
    MemoryError
        There is too little memory, on the host or the device.
    DeviceError
        The device failed, or the one that `backend` names is not there.

    Examples
    --------
    >>> import nearfield, numpy as np
    >>> cloud = nearfield.Cloud(np.array([[0.1, 0.0], [0.9, 0.0], [0.5, 0.5]]), box=1.0)
    >>> cloud.pairs(0.25).pairs
    array([[0, 1]], dtype=int32)

    Two systems, each in a box of its own:

    >>> x = [[0.1, 0.0, 0.0], [0.9, 0.0, 0.0], [0.1, 0.0, 0.0], [1.9, 0.0, 0.0]]
    >>> cloud = nearfield.Cloud(x, box=[np.eye(3), 2 * np.eye(3)], batch_ptr=[0, 2, 4])
    >>> cloud.pairs(0.25, "d").pairs
    array([[0, 1],
           [2, 3]], dtype=int32)
    """

    def __init__(
        self,
        points: npt.ArrayLike,
        box: BoxLike = None,
        periodic: PeriodicLike = None,
        *,
        types: npt.ArrayLike | None = None,
        batch_ptr: npt.ArrayLike | None = None,
        batch_idx: npt.ArrayLike | None = None,
        cutoffs: npt.ArrayLike | None = None,
        origin: npt.ArrayLike | None = None,
        backend: Backend = None,
    ) -> None:
        self._open((points, box, periodic, types, batch_ptr, batch_idx, cutoffs, origin), backend, True)

    def _open(self, given: tuple[Any, ...], backend: Backend, copies: bool) -> None:
        self._state, p, b = _take(*given, copies=copies)
        self.context = choose(backend, self.n)
        self._core = _core.make_cloud(self.context._core, p, b)
        self._is_chosen = backend is None
        self._on_device: tuple[Context, _core.Cloud] | None = None  # a copy, for functions that need a device

    @classmethod
    def _once(cls, points: npt.ArrayLike, backend: Backend = None, **of_cloud: Any) -> Cloud:
        """A cloud for one call: what it is made of is not copied."""
        cloud = cls.__new__(cls)
        cloud._open((points, *(of_cloud.get(name) for name in _ARGUMENTS)), backend, False)
        return cloud

    def _points_and_box(self) -> tuple[_core.Points, _core.Box | None]:
        """For a copy of the cloud in another context."""
        return _take(*self._state.again)[1:]

    @property
    def n(self) -> int:
        """The number of points."""
        return self._state.n

    @property
    def dims(self) -> int:
        """The number of dimensions."""
        return self._state.dims

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the coordinates: float32 or float64."""
        return self._state.dtype

    def move(
        self,
        points: npt.ArrayLike,
        box: BoxLike | _Kept = _KEPT,
        periodic: PeriodicLike | _Kept = _KEPT,
        *,
        types: npt.ArrayLike | _Kept | None = _KEPT,
        batch_ptr: npt.ArrayLike | _Kept | None = _KEPT,
        batch_idx: npt.ArrayLike | _Kept | None = _KEPT,
        cutoffs: npt.ArrayLike | _Kept | None = _KEPT,
        origin: npt.ArrayLike | _Kept | None = _KEPT,
    ) -> Cloud:
        """Replaces the points; what else is not given stays as it is.  ``box=None`` is open space.

        Lists that are kept (`skin`) stay valid while no point has moved too far.  After an error the cloud is as before.

        Parameters
        ----------
        points, box, periodic, types, batch_ptr, batch_idx, cutoffs, origin
            As for the cloud.

        Returns
        -------
        Cloud
            This cloud.

        Examples
        --------
        >>> import nearfield
        >>> cloud = nearfield.Cloud([[0.1], [0.9]], box=1.0)
        >>> cloud.move([[0.1], [0.5]]).count(0.25)
        array([0, 0])
        """
        had: tuple[Any, ...] = self._state.again[1:]
        if box is None:  # what is kept is of the box
            periodic = None if periodic is _KEPT else periodic
            origin = None if origin is _KEPT else origin
        if batch_ptr is not _KEPT or batch_idx is not _KEPT:  # each takes the place of the other
            had = (*had[:3], None, None, *had[5:])
        given = (box, periodic, types, batch_ptr, batch_idx, cutoffs, origin)
        now: Any = [old if new is _KEPT else new for new, old in zip(given, had)]
        state, p, b = _take(points, *now)
        copy, self._on_device = self._on_device, None
        try:
            self._core.move(p, b)
        except BaseException:
            self._core.move(*self._points_and_box())
            raise
        self._state = state
        if copy is not None:
            copy[1].move(p, b)
            self._on_device = copy
        return self

    @property
    def type_names(self) -> tuple[str, ...] | None:
        """The names of the types by their numbers; None if types were given by numbers, or not at all."""
        return None if self._state.types is None else self._state.types.names

    @property
    def type_count(self) -> int:
        """The number of types: how many names there are, or one more than the largest number; 0 without types."""
        return 0 if self._state.types is None else self._state.types.count

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        where = self.context.name
        return f"<nearfield.Cloud of {self.n} points in {self.dims} dimensions, {self.dtype}, on {where}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_make_cloud, (self._state.again, self.context))

    # ---- what calls share ---------------------------------------------------------------------------------

    def _queries(
        self, queries: npt.ArrayLike | None, types: Any = None, batch_ptr: Any = None, batch_idx: Any = None
    ) -> tuple[_core.Points | None, Types | None]:
        """Query points, and the types of the points with those that only query points have."""
        if queries is None:
            if not (types is None and batch_ptr is None and batch_idx is None):
                raise ValueError("query_types, query_batch_ptr and query_batch_idx are of query points: give queries")
            return None, self._state.types
        x = real_array(queries, "queries", 2)
        if x.shape[1] != self.dims:
            raise ValueError(f"queries: they have {x.shape[1]} dimensions, and the points {self.dims}")
        if x.dtype != self.dtype:
            x = np.ascontiguousarray(x, dtype=self.dtype)
        own = None if types is None else types_of(types, len(x), "query_types", self._state.types)
        made = _core.Points(x, None if own is None else own.numbers)
        offsets = systems_of(batch_ptr, batch_idx, len(x), "query_", self._state.systems or 1)
        if offsets is not None:
            made.set_batch(offsets)
        return made, own if own is not None and own.count > self.type_count else self._state.types

    def _asked(
        self,
        once: bool,
        queries: npt.ArrayLike | None,
        query_types: npt.ArrayLike | None,
        query_batch_ptr: npt.ArrayLike | None,
        query_batch_idx: npt.ArrayLike | None,
        min_distance: float,
        radii: npt.ArrayLike | None,
        query_radii: npt.ArrayLike | None,
        radii_rule: RadiiRule | None,
        type_cutoffs: TypeCutoffsLike | None,
        exclusions: Any,
    ) -> tuple[_core.Points | None, _core.Filters | None, Types | None]:
        """Query points, filters, and types; `once`: each pair of points of the cloud comes once."""
        q, types = self._queries(queries, query_types, query_batch_ptr, query_batch_idx)
        if radii_rule is None:
            both = q is not None and radii is not None
            radii_rule = "sum" if (once and q is None) or both else "query"
        filters = make_filters(
            n=self.n,
            dtype=self.dtype,
            types=types,
            query_count=None if q is None else q.n,
            min_distance=min_distance,
            radii=radii,
            query_radii=query_radii,
            radii_rule=radii_rule,
            type_cutoffs=type_cutoffs,
            exclusions=exclusions,
        )
        return q, filters, types

    def _weights(
        self, weights: npt.ArrayLike | None, name: str = "weights", n: int | None = None
    ) -> _core.Points | None:
        if weights is None:
            return None
        return _core.Points(numbers_of_points(weights, name, self.n if n is None else n, self.dtype))

    # ---- questions ----------------------------------------------------------------------------------------

    pairs = _searches.pairs
    lists = _searches.lists
    count = _searches.count
    coordination = _searches.coordination
    histogram = _searches.histogram
    knn = _searches.knn
    fof = _groups.fof
    dbscan = _groups.dbscan
    catalogue = _groups.catalogue
    interact = _sums.interact

    def zsort(self) -> Array:
        """The order of the points along the z-order curve, by all bits of their coordinates: (n,), int32.

        Points that follow each other are near each other, so that arrays in this order are read faster.
        """
        return self._core.zsort().array(ORDER).view(np.int32)


def _make_cloud(again: tuple[Any, ...], context: Context) -> Cloud:
    points, box, periodic, types, batch_ptr, batch_idx, cutoffs, origin = again
    return Cloud(
        points,
        box,
        periodic,
        types=types,
        batch_ptr=batch_ptr,
        batch_idx=batch_idx,
        cutoffs=cutoffs,
        origin=origin,
        backend=context,
    )
