#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Compares the k nearest neighbours and groups of the command with those of jz-tree, which needs an NVIDIA GPU, jax[cuda13], jztree and
jztree-cu13.

    trees_jztree.py NEARFIELD [MOST]    NEARFIELD is the command; MOST: the most points of a cloud, 1000000 by default

Both compute in float32, but jz-tree rounds distances in its own way: distances must agree to a few units in the last place, and where a row
has another neighbour, it must be as far away to that.  Groups must be the same sets of points, but for pairs whose distance is the linking
length to that."""
import os
import sys
import tempfile

import jax
import numpy
import trees
from jztree.fof import fof_labels
from jztree.knn import knn
from scipy.spatial import cKDTree

NEAR = 2e-6  # relative
FLOOR = 1e-7  # of coordinates up to 1, subtracted in float32


def check_neighbours(nearfield, folder, points, queries, k, periodic):
    options = trees.box_options(points.shape[1], periodic)
    if queries is None:
        options.append("--include-self")
    else:
        numpy.save(os.path.join(folder, "queries.npy"), queries)
        options += ["--queries", os.path.join(folder, "queries.npy")]
    answer = trees.run([nearfield, "knn"], folder, points, "--k", str(k), *options)
    more = {} if queries is None else {"part_query": jax.device_put(queries)}
    far, found = (numpy.asarray(array) for array in
                  knn.jit(jax.device_put(points), k, boxsize=1.0 if periodic else None, **more))
    if found.shape != answer["indices"].shape:
        raise SystemExit(f"trees_jztree.py: {answer['indices'].shape} neighbours, {found.shape} from jz-tree")
    apart = numpy.abs(answer["distances"] - far) > NEAR * far + FLOOR
    if apart.any():
        row, place = numpy.argwhere(apart)[0]
        raise SystemExit(f"trees_jztree.py: {apart.sum()} other distances than jz-tree's, the first in row {row}, place {place}: "
                         f"{answer['distances'][row, place]!r}, {far[row, place]!r} from jz-tree")
    own = points if queries is None else queries
    lines = numpy.flatnonzero((answer["indices"] != found).any(axis=1))
    theirs = numpy.sqrt(trees.differences_squared(points[found[lines]] - own[lines, None], periodic))
    if (numpy.abs(theirs - answer["distances"][lines]) > NEAR * theirs + FLOOR).any():
        raise SystemExit("trees_jztree.py: other neighbours than jz-tree's, at other distances")
    return (answer["indices"] == found).mean()


def check_groups(nearfield, folder, points, length, periodic):
    answer = trees.run([nearfield, "fof"], folder, points, "-l", repr(length), *trees.box_options(points.shape[1], periodic))
    _, labels = fof_labels.jit(jax.device_put(points), length, boxsize=1.0 if periodic else 0.0, output_order="input")
    labels = numpy.asarray(labels)
    ours, theirs = len(numpy.unique(answer["labels"])), len(numpy.unique(labels))
    both = len(numpy.unique(answer["labels"].astype(numpy.int64) * len(points) + labels))
    if not ours == theirs == both:
        tree = cKDTree(points, boxsize=1.0 if periodic else None)
        undecided = tree.count_neighbors(tree, length * (1 + NEAR)) - tree.count_neighbors(tree, length * (1 - NEAR))
        if 2 * both - ours - theirs > undecided // 2:
            raise SystemExit(f"trees_jztree.py: {ours} groups, {theirs} from jz-tree, {both} if both are applied")
    return ours, theirs


def reason(error):
    """The line of an error of jz-tree that says what is wrong."""
    lines = str(error).splitlines()
    return next((line for line in lines if "too small" in line), lines[0])


def checks(nearfield, folder, points):
    """What is compared, and a function that compares it."""
    length = 0.2 * len(points) ** (-1 / points.shape[1])
    queries = numpy.random.default_rng(5).random((len(points) // 2, points.shape[1]), numpy.float32)

    def neighbours(k, periodic=False, others=None):
        same = check_neighbours(nearfield, folder, points, others, k, periodic)
        return f"{same:.4%} of the neighbours in the same place, all at the same distance"

    def groups(periodic):
        return "{} groups, {} of jz-tree".format(*check_groups(nearfield, folder, points, length, periodic))

    yield "k = 8", lambda: neighbours(8)
    yield "k = 16, periodic", lambda: neighbours(16, periodic=True)
    yield "k = 30, queries apart", lambda: neighbours(30, others=queries)
    yield "groups", lambda: groups(False)
    yield "groups, periodic", lambda: groups(True)


def main():
    nearfield, most = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1000000
    with tempfile.TemporaryDirectory() as folder:
        for name, points in trees.clouds(most):
            points = points.astype(numpy.float32)
            points[points >= 1] = 0
            for what, check in checks(nearfield, folder, points):
                try:
                    said = check()
                except (RuntimeError, ValueError) as error:  # that it has too little room, for one
                    said = f"left out, jz-tree stops: {reason(error)}"
                print(f"{name}: {len(points)} points, {what}: {said}", flush=True)


if __name__ == "__main__":
    main()
