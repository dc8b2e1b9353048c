# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Points with their box and order, made once and asked many times."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._answers import (
    CENTRES,
    CORES_UINT8,
    COUNTS,
    DISPERSIONS,
    DISTANCES,
    EXTENTS,
    GROUPS,
    GROUP_NUMBERS,
    INDICES,
    INDICES_INT64,
    INERTIA_RADII,
    LABELS,
    MASSES,
    MEMBERS,
    OFFSETS,
    ORDER,
    PAIRS,
    PAIRS_INT64,
    PERCOLATES,
    SHIFTS,
    SUMS,
    TOTALS,
    VECTORS,
    VELOCITIES,
    WEIGHTED_COUNTS,
    Catalogue,
    Groups,
    Lists,
    Neighbors,
    Pairs,
    wanted,
    whole,
)
from ._arguments import make_box, make_filters, make_points, numbers_of_points, real_array, whole_array
from ._context import Context, choose
from ._function import Function

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from ._arguments import Array, BoxLike, PeriodicLike, RadiiRule
    from ._context import Backend

_FILTERS = {"min_distance", "radii", "query_radii", "radii_rule", "type_cutoffs", "exclusions"}


class _Kept(Enum):
    """The default of arguments that leave a cloud as it is."""

    KEPT = 0


_KEPT = _Kept.KEPT


class Cloud:
    """Points with their box and order, made once and asked many times.

    The points are copied when the cloud is made: what happens to the array later has no effect on the cloud.

    Parameters
    ----------
    points : array_like, (n, dims)
        float32 or float64; other numbers become float64.  Arrays of NumPy are read where they are, also slices and
        arrays in Fortran's order.
    box : array_like, optional
        The box: an edge length, dims of them, or the cell vectors as the rows of a matrix.  None: open space.
    periodic : bool or sequence of bool, optional
        The vectors along which the box is periodic; all of them by default.  Points may be outside of the box.
    types : array_like of int, (n,), optional
        The type of each point, from 0 to 255, for `type_cutoffs` and histograms of pairs of types.
    batch : array_like of int, optional
        Many systems in one array of points: the offsets of each, ascending from 0 to n.  Points of different systems
        are no neighbours.
    boxes, boxes_periodic : array_like, optional
        The cell vectors of each system, (systems, 3, 3), and whether they are periodic, (systems, 3); in place of `box`.
    cutoffs : array_like, optional
        The cutoff of each system; calls have the cutoff 0 then.
    origin : array_like, (dims,), optional
        The corner of the box; 0 by default.  Neighbours do not depend on it; the centres of groups lie in the box that
        begins there.
    backend : None, str or Context, optional
        Where it is computed (`explain`).

    Examples
    --------
    >>> import nearfield, numpy as np
    >>> cloud = nearfield.Cloud(np.array([[0.1, 0.0], [0.9, 0.0], [0.5, 0.5]]), box=1.0)
    >>> cloud.pairs(0.25).pairs
    array([[0, 1]], dtype=int32)
    """

    def __init__(
        self,
        points: npt.ArrayLike,
        box: BoxLike = None,
        periodic: PeriodicLike = None,
        *,
        types: npt.ArrayLike | None = None,
        batch: npt.ArrayLike | None = None,
        boxes: npt.ArrayLike | None = None,
        boxes_periodic: npt.ArrayLike | None = None,
        cutoffs: npt.ArrayLike | None = None,
        origin: npt.ArrayLike | None = None,
        backend: Backend = None,
    ) -> None:
        p, b = self._take(points, box, periodic, types, batch, boxes, boxes_periodic, cutoffs, origin)
        self.context = choose(backend, self.n)
        self._core = _core.make_cloud(self.context._core, p, b)

    def _take(
        self,
        points: npt.ArrayLike,
        box: BoxLike,
        periodic: PeriodicLike,
        types: npt.ArrayLike | None,
        batch: npt.ArrayLike | None,
        boxes: npt.ArrayLike | None,
        boxes_periodic: npt.ArrayLike | None,
        cutoffs: npt.ArrayLike | None,
        origin: npt.ArrayLike | None,
    ) -> tuple[_core.Points, _core.Box | None]:
        p = make_points(points, types)
        b = make_box(box, periodic, p.dims, origin)
        if batch is not None:
            offsets = whole_array(batch, "batch", np.uint64)
            count = max(len(offsets) - 1, 0)
            cells = bits = each = None
            if boxes is not None:
                cells = np.ascontiguousarray(boxes, dtype=np.float64)
                if cells.shape != (count, 3, 3):
                    raise ValueError(f"boxes: the shape is {cells.shape}, and ({count}, 3, 3) is needed")
                along = np.ones((count, 3), bool) if boxes_periodic is None else np.asarray(boxes_periodic, bool)
                bits = np.ascontiguousarray(along @ np.array([1, 2, 4]), dtype=np.int32)
            if cutoffs is not None:
                each = np.ascontiguousarray(cutoffs, dtype=np.float64)
            p.set_batch(offsets, cells, bits, each)
        elif boxes is not None or cutoffs is not None:
            raise ValueError("boxes and cutoffs of systems need their offsets: give batch")
        if boxes_periodic is not None and boxes is None:
            raise ValueError("boxes_periodic: there are no boxes of systems: give boxes")
        if origin is not None and box is None:
            raise ValueError("origin: a box is needed, and none is given")
        self.n, self.dims = p.n, p.dims
        self.dtype = np.dtype(np.float64 if p.is_double else np.float32)
        given = (points, box, periodic, types, batch, boxes, boxes_periodic, cutoffs, origin)
        self._again: tuple[Any, ...] = tuple(v if v is None else np.array(v) for v in given)
        return p, b

    def move(
        self,
        points: npt.ArrayLike,
        box: BoxLike | _Kept = _KEPT,
        periodic: PeriodicLike | _Kept = _KEPT,
        *,
        types: npt.ArrayLike | _Kept | None = _KEPT,
        batch: npt.ArrayLike | _Kept | None = _KEPT,
        boxes: npt.ArrayLike | _Kept | None = _KEPT,
        boxes_periodic: npt.ArrayLike | _Kept | None = _KEPT,
        cutoffs: npt.ArrayLike | _Kept | None = _KEPT,
        origin: npt.ArrayLike | _Kept | None = _KEPT,
    ) -> Cloud:
        """Replaces the points; what else is not given stays as it is.  ``box=None`` is open space.

        Lists that are kept (`skin`) stay valid while no point has moved too far.
        """
        if box is None and periodic is _KEPT:
            periodic = origin = None
        given = (box, periodic, types, batch, boxes, boxes_periodic, cutoffs, origin)
        now: Any = [had if new is _KEPT else new for new, had in zip(given, self._again[1:])]
        self._core.move(*self._take(points, *now))
        return self

    def __len__(self) -> int:
        return self.n

    def __reduce__(self) -> tuple[Any, ...]:
        return (_make_cloud, (self._again, self.context))

    # ---- what searches share -----------------------------------------------------------------------------

    def _queries(self, queries: npt.ArrayLike | None, types: npt.ArrayLike | None = None, batch: Any = None) -> Any:
        if queries is None:
            if types is not None or batch is not None:
                raise ValueError("query_types and query_batch are of query points, and there are none: give queries")
            return None
        made = make_points(queries, types, "queries", self.dtype)
        if made.dims != self.dims:
            raise ValueError(f"queries: they have {made.dims} dimensions, and the points {self.dims}")
        if batch is not None:
            made.set_batch(whole_array(batch, "query_batch", np.uint64))
        return made

    def _filters(self, queries: Any, filters: dict[str, Any], once: bool = False) -> _core.Filters | None:
        """`once`: each pair comes once."""
        unknown = filters.keys() - _FILTERS
        if unknown:
            raise TypeError(f'there is no argument "{min(unknown)}": the filters are {", ".join(sorted(_FILTERS))}')
        if filters.get("radii_rule") is None:
            both = queries is not None and filters.get("radii") is not None
            filters = {**filters, "radii_rule": "sum" if once or both else "query"}
        return make_filters(n=self.n, dtype=self.dtype, query_count=None if queries is None else queries.n, **filters)

    def _beside(self, r: _core.Result, quantities: str) -> tuple[Array | None, Array | None, Array | None]:
        """Distances, vectors and shifts, or None for those that were not asked for."""
        return (
            r.array(DISTANCES) if "d" in quantities else None,
            r.array(VECTORS).reshape(-1, self.dims) if "D" in quantities else None,
            r.array(SHIFTS) if "S" in quantities else None,
        )

    # ---- fixed radius -------------------------------------------------------------------------------------

    def pairs(
        self,
        cutoff: float,
        quantities: str = "",
        *,
        sorted: bool = False,
        queries: npt.ArrayLike | None = None,
        query_types: npt.ArrayLike | None = None,
        query_batch: npt.ArrayLike | None = None,
        index_dtype: npt.DTypeLike = np.int32,
        min_distance: float = 0.0,
        radii: npt.ArrayLike | None = None,
        query_radii: npt.ArrayLike | None = None,
        radii_rule: RadiiRule | None = None,
        type_cutoffs: npt.ArrayLike | None = None,
        exclusions: Any = None,
    ) -> Pairs:
        """All pairs of points closer than `cutoff`, each once.

        Parameters
        ----------
        cutoff : float
            In the units of the points; 0: the largest that the radii or the cutoffs of types allow.
        quantities : str
            What each pair has beside its indices: "d" distances, "D" vectors, "S" shifts.
        sorted : bool
            Ascending pairs; otherwise they are in the order of the search, which is the same on every device.
        queries : array_like, (m, dims), optional
            Pairs (i, j) of query point i and point j, all of them.
        query_types, query_batch : array_like of int, optional
            Of the query points, as `types` and `batch` of the cloud.
        index_dtype : dtype
            int32 or int64.
        min_distance : float
            Only pairs at least so far apart.
        radii, query_radii : array_like, optional
            A radius for each point and query point, which bound their pairs beside the cutoff.
        radii_rule : str, optional
            Which radii bound a pair: "sum" or "larger" of both, or "query", that of the point whose row it is.  None:
            "sum" where each pair comes once or both have radii, and "query" otherwise.
        type_cutoffs : array_like, (T, T), optional
            The cutoff of each pair of types, symmetric; 0 for types that are never a pair.
        exclusions : (offsets, indices) or a sparse matrix of SciPy, optional
            Pairs that are left out: point j in row i.

        Returns
        -------
        Pairs
        """
        q = self._queries(queries, query_types, query_batch)
        kept = self._filters(
            q,
            dict(
                min_distance=min_distance,
                radii=radii,
                query_radii=query_radii,
                radii_rule=radii_rule,
                type_cutoffs=type_cutoffs,
                exclusions=exclusions,
            ),
            once=q is None,
        )
        pairs = whole(index_dtype, PAIRS, PAIRS_INT64)
        r = self._core.pairs(cutoff, 1 << pairs | wanted(quantities, "dDS"), q, kept, sorted)
        return Pairs(r.array(pairs), *self._beside(r, quantities))

    def lists(
        self,
        cutoff: float,
        quantities: str = "",
        *,
        half: bool = False,
        sorted: bool = False,
        skin: float = 0.0,
        queries: npt.ArrayLike | None = None,
        query_types: npt.ArrayLike | None = None,
        query_batch: npt.ArrayLike | None = None,
        index_dtype: npt.DTypeLike = np.int32,
        min_distance: float = 0.0,
        radii: npt.ArrayLike | None = None,
        query_radii: npt.ArrayLike | None = None,
        radii_rule: RadiiRule | None = None,
        type_cutoffs: npt.ArrayLike | None = None,
        exclusions: Any = None,
    ) -> Lists:
        """The neighbours of every point, or of every query point: the points closer than `cutoff`.

        Parameters
        ----------
        cutoff, quantities, queries, query_types, query_batch, index_dtype
            As for `pairs`.
        half : bool
            Each pair only once, in the row of the smaller index.
        sorted : bool
            Ascending indices in each row.
        skin : float
            For points that move in small steps: a list with cutoff + skin is kept, and used until a point has moved
            by more than half of it.  The answer is that of ``sorted=True`` without a skin.
        min_distance, radii, query_radii, radii_rule, type_cutoffs, exclusions
            As for `pairs`.

        Returns
        -------
        Lists
        """
        q = self._queries(queries, query_types, query_batch)
        kept = self._filters(
            q,
            dict(
                min_distance=min_distance,
                radii=radii,
                query_radii=query_radii,
                radii_rule=radii_rule,
                type_cutoffs=type_cutoffs,
                exclusions=exclusions,
            ),
            once=half,
        )
        indices = whole(index_dtype, INDICES, INDICES_INT64)
        arrays = 1 << OFFSETS | 1 << indices | wanted(quantities, "dDS")
        r = self._core.lists(cutoff, arrays, q, kept, half, sorted, skin)
        return Lists(r.array(OFFSETS).view(np.int64), r.array(indices), *self._beside(r, quantities))

    def count(self, cutoff: float, **filters: Any) -> Array:
        """The number of neighbours of every point, (n,), int64; `filters` are those of `lists`."""
        q = self._queries(
            filters.pop("queries", None), filters.pop("query_types", None), filters.pop("query_batch", None)
        )
        r = self._core.lists(cutoff, 1 << OFFSETS, q, self._filters(q, filters))
        return np.diff(r.array(OFFSETS).view(np.int64))

    def coordination(
        self, cutoff: float, type_count: int, *, queries: npt.ArrayLike | None = None, **filters: Any
    ) -> Array:
        """The number of neighbours of each type that every point has, (n, type_count), int64; the cloud has types."""
        q = self._queries(queries, filters.pop("query_types", None), filters.pop("query_batch", None))
        r = self._core.coordination(cutoff, type_count, q, self._filters(q, filters))
        return r.array(COUNTS).view(np.int64).reshape(-1, type_count)

    def histogram(
        self,
        cutoff: float = 0.0,
        bins: int | npt.ArrayLike = 100,
        *,
        queries: npt.ArrayLike | None = None,
        query_types: npt.ArrayLike | None = None,
        query_batch: npt.ArrayLike | None = None,
        type_count: int = 0,
        weights: npt.ArrayLike | None = None,
        query_weights: npt.ArrayLike | None = None,
        **filters: Any,
    ) -> Array:
        """Counts the pairs closer than `cutoff` by their distance.

        Parameters
        ----------
        cutoff : float
            The last edge; it is not needed if `bins` are edges.
        bins : int or array_like
            The number of bins of equal width, or their ascending edges: a bin has distances from its first edge on and
            below the next.
        type_count : int
            A histogram for each pair of types, for a cloud with types: the shape is (T, T, bins), with the pairs of
            types a <= b at [a, b] unless there are query points.
        weights, query_weights : array_like, (n,), optional
            Each pair adds the product of the weights of its points, exactly: float64.

        Returns
        -------
        ndarray
            int64, or float64 with weights.
        """
        q = self._queries(queries, query_types, query_batch)
        edges = None
        if isinstance(bins, (int, np.integer)):
            number = int(bins)
        else:
            edges = np.ascontiguousarray(bins, dtype=np.float64)
            if edges.ndim != 1 or len(edges) < 2:
                raise ValueError(f"bins: the shape of the edges is {edges.shape}: give at least two numbers")
            number = len(edges) - 1
        w = qw = None
        if weights is not None:
            w = _core.Points(numbers_of_points(weights, "weights", self.n, self.dtype))
        if query_weights is not None:
            if q is None:
                raise ValueError("query_weights: there are no query points")
            qw = _core.Points(numbers_of_points(query_weights, "query_weights", q.n, self.dtype))
        r = self._core.histogram(cutoff, number, q, self._filters(q, filters, q is None), type_count, edges, w, qw)
        counts = r.array(COUNTS).view(np.int64) if w is None else r.array(WEIGHTED_COUNTS)
        return counts.reshape(type_count, type_count, number) if type_count else counts

    # ---- nearest neighbours -------------------------------------------------------------------------------

    def knn(
        self,
        k: int,
        quantities: str = "",
        *,
        queries: npt.ArrayLike | None = None,
        include_self: bool = False,
        max_distance: float | None = None,
        index_dtype: npt.DTypeLike = np.int32,
    ) -> Neighbors:
        """The `k` nearest neighbours of every point, or of every query point, exactly.

        Neighbours are ordered by distance and then by index.  In a periodic box each image of a point is a neighbour
        of its own.

        Parameters
        ----------
        k : int
            1 to 1,024.
        quantities : str
            Also "D" vectors, "S" shifts.
        queries : array_like, (m, dims), optional
            The points whose neighbours are found.
        include_self : bool
            A point is its own first neighbour.
        max_distance : float
            Only neighbours closer than this; None or infinity: no bound.
        index_dtype : dtype
            int32 or int64.

        Returns
        -------
        Neighbors
        """
        q = self._queries(queries)
        indices = whole(index_dtype, INDICES, INDICES_INT64)
        arrays = 1 << DISTANCES | 1 << indices | wanted(quantities, "DS")
        bound = 0.0 if max_distance is None or max_distance == np.inf else float(max_distance)
        if max_distance is not None and not bound > 0.0 and max_distance != np.inf:
            raise ValueError(f"max_distance is {max_distance}: give a number above 0, or None for no bound")
        if k < 1:
            raise ValueError(f"k is {k}: give 1 to 1024")
        r = self._core.knn(k, arrays, q, bool(include_self), bound)
        return Neighbors(
            r.array(DISTANCES).reshape(-1, k),
            r.array(indices).reshape(-1, k),
            r.array(VECTORS).reshape(-1, k, self.dims) if "D" in quantities else None,
            r.array(SHIFTS).reshape(-1, k, 3) if "S" in quantities else None,
        )

    # ---- groups -------------------------------------------------------------------------------------------

    def fof(self, linking_length: float, *, in_spacings: bool = False) -> Groups:
        """Groups of friends of friends: points that are connected by links shorter than `linking_length`.

        Parameters
        ----------
        linking_length : float
            In the units of the points, or with `in_spacings` in mean spacings (V / n)^(1 / dims) of a periodic box.
        """
        r = self._core.fof(linking_length, 1 << LABELS | 1 << GROUP_NUMBERS, in_spacings)
        return Groups(r.array(GROUP_NUMBERS), r.array(LABELS), r.total, None)

    def dbscan(self, eps: float, min_points: int = 5) -> Groups:
        """Groups of dense points, DBSCAN: core points have at least `min_points` points closer than `eps`, themselves
        included.  A border point is of the group with the smallest label."""
        r = self._core.dbscan(eps, min_points, 1 << LABELS | 1 << GROUP_NUMBERS | 1 << CORES_UINT8)
        return Groups(r.array(GROUP_NUMBERS), r.array(LABELS), r.total, r.array(CORES_UINT8).view(np.bool_))

    def catalogue(
        self,
        labels: npt.ArrayLike,
        *,
        min_members: int = 1,
        weights: npt.ArrayLike | None = None,
        velocities: npt.ArrayLike | None = None,
        linking_length: float = 0.0,
        in_spacings: bool = False,
    ) -> Catalogue:
        """What groups measure, from the largest on.

        Parameters
        ----------
        labels : array_like of int, (n,)
            The group of each point by any number, such as `Groups.labels`; negative for points in none.
        min_members : int
            Groups with fewer points are left out.
        weights : array_like, (n,), optional
            1 each by default.
        velocities : array_like, (n, dims), optional
            The velocity of each point.
        linking_length, in_spacings
            Those of `fof`; with them groups that extend over half of a periodic box are measured rightly, too.
        """
        w = None if weights is None else _core.Points(numbers_of_points(weights, "weights", self.n, self.dtype))
        v = None if velocities is None else make_points(velocities, None, "velocities", self.dtype)
        arrays = [GROUPS, MEMBERS, MASSES, CENTRES, INERTIA_RADII, EXTENTS, ORDER, OFFSETS]
        if v is not None:
            arrays += [VELOCITIES, DISPERSIONS]
        if linking_length > 0:
            arrays.append(PERCOLATES)
        given = whole_array(labels, "labels", np.int64, self.n)
        # The library names a group by the smallest index of its points.
        _, first, group = np.unique(given, return_index=True, return_inverse=True)
        roots = np.where(given < 0, -1, first[group]).astype(np.int32)
        r = self._core.catalogue(
            roots, sum(1 << a for a in arrays), min_members, w, v, linking_length, in_spacings
        )
        table = {a: r.array(a) for a in arrays}
        for a in (CENTRES, VELOCITIES, DISPERSIONS):
            if a in table:
                table[a] = table[a].reshape(-1, self.dims)
        for a in (MEMBERS, ORDER, PERCOLATES):
            if a in table:
                table[a] = table[a].view(np.int32)
        return Catalogue(
            given[table[GROUPS]],
            table[MEMBERS],
            table[MASSES],
            table[CENTRES],
            table[INERTIA_RADII],
            table[EXTENTS],
            table.get(VELOCITIES),
            table.get(DISPERSIONS),
            table.get(PERCOLATES),
            table[ORDER],
            table[OFFSETS].view(np.int64),
        )

    # ---- sums and orders ----------------------------------------------------------------------------------

    def interact(
        self,
        cutoff: float,
        function: str | Function,
        *,
        parameters: Mapping[str, float] | None = None,
        fields: Mapping[str, npt.ArrayLike] | None = None,
        tables: Mapping[str, npt.ArrayLike] | None = None,
        queries: npt.ArrayLike | None = None,
        query_fields: Mapping[str, npt.ArrayLike] | None = None,
        totals: bool = False,
        sum64: bool = False,
        fast: bool = False,
        strategy: str | None = None,
        skin: float = 0.0,
        **filters: Any,
    ) -> dict[str, Array]:
        """Sums a pair function over the neighbours of every point, or of every query point.

        Parameters
        ----------
        cutoff : float
            In the units of the points.
        function : str or Function
            The name of a function of the library (`function_names`), or a `Function`.
        parameters, fields, tables, query_fields : mapping, optional
            What the function declares: numbers, an array with one number for each point, and arrays.
        totals : bool
            Also the sums over all points, as "totals".
        sum64 : bool
            Adds in double precision.
        fast : bool
            The function may be contracted, and use native functions of the device.
        strategy : str, optional
            How neighbours are walked; the library chooses by default.
        skin : float
            For points that move in small steps: keeps lists of neighbours within cutoff + skin, on GPUs.

        Returns
        -------
        dict
            The arrays of the function's sums by name, (n,) or (n, dims).
        """
        f = Function(function) if isinstance(function, str) else function
        made = f.of(self.context)
        q = self._queries(queries, filters.pop("query_types", None), filters.pop("query_batch", None))
        declared = made.declarations()["sums"]
        arrays = sum(1 << (SUMS + s) for s in range(len(declared))) | (1 << TOTALS if totals else 0)
        r = self._core.interact(
            cutoff,
            made,
            self.dtype == np.float64,
            arrays,
            {name: float(value) for name, value in (parameters or {}).items()},
            self._numbers(fields),
            self._numbers(tables),
            sum64,
            fast,
            q,
            self._numbers(query_fields),
            self._filters(q, filters),
            strategy,
            skin,
        )
        found = {}
        for s, (name, is_vector) in enumerate(declared):
            array = r.array(SUMS + s)
            found[name] = array.reshape(-1, self.dims) if is_vector else array
        if totals:
            found["totals"] = r.array(TOTALS)
        return found

    def _numbers(self, arrays: Mapping[str, npt.ArrayLike] | None) -> dict[str, Array]:
        return {n: real_array(a, n, 1).astype(self.dtype, copy=False) for n, a in (arrays or {}).items()}

    def zsort(self) -> Array:
        """The order of the points along the z-order curve, by all bits of their coordinates: (n,), int32."""
        return self._core.zsort().array(ORDER).view(np.int32)


def _make_cloud(again: tuple[Any, ...], context: Context) -> Cloud:
    points, box, periodic, types, batch, boxes, boxes_periodic, cutoffs, origin = again
    return Cloud(
        points,
        box,
        periodic,
        types=types,
        batch=batch,
        boxes=boxes,
        boxes_periodic=boxes_periodic,
        cutoffs=cutoffs,
        origin=origin,
        backend=context,
    )
