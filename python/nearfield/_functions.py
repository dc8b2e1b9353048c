# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Each question as one call, for points that are asked once.

The functions are made of the methods of `Cloud`: their parameters are those of the method and some of the cloud's.
Type checkers read `_functions.pyi`, which `tests/python/test_signatures.py` writes.
"""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

from ._cloud import Cloud

if TYPE_CHECKING:
    from collections.abc import Callable

_SPACE = ("box", "periodic")
_SYSTEMS = ("types", "batch_ptr", "batch_idx", "cutoffs")


def _sections(doc: str | None) -> tuple[str, str, str]:
    """A docstring before its parameters, the parameters, and what follows them."""
    before, title, rest = inspect.cleandoc(doc or "").partition("Parameters\n----------\n")
    parameters, underline, after = rest.partition("\n\n")
    return (before, parameters, underline + after) if title else (before + "\n\n", "", "")


def _entries(parameters: str) -> list[str]:
    """What a docstring says of each parameter, or of several together."""
    return re.split(r"\n(?=\S)", parameters) if parameters else []


def _one_call(method: Callable[..., Any], of_cloud: tuple[str, ...], examples: str) -> Callable[..., Any]:
    """The function that makes a cloud with the parameters `of_cloud` and calls the method."""
    names = (*of_cloud, "backend")

    def call(points: Any, *args: Any, **options: Any) -> Any:
        own = {name: options.pop(name) for name in names if name in options}
        return method(Cloud._once(points, **own), *args, **options)

    cloud, asked = inspect.signature(Cloud), inspect.signature(method)
    options = [p.replace(kind=p.KEYWORD_ONLY) for name, p in cloud.parameters.items() if name in names]
    parameters = [cloud.parameters["points"], *list(asked.parameters.values())[1:]]
    first = [p for p in parameters if p.kind is not p.KEYWORD_ONLY]
    others = [p for p in parameters if p.kind is p.KEYWORD_ONLY]
    merged = asked.replace(parameters=[*first, *options[:-1], *others, options[-1]])

    call.__name__ = call.__qualname__ = method.__name__
    call.__signature__ = merged  # type: ignore[attr-defined]
    if not method.__doc__:  # python -OO
        return call
    before, own_words, after = _sections(method.__doc__)
    place = {name: k for k, name in enumerate(merged.parameters)}
    words = {entry.partition(" ")[0].strip(","): entry for entry in _entries(_sections(Cloud.__doc__)[1])}
    words = {name: words[name] for name in ("points", *names)}
    words.update({entry.partition(" ")[0].strip(","): entry for entry in _entries(own_words)})
    listed = "\n".join(words[name] for name in sorted(words, key=lambda name: place[name]))
    shown = f"Examples\n--------\n>>> import nearfield, numpy as np\n{inspect.cleandoc(examples)}\n"
    call.__doc__ = f"{before}Parameters\n----------\n{listed}{after}\n\n{shown}"
    return call


pairs = _one_call(
    Cloud.pairs,
    _SPACE + _SYSTEMS,
    """
    >>> found = nearfield.pairs(np.array([[0.0, 0, 0], [3, 4, 0], [9, 9, 9]]), 6.0, "d")
    >>> found.pairs, found.distances
    (array([[0, 1]], dtype=int32), array([5.]))
    >>> found
    Pairs(pairs=int32(1, 2), distances=float64(1,))
    >>> nearfield.pairs([[0.0], [1.0], [1.5]], 0, types=["Na", "Cl", "Cl"], type_cutoffs={("Na", "Cl"): 1.2}).pairs
    array([[0, 1]], dtype=int32)
    """,
)
lists = _one_call(
    Cloud.lists,
    _SPACE + _SYSTEMS,
    """
    >>> found = nearfield.lists(np.array([[0.0], [1.0], [1.5], [9.0]]), 1.2)
    >>> [found.indices[a:b].tolist() for a, b in zip(found.offsets, found.offsets[1:])]
    [[1], [0, 2], [1], []]
    """,
)
count = _one_call(
    Cloud.count,
    _SPACE + _SYSTEMS,
    """
    >>> nearfield.count(np.array([[0.0], [1.0], [1.5], [9.0]]), 1.2)
    array([1, 2, 1, 0])
    """,
)
coordination = _one_call(
    Cloud.coordination,
    _SPACE + _SYSTEMS,
    """
    >>> nearfield.coordination([[0.0], [1.0], [1.5]], 1.2, types=["Na", "Cl", "Cl"])  # columns: Cl, Na
    array([[1, 0],
           [1, 1],
           [1, 0]])
    """,
)
histogram = _one_call(
    Cloud.histogram,
    _SPACE + _SYSTEMS,
    """
    >>> nearfield.histogram(np.array([[0.0], [1.0], [3.0]]), 4.0, 4).tolist()
    [0, 1, 1, 1]
    """,
)
knn = _one_call(
    Cloud.knn,
    _SPACE,
    """
    >>> nearfield.knn(np.array([[0.0], [1.0], [4.0]]), 1).indices.tolist()
    [[1], [0], [1]]
    """,
)
fof = _one_call(
    Cloud.fof,
    _SPACE,
    """
    >>> nearfield.fof(np.array([[0.0], [1.0], [5.0], [1.5]]), 1.2).labels.tolist()
    [0, 0, 1, 0]
    """,
)
dbscan = _one_call(
    Cloud.dbscan,
    _SPACE,
    """
    >>> nearfield.dbscan(np.array([[0.0], [1.0], [2.0], [9.0]]), 1.5, 3).labels.tolist()
    [0, 0, 0, -1]
    """,
)
catalogue = _one_call(
    Cloud.catalogue,
    (*_SPACE, "origin"),
    """
    >>> found = nearfield.catalogue(np.array([[0.0], [1.0], [5.0]]), [7, 7, 3])
    >>> found.labels.tolist(), found.centres.tolist()
    ([7, 3], [[0.5], [5.0]])
    """,
)
interact = _one_call(
    Cloud.interact,
    _SPACE + _SYSTEMS,
    """
    >>> found = nearfield.interact(np.array([[0.0], [1.2]]), 3.0, "lennard-jones", parameters={"sigma": 1.0}, totals=True)
    >>> found
    Sums(forces=float64(2, 1), energies=float64(2,), virials=float64(2,))
    >>> bool(found.totals["energies"] == found["energies"].sum())
    True
    """,
)
zsort = _one_call(
    Cloud.zsort,
    (),
    """
    >>> nearfield.zsort(np.array([[3.0, 3.0], [0.0, 0.0], [1.0, 0.0]])).tolist()
    [1, 2, 0]
    """,
)
