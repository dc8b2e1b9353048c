# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""A program of a user, which mypy and pyright check in strict mode beside the installed package (tools/lanes/python)."""

from __future__ import annotations

from typing import Any

import nearfield
import numpy as np
import numpy.typing as npt
from nearfield.scipy import KDTree

Array = npt.NDArray[Any]


def pairs(points: Array) -> tuple[Array, Array]:
    found = nearfield.pairs(points, 0.5, "d", box=1.0, periodic=True)
    assert found.distances is not None
    return found.pairs, found.distances


def neighbours(points: Array) -> list[Array]:
    cloud = nearfield.Cloud(points, np.eye(3), [True, True, False], backend=nearfield.Context("host"))
    found: nearfield.Lists = cloud.lists(0.5, index_dtype=np.int64)
    return [found.indices[a:b] for a, b in zip(found.offsets, found.offsets[1:])]


def groups(points: Array) -> int:
    found = nearfield.fof(points, 0.1)
    sizes: nearfield.Catalogue = nearfield.catalogue(points, found.labels)
    return max(found.n_groups, len(sizes.members))


def sums(points: Array) -> dict[str, Array]:
    return nearfield.interact(points, 0.5, nearfield.Function("lennard-jones"), parameters={"sigma": 0.03})


def curve(points: Array) -> Array:
    return nearfield.rdf(points, 0.5, bins=10, box=1.0).g


def nearest(points: Array) -> Array:
    tree = KDTree(points)
    assert isinstance(tree, nearfield.KDTree)
    return nearfield.knn(points, 3, queries=points[:2]).indices


def names() -> list[str]:
    return [str(device["name"]) for device in nearfield.devices()] + nearfield.function_names()


def where(points: Array) -> str:
    try:
        return nearfield.explain(len(points), backend="host")
    except nearfield.DeviceError as error:
        return str(error)


if __name__ == "__main__":
    x = np.random.default_rng(0).random((100, 3))
    print(pairs(x), neighbours(x), groups(x), sums(x), curve(x), nearest(x), names(), where(x), nearfield.__version__)
