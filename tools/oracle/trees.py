#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Compares the k nearest neighbours and groups of the command with SciPy and scikit-learn.  tools/lanes/oracles installs them.

    trees.py NEARFIELD [MOST]    NEARFIELD is the command; MOST: the most points of a cloud, 100000 by default

SciPy's k-d tree finds candidates a little beyond what is asked for, as it rounds distances in its own way.  Which of them are
neighbours, and in what order, is then decided by the rule as it is written in nearfield/pairs.h, in numpy's float64, and for
neighbours also float32: indices, distances and labels must be the same.  scikit-learn's DBSCAN must have the same core points, noise and
groups of core points.
"""
import os
import subprocess
import sys
import tempfile

import numpy
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree
from sklearn.cluster import DBSCAN

MORE = 8  # candidates beyond the k-th; a row with more ties there is left out
WIDER = 1 + 1e-9
WIDER32 = 1 + 1e-5


def run(command, folder, points, *options):
    """The arrays that a call of the command writes."""
    source, result = os.path.join(folder, "points.npy"), os.path.join(folder, "result.npz")
    numpy.save(source, points)
    subprocess.run([*command, source, "-o", result, "--quiet", *options], check=True)
    with numpy.load(result) as arrays:
        return dict(arrays)


def box_options(dims, periodic):
    return ["--box", ",".join(["1"] * dims)] if periodic else []


def squares(points, own, others, periodic):
    """The squared distances of the rule, to the nearest image in a periodic unit cube."""
    return differences_squared(points[others] - points[own], periodic)


def differences_squared(apart, periodic):
    if periodic:
        apart = apart + -numpy.round(apart)
    square = apart * apart
    total = square[..., 0]
    for axis in range(1, apart.shape[-1]):
        total = total + square[..., axis]
    return total


def check_neighbours(nearfield, folder, points, k, periodic):
    n, dims = points.shape
    answer = run([nearfield, "knn"], folder, points, "--k", str(k), *box_options(dims, periodic))
    tree = cKDTree(points, boxsize=1.0 if periodic else None)
    _, found = tree.query(points, k=k + 1 + MORE, workers=-1)
    found = numpy.sort(found, axis=1)
    own = numpy.arange(n)[:, None]
    d2 = squares(points, own, found, periodic)
    d2[found == own] = numpy.inf
    order = numpy.argsort(d2, axis=1, kind="stable")
    found, d2 = numpy.take_along_axis(found, order, 1), numpy.take_along_axis(d2, order, 1)
    wider = WIDER if points.dtype == numpy.float64 else numpy.float32(WIDER32)
    judged = d2[:, k - 1] * wider < d2[:, k + MORE - 1]
    if judged.mean() < 0.5:
        raise SystemExit(f"trees.py: only {judged.mean():.0%} of the rows can be judged")
    if not numpy.array_equal(answer["indices"][judged], found[judged, :k]):
        raise SystemExit("trees.py: other neighbours than SciPy's")
    if not numpy.array_equal(answer["distances"][judged], numpy.sqrt(d2[judged, :k])):
        raise SystemExit("trees.py: other distances than those of the rule")
    return judged.mean()


def links(points, length, periodic):
    tree = cKDTree(points, boxsize=1.0 if periodic else None)
    pairs = tree.query_pairs(length * WIDER, output_type="ndarray")
    return pairs[squares(points, pairs[:, 0], pairs[:, 1], periodic) < length * length]


def smallest(pairs, n):
    """The smallest index in the component of each point."""
    graph = coo_matrix((numpy.ones(len(pairs), bool), (pairs[:, 0], pairs[:, 1])), shape=(n, n))
    count, component = connected_components(graph, directed=False)
    first = numpy.full(count, n)
    numpy.minimum.at(first, component, numpy.arange(n))
    return first[component]


def check_groups(nearfield, folder, points, length, periodic):
    answer = run([nearfield, "fof"], folder, points, "-l", repr(length), *box_options(points.shape[1], periodic))
    if not numpy.array_equal(answer["labels"], smallest(links(points, length, periodic), len(points))):
        raise SystemExit("trees.py: other groups than SciPy's")


def check_dbscan(nearfield, folder, points, length, least):
    n = len(points)
    answer = run([nearfield, "fof"], folder, points, "-l", repr(length), "--min-points", str(least), "--cores")
    theirs = DBSCAN(eps=length, min_samples=least).fit(points)
    core = numpy.zeros(n, bool)
    core[theirs.core_sample_indices_] = True
    if not numpy.array_equal(answer["cores"] != 0, core):
        raise SystemExit("trees.py: other core points than those of scikit-learn")
    if not numpy.array_equal(answer["labels"] == -1, theirs.labels_ == -1):
        raise SystemExit("trees.py: other noise than that of scikit-learn")
    pairs = links(points, length, False)
    label = numpy.where(core, smallest(pairs[core[pairs].all(axis=1)], n), n)
    both = numpy.concatenate([pairs, pairs[:, ::-1]])
    both = both[~core[both[:, 0]] & core[both[:, 1]]]  # a border point joins the core point with the smallest label
    numpy.minimum.at(label, both[:, 0], label[both[:, 1]])
    label[label == n] = -1
    if not numpy.array_equal(answer["labels"], label):
        raise SystemExit("trees.py: other labels than those of the definition")
    joined = numpy.unique(numpy.stack([theirs.labels_[core], label[core]]), axis=1).shape[1]
    if joined != len(numpy.unique(label[core])) or joined != len(numpy.unique(theirs.labels_[core])):
        raise SystemExit("trees.py: other groups of core points than those of scikit-learn")


def clouds(most):
    random = numpy.random.default_rng(4)
    yield "uniform", random.random((most, 3))
    centres = random.random((max(most // 1000, 1), 3))
    chosen = random.integers(len(centres), size=most)
    widths = random.uniform(0.002, 0.012, len(centres))[chosen, None]
    yield "blobs", (centres[chosen] + widths * random.standard_normal((most, 3))) % 1.0
    yield "uniform in 2D", random.random((most // 4, 2))
    graded = random.random((most // 4, 3)) - 0.5
    yield "graded", 0.5 + 4 * (graded * graded).sum(axis=1, keepdims=True) * graded / 3
    decades = 10.0 ** random.uniform(-6, -1, 16)[random.integers(16, size=most // 4), None]
    yield "blobs over five decades", (0.5 + decades * random.standard_normal((most // 4, 3))) % 1.0
    yield "half of the points close together", numpy.concatenate(
        [random.random((most // 8, 3)), 0.3 + 1e-5 * random.random((most // 8, 3))])


def main():
    nearfield, most = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100000
    with tempfile.TemporaryDirectory() as folder:
        for name, points in clouds(most):
            length = 0.2 * len(points) ** (-1 / points.shape[1])
            judged = [check_neighbours(nearfield, folder, points.astype(kind), k, periodic)
                      for k, periodic in ((8, False), (16, True)) for kind in (numpy.float64, numpy.float32)]
            for periodic in (False, True):
                check_groups(nearfield, folder, points, length, periodic)
            check_dbscan(nearfield, folder, points, 3 * length, 5)
            print(f"{name}: {len(points)} points have the neighbours ({min(judged):.2%} of the rows judged), "
                  "groups and clusters of SciPy and scikit-learn", flush=True)


if __name__ == "__main__":
    main()
