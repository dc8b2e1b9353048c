# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""nearfield.mdanalysis, compared with MDAnalysis."""

import numpy as np
import pytest

MDAnalysis = pytest.importorskip("MDAnalysis")

from MDAnalysis.lib import distances
from MDAnalysis.lib.mdamath import triclinic_vectors
from nearfield.mdanalysis import _cell, capped_distance, self_capped_distance

BOXES = {
    "open": None,
    "orthorhombic": [10, 12, 14, 90, 90, 90],
    "triclinic": [11, 12, 13, 80, 75, 105],
    "monoclinic": [11, 12, 13, 90, 70, 90],
    "dodecahedron": [12, 12, 12, 60, 60, 90],
}


def positions(n, seed, dtype=np.float32):
    return (np.random.default_rng(seed).random((n, 3)) * 16 - 3).astype(dtype)  # also outside of the box


def assert_same(ours, theirs, at_least=20):
    """The same pairs and distances; pairs are in another order, and distances of the grid are rounded otherwise."""
    a = dict(zip(map(tuple, ours[0].tolist()), ours[1]))
    b = {(i, j): d for (i, j), d in zip(theirs[0].tolist(), theirs[1])}
    assert len(a) == len(ours[0]) and a.keys() == b.keys() and len(a) >= at_least
    assert list(a) == sorted(a)
    np.testing.assert_allclose([a[p] for p in a], [b[p] for p in a], rtol=1e-5)
    assert ours[0].dtype == theirs[0].dtype and ours[1].dtype == theirs[1].dtype == np.float64


def assert_same_of_one(x, cutoff, **options):
    pairs, lengths = distances.self_capped_distance(x, cutoff, **options)  # "nsgrid" also has pairs j > i
    assert_same(self_capped_distance(x, cutoff, **options), (np.sort(pairs, axis=1), lengths), at_least=0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("method", ["bruteforce", "nsgrid", "pkdtree"])
@pytest.mark.parametrize("name", BOXES)
def test_pairs_and_distances_are_those_of_mdanalysis(name, method, dtype):
    box = BOXES[name]
    x, y = positions(150, 1, dtype), positions(200, 2, dtype)
    for least in (None, 1.5):
        options = {"min_cutoff": least, "box": box, "method": method}
        assert_same(capped_distance(x, y, 3.0, **options), distances.capped_distance(x, y, 3.0, **options))
        assert_same_of_one(x, 3.0, **options)


@pytest.mark.parametrize("cutoff", [5.0, 7.0, 9.5, 30.0, 1e6])
@pytest.mark.parametrize("name", BOXES)
def test_a_pair_has_its_nearest_images_where_the_cutoff_exceeds_half_of_the_box(name, cutoff):
    options = {"box": BOXES[name], "method": "bruteforce"}
    x, y = positions(40, 3), positions(30, 4)
    assert_same(capped_distance(x, y, cutoff, **options), distances.capped_distance(x, y, cutoff, **options))
    assert_same_of_one(x, cutoff, **options)


def test_distances_of_the_cutoffs_are_compared_as_in_mdanalysis():
    grid = np.stack(np.meshgrid(*[np.arange(8)] * 3), -1).reshape(-1, 3).astype(np.float32)
    for box in (None, [8, 8, 8, 90, 90, 90]):
        for most, least in ((1.0, None), (2.0, 1.0), (3.0, 2.0), (5**0.5, 1.0), (1.0, 1.0), (0.0, None)):
            options = {"min_cutoff": least, "box": box, "method": "bruteforce"}
            assert_same_of_one(grid, most, **options)
            assert_same(
                capped_distance(grid, grid, most, **options), distances.capped_distance(grid, grid, most, **options), 0
            )


@pytest.mark.parametrize("box", [box for box in BOXES.values() if box is not None])
def test_cell_vectors_are_those_of_mdanalysis(box):
    given = np.array(box, dtype=np.float32) * np.float32(1.1) - [0, 0, 0, 9, 9, 9] * (np.array(box) == 90)
    np.testing.assert_array_equal(_cell(given), triclinic_vectors(given))


def test_a_direction_of_length_zero_is_not_periodic():
    options = {"box": [10, 12, 0, 90, 90, 90], "method": "bruteforce"}
    x, y = positions(100, 5), positions(80, 6)
    for cutoff in (3.0, 30.0):
        assert_same(capped_distance(x, y, cutoff, **options), distances.capped_distance(x, y, cutoff, **options))


def test_coordinates_are_rounded_to_float32_as_in_mdanalysis():
    x = np.array([[0.0, 0, 0], [1 + 1e-9, 0, 0]])
    assert self_capped_distance(x, 1.0)[1].tolist() == distances.self_capped_distance(x, 1.0)[1].tolist() == [1.0]


def test_atoms_and_single_points_are_taken():
    universe = MDAnalysis.Universe.empty(50, trajectory=True)
    universe.atoms.positions = positions(50, 7)
    box = BOXES["triclinic"]
    assert_same(
        capped_distance(universe.atoms[:20], universe.atoms, 4.0, box=box),
        distances.capped_distance(universe.atoms[:20], universe.atoms, 4.0, box=box),
    )
    one = np.zeros(3, dtype=np.float32)
    assert_same(
        capped_distance(one, universe.atoms, 9.0, box=box), distances.capped_distance(one, universe.atoms, 9.0, box=box)
    )
    assert self_capped_distance(one, 9.0, return_distances=False).shape == (0, 2)
    assert capped_distance(np.zeros((0, 3)), one, 9.0)[1].shape == (0,)


def test_pairs_alone_are_an_array():
    x = positions(50, 8)
    pairs = self_capped_distance(x, 4.0, return_distances=False, backend="OpenMP")
    assert pairs.tolist() == self_capped_distance(x, 4.0)[0].tolist() and len(pairs)


def test_what_is_no_box_and_no_method_is_refused():
    x = positions(5, 9)
    for box in (
        [10, 10, 10, 90, 90, 180],
        [10, 10, 10, 40, 40, 120],
        [10, 10, -1, 90, 90, 90],
        [0, 10, 10, 90, 90, 80],
    ):
        with pytest.raises(ValueError, match="no box"):
            self_capped_distance(x, 1.0, box=box)
    with pytest.raises(ValueError, match="alpha"):
        self_capped_distance(x, 1.0, box=[10, 10, 10])
    with pytest.raises(ValueError, match="method"):
        self_capped_distance(x, 1.0, method="octree")
    with pytest.raises(ValueError, match="shape"):
        self_capped_distance(np.zeros((3, 2)), 1.0)
