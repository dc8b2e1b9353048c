# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Sums of a pair function over the neighbours of points.  They are a method of `Cloud`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._answers import SUMS, TOTALS, Sums
from ._arguments import by_name, flag, numbers_of_points, real, real_array, shown
from ._context import device_for_source
from ._function import Function

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from ._arguments import Array, RadiiRule, TypeCutoffsLike
    from ._cloud import Cloud
    from ._context import Context


def interact(
    self: Cloud,
    cutoff: float,
    function: str | Function,
    *,
    parameters: Mapping[str, float] | None = None,
    fields: Mapping[str, npt.ArrayLike] | None = None,
    tables: Mapping[str, npt.ArrayLike] | None = None,
    query_fields: Mapping[str, npt.ArrayLike] | None = None,
    totals: bool = False,
    sum64: bool = False,
    fast: bool = False,
    strategy: str | None = None,
    skin: float = 0.0,
    queries: npt.ArrayLike | None = None,
    query_types: npt.ArrayLike | None = None,
    query_batch_ptr: npt.ArrayLike | None = None,
    query_batch_idx: npt.ArrayLike | None = None,
    min_distance: float = 0.0,
    radii: npt.ArrayLike | None = None,
    query_radii: npt.ArrayLike | None = None,
    radii_rule: RadiiRule | None = None,
    type_cutoffs: TypeCutoffsLike | None = None,
    exclusions: Any = None,
) -> Sums:
    """Sums a pair function over the neighbours of every point, or of every query point.

    Parameters
    ----------
    cutoff : float
        In the units of the points.
    function : str or Function
        The name of a function of the library (`function_names`), or a `Function`.
    parameters : dict of float, optional
        Numbers that the function declares; those that are left out have the values of its declaration.
    fields, query_fields : dict of float or array_like, (n,), optional
        Numbers of each point, and of each query point, that the function declares, or one for all.
    tables : dict of array_like, optional
        Arrays of any length that the function declares.
    totals : bool
        Also the sums over all points.
    sum64 : bool
        Adds in double precision.
    fast : bool
        The function may be contracted, and use native functions of the device.
    strategy : str, optional
        How neighbours are walked; the library chooses by default.
    skin : float
        For points that move in small steps: keeps lists of neighbours within cutoff + skin, on GPUs.
    queries, query_types, query_batch_ptr, query_batch_idx
        As for `pairs`.
    min_distance, radii, query_radii, radii_rule, type_cutoffs, exclusions
        As for `pairs`.

    Returns
    -------
    Sums
        A dict of the function's sums by name, (n,) or (n, dims), of the type of the points or float64 with `sum64`.

    Raises
    ------
    NotImplementedError
        The function is a source, and there is no OpenCL device, or `backend` names the host.
    DeviceError
        The source does not compile; the error has the words of the compiler.
    """
    if not isinstance(function, (str, Function)):
        raise TypeError(f"function is {shown(function)}: give the name of a pair function or a Function")
    if strategy is not None and not isinstance(strategy, str):
        raise TypeError(f"strategy is {shown(strategy)}: give the name of a strategy, or None")
    f = Function(function) if isinstance(function, str) else function
    context, core = _place(self, f)
    made = f.of(context)
    q, kept, _ = self._asked(
        False, queries, query_types, query_batch_ptr, query_batch_idx,
        min_distance, radii, query_radii, radii_rule, type_cutoffs, exclusions,
    )  # fmt: skip
    declared: list[tuple[str, bool]] = made.declarations()["sums"]
    arrays = sum(1 << (SUMS + s) for s in range(len(declared))) | (1 << TOTALS if flag(totals, "totals") else 0)
    r = core.interact(
        real(cutoff, "cutoff"),
        made,
        self.dtype == np.float64,
        arrays,
        {n: real(value, f'parameters["{n}"]') for n, value in by_name(parameters, "parameters", "numbers").items()},
        _fields(self, fields, "fields", self.n),
        {n: _of_type(self, a, f'tables["{n}"]') for n, a in by_name(tables, "tables", "arrays").items()},
        flag(sum64, "sum64"),
        flag(fast, "fast"),
        q,
        _fields(self, query_fields, "query_fields", 0 if q is None else q.n),
        kept,
        strategy,
        real(skin, "skin"),
    )
    found = {}
    for s, (name, is_vector) in enumerate(declared):
        array = r.array(SUMS + s)
        found[name] = array.reshape(-1, self.dims) if is_vector else array
    if not totals:
        return Sums(found)
    numbers, of, at = r.array(TOTALS), {}, 0
    for name, is_vector in declared:
        of[name] = numbers[at : at + self.dims] if is_vector else numbers[at]
        at += self.dims if is_vector else 1
    return Sums(found, of)


def _place(cloud: Cloud, function: Function) -> tuple[Context, _core.Cloud]:
    """Where the sums are computed: where the cloud is, but on a device if the function needs one, and none was named."""
    if function.source is None or cloud.context.kind != "host":
        return cloud.context, cloud._core
    context = device_for_source(cloud._is_chosen)
    if cloud._on_device is None or cloud._on_device[0] is not context:
        cloud._on_device = (context, _core.make_cloud(context._core, *cloud._points_and_box()))
    return cloud._on_device


def _of_type(cloud: Cloud, x: npt.ArrayLike, name: str) -> Array:
    return real_array(x, name, 1).astype(cloud.dtype, copy=False)


def _fields(cloud: Cloud, given: Mapping[str, npt.ArrayLike] | None, what: str, n: int) -> dict[str, Array]:
    numbers = by_name(given, what, "numbers of points").items()
    return {name: numbers_of_points(x, f'{what}["{name}"]', n, cloud.dtype) for name, x in numbers}
