# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Neighbour search in point clouds, on any OpenCL device or on the processor alone."""

from __future__ import annotations

from . import _core
from ._answers import RDF, Catalogue, Groups, Lists, Neighbors, Pairs, Sums
from ._cloud import Cloud
from ._context import Context, DeviceError, devices, explain, trim
from ._function import Function, function_names
from ._functions import (
    catalogue,
    coordination,
    count,
    dbscan,
    fof,
    histogram,
    interact,
    knn,
    lists,
    pairs,
    zsort,
)
from ._rdf import rdf
from .ase import neighbor_list
from .scipy import KDTree
from .vesin import NeighborList

__version__ = _core.version()

__all__ = [
    "RDF",
    "Catalogue",
    "Cloud",
    "Context",
    "DeviceError",
    "Function",
    "Groups",
    "KDTree",
    "Lists",
    "NeighborList",
    "Neighbors",
    "Pairs",
    "Sums",
    "catalogue",
    "coordination",
    "count",
    "dbscan",
    "devices",
    "explain",
    "fof",
    "function_names",
    "histogram",
    "interact",
    "knn",
    "lists",
    "neighbor_list",
    "pairs",
    "rdf",
    "trim",
    "zsort",
]
