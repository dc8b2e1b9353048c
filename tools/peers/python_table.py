# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Times calls of nearfield from Python beside those of other packages, and prints a table in Markdown:

    python tools/peers/python_table.py [--seconds S] [--threads N] [ROW ...]

Peers that are not installed are left out.  Each figure is the median of calls that take turns with those of the peers, in
milliseconds, with all that a call takes from arrays of NumPy to arrays of NumPy.  A row is refused if the packages do not find
the same.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

Call = Callable[[], Any]
Row = tuple[str, dict[str, Call], Callable[[Any], int]]

DENSITY = 0.1  # atoms in a cubic angstrom: a dense liquid
CUTOFF = 5.0


def has(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def liquid(n: int) -> tuple[np.ndarray, float]:
    edge = (n / DENSITY) ** (1 / 3)
    return np.random.default_rng(n).random((n, 3)) * edge, edge


# ---- rows: the name, the calls by package, and the number of results of an answer --------------------------------------


def neighbor_lists(n: int) -> Row:
    """All neighbours within 5 angstrom of atoms in a periodic cube: i, j, S, d and D."""
    import nearfield

    positions, edge = liquid(n)
    cell = np.eye(3) * edge
    calls: dict[str, Call] = {
        "nearfield": lambda: nearfield.neighbor_list(
            "ijSdD", positions=positions, cell=cell, pbc=True, cutoff=CUTOFF, backend=backend
        )
    }
    if has("ase"):
        import ase

        atoms = ase.Atoms("H" * n, positions=positions, cell=cell, pbc=True)
    if has("vesin"):
        import vesin

        found = vesin.NeighborList(cutoff=CUTOFF, full_list=True)
        calls["vesin"] = lambda: found.compute(points=positions, box=cell, periodic=True, quantities="ijSdD")
    if has("matscipy") and has("ase"):
        from matscipy.neighbours import neighbour_list as matscipy_list

        calls["matscipy"] = lambda: matscipy_list("ijSdD", atoms, CUTOFF)
    if has("ase") and n <= 4096:
        from ase.neighborlist import neighbor_list as ase_list

        calls["ASE"] = lambda: ase_list("ijSdD", atoms, CUTOFF)
    return f"neighbour list, {n:,} atoms", calls, lambda found: len(found[0])


def freud_lists(n: int) -> Row:
    """All neighbours within 5 angstrom, sorted, in single precision: indices, distances and vectors."""
    import nearfield

    positions, edge = liquid(n)
    points = (positions - edge / 2).astype(np.float32)
    calls: dict[str, Call] = {
        "nearfield": lambda: nearfield.lists(points, CUTOFF, "dD", box=edge, sorted=True, backend=backend),
    }
    if has("freud"):
        import freud

        freud.set_num_threads(threads)
        box = freud.box.Box.cube(edge)

        def ask() -> Any:
            query = freud.locality.AABBQuery(box, points).query(points, {"r_max": CUTOFF, "exclude_ii": True})
            return query.toNeighborList()

        calls["freud"] = ask
    return f"sorted lists, {n:,} points, single", calls, lambda found: len(found.distances)


def nearest(n: int, dtype: type) -> Row:
    """The 8 nearest neighbours of points in a cube: distances and indices."""
    import nearfield

    points = np.random.default_rng(n).random((n, 3)).astype(dtype)
    calls: dict[str, Call] = {"nearfield": lambda: nearfield.knn(points, 8, backend=backend).indices}
    if has("scipy"):
        from scipy.spatial import KDTree

        calls["SciPy"] = lambda: KDTree(points).query(points, 9, workers=threads)[1][:, 1:]
    if has("pykdtree"):
        from pykdtree.kdtree import KDTree as pykdtree

        calls["pykdtree"] = lambda: pykdtree(points).query(points, 9)[1][:, 1:]
    if has("sklearn") and n <= 100_000:
        from sklearn.neighbors import NearestNeighbors

        calls["scikit-learn"] = lambda: NearestNeighbors(n_neighbors=8, n_jobs=threads).fit(points).kneighbors()[1]
    precision = "double" if dtype is np.float64 else "single"
    return f"8 nearest, {n:,} points, {precision}", calls, lambda found: int(found.sum())


def pairs(n: int) -> Row:
    """All pairs of points in a cube that have 24 neighbours each."""
    import nearfield

    points = np.random.default_rng(n).random((n, 3))
    radius = (24 / n / (4 / 3 * np.pi)) ** (1 / 3)
    calls: dict[str, Call] = {"nearfield": lambda: nearfield.pairs(points, radius, backend=backend).pairs}
    if has("scipy"):
        from scipy.spatial import KDTree

        calls["SciPy"] = lambda: KDTree(points).query_pairs(radius, output_type="ndarray")
    return f"pairs, {n:,} points", calls, len


def clusters(n: int) -> Row:
    """DBSCAN of points in a square."""
    import nearfield

    points = np.random.default_rng(n).random((n, 2))
    eps = (6 / n / np.pi) ** 0.5
    calls: dict[str, Call] = {"nearfield": lambda: nearfield.dbscan(points, eps, 5, backend=backend).labels}
    if has("sklearn"):
        from sklearn.cluster import DBSCAN

        calls["scikit-learn"] = lambda: DBSCAN(eps=eps, min_samples=5, n_jobs=threads).fit(points).labels_
    return f"DBSCAN, {n:,} points", calls, lambda labels: int(labels.max()) + 1


def friends(n: int) -> Row:
    """Groups of friends of friends in a periodic cube, by a linking length of .6 mean spacings."""
    import nearfield

    points = np.random.default_rng(n).random((n, 3))
    length = 0.6 * n ** (-1 / 3)
    calls: dict[str, Call] = {"nearfield": lambda: nearfield.fof(points, length, box=1.0, backend=backend).n_groups}
    if has("scipy"):
        from scipy.sparse import coo_matrix
        from scipy.sparse.csgraph import connected_components
        from scipy.spatial import KDTree

        def ask() -> int:
            found = KDTree(points, boxsize=1.0).query_pairs(length, output_type="ndarray")
            graph = coo_matrix((np.ones(len(found), bool), (found[:, 0], found[:, 1])), shape=(n, n))
            return int(connected_components(graph, directed=False)[0])

        calls["SciPy"] = ask
    return f"groups, {n:,} points", calls, int


def distribution(n: int) -> Row:
    """The radial distribution function of a liquid up to 10 angstrom, in 100 bins."""
    import nearfield

    positions, edge = liquid(n)
    points = (positions - edge / 2).astype(np.float32)
    calls: dict[str, Call] = {"nearfield": lambda: nearfield.rdf(points, 10.0, 100, box=edge, backend=backend).counts}
    if has("freud"):
        import freud

        freud.set_num_threads(threads)
        box = freud.box.Box.cube(edge)
        calls["freud"] = lambda: freud.density.RDF(100, 10.0).compute((box, points)).bin_counts // 2
    return f"g(r), {n:,} points, single", calls, lambda counts: int(counts.sum())


ROWS: dict[str, list[Callable[[], Row]]] = {
    "lists": [lambda n=n: neighbor_lists(n) for n in (8, 64, 512, 4096, 32768, 131072)],
    "sorted": [lambda n=n: freud_lists(n) for n in (4096, 131072)],
    "knn": [
        lambda n=n, t=t: nearest(n, t) for n, t in ((1000, np.float64), (100_000, np.float64), (1_000_000, np.float32))
    ],
    "pairs": [lambda n=n: pairs(n) for n in (1000, 100_000, 1_000_000)],
    "dbscan": [lambda n=n: clusters(n) for n in (1000, 100_000)],
    "groups": [lambda n=n: friends(n) for n in (100_000, 1_000_000)],
    "rdf": [lambda n=n: distribution(n) for n in (4096, 32768)],
}

# ---- measuring -----------------------------------------------------------------------------------------------------------


def measure(calls: dict[str, Call], seconds: float) -> dict[str, float]:
    """The median of each call in milliseconds; small calls are repeated, so that the clock does not matter."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    repeats = {}
    for name, call in calls.items():
        call()
        start = time.perf_counter()
        call()
        repeats[name] = max(1, int(0.002 / max(time.perf_counter() - start, 1e-6)))
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times["nearfield"]) < 3:
        for name, call in calls.items():
            start = time.perf_counter()
            for _ in range(repeats[name]):
                call()
            times[name].append((time.perf_counter() - start) / repeats[name] * 1e3)
    return {name: statistics.median(t) for name, t in times.items()}


def shown(ms: float) -> str:
    return f"{ms:.3f}" if ms < 1 else f"{ms:.2f}" if ms < 10 else f"{ms:.1f}" if ms < 100 else f"{ms:,.0f}"


def main() -> int:
    global threads, backend
    parser = argparse.ArgumentParser(description="Times nearfield beside other packages for Python.")
    parser.add_argument("rows", nargs="*", metavar="ROW", help="only these: " + ", ".join(ROWS))
    parser.add_argument("--seconds", type=float, default=3.0, help="for each row (3)")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="of packages that take them")
    options = parser.parse_args()
    unknown = [row for row in options.rows if row not in ROWS]
    if unknown:
        parser.error(f'there is no row "{unknown[0]}": there are {", ".join(ROWS)}')
    threads = options.threads

    import nearfield

    backend = nearfield.Context("host", threads=threads)

    table: list[tuple[str, dict[str, float]]] = []
    for name in options.rows or ROWS:
        for make in ROWS[name]:
            title, calls, count = make()
            found = {package: count(call()) for package, call in calls.items()}
            if max(found.values()) - min(found.values()) > 1e-5 * max(
                found.values()
            ):  # the bins of freud round in single
                raise SystemExit(f"{title}: the packages do not find the same: {found}")
            table.append((title, measure(calls, options.seconds)))
            print(title, {k: round(v, 4) for k, v in table[-1][1].items()}, flush=True)
    packages = list(dict.fromkeys(package for _, times in table for package in times))
    print(f"\n{platform.processor() or platform.machine()}, {threads} threads, nearfield on the host\n")
    print("| ms | " + " | ".join(packages) + " |\n| --- |" + " ---: |" * len(packages))
    for title, times in table:
        first = min(times, key=lambda package: times[package])
        cells = [
            ("**" + shown(times[p]) + "**" if p == first else shown(times[p])) if p in times else "" for p in packages
        ]
        print(f"| {title} | " + " | ".join(cells) + " |")
    behind = [title for title, times in table if times["nearfield"] > min(times.values())]
    if behind:
        print("\nnearfield is not the first in: " + "; ".join(behind))
    return 0


threads = 1
backend: Any = None
if __name__ == "__main__":
    raise SystemExit(main())
