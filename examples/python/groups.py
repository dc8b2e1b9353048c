# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Groups of a snapshot: friends of friends in a periodic box, their catalogue, and a picture.

python groups.py                        a snapshot that is made here: clusters of points, and points without order
python groups.py points.npy --box 1.0   an array of NumPy, (n, 3)
python groups.py --picture groups.png   draws the largest groups, if Matplotlib is there
"""

from __future__ import annotations

import argparse

import nearfield as nf
import numpy as np


def snapshot(clusters: int = 12, members: int = 800, others: int = 8000) -> np.ndarray:
    """Clusters whose density falls as 1 / r^2, in a periodic box of edge 1; the first lies across its faces."""
    rng = np.random.default_rng(1)
    centres = rng.random((clusters, 3))
    centres[0] = 0
    radii = 0.03 * rng.random((clusters, members, 1))
    ways = rng.normal(size=(clusters, members, 3))
    ways /= np.linalg.norm(ways, axis=2, keepdims=True)
    return np.concatenate(((centres[:, None] + radii * ways).reshape(-1, 3), rng.random((others, 3)))) % 1.0


def run(
    points: np.ndarray | None = None, box: float = 1.0, link: float = 0.2, picture: str | None = None
) -> tuple[nf.Groups, nf.Catalogue]:
    """The groups of points that are linked by less than `link` mean spacings, and the catalogue of the larger ones."""
    if points is None:
        points = snapshot()
    cloud = nf.Cloud(points, box)
    groups = cloud.fof(link, in_spacings=True)
    catalogue = cloud.catalogue(groups.labels, min_members=32, linking_length=link, in_spacings=True)
    if picture:
        draw(points, catalogue, picture)
    return groups, catalogue


def draw(points: np.ndarray, catalogue: nf.Catalogue, path: str) -> None:
    from matplotlib.figure import Figure

    axes = (figure := Figure(figsize=(6, 6))).add_subplot(aspect="equal")
    axes.scatter(*points[:, :2].T, s=0.5, color="lightgrey")
    for first, end in zip(catalogue.offsets[:20], catalogue.offsets[1:]):
        axes.scatter(*points[catalogue.order[first:end], :2].T, s=1.0)
    figure.savefig(path, dpi=150)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", nargs="?", help="an array of NumPy, (n, 3)")
    parser.add_argument("--box", type=float, default=1.0, help="the edge of the periodic box (1)")
    parser.add_argument("--link", type=float, default=0.2, help="the linking length in mean spacings (0.2)")
    parser.add_argument("--picture", help="the file of a picture")
    given = parser.parse_args()
    groups, catalogue = run(np.load(given.path) if given.path else None, given.box, given.link, given.picture)
    print(f"{groups.n_groups} groups, {len(catalogue.members)} of at least 32 points:")
    for row in zip(catalogue.members[:10], catalogue.centres, catalogue.inertia_radii):
        print("{:6d} points around {}, their radius is {:.4f}".format(row[0], row[1].round(3), row[2]))


if __name__ == "__main__":
    main()
