#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Compares nearfield in random periodic boxes with ASE, vesin, SciPy and freud.  tools/lanes/oracles installs them.

    boxes.py LIBRARY [CELLS]    LIBRARY is tools/oracle/flat.c, built and linked with nearfield

The other libraries find candidates (i, j, S) a little beyond the cutoff, as they round distances in their own way.  Which of them
are pairs is then decided by the rule as it is written in nearfield/pairs.h, strictly, in numpy's float64.  Every answer must have
the same (i, j, S), and the vectors and distances of the rule to the last bit.
"""
import sys

import cells
import flat
import numpy
import others

HALF = ("pairs", "half lists")


def measure(case, rows):
    """The vectors and squared distances of the rule: numpy rounds each operation by itself."""
    ij, shifts = rows[:, :2], rows[:, 2:].astype(float)
    cell = case.cell * numpy.array(case.periodic)[:, None]
    apart = case.points[ij[:, 1]] - case.points[ij[:, 0]]
    vectors = apart + ((shifts[:, :1] * cell[0] + shifts[:, 1:2] * cell[1]) + shifts[:, 2:] * cell[2])
    square = vectors * vectors
    return vectors, (square[:, 0] + square[:, 1]) + square[:, 2]


def half_of(rows):
    i, j = rows[:, 0], rows[:, 1]
    first = numpy.where(rows[:, 2] != 0, rows[:, 2], numpy.where(rows[:, 3] != 0, rows[:, 3], rows[:, 4]))
    return rows[(i < j) | ((i == j) & (first > 0))]


def ordered(rows):
    return rows[numpy.lexsort(rows.T[::-1])]


def check_measures(case, answer):
    """What is wrong with the vectors and distances of an answer, in words."""
    vectors, squares = measure(case, answer.rows)
    if vectors.tobytes() != answer.vectors.tobytes():
        return "a vector is not that of the rule"
    return "" if numpy.sqrt(squares).tobytes() == answer.distances.tobytes() else "a distance is not that of the rule"


def check_images(case, answer, other):
    """What is wrong with the set of an answer."""
    wanted = other.rows[measure(case, other.rows)[1] < case.cutoff * case.cutoff]
    wanted = ordered(half_of(wanted) if answer.question in HALF else wanted)
    ours = answer.rows if answer.sorted else ordered(answer.rows)
    if len(ours) != len(wanted):
        return f"{len(ours)} images, {other.name} finds {len(wanted)}"
    wrong = numpy.flatnonzero((ours != wanted).any(axis=1))
    return f"(i, j, S) = {ours[wrong[0]]} where {other.name} finds {wanted[wrong[0]]}" if len(wrong) else ""


def main():
    library, count = flat.Library(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 240
    compared, images, failed, boxes = {}, 0, 0, 0
    for case in cells.all_cases(count):
        theirs = [other for other in (ask(case) for ask in others.ALL) if other is not None]
        for answer in library.ask(case, boxes):
            images += len(answer.rows)
            faults = [check_measures(case, answer)]
            for other in theirs:
                compared[other.name] = compared.get(other.name, 0) + 1
                faults.append(check_images(case, answer, other))
            for fault in filter(None, faults):
                failed += 1
                if failed <= 10:
                    print(f"{case}: {answer.question} on the {answer.where}: {fault}")
        boxes += 1
    print(f"{boxes} boxes, {images} images; answers compared: " + ", ".join(f"{k} {v}" for k, v in compared.items()))
    unused = {"ASE", "vesin", "SciPy", "freud"} - set(compared)
    if failed or not images or unused:
        sys.exit(f"{failed} comparisons failed; without a box for: {unused or 'none'}")


if __name__ == "__main__":
    main()
