# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Pair functions, whose sums over neighbours are computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from ._arguments import shown
from ._context import _open_loader

if TYPE_CHECKING:
    from ._context import Context


def function_names() -> list[str]:
    """The pair functions that come with the library, for `interact`.

    Examples
    --------
    >>> import nearfield
    >>> "lennard-jones" in nearfield.function_names()
    True
    """
    _open_loader()
    return _core.function_names()


class Function:
    """A pair function: one that comes with the library by its `name`, or the text of one in OpenCL C.

    Parameters
    ----------
    name : str, optional
        The name of a function of the library (`function_names`).
    source : str, optional
        The text of a function, as docs/embedding.md of the library describes it.  A device is needed to compute it.
    file : str, optional
        The name of the source in messages.

    Examples
    --------
    The inverse distances to all neighbours, for ``cloud.interact(cutoff, inverse)["inverses"]``:

    >>> import nearfield
    >>> inverse = nearfield.Function(source='''
    ... #pragma nearfield radial
    ... #pragma nearfield sum inverses scalar even
    ... static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {
    ...     to->inverses += inverse_root(d2);
    ...     return 0;
    ... }
    ... ''')
    """

    def __init__(self, name: str | None = None, *, source: str | None = None, file: str | None = None) -> None:
        if (name is None) == (source is None):
            raise ValueError("give the name of a function or a source, not both")
        for value, what in ((name, "name"), (source, "source"), (file, "file")):
            if not isinstance(value, (str, type(None))):
                raise TypeError(f"{what} is {shown(value)}: give a string")
        self.name, self.source, self.file = name, source, file
        self._made: dict[int, tuple[Context, _core.Function]] = {}

    def of(self, context: Context) -> _core.Function:
        """The function in a context, where it is built once."""
        made = self._made.get(id(context))
        if made is None or made[0] is not context or context._core.is_forked:
            made = (context, _core.make_function(context._core, self.name, self.source, self.file))
            self._made[id(context)] = made
        return made[1]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_make_function, (self.name, self.source, self.file))


def _make_function(name: str | None, source: str | None, file: str | None) -> Function:
    return Function(name, source=source, file=file)
