# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The normals of a scan: points on a torus with the noise of a scanner, and some that are nowhere near it.

python scan_normals.py                   a scan that is made here
python scan_normals.py scan.npy          an array of NumPy, (n, 3), that was scanned from the origin
python scan_normals.py --out normals.npy writes points and normals, (n, 6)
"""

from __future__ import annotations

import argparse

import numpy as np
from nearfield.pointcloud import estimate_normals, remove_statistical_outlier

CENTRE, WIDE, NARROW = np.array([0.0, 0.0, 8.0]), 2.0, 0.7


def scan(n: int = 20_000, noise: float = 0.005, wrong: int = 200) -> np.ndarray:
    """Points of the side of a torus that faces the scanner, which is at the origin."""
    rng = np.random.default_rng(1)
    u, v = rng.uniform(0, 2 * np.pi, (2, 2 * n))
    ring = np.stack((np.cos(u), np.sin(u), 0 * u), axis=1)
    normals = np.cos(v)[:, None] * ring + np.sin(v)[:, None] * [0.0, 0.0, 1.0]
    x = CENTRE + WIDE * ring + NARROW * normals
    seen = x[(normals * -x).sum(axis=1) > 0][:n]
    return np.concatenate((seen + rng.normal(scale=noise, size=seen.shape), CENTRE + rng.uniform(-3, 3, (wrong, 3))))


def true_normals(x: np.ndarray) -> np.ndarray:
    y = x - CENTRE
    ring = y * [1, 1, 0]
    normals = y - WIDE * ring / np.linalg.norm(ring, axis=1, keepdims=True)
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)


def run(points: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """The points that are kept, and their normals, towards the scanner."""
    kept, _ = remove_statistical_outlier(scan() if points is None else points, 20, 2.0)
    return kept, estimate_normals(kept, knn=30, viewpoint=[0, 0, 0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", nargs="?", help="an array of NumPy, (n, 3)")
    parser.add_argument("--out", help="the file for points and normals")
    given = parser.parse_args()
    x, normals = run(np.load(given.path) if given.path else None)
    print(f"{len(x)} points are kept")
    if not given.path:
        cosine = np.clip((normals * true_normals(x)).sum(axis=1), -1, 1)
        print(f"half of the normals are within {np.degrees(np.arccos(np.median(cosine))):.1f} degrees of the torus's")
    if given.out:
        np.save(given.out, np.concatenate((x, normals), axis=1))


if __name__ == "__main__":
    main()
