# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The programs of examples/python, at small sizes."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "python"
PNG = b"\x89PNG"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"nearfield_example_{name}", FOLDER / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_example_has_a_test():
    text = Path(__file__).read_text()
    for path in FOLDER.glob("*.py"):
        assert f'load("{path.stem}")' in text


def test_water_has_the_shells_of_ice():
    example = load("water_rdf")
    found, peak, neighbours = example.run(side=3)
    assert abs(peak - 6.36 * np.sqrt(3) / 4) < 0.1 and neighbours == 4
    assert not found.g[0, 1, found.r < 1.3].any()  # the hydrogens of the molecule are left out
    assert found.g[0, 1, (found.r > 1.3) & (found.r < 2.2)].max() > 1
    assert found.g.shape == (2, 2, 200)


def test_water_of_a_file_is_that_of_the_example(tmp_path):
    ase = pytest.importorskip("ase")
    from ase.io import write

    example = load("water_rdf")
    x, cell = example.ice(3, 0.1)
    write(tmp_path / "water.extxyz", ase.Atoms("OH2" * (len(x) // 3), x, cell=cell, pbc=True))
    found, expected = example.run(str(tmp_path / "water.extxyz"))[0], example.run(side=3)[0]
    np.testing.assert_allclose(found.counts.sum(axis=2), expected.counts.sum(axis=2), rtol=0.01)


def test_the_groups_of_a_snapshot_are_its_clusters():
    groups, catalogue = load("groups").run()
    assert len(catalogue.members) == 12
    assert catalogue.members.min() > 700 and groups.n_groups > 12
    at_corner = np.abs((catalogue.centres + 0.5) % 1 - 0.5).max(axis=1).min()
    assert at_corner < 0.01  # that across the faces of the box is one group


@pytest.mark.parametrize("name", ["groups", "water_rdf"])
def test_pictures_are_written(name, tmp_path):
    pytest.importorskip("matplotlib")
    module = load("groups") if name == "groups" else load("water_rdf")
    module.run(picture=str(tmp_path / "picture.png"))
    assert (tmp_path / "picture.png").read_bytes()[:4] == PNG


def test_the_normals_of_a_scan_are_those_of_the_surface(tmp_path, monkeypatch, capsys):
    example = load("scan_normals")
    points = example.scan(4000, wrong=50)
    x, normals = example.run(points)
    assert 0.9 * len(points) < len(x) <= len(points) - 40
    cosine = (normals * example.true_normals(x)).sum(axis=1)
    assert np.median(cosine) > np.cos(np.radians(4))
    assert np.mean(cosine > 0) > 0.95  # towards the scanner
    np.save(tmp_path / "scan.npy", points)
    monkeypatch.setattr(sys, "argv", ["", str(tmp_path / "scan.npy"), "--out", str(tmp_path / "out.npy")])
    example.main()
    np.testing.assert_array_equal(np.load(tmp_path / "out.npy"), np.concatenate((x, normals), axis=1))
    assert f"{len(x)} points are kept" in capsys.readouterr().out


@pytest.fixture
def torch():
    """With one thread: those of PyTorch wait for each other in a busy machine longer than they compute."""
    torch = pytest.importorskip("torch")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield torch
    torch.set_num_threads(threads)


def test_a_potential_of_messages_learns_energies_and_forces(torch):
    example = load("message_passing")
    losses = example.run(steps=12, count=4)
    assert losses[-1] < 0.6 * losses[0]
    data, model = example.systems(2, seed=2), example.Potential().double()
    x, cell = data.x.double(), data.cell.double()
    _, forces = model(x, cell, data.batch_ptr)
    shift = torch.zeros_like(x)
    shift[40, 1] = 1e-5
    (up, _), (down, _) = (model(x.detach() + s, cell, data.batch_ptr) for s in (shift, -shift))
    torch.testing.assert_close(-(up - down).sum() / 2e-5, forces[40, 1], rtol=1e-5, atol=1e-7)


def test_argon_has_the_energies_and_forces_of_ase():
    pytest.importorskip("ase")
    found = load("argon").run(side=4, steps=20, comparisons=2)
    assert found["energy"] < 1e-13 and found["forces"] < 1e-13
    assert found["drift"] < 1e-3
    theirs = load("argon").run(side=4, steps=2, calculator="ase")
    ours = load("argon").run(side=4, steps=2, comparisons=1)
    assert abs(ours["drift"] - theirs["drift"]) < 1e-13


@pytest.mark.parametrize("name", ["argon", "groups", "message_passing", "scan_normals", "water_rdf"])
def test_examples_print_what_they_found(name, monkeypatch, capsys):
    for library in {"argon": ["ase"], "message_passing": ["torch"]}.get(name, []):
        pytest.importorskip(library)
    options = {"argon": ["--side", "4", "--steps", "2"], "message_passing": ["--steps", "2"]}.get(name, [])
    monkeypatch.setattr(sys, "argv", [name, *options])
    load(name).main()
    assert len(capsys.readouterr().out.splitlines()) >= (1 if name == "water_rdf" else 2)
