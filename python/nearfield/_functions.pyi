# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# tests/python/test_signatures.py writes this file from the signatures of the functions.
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ._answers import Catalogue, Groups, Lists, Neighbors, Pairs, Sums
from ._arguments import Array, BoxLike, PeriodicLike, RadiiRule, TypeCutoffsLike
from ._context import Backend
from ._function import Function

def pairs(
    points: npt.ArrayLike,
    cutoff: float,
    quantities: str = "",
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    types: npt.ArrayLike | None = None,
    batch_ptr: npt.ArrayLike | None = None,
    batch_idx: npt.ArrayLike | None = None,
    cutoffs: npt.ArrayLike | None = None,
    sorted: bool = False,
    index_dtype: npt.DTypeLike = np.int32,
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
    backend: Backend = None,
) -> Pairs:
    """All pairs of points closer than `cutoff`, each once."""

def lists(
    points: npt.ArrayLike,
    cutoff: float,
    quantities: str = "",
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    types: npt.ArrayLike | None = None,
    batch_ptr: npt.ArrayLike | None = None,
    batch_idx: npt.ArrayLike | None = None,
    cutoffs: npt.ArrayLike | None = None,
    half: bool = False,
    sorted: bool = False,
    skin: float = 0.0,
    index_dtype: npt.DTypeLike = np.int32,
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
    backend: Backend = None,
) -> Lists:
    """The neighbours of every point, or of every query point: the points closer than `cutoff`."""

def count(
    points: npt.ArrayLike,
    cutoff: float,
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    types: npt.ArrayLike | None = None,
    batch_ptr: npt.ArrayLike | None = None,
    batch_idx: npt.ArrayLike | None = None,
    cutoffs: npt.ArrayLike | None = None,
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
    backend: Backend = None,
) -> Array:
    """The number of neighbours of every point, or of every query point."""

def coordination(
    points: npt.ArrayLike,
    cutoff: float,
    type_count: int | None = None,
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    types: npt.ArrayLike | None = None,
    batch_ptr: npt.ArrayLike | None = None,
    batch_idx: npt.ArrayLike | None = None,
    cutoffs: npt.ArrayLike | None = None,
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
    backend: Backend = None,
) -> Array:
    """The number of neighbours of each type that every point has, or every query point; the points have types."""

def histogram(
    points: npt.ArrayLike,
    cutoff: float = 0.0,
    bins: int | npt.ArrayLike = 100,
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    types: npt.ArrayLike | None = None,
    batch_ptr: npt.ArrayLike | None = None,
    batch_idx: npt.ArrayLike | None = None,
    cutoffs: npt.ArrayLike | None = None,
    type_count: int = 0,
    weights: npt.ArrayLike | None = None,
    query_weights: npt.ArrayLike | None = None,
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
    backend: Backend = None,
) -> Array:
    """Counts the pairs closer than `cutoff` by their distance."""

def knn(
    points: npt.ArrayLike,
    k: int,
    quantities: str = "",
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    queries: npt.ArrayLike | None = None,
    include_self: bool = False,
    max_distance: float | None = None,
    index_dtype: npt.DTypeLike = np.int32,
    backend: Backend = None,
) -> Neighbors:
    """The `k` nearest neighbours of every point, or of every query point, exactly."""

def fof(
    points: npt.ArrayLike,
    linking_length: float,
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    in_spacings: bool = False,
    backend: Backend = None,
) -> Groups:
    """Groups of friends of friends: points that are connected by links shorter than `linking_length`."""

def dbscan(
    points: npt.ArrayLike,
    eps: float,
    min_points: int = 5,
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    backend: Backend = None,
) -> Groups:
    """Groups of dense points, DBSCAN: points that are connected through core points."""

def catalogue(
    points: npt.ArrayLike,
    labels: npt.ArrayLike,
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    origin: npt.ArrayLike | None = None,
    min_members: int = 1,
    weights: npt.ArrayLike | None = None,
    velocities: npt.ArrayLike | None = None,
    linking_length: float = 0.0,
    in_spacings: bool = False,
    backend: Backend = None,
) -> Catalogue:
    """What groups measure, from the largest on."""

def interact(
    points: npt.ArrayLike,
    cutoff: float,
    function: str | Function,
    *,
    box: BoxLike = None,
    periodic: PeriodicLike = None,
    types: npt.ArrayLike | None = None,
    batch_ptr: npt.ArrayLike | None = None,
    batch_idx: npt.ArrayLike | None = None,
    cutoffs: npt.ArrayLike | None = None,
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
    backend: Backend = None,
) -> Sums:
    """Sums a pair function over the neighbours of every point, or of every query point."""

def zsort(
    points: npt.ArrayLike,
    *,
    backend: Backend = None,
) -> Array:
    """The order of the points along the z-order curve, by all bits of their coordinates: (n,), int32."""
