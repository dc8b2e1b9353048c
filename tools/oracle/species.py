#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Compares what the command finds for types of points with ASE, freud and MDAnalysis.  tools/lanes/oracles installs them.

    species.py NEARFIELD [BOXES]    NEARFIELD is the command

ASE's neighbor_list with a dictionary of cutoffs must have the same (i, j, S) in random boxes, and its numbers of neighbours of each type the
same coordination numbers.  freud's RDF of query points of one type around points of another, and MDAnalysis' InterRDF of a trajectory, must
have the same pairs in each bin, but for the few that single precision puts into the next one, and the same g.
"""
import collections
import os
import subprocess
import sys
import tempfile

import cells
import freud
import numpy
from ase import Atoms
from ase.neighborlist import neighbor_list

try:
    import MDAnalysis
    from MDAnalysis.analysis.rdf import InterRDF
except ImportError:
    MDAnalysis = None

SPECIES = ("Cl", "K", "Na")
BINS = 40


def write_xyz(path, frames, species, cell, periodic=(True,) * 3):
    lattice = " ".join(repr(float(x)) for x in cell.ravel())
    pbc = " ".join("T" if p else "F" for p in periodic)
    with open(path, "w", encoding="ascii") as file:
        for points in frames:
            file.write(f'{len(points)}\nLattice="{lattice}" pbc="{pbc}" Properties=species:S:1:pos:R:3\n')
            for name, point in zip(species, points):
                file.write(f"{name} " + " ".join(repr(float(x)) for x in point) + "\n")


def run(nearfield, *options):
    """The arrays that a call of the command writes."""
    result = options[1] + ".npz"
    subprocess.run([nearfield, *options, "-o", result, "--quiet"], check=True)
    with numpy.load(result) as arrays:
        return dict(arrays)


def fail(words):
    raise SystemExit(f"species.py: {words}")


def ordered(rows):
    return rows[numpy.lexsort(rows.T[::-1])]


def check_cutoffs(nearfield, folder, case, rng, device):
    """Returns the number of neighbours."""
    path = os.path.join(folder, "box.xyz")
    n = len(case.points)
    species = rng.choice(SPECIES, n)
    species[: min(n, 3)] = SPECIES[: min(n, 3)]
    names = sorted(set(species))
    pairs = [(a, b) for a in names for b in names if a <= b]
    kept = [pair for pair in pairs if rng.random() < 0.7] or pairs[:1]
    cutoffs = {pair: case.cutoff * rng.uniform(0.3, 1) for pair in kept}
    write_xyz(path, [case.points], species, case.cell, case.periodic)
    option = ",".join(f"{b}-{a}={cutoff!r}" for (a, b), cutoff in cutoffs.items())
    ours = run(nearfield, "lists", path, "--pair-cutoffs", option, "--shifts", *device)
    counts = run(nearfield, "lists", path, "--pair-cutoffs", option, "--count", *device)["counts"]
    i = numpy.repeat(numpy.arange(n), numpy.diff(ours["offsets"].astype(int)))
    rows = ordered(numpy.column_stack((i, ours["indices"], ours["shifts"])).astype(int))
    atoms = Atoms(species, positions=case.points, cell=case.cell, pbc=case.periodic)
    their_i, their_j, shifts = neighbor_list("ijS", atoms, cutoffs)
    theirs = ordered(numpy.column_stack((their_i, their_j, shifts)).astype(int))
    if not numpy.array_equal(rows, theirs):
        fail(f"{case}: {len(rows)} neighbours with the cutoffs {option}, ASE finds {len(theirs)}")
    wanted = numpy.zeros((n, len(names)), int)
    numpy.add.at(wanted, (their_i, numpy.searchsorted(names, species[their_j])), 1)
    if not numpy.array_equal(counts.astype(int), wanted):
        fail(f"{case}: other coordination numbers than ASE's with the cutoffs {option}")
    return len(rows)


def partials(arrays):
    """The arrays of rdf --partial by pair of types."""
    names = str(arrays["types"]).split(",")
    pairs = [(a, b) for k, a in enumerate(names) for b in names[k:]]
    columns = zip(pairs, arrays["partial_g"].T, arrays["partial_counts"].astype(int).T)
    return names, {pair: (g, counts) for pair, g, counts in columns}


def compare(what, g, counts, their_g, their_counts):
    """Single precision may put a pair into the next bin."""
    moved = numpy.abs(numpy.cumsum(counts - their_counts))
    if moved.max() > 3:
        fail(f"{what}: {moved.max()} pairs are in other bins")
    same = counts == their_counts
    if same.mean() < 0.8 or not numpy.allclose(g[same], their_g[same], rtol=1e-4, atol=1e-6):
        fail(f"{what}: g is another")


def check_freud(nearfield, folder, rng, device):
    n = int(rng.integers(200, 500))
    cell = numpy.diag(rng.uniform(4, 6, 3))
    cell[1, 0], cell[2, 0], cell[2, 1] = rng.uniform(-0.8, 0.8, 3)
    species = rng.choice(SPECIES, n, p=[0.5, 0.2, 0.3])
    points, longest = rng.random((n, 3)) @ cell, 0.45 * cells.heights(cell, (True,) * 3).min()
    path = os.path.join(folder, "cell.xyz")
    write_xyz(path, [points], species, cell)
    arrays = run(nearfield, "rdf", path, "--partial", "-c", repr(float(longest)), "--bins", str(BINS), *device)
    names, ours = partials(arrays)
    within = arrays["partial_within"].reshape(BINS, len(names), len(names))
    box = freud.box.Box.from_matrix(cell.T)
    inside = box.wrap(points - cell.sum(axis=0) / 2)
    for (a, b), (g, counts) in ours.items():
        rdf = freud.density.RDF(BINS, longest)
        around, others = inside[species == a], inside[species == b]
        rdf.compute((box, others), query_points=None if a == b else around)
        both = 2 if a == b else 1
        theirs = rdf.bin_counts.astype(int)
        # freud divides by n - 1 of one type in some versions: the counts are compared, and g by the formula.
        shells = numpy.diff(rdf.bin_edges.astype(float) ** 3) * 4 / 3 * numpy.pi
        formula = theirs / (len(around) * len(others) / box.volume * shells)
        compare(f"freud, {a}-{b}", g, counts * both, formula, theirs)
        if a != b and not numpy.allclose(rdf.rdf, formula, rtol=1e-3):
            fail(f"freud, {a}-{b}: the formula of g is not freud's")
        running = numpy.cumsum(theirs) / len(around)
        if numpy.abs(within[:, names.index(a), names.index(b)] - running).max() > 3 / len(around):
            fail(f"freud, {a}-{b}: other coordination numbers")


def check_mdanalysis(nearfield, folder, rng, device):
    """A trajectory of four frames in one box."""
    n, edges, longest = 300, rng.uniform(4, 6, 3), 1.8
    species = rng.choice(SPECIES, n)
    frames = rng.random((4, n, 3)) * edges
    path = os.path.join(folder, "frames.xyz")
    write_xyz(path, frames, species, numpy.diag(edges))
    arrays = run(nearfield, "rdf", path, "--partial", "-c", repr(longest), "--bins", str(BINS), *device)
    ours = partials(arrays)[1]
    universe = MDAnalysis.Universe.empty(n, trajectory=True)
    universe.add_TopologyAttr("name", species)
    universe.load_new(frames.astype(numpy.float32), dimensions=numpy.tile([*edges, 90, 90, 90], (4, 1)))
    for (a, b), (g, counts) in ours.items():
        one, other = universe.select_atoms(f"name {a}"), universe.select_atoms(f"name {b}")
        rdf = InterRDF(one, other, nbins=BINS, range=(0, longest), exclusion_block=(1, 1) if a == b else None).run()
        both, size = (2, len(one) / (len(one) - 1)) if a == b else (1, 1)
        compare(f"MDAnalysis, {a}-{b}", g * size, counts * both, rdf.results.rdf, rdf.results.count.astype(int))


def main():
    nearfield, boxes = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 8
    rng = numpy.random.default_rng(8)
    neighbours, compared = 0, collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for k, case in enumerate(cells.all_cases(boxes)):
            device = ["--device", "host"] if k % 6 else []
            neighbours += check_cutoffs(nearfield, folder, case, rng, device)
            compared["ASE"] += 1
        for k in range(2):
            device = ["--device", "host"] if k % 2 else []
            check_freud(nearfield, folder, rng, device)
            compared["freud"] += 1
            if MDAnalysis:
                check_mdanalysis(nearfield, folder, rng, device)
                compared["MDAnalysis"] += 1
    if not neighbours:
        fail("no box has a neighbour")
    print(f"{neighbours} neighbours with cutoffs of pairs of types, and g(r) of pairs of types; boxes compared: "
          + ", ".join(f"{name} {count}" for name, count in compared.items()))


if __name__ == "__main__":
    main()
