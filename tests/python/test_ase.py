# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The calls of ase.neighborlist give what ASE gives."""

from __future__ import annotations

from typing import Any

import brute
import nearfield
import numpy as np
import pytest
from nearfield.ase import primitive_neighbor_list

ase = pytest.importorskip("ase")
theirs = pytest.importorskip("ase.neighborlist")


def check(ours: Any, of_ase: Any) -> None:
    """Equal arrays for "ijSdD", in any order of the rows of an atom."""
    assert len(ours) == len(of_ase) == 5
    for a, b in zip(ours, of_ase):
        assert a.dtype == b.dtype and a.shape == b.shape
    assert np.all(np.diff(ours[0]) >= 0)
    own, others = brute.ordered(*ours[:3]), brute.ordered(*of_ase[:3])
    for a, b in zip(ours[:3], of_ase[:3]):
        np.testing.assert_array_equal(a[own], b[others])
    for a, b in zip(ours[3:], of_ase[3:]):
        np.testing.assert_allclose(a[own], b[others], rtol=0, atol=1e-12)


def random_atoms(rng: np.random.Generator) -> Any:
    n = int(rng.integers(1, 25))
    cell = rng.uniform(2.0, 5.0) * np.eye(3) + rng.uniform(-1.2, 1.2, (3, 3)) * (rng.random() < 0.7)
    numbers = rng.choice([1, 6, 8], n)
    atoms = ase.Atoms(numbers=numbers, cell=cell, pbc=rng.integers(0, 2, 3).astype(bool))
    atoms.set_scaled_positions(rng.uniform(-1.0, 2.0, (n, 3)) if rng.random() < 0.5 else rng.random((n, 3)))
    return atoms


def random_cutoff(rng: np.random.Generator, n: int) -> Any:
    kind = rng.integers(0, 4)
    if kind == 0:
        return float(rng.uniform(0.5, 4.5))
    if kind == 1:
        return {("H", "C"): 1.9, (8, 8): 2.5, (1, "O"): float(rng.uniform(0.5, 3))}
    if kind == 2:
        return rng.uniform(0.2, 2.0, n)
    return [float(v) for v in rng.uniform(0.0, 1.5, n)]


@pytest.mark.parametrize("seed", range(300))
def test_random_cells_have_the_neighbours_of_ase(seed):
    rng = np.random.default_rng(seed)
    atoms = random_atoms(rng)
    cutoff = random_cutoff(rng, len(atoms))
    own = bool(rng.integers(0, 2))
    check(
        nearfield.neighbor_list("ijSdD", atoms, cutoff, self_interaction=own),
        theirs.neighbor_list("ijSdD", atoms, cutoff, self_interaction=own),
    )
    arguments: Any = (atoms.pbc, atoms.cell.array, atoms.get_scaled_positions(wrap=False), cutoff, atoms.numbers)
    options: Any = {"self_interaction": own, "use_scaled_positions": True}
    check(
        primitive_neighbor_list("ijSdD", *arguments, **options),
        theirs.primitive_neighbor_list("ijSdD", *arguments, **options),
    )


def test_a_device_gives_the_arrays_of_the_host(device):
    rng = np.random.default_rng(7)
    for _ in range(5):
        atoms = random_atoms(rng)
        cutoff = random_cutoff(rng, len(atoms))
        ours = nearfield.neighbor_list("ijSdD", atoms, cutoff, backend=device)
        for a, b in zip(ours, nearfield.neighbor_list("ijSdD", atoms, cutoff, backend="host")):
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("quantities", ["i", "ij", "Sd", "DijS", "iid", "SS"])
@pytest.mark.parametrize("own", [False, True])
def test_arrays_come_in_the_order_of_the_letters(quantities, own):
    atoms = random_atoms(np.random.default_rng(3))
    ours = nearfield.neighbor_list(quantities, atoms, 2.5, self_interaction=own)
    of_ase = theirs.neighbor_list(quantities, atoms, 2.5, self_interaction=own)
    if len(quantities) == 1:
        ours, of_ase = (ours,), (of_ase,)
    assert isinstance(ours, tuple)
    assert [(a.dtype, a.shape) for a in ours] == [(b.dtype, b.shape) for b in of_ase]


def test_half_lists_have_each_pair_once():
    atoms = random_atoms(np.random.default_rng(5))
    full = nearfield.neighbor_list("ijS", atoms, 3.0)
    half = nearfield.neighbor_list("ijS", atoms, 3.0, half=True)
    assert 2 * len(half[0]) == len(full[0]) > 0
    assert np.all(half[0] <= half[1])
    both = np.concatenate((np.column_stack(half), np.column_stack((half[1], half[0], -half[2]))))
    np.testing.assert_array_equal(both[brute.ordered(both)], brute.ordered_rows(*full))


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("cutoff", [0.0, 1.0, {}, {("H", "H"): 0.0}, {("C", "C"): 1.0}])
def test_no_atoms_and_no_cutoff_give_empty_arrays(own, cutoff):
    for atoms in (ase.Atoms(), ase.Atoms("H2", [[0, 0, 0], [0, 0, 0.7]])):
        check(
            nearfield.neighbor_list("ijSdD", atoms, cutoff, self_interaction=own),
            theirs.neighbor_list("ijSdD", atoms, cutoff or 0.0, self_interaction=own),
        )


def test_wrong_calls_are_refused_with_a_sentence():
    atoms = ase.Atoms("H2", [[0, 0, 0], [0, 0, 0.7]])
    with pytest.raises(ValueError, match='"x" is none of the letters'):
        nearfield.neighbor_list("ijx", atoms, 1.0)
    with pytest.raises(ValueError, match="quantities"):
        nearfield.neighbor_list("", atoms, 1.0)
    with pytest.raises(ValueError, match="give the atoms"):
        nearfield.neighbor_list("ij", cutoff=1.0)
    with pytest.raises(ValueError, match="need the numbers"):
        nearfield.neighbor_list("ij", positions=atoms.positions, cutoff={(1, 1): 1.0})
    with pytest.raises(ValueError, match="radii: there are 3 numbers, and 2 points"):
        nearfield.neighbor_list("ij", atoms, [1.0, 1.0, 1.0])
    with pytest.raises(ValueError, match="cell"):
        nearfield.neighbor_list("ij", positions=atoms.positions, cutoff=1.0, pbc=True)
