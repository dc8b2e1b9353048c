# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The radial distribution of water: g(r) of oxygen and hydrogen, without the pairs of one molecule.

python water_rdf.py                   cubic ice, whose atoms are displaced as at some temperature
python water_rdf.py water.xyz         a file that ASE reads: O, H, H of each molecule, and a cell
python water_rdf.py --picture g.png   draws it, if Matplotlib is there
"""

from __future__ import annotations

import argparse

import nearfield as nf
import numpy as np


def ice(side: int, displacement: float) -> tuple[np.ndarray, np.ndarray]:
    """Positions of O, H, H of 8 side^3 molecules, and the cell: cubic ice, in A."""
    a, bond = 6.36, 1.0
    first = a * np.array([[0, 0, 0], [0, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 0.5, 0]])
    towards = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / np.sqrt(3)
    # An oxygen has four neighbours; it gives its hydrogens to two of them, and has those of the other two.
    molecules = [np.stack((o, o + bond * towards[0], o + bond * towards[1])) for o in first]
    molecules += [np.stack((o, o - bond * towards[2], o - bond * towards[3])) for o in first + a / 4]
    cells = a * np.stack(np.meshgrid(*[np.arange(side)] * 3, indexing="ij"), axis=-1).reshape(-1, 1, 3)
    x = (cells + np.concatenate(molecules)).reshape(-1, 3)
    return x + np.random.default_rng(1).normal(scale=displacement, size=x.shape), a * side * np.eye(3)


def run(
    path: str | None = None, side: int = 4, displacement: float = 0.1, picture: str | None = None
) -> tuple[nf.RDF, float, float]:
    """g(r), and of oxygen the place of its first maximum, and the number of neighbours within 3.5 A."""
    if path is None:
        x, cell = ice(side, displacement)
    else:
        from ase.io import read

        atoms = read(path)
        x, cell = atoms.positions, atoms.cell.array
    n = len(x)
    types = np.arange(n) % 3 != 0  # 0: oxygen, 1: hydrogen
    # The pairs of a molecule are left out: row p has the first and the last atom of that of p, and those between.
    exclusions = (np.arange(n + 1) * 3, (np.arange(n)[:, None] // 3 * 3 + np.arange(3)).ravel())
    found = nf.rdf(x, cell.diagonal().min() / 2, 200, box=cell, types=types.astype(int), exclusions=exclusions)
    oxygen = x[::3]
    neighbours = float(nf.Cloud(oxygen, cell).count(3.5).mean())
    if picture:
        draw(found, picture)
    return found, float(found.r[found.g[0, 0, found.r < 3.5].argmax()]), neighbours


def draw(found: nf.RDF, path: str) -> None:
    from matplotlib.figure import Figure

    axes = (figure := Figure(figsize=(6, 4))).add_subplot(xlabel="r / A", ylabel="g(r)")
    for a, b, name in ((0, 0, "O-O"), (0, 1, "O-H"), (1, 1, "H-H")):
        axes.plot(found.r, found.g[a, b], label=name)
    axes.legend()
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", nargs="?", help="a file that ASE reads")
    parser.add_argument("--picture", help="the file of a picture")
    given = parser.parse_args()
    _, peak, neighbours = run(given.path, picture=given.picture)
    print(f"g(r) of oxygen has its first maximum at {peak:.2f} A; an oxygen has {neighbours:.2f} others within 3.5 A")


if __name__ == "__main__":
    main()
