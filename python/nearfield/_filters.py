# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Types of points, also by names, and what pairs meet beside the cutoff."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arguments import as_array, numbers_of_points, real, real_array, shown, whole_array

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._arguments import Array, TypeCutoffsLike

_RULES: dict[str, int] = {"query": 0, "sum": 1, "larger": 2}


@dataclass(frozen=True, eq=False)
class Types:
    """The type of each point as a number, and the names of the numbers if types were given by names."""

    numbers: Array  #: (n,), int32
    names: tuple[str, ...] | None

    @property
    def count(self) -> int:
        """How many types there are: the names, or one more than the largest number."""
        return len(self.names) if self.names is not None else int(self.numbers.max(initial=-1)) + 1


def types_of(given: Any, n: int, what: str, of_cloud: Types | None = None) -> Types:
    """Types by number, or by name in alphabetical order.  Names that those of the cloud lack follow these."""
    if isinstance(given, Types):
        if len(given.numbers) != n:
            raise ValueError(f"{what}: there are {len(given.numbers)} types, and {n} points: give types")
        return given
    a = as_array(given, what)
    has_names = a.dtype.kind in "SUTO"
    if of_cloud is not None and n and has_names != (of_cloud.names is not None):
        form = "names" if of_cloud.names is not None else "numbers"
        raise TypeError(f"{what}: the type is {a.dtype}, and the types of the points are {form}: give {form}")
    names = None if of_cloud is None else of_cloud.names
    if not has_names:
        return Types(whole_array(a, what, np.int32, n), names)
    if a.shape != (n,):
        raise ValueError(f"{what}: the shape is {a.shape}, and ({n},) is needed")
    if a.dtype.kind == "O" and not all(isinstance(t, str) for t in a):
        raise TypeError(f"{what}: give whole numbers, or names as strings")
    own, numbers = np.unique(a.astype(str), return_inverse=True)
    known = list(names or ())
    known += [str(name) for name in own if str(name) not in known]
    number_of = np.array([known.index(str(name)) for name in own], np.int32)
    return Types(number_of[numbers.reshape(-1)], tuple(known))


def _table_of(given: TypeCutoffsLike, types: Types | None) -> Array:
    """The cutoffs of pairs of types as a matrix.  Types that a dict does not name are no pairs; it names no others."""
    if not hasattr(given, "items"):
        shape = np.shape(given)
        if len(shape) != 2 or shape[0] != shape[1]:
            raise ValueError(f"type_cutoffs: the shape is {shape}: give a dict by pairs of types, or a square matrix")
        return np.ascontiguousarray(real_array(given, "type_cutoffs", 2), np.float64)
    if types is None:
        raise ValueError("type_cutoffs: the points have no types: give types")
    count = max(types.count, 1)
    number: dict[Any, int] = {name: k for k, name in enumerate(types.names or range(count))}
    cutoffs: dict[tuple[Any, Any], float] = {}
    table = np.zeros((count, count))
    kind, example = (str, '("Na", "Cl")') if types.names else ((int, np.integer), "(0, 1)")
    if not given and len(types.numbers):
        raise ValueError(f"type_cutoffs names no pair of types: give their cutoffs, such as {{{example}: 3.2}}")
    for pair, value in given.items():
        if not (isinstance(pair, tuple) and len(pair) == 2 and all(isinstance(t, kind) for t in pair)):
            raise TypeError(f"type_cutoffs: a key is {shown(pair)}: give a pair of types, such as {example}")
        cutoff = cutoffs[pair] = real(value, f"type_cutoffs[{pair}]")
        if cutoff != cutoff:
            raise ValueError(f"type_cutoffs[{pair}] is nan: give a number")
        if cutoffs.get(pair[::-1], cutoff) != cutoff:
            raise ValueError(f"type_cutoffs: {pair} and {pair[::-1]} have different cutoffs: give one of them")
        for of in pair:
            if of not in number:
                known = ", ".join(map(str, number)) if types.names else f"0 to {count - 1}"
                raise ValueError(
                    f"type_cutoffs: no point has the type {of!r} of the pair {pair}: the types are {known}"
                )
        a, b = number[pair[0]], number[pair[1]]
        table[a, b] = table[b, a] = cutoff
    return table


def _rows_of(exclusions: Any, rows: int) -> tuple[Array, Array]:
    if hasattr(exclusions, "tocsr"):  # a sparse matrix of SciPy
        exclusions = exclusions.tocsr()
        exclusions = (exclusions.indptr, exclusions.indices)
    if not isinstance(exclusions, (tuple, list)) or len(exclusions) != 2:
        raise TypeError(f"exclusions is {shown(exclusions)}: give (offsets, indices) or a sparse matrix of SciPy")
    offsets = whole_array(exclusions[0], "offsets of exclusions", np.uint64, rows + 1)
    return offsets, whole_array(exclusions[1], "indices of exclusions", np.int32, int(offsets[-1]))


def make_filters(
    *,
    n: int,
    dtype: Any,
    types: Types | None = None,
    query_count: int | None = None,
    min_distance: float = 0.0,
    radii: npt.ArrayLike | None = None,
    query_radii: npt.ArrayLike | None = None,
    radii_rule: str = "query",
    type_cutoffs: TypeCutoffsLike | None = None,
    exclusions: Any = None,
) -> _core.Filters | None:
    """None if there are no filters.  `types` are those by whose names or numbers a dict of cutoffs is read."""
    if not isinstance(radii_rule, str) or radii_rule not in _RULES:
        raise ValueError(f'radii_rule is {shown(radii_rule)}: give "query", "sum" or "larger"')
    least = real(min_distance, "min_distance")
    if radii is None and query_radii is None and type_cutoffs is None and exclusions is None and least == 0:
        return None
    rows = n if query_count is None else query_count
    offsets, indices = (None, None) if exclusions is None else _rows_of(exclusions, rows)
    return _core.Filters(
        least,
        None if radii is None else numbers_of_points(radii, "radii", n, dtype),
        None if query_radii is None else numbers_of_points(query_radii, "query_radii", rows, dtype),
        0 if radii is None and query_radii is None else _RULES[radii_rule],
        None if type_cutoffs is None else _table_of(type_cutoffs, types),
        offsets,
        indices,
    )
