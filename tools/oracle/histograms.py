#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Compares histograms with weights with SciPy.  tools/lanes/oracles installs it.

    histograms.py LIBRARY    LIBRARY is tools/oracle/flat.c, built and linked with nearfield

KDTree.count_neighbors sums the products of the weights of all pairs up to each edge, and the differences are the sums of the bins.  It
takes <=, and the library <: no distance is near an edge.  Sums of whole numbers must be the same; others may differ by the rounding of
the weights, 2^-30 of the largest.
"""
import itertools
import sys

import flat
import numpy
from scipy.spatial import cKDTree

BINS = 25
APART = 1 + 1e-10  # an edge and a distance


def draw(rng, n, whole):
    weights = rng.integers(-1000, 1001, n).astype(float) if whole else rng.normal(size=n) * 10.0 ** rng.integers(-3, 4)
    return rng.random((n, 3)) * 3, weights


def theirs(one, other, edges, edge, weights):
    """The sums in each bin; of a tree with itself SciPy has both orders of a pair."""
    trees = [cKDTree(points, boxsize=edge or None) for points, _ in (one, other)]
    sums = trees[0].count_neighbors(trees[1], edges, weights=weights)
    return numpy.diff(sums) / (2 if one is other else 1)


def check(library, where, rng, periodic, apart, whole):
    """Returns the number of pairs."""
    points, edge = draw(rng, 2000, whole), 3.0 if periodic else 0.0
    queries = draw(rng, 700, whole) if apart else None
    edges = numpy.concatenate(([rng.uniform(0.01, 0.1)], numpy.sort(rng.uniform(0.1, 1.0, BINS))))
    one = queries or points
    counts, sums = library.histogram(where, points, queries, edge, edges)
    wanted = [theirs(one, points, edges * by, edge, None) for by in (1 / APART, 1, APART)]
    what = f"histograms.py: on the {where}, periodic {periodic}, query points {apart}: "
    if not (wanted[0] == wanted[2]).all():
        sys.exit(f"{what}a distance is that of an edge")
    if not (counts == wanted[1]).all():
        sys.exit(f"{what}{counts} pairs in place of {wanted[1]}")
    weighted = theirs(one, points, edges, edge, (one[1], points[1]))
    bound = 0 if whole else counts * 2.0**-28 * abs(one[1]).max() * abs(points[1]).max()
    if (abs(sums - weighted) > bound).any():
        sys.exit(f"{what}the sums {sums} in place of {weighted}")
    return counts.sum()


def main():
    library, rng, pairs = flat.Library(sys.argv[1]), numpy.random.default_rng(5), 0
    cases = list(itertools.product(("host", "device"), (False, True), (False, True), (False, True)))
    for case in cases:
        where, periodic, apart, whole = case
        pairs += check(library, where, rng, periodic, apart, whole)
    print(f"{len(cases)} histograms of {pairs} pairs with weights have the sums of SciPy")


if __name__ == "__main__":
    main()
