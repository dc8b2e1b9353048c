# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""nearfield.jax: edges in functions of JAX, and their gradients."""

from __future__ import annotations

import dataclasses
import os
import re
from pathlib import Path
from typing import Any

import brute
import nearfield
import numpy as np
import pytest
from nearfield._arguments import real_array

os.environ.setdefault("JAX_PLATFORMS", "cpu")
jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
import nearfield.jax as nj  # noqa: E402
from jax.test_util import check_grads  # noqa: E402

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
PBC = [(True, True, True), (True, False, True), (False, False, False)]


@pytest.fixture(autouse=True)
def double_precision():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


def system(seed: int, n: int = 12, dtype: Any = np.float64) -> tuple[Any, Any]:
    """Points in and around a triclinic cell."""
    rng = np.random.default_rng(seed)
    cell = 2.5 * np.eye(3) + rng.uniform(-0.4, 0.4, (3, 3))
    return jnp.asarray(rng.uniform(-0.2, 1.2, (n, 3)) @ cell, dtype), jnp.asarray(cell, dtype)


def energy(x: Any, cell: Any, capacity: int = 400, **options: Any) -> Any:
    edges = nj.neighbor_list(x, 1.3, capacity=capacity, cell=cell, **options)
    batch = {name: value for name, value in options.items() if name.startswith("batch")}
    D = nj.vectors(x, edges, cell=cell, **batch)
    weights = jnp.where(edges.is_edge, jnp.linspace(1, 2, capacity), 0)
    return jnp.sum(weights * jnp.exp(-nj.distances(D))) + jnp.sum(weights[:, None] * D**2)


@pytest.mark.parametrize("pbc", PBC)
@pytest.mark.parametrize("half", [False, True])
def test_edges_are_the_neighbours_of_brute_force(pbc, half):
    x, cell = system(1, 30)
    edges = jax.jit(lambda x, cell: nj.neighbor_list(x, 1.4, capacity=2000, cell=cell, pbc=pbc, half=half))(x, cell)
    found = brute.neighbours(np.asarray(x), 1.4, np.asarray(cell), np.array(pbc))
    if half:
        found = brute.half(found)
    m = int(edges.n_edges)
    assert m == len(found.i) > 20
    i, j, S = (np.asarray(a)[:m] for a in (edges.i, edges.j, edges.shifts))
    order = brute.ordered(i, j, S)
    for own, other in zip((i, j, S), (found.i, found.j, found.S)):
        np.testing.assert_array_equal(own[order], other)
    D = nj.vectors(x, edges, cell=cell)
    np.testing.assert_allclose(np.asarray(D)[:m][order], found.D, rtol=0, atol=1e-15)
    np.testing.assert_allclose(np.asarray(nj.distances(D))[:m][order], found.d, rtol=1e-15)
    for free in (edges.i[m:] - 30, edges.j[m:] - 30, edges.shifts[m:], D[m:]):
        assert len(free) and not jnp.any(free)
    np.testing.assert_array_equal(edges.is_edge, np.arange(2000) < m)


def test_gradients_and_their_gradients_are_right():
    x, cell = system(2, 8)
    check_grads(lambda x, cell: energy(x, cell, pbc=PBC[1]), (x, cell), order=2, modes=["fwd", "rev"])


def test_gradients_of_a_batch_are_right():
    systems = [system(3, 5), system(4, 7)]
    x, cells = jnp.concatenate([x for x, _ in systems]), jnp.stack([cell for _, cell in systems])
    idx = np.repeat([0, 1], [5, 7])
    edges = nj.neighbor_list(x, 1.3, capacity=400, cell=cells, batch_idx=idx)
    alone = [nj.neighbor_list(x, 1.3, capacity=400, cell=cell) for x, cell in systems]
    assert int(edges.n_edges) == sum(int(e.n_edges) for e in alone) > 20
    D = nj.vectors(x, edges, cell=cells, batch_idx=idx)[: int(edges.n_edges)]
    parts = [nj.vectors(x, e, cell=cell)[: int(e.n_edges)] for (x, cell), e in zip(systems, alone)]
    np.testing.assert_allclose(D, np.concatenate(parts), atol=1e-15)
    check_grads(lambda x, cells: energy(x, cells, batch_idx=idx), (x, cells), order=1, modes=["rev"])


def test_the_systems_of_a_batch_are_given_by_their_ends_too():
    """Also where these are known to the compiled function only; one of the systems has no points."""
    x, cell = system(10, 12)
    cells, ptr, idx = jnp.stack((cell, 5 * cell, 1.1 * cell)), jnp.array([0, 5, 5, 12]), np.repeat([0, 2], [5, 7])
    by_idx, by_ptr = (
        jax.jit(lambda b, name=name: energy(x, cells, **{name: b})) for name in ("batch_idx", "batch_ptr")
    )
    assert by_ptr(ptr) == by_idx(idx) != energy(x, cell)
    assert int(nj.neighbor_list(x, 1.3, capacity=400, cell=cells, batch_ptr=ptr).n_edges) > 20


def test_edges_are_read_by_names_and_functions_of_jax_take_them():
    """A later version may add arrays."""
    x, cell = system(11)
    edges = nj.neighbor_list(x, 1.3, capacity=100, cell=cell)
    with pytest.raises(TypeError):
        tuple(edges)
    with pytest.raises(dataclasses.FrozenInstanceError):
        edges.i = edges.j
    again = jax.jit(lambda e: jax.tree_util.tree_map(lambda a: a + 1, e))(edges)
    assert isinstance(again, nj.Edges) and int(again.n_edges) == int(edges.n_edges) + 1
    with pytest.raises(TypeError, match="positional"):
        nj.neighbor_list(x, 1.3, 100)


def test_distances_have_the_bytes_of_numpy():
    D = np.random.default_rng(12).normal(size=(2000, 3)).astype(np.float32)
    x, y, z = (D * D).T
    np.testing.assert_array_equal(nj.distances(D), np.sqrt((x + y) + z))
    assert (np.sqrt((y + z) + x) != np.sqrt((x + y) + z)).any()


def test_gradients_in_jit_are_the_same_bytes_in_every_run():
    x, cell = system(5, 150, np.float32)
    gradient = jax.jit(jax.grad(lambda x, cell: energy(x, cell, 20000), argnums=(0, 1)))
    runs = {tuple(np.asarray(g).tobytes() for g in gradient(x, cell)) for _ in range(20)}
    assert len(runs) == 1
    for g in gradient(x, cell):
        assert g.dtype == np.float32 and jnp.all(jnp.isfinite(g)) and jnp.any(g)


def test_functions_of_many_positions_are_mapped():
    x, cell = system(6, 10)
    many = jnp.stack((x, 0.9 * x, 1.1 * x))
    together = jax.jit(jax.vmap(energy, in_axes=(0, None)))(many, cell)
    np.testing.assert_allclose(together, [energy(x, cell) for x in many], rtol=1e-12)


def test_too_small_a_capacity_is_an_error_that_says_how_many_there_are():
    x, cell = system(7, 30)
    needed = int(nj.neighbor_list(x, 1.4, capacity=2000, cell=cell).n_edges)
    search = jax.jit(lambda x, capacity: nj.neighbor_list(x, 1.4, capacity=capacity, cell=cell), static_argnums=1)
    jax.block_until_ready(search(x, needed))
    with pytest.raises(
        Exception, match=f"capacity is {needed - 1}, and there are {needed} edges: give at least {needed}"
    ):
        jax.block_until_ready(search(x, needed - 1))


def test_points_at_the_same_place_have_the_gradient_0():
    x = jnp.zeros((2, 3))

    def length(x: Any) -> Any:
        return nj.distances(nj.vectors(x, nj.neighbor_list(x, 1.0, capacity=4))).sum()

    assert not jnp.any(jax.grad(length)(x)) and not jnp.any(jax.hessian(length)(x))


def test_open_space_no_points_and_fewer_dimensions():
    for n in (0, 1):
        edges = nj.neighbor_list(jnp.zeros((n, 3)), 1.0, capacity=2)
        assert int(edges.n_edges) == 0 and edges.i.tolist() == [n, n]
    x, cell = jnp.array([[0.1, 0.0], [0.9, 0.0], [0.5, 0.5]]), jnp.eye(2)
    edges = nj.neighbor_list(x, 0.25, capacity=3, cell=cell)
    assert edges.j.tolist() == [1, 0, 3] and edges.shifts.tolist() == [[-1, 0, 0], [1, 0, 0], [0, 0, 0]]
    np.testing.assert_allclose(nj.vectors(x, edges, cell=cell), [[-0.2, 0], [0.2, 0], [0, 0]], atol=1e-15)


def test_wrong_calls_are_refused_with_a_sentence():
    x, cell = system(8)
    edges, ptr = nj.neighbor_list(x, 1.0, capacity=200, cell=cell), jnp.array([0, 12])
    for kind, words, call in [
        (TypeError, "give float32 or float64", lambda: nj.neighbor_list(x.astype(int), 1.0, capacity=5)),
        (ValueError, r"\(n, dims\) is needed", lambda: nj.neighbor_list(x[0], 1.0, capacity=5)),
        (ValueError, "capacity is -1", lambda: nj.neighbor_list(x, 1.0, capacity=-1)),
        (TypeError, "capacity is 5.5: give a whole number", lambda: nj.neighbor_list(x, 1.0, capacity=5.5)),
        (TypeError, "cutoff is True: give a number", lambda: nj.neighbor_list(x, True, capacity=5)),
        (TypeError, "cutoff is '1': give a number", lambda: nj.neighbor_list(x, "1", capacity=5)),
        (TypeError, "of bool: give a number",
         lambda: jax.jit(lambda r: nj.neighbor_list(x, r, capacity=5).n_edges)(True)),
        (TypeError, r"cutoff is an array \(1,\)", lambda: nj.neighbor_list(x, jnp.ones(1), capacity=5)),
        (TypeError, "half is 1: give True or False", lambda: nj.neighbor_list(x, 1.0, capacity=5, half=1)),
        (TypeError, "positions is 'x': give an array of numbers", lambda: nj.neighbor_list("x", 1.0, capacity=5)),
        (TypeError, "positions: the type is None", lambda: nj.neighbor_list(None, 1.0, capacity=5)),
        (ValueError, r"cell: the shape is \(3,\): give \(3, 3\) or", lambda: nj.neighbor_list(x, 1.0, capacity=5, cell=cell[0])),
        (ValueError, r"cell: the shape is \(3, 3\): give \(2, 2\) or",
         lambda: nj.neighbor_list(x[:, :2], 1.0, capacity=5, cell=cell)),
        (TypeError, "pbc is 'False'", lambda: nj.neighbor_list(x, 1.0, capacity=5, cell=cell, pbc="False")),
        (TypeError, "pbc: the type is float64, and True and False are needed",
         lambda: nj.neighbor_list(x, 1.0, capacity=5, cell=cell, pbc=jnp.ones(3))),
        (Exception, r"pbc is array\(\[2, 0, 3\].*give True, False, or one for each of 3",
         lambda: nj.neighbor_list(x, 1.0, capacity=5, cell=cell, pbc=[2, 0, 3])),
        (TypeError, "batch_idx: the type is float64, and whole numbers are needed",
         lambda: nj.neighbor_list(x, 1.0, capacity=5, batch_idx=0.7 * jnp.ones(12))),
        (ValueError, r"batch_idx: the shape is \(3,\), and \(12,\) is needed",
         lambda: nj.neighbor_list(x, 1.0, capacity=5, batch_idx=jnp.zeros(3, int))),
        (ValueError, "give an offset more", lambda: nj.vectors(x, edges, batch_ptr=jnp.zeros(1, int))),
        (ValueError, "give one of them", lambda: nj.vectors(x, edges, batch_ptr=ptr, batch_idx=jnp.zeros(12, int))),
        (ValueError, "there are 2 cells, and 1 systems",
         lambda: nj.vectors(x, edges, cell=jnp.stack((cell, cell)), batch_ptr=ptr)),
        (Exception, "from 0 to 12", lambda: nj.neighbor_list(x, 1.0, capacity=5, batch_ptr=ptr - 1)),
        (TypeError, "give Edges", lambda: nj.vectors(x, (edges.i, edges.j))),
        (ValueError, r"give \(3, 3\) or", lambda: nj.vectors(x, edges, cell=cell[0])),
        (ValueError, r"vectors: the shape is \(3,\)", lambda: nj.distances(x[0])),
        (Exception, "a cell is needed", lambda: nj.neighbor_list(x, 1.0, capacity=5, pbc=True)),
        (Exception, "give batch_idx", lambda: nj.neighbor_list(x, 1.0, capacity=5, cell=jnp.stack((cell, cell)))),
        (Exception, "must ascend", lambda: nj.neighbor_list(x, 1.0, capacity=5, batch_idx=jnp.arange(12) % 2)),
        (ValueError, "give batch_idx or batch_ptr", lambda: nj.vectors(x, edges, cell=jnp.stack((cell, cell)))),
    ]:  # fmt: skip
        with pytest.raises(kind, match=words):
            jax.block_until_ready(call())


def test_arrays_of_jax_are_points_of_clouds_without_a_copy():
    x, cell = system(9, 40)
    assert real_array(x, "points", 2).__array_interface__["data"][0] == x.unsafe_buffer_pointer()
    got, expected = nearfield.lists(x, 1.3, box=cell), nearfield.lists(np.array(x), 1.3, box=np.array(cell))
    np.testing.assert_array_equal(got.indices, expected.indices)


def test_the_example_of_the_page_runs():
    (block,) = (b for b in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S) if "nearfield.jax" in b)
    names: dict[str, Any] = {}
    exec(block, names)
    assert names["to_positions"].shape == (100, 3) and names["to_cell"].shape == (3, 3)
