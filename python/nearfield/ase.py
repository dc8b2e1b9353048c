# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Neighbour lists with the calls of ase.neighborlist."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arguments import cell_of, periodic_bits, real, real_array, shown
from ._answers import DISTANCES, INDICES_INT64, ROWS_INT64, SHIFTS, VECTORS
from ._context import choose
from ._filters import make_filters

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._arguments import Array
    from ._context import Backend

_ARRAYS = {"i": ROWS_INT64, "j": INDICES_INT64, "S": SHIFTS, "d": DISTANCES, "D": VECTORS}
_FLAGS = {letter: 1 << number for letter, number in _ARRAYS.items()}


def _number_of(species: Any) -> int:
    if isinstance(species, str):
        from ase.data import atomic_numbers  # type: ignore[import-not-found,import-untyped,unused-ignore]

        if species not in atomic_numbers:
            raise ValueError(f'cutoff: there is no element "{species}": give symbols, such as ("Na", "Cl"), or numbers')
        return int(atomic_numbers[species])
    return int(species)


def _by_species(cutoff: Mapping[Any, float], numbers: npt.ArrayLike | None, n: int) -> tuple[Array, Array] | None:
    """The types of the atoms and the cutoff of each two; None if no cutoff is above 0."""
    if numbers is None:
        raise ValueError("cutoff: cutoffs of pairs of species need the numbers of the atoms")
    named = {}
    for pair, value in cutoff.items():
        if not (isinstance(pair, tuple) and len(pair) == 2):
            raise TypeError(f'cutoff: a key is {shown(pair)}: give a pair of species, such as ("Na", "Cl")')
        named[_number_of(pair[0]), _number_of(pair[1])] = real(value, f"cutoff[{pair}]")
    species = sorted({s for pair in named for s in pair})
    if not named or max(named.values()) <= 0:
        return None
    # One type more than species: that of all others, which have no neighbours.
    table = np.zeros((len(species) + 1, len(species) + 1))
    for (a, b), value in named.items():
        at, to = species.index(a), species.index(b)
        table[at, to] = table[to, at] = max(value, 0.0)
    types = np.searchsorted(species, np.asarray(numbers))
    types[~np.isin(numbers, species)] = len(species)
    return types.astype(np.int32).reshape(n), table


def _with_itself(found: list[Any], quantities: str, each: Array, dims: int) -> list[Any]:
    """Adds the atoms `each` as their own neighbours, before their others."""
    rows = found[quantities.index("i")]
    n = len(each)
    itself: dict[str, Array] = {
        "i": each,
        "j": each,
        "S": np.zeros((n, 3), int),
        "d": np.zeros(n),
        "D": np.zeros((n, dims)),
    }
    order = np.argsort(np.concatenate((each, rows)), kind="stable")
    return [np.concatenate((itself[q].astype(a.dtype), a))[order] for q, a in zip(quantities, found)]


def primitive_neighbor_list(
    quantities: str,
    pbc: npt.ArrayLike,
    cell: npt.ArrayLike | None,
    positions: npt.ArrayLike,
    cutoff: float | Mapping[Any, float] | npt.ArrayLike,
    numbers: npt.ArrayLike | None = None,
    self_interaction: bool = False,
    use_scaled_positions: bool = False,
    max_nbins: float = 1e6,
    *,
    half: bool = False,
    backend: Backend = None,
) -> Any:
    """As ase.neighborlist.primitive_neighbor_list; `half` gives each pair once, and `max_nbins` has no effect."""
    x = real_array(positions, "positions", 2)
    if use_scaled_positions:
        x = np.asarray(np.dot(x, np.asarray(cell, dtype=np.float64)))
    asked = quantities if not self_interaction or "i" in quantities else quantities + "i"
    if not quantities:
        raise ValueError('quantities: give at least one of the letters "ijSdD"')
    arrays = 0
    for letter in asked:
        if letter not in _FLAGS:
            raise ValueError(f'quantities: "{letter}" is none of the letters "ijSdD"')
        arrays |= _FLAGS[letter]
    n, dims = x.shape
    types = filters = None
    most = 0.0
    is_empty = False
    reaches: Any = None  # of each atom: itself is its neighbour where this is above 0
    if isinstance(cutoff, (float, int)) or (not isinstance(cutoff, Mapping) and np.ndim(cutoff) == 0):
        most = float(cutoff)  # type: ignore[arg-type]
        is_empty = most == 0
    elif isinstance(cutoff, Mapping):
        by_species = _by_species(cutoff, numbers, n)
        is_empty = by_species is None
        if by_species is not None:
            types = by_species[0]
            filters = make_filters(n=n, dtype=x.dtype, type_cutoffs=by_species[1])
            reaches = np.diag(by_species[1])[types]
    else:
        reaches = np.asarray(cutoff)
        is_empty = not np.any(reaches)
        filters = make_filters(n=n, dtype=x.dtype, radii=reaches, radii_rule="sum")
    context = choose(backend, n)
    bits = periodic_bits(pbc, dims)
    box = None
    if bits:
        vectors = cell_of(cell, dims)
        if vectors is None:
            raise ValueError("cell: the directions of pbc need a cell, and none is given")
        box = _core.Box(vectors, bits)
    if is_empty:
        x, types, filters, most = x[:0], None, None, 1.0
    cloud = _core.make_cloud(context._core, _core.Points(x, types), box)
    result = cloud.lists(most, arrays, None, filters, half)
    found: list[Any] = [result.array(_ARRAYS[q]) for q in asked]
    for at, q in enumerate(asked):
        if q == "S":
            found[at] = found[at].astype(int)
        elif q == "D":
            found[at] = found[at].reshape(-1, dims)
    if self_interaction:
        each = np.arange(0 if is_empty else n) if reaches is None else np.flatnonzero(reaches > 0)
        found = _with_itself(found, asked, each, dims)[: len(quantities)]
    return tuple(found) if len(found) > 1 else found[0]


def neighbor_list(
    quantities: str,
    a: Any = None,
    cutoff: float | Mapping[Any, float] | npt.ArrayLike = 0.0,
    self_interaction: bool = False,
    max_nbins: float = 1e6,
    *,
    positions: npt.ArrayLike | None = None,
    cell: npt.ArrayLike | None = None,
    pbc: npt.ArrayLike = False,
    numbers: npt.ArrayLike | None = None,
    half: bool = False,
    backend: Backend = None,
) -> Any:
    """The neighbours of every atom, as ase.neighborlist.neighbor_list gives them.

    Parameters
    ----------
    quantities : str
        The arrays that are returned: "i" first atom, "j" second atom, "d" distance, "D" vector from i to j, "S" shift
        of j in cell vectors: ``D = positions[j] - positions[i] + S @ cell``.  Rows are sorted by i.
    a : ase.Atoms, optional
        The atoms; or give `positions`, `cell`, `pbc` and `numbers`.
    cutoff : float, dict or array_like
        One for all; of pairs of species, by their symbols or numbers; or a radius for each atom: atoms are neighbours
        if their spheres overlap.  Atoms are neighbours if they are closer than it.
    self_interaction : bool
        Each atom is its own neighbour, too.
    half : bool
        Each pair once, in the row of the smaller index.
    backend : None, str or nearfield.Context, optional
        Where it is computed (`nearfield.explain`).

    Examples
    --------
    >>> import nearfield
    >>> i, j, d = nearfield.neighbor_list("ijd", positions=[[0, 0, 0], [0, 0, 1.5]], cutoff=2.0)
    >>> i, j, d
    (array([0, 1]), array([1, 0]), array([1.5, 1.5]))
    """
    if a is not None:
        positions, cell, pbc = a.positions, a.cell.array if hasattr(a.cell, "array") else a.cell, a.pbc
        if not isinstance(cutoff, float) and isinstance(cutoff, Mapping):
            numbers = a.numbers
    elif positions is None:
        raise ValueError("give the atoms, or their positions")
    return primitive_neighbor_list(
        quantities,
        pbc,
        cell,
        positions,
        cutoff,
        numbers,
        self_interaction,
        False,
        max_nbins,
        half=half,
        backend=backend,
    )
