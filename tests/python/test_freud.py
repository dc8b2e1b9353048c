# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""nearfield.freud, compared with freud."""

import numpy as np
import pytest

freud = pytest.importorskip("freud")

import nearfield
from nearfield.freud import from_box, to_freud

BOXES = {
    "cubic": freud.box.Box.cube(10.0),
    "triclinic": freud.box.Box(9, 10, 12, xy=0.3, xz=-0.2, yz=0.4),
    "square": freud.box.Box(12, 14, is2D=True),
    "oblique": freud.box.Box(12, 14, xy=0.5, is2D=True),
}
R_MAX = 2.5


def points_in(box, n, seed):
    """Points in the whole box, in float32, as freud takes them."""
    fractions = np.random.default_rng(seed).random((n, 3))
    points = box.make_absolute(fractions).astype(np.float32)
    if box.is2D:
        points[:, 2] = 0
    return points


def bonds_of(found):
    """The bonds, but for those whose distance float32 cannot tell from the radius."""
    assert np.all(np.diff(found.query_point_indices.astype(int)) >= 0)
    kept = np.abs(found.distances - R_MAX) > 1e-4
    return {(i, j): v for (i, j), v in zip(map(tuple, found[:][kept].tolist()), found.vectors[kept])}


def assert_same_bonds(ours, theirs):
    a, b = bonds_of(ours), bonds_of(theirs)
    assert a.keys() == b.keys() and len(a) > 100
    for bond, vector in a.items():
        np.testing.assert_allclose(vector, b[bond], atol=1e-5)


@pytest.mark.parametrize("name", BOXES)
def test_bonds_are_those_of_freud(name):
    box = BOXES[name]
    points, queries = points_in(box, 400, 1), points_in(box, 150, 2)
    theirs = freud.locality.AABBQuery(box, points)
    for dtype in (np.float32, np.float64):
        cloud = nearfield.Cloud(points.astype(dtype), **from_box(box), backend="host")
        found = to_freud(cloud.lists(R_MAX, "D"))
        assert (found.num_query_points, found.num_points) == (400, 400)
        assert_same_bonds(found, theirs.query(points, {"r_max": R_MAX, "exclude_ii": True}).toNeighborList())
        found = to_freud(cloud.lists(R_MAX, "D", queries=queries), num_points=400)
        assert (found.num_query_points, found.num_points) == (150, 400)
        assert_same_bonds(found, theirs.query(queries, {"r_max": R_MAX}).toNeighborList())


@pytest.mark.parametrize("name", ["cubic", "triclinic"])
def test_nearest_neighbours_are_those_of_freud(name):
    box = BOXES[name]
    points = points_in(box, 400, 3)
    found = to_freud(nearfield.Cloud(points, **from_box(box), backend="host").knn(6, "D"))
    theirs = (
        freud.locality.AABBQuery(box, points).query(points, {"num_neighbors": 6, "exclude_ii": True}).toNeighborList()
    )
    assert {tuple(b) for b in found[:].tolist()} == {tuple(b) for b in theirs[:].tolist()}
    assert np.all(found.neighbor_counts == 6)


def test_neighbours_that_are_not_there_are_no_bonds():
    found = to_freud(nearfield.knn(np.eye(3), 5, "D"))
    assert found[:].tolist() == [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]]


@pytest.mark.parametrize("name", BOXES)
def test_the_radial_distribution_of_freud_is_the_same_from_our_bonds(name):
    box = BOXES[name]
    points = points_in(box, 2000, 4)
    bonds = to_freud(nearfield.Cloud(points, **from_box(box), backend="host").lists(R_MAX, "D"))
    ours, theirs = (freud.density.RDF(bins=20, r_max=R_MAX) for _ in range(2))
    ours.compute((box, points), neighbors=bonds)
    theirs.compute((box, points))
    # Bonds on the edge of a bin may fall to either side in float32.
    np.testing.assert_allclose(ours.bin_counts, theirs.bin_counts, atol=2)
    np.testing.assert_allclose(ours.rdf, theirs.rdf, rtol=1e-2)


def test_points_of_two_columns_are_bonds_in_the_plane():
    found = to_freud(nearfield.lists([[0.0, 0.0], [1.0, 2.0]], 3.0, "D"))
    assert found.vectors.tolist() == [[1, 2, 0], [-1, -2, 0]]


@pytest.mark.parametrize("name", ["cubic", "triclinic"])
def test_the_corner_of_a_box_is_where_freud_has_it(name):
    corner = BOXES[name].make_absolute(np.zeros((1, 3)))
    np.testing.assert_allclose(from_box(BOXES[name])["origin"], corner[0], rtol=1e-6)


def test_the_axes_of_a_box_that_are_not_periodic_stay_so():
    box = freud.box.Box.cube(10.0)
    box.periodic = (True, False, True)
    points = [[4.5, 0, 0], [-4.5, 0, 0], [0, 4.5, 3], [0, -4.5, 3]]
    assert nearfield.Cloud(points, **from_box(box)).pairs(1.5).pairs.tolist() == [[0, 1]]


def test_what_cannot_be_bonds_is_refused():
    points = np.eye(3)
    with pytest.raises(ValueError, match="vectors"):
        to_freud(nearfield.lists(points, 2.0))
    with pytest.raises(ValueError, match="num_points"):
        to_freud(nearfield.lists(points, 2.0, "D", queries=[[0.0, 0, 0]]))
