# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Neighbour lists with the calls of vesin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arguments import periodic_bits, real_array
from ._answers import DISTANCES, INDICES_INT64, ROWS_INT64, SHIFTS, VECTORS
from ._context import Context, choose

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._arguments import Array
    from ._context import Backend

_PAIRS = 1 << ROWS_INT64 | 1 << INDICES_INT64
_ARRAYS = {"i": ROWS_INT64, "j": INDICES_INT64, "S": SHIFTS, "d": DISTANCES, "D": VECTORS}


class NeighborList:
    """As vesin.NeighborList: the pairs of points within a cutoff, computed again for points that move.

    Parameters
    ----------
    cutoff : float
        Points are a pair if they are closer.
    full_list : bool
        Each pair twice, as i-j and j-i.
    sorted : bool
        Pairs are sorted by i; they always are.
    algorithm : str
        "auto"; it has no effect.
    skin : float
        A list with cutoff + skin is kept, and used until a point has moved by more than half of it.
    n_threads : int
        The threads of the host; 0: as many as the process has processors.
    backend : None, str or nearfield.Context, optional
        Where it is computed (`nearfield.explain`).

    Examples
    --------
    >>> import nearfield, numpy as np
    >>> near = nearfield.NeighborList(cutoff=2.0, full_list=False)
    >>> near.compute(points=np.zeros((2, 3)) + [[0.0], [1.0]], box=np.eye(3) * 9, periodic=True, quantities="ijd")
    [array([0], dtype=uint64), array([1], dtype=uint64), array([1.73205081])]
    """

    def __init__(
        self,
        *,
        cutoff: float,
        full_list: bool,
        sorted: bool = False,
        algorithm: str = "auto",
        skin: float = 0.0,
        n_threads: int = 0,
        backend: Backend = None,
    ) -> None:
        if algorithm.lower() not in ("auto", "brute_force", "cell_list"):
            raise ValueError(f'algorithm is "{algorithm}": give "auto", "brute_force" or "cell_list"')
        if n_threads < 0:
            raise ValueError(f"n_threads is {n_threads}: give 0 or a positive number")
        self.cutoff, self.full_list, self.sorted, self.skin = float(cutoff), bool(full_list), bool(sorted), float(skin)
        self.algorithm, self.n_threads = algorithm, n_threads
        self._backend: Backend = Context("host", threads=n_threads) if n_threads and backend is None else backend
        self._cloud: _core.Cloud | None = None
        self._context: Context | None = None

    def compute(
        self,
        points: npt.ArrayLike,
        box: npt.ArrayLike,
        periodic: npt.ArrayLike,
        quantities: str = "ij",
        copy: bool = True,
    ) -> list[Any]:
        """The arrays for the letters of `quantities`: "i", "j", "P" (both), "S", "d", "D", as vesin gives them: uint64, int32, and
        the type of the points.

        They are the caller's, whatever `copy` says.  Tensors of PyTorch give tensors.
        """
        arrays = 0
        for letter in quantities:
            if letter not in "ijPSdD":
                raise ValueError(f'quantities: "{letter}" is none of the letters "ijPSdD"')
            arrays |= _PAIRS if letter == "P" else 1 << _ARRAYS[letter]
        x = real_array(points, "points", 2)
        if x.shape[1] != 3:
            raise ValueError(f"points: the shape is {x.shape}, and (n, 3) is needed")
        cell = np.ascontiguousarray(box, dtype=np.float64)
        if cell.shape != (3, 3):
            raise ValueError(f"box: the shape is {cell.shape}, and (3, 3) is needed")
        bits = periodic_bits(periodic, 3)
        of = _core.Points(x)
        domain = _core.Box(cell, bits) if bits else None
        context = choose(self._backend, len(x))
        if self._cloud is None or context is not self._context:
            self._cloud, self._context = _core.make_cloud(context._core, of, domain), context
        else:
            self._cloud.move(of, domain)
        result = self._cloud.lists(self.cutoff, arrays, None, None, not self.full_list, False, self.skin)
        found: dict[str, Array] = {}
        for letter in quantities.replace("P", "") + ("ij" if "P" in quantities else ""):
            if letter not in found:
                array = result.array(_ARRAYS[letter])
                found[letter] = array.view(np.uint64) if letter in "ij" else array
        if "P" in quantities:
            found["P"] = np.stack((found["i"], found["j"]), axis=1)
        out: list[Any] = [found[letter] for letter in quantities]
        if type(points).__module__.partition(".")[0] == "torch":
            import torch  # type: ignore[import-not-found,unused-ignore]

            out = [torch.from_numpy(a) for a in out]
        return out
