# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""nearfield.jax: edges in functions of JAX, and their gradients."""

from __future__ import annotations

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
    edges = nj.neighbor_list(x, 1.3, capacity, cell=cell, **options)
    D = nj.vectors(x, edges, cell=cell, batch_idx=options.get("batch_idx"))
    weights = jnp.where(edges.is_edge, jnp.linspace(1, 2, capacity), 0)
    return jnp.sum(weights * jnp.exp(-nj.distances(D))) + jnp.sum(weights[:, None] * D**2)


@pytest.mark.parametrize("pbc", PBC)
@pytest.mark.parametrize("half", [False, True])
def test_edges_are_the_neighbours_of_brute_force(pbc, half):
    x, cell = system(1, 30)
    edges = jax.jit(lambda x, cell: nj.neighbor_list(x, 1.4, 2000, cell=cell, pbc=pbc, half=half))(x, cell)
    found = brute.neighbours(np.asarray(x), 1.4, np.asarray(cell), np.array(pbc))
    if half:
        found = brute.half(found)
    m = int(edges.n_edges)
    assert m == len(found.i) > 20
    i, j, S = (np.asarray(a)[:m] for a in edges[:3])
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
    edges = nj.neighbor_list(x, 1.3, 400, cell=cells, batch_idx=idx)
    alone = [nj.neighbor_list(x, 1.3, 400, cell=cell) for x, cell in systems]
    assert int(edges.n_edges) == sum(int(e.n_edges) for e in alone) > 20
    D = nj.vectors(x, edges, cell=cells, batch_idx=idx)[: int(edges.n_edges)]
    parts = [nj.vectors(x, e, cell=cell)[: int(e.n_edges)] for (x, cell), e in zip(systems, alone)]
    np.testing.assert_allclose(D, np.concatenate(parts), atol=1e-15)
    check_grads(lambda x, cells: energy(x, cells, batch_idx=idx), (x, cells), order=1, modes=["rev"])


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
    needed = int(nj.neighbor_list(x, 1.4, 2000, cell=cell).n_edges)
    search = jax.jit(lambda x, capacity: nj.neighbor_list(x, 1.4, capacity, cell=cell), static_argnums=1)
    jax.block_until_ready(search(x, needed))
    with pytest.raises(
        Exception, match=f"capacity is {needed - 1}, and there are {needed} edges: give at least {needed}"
    ):
        jax.block_until_ready(search(x, needed - 1))


def test_points_at_the_same_place_have_the_gradient_0():
    x = jnp.zeros((2, 3))

    def length(x: Any) -> Any:
        return nj.distances(nj.vectors(x, nj.neighbor_list(x, 1.0, 4))).sum()

    assert not jnp.any(jax.grad(length)(x)) and not jnp.any(jax.hessian(length)(x))


def test_open_space_no_points_and_fewer_dimensions():
    for n in (0, 1):
        edges = nj.neighbor_list(jnp.zeros((n, 3)), 1.0, 2)
        assert int(edges.n_edges) == 0 and edges.i.tolist() == [n, n]
    x, cell = jnp.array([[0.1, 0.0], [0.9, 0.0], [0.5, 0.5]]), jnp.eye(2)
    edges = nj.neighbor_list(x, 0.25, 3, cell=cell)
    assert edges.j.tolist() == [1, 0, 3] and edges.shifts.tolist() == [[-1, 0, 0], [1, 0, 0], [0, 0, 0]]
    np.testing.assert_allclose(nj.vectors(x, edges, cell=cell), [[-0.2, 0], [0.2, 0], [0, 0]], atol=1e-15)


def test_wrong_calls_are_refused_with_a_sentence():
    x, cell = system(8)
    edges = nj.neighbor_list(x, 1.0, 200, cell=cell)
    for kind, words, call in [
        (TypeError, "give float32 or float64", lambda: nj.neighbor_list(x.astype(int), 1.0, 5)),
        (ValueError, r"\(n, dims\) is needed", lambda: nj.neighbor_list(x[0], 1.0, 5)),
        (ValueError, "capacity is -1", lambda: nj.neighbor_list(x, 1.0, -1)),
        (Exception, "a cell is needed", lambda: nj.neighbor_list(x, 1.0, 5, pbc=True)),
        (Exception, "give batch_idx", lambda: nj.neighbor_list(x, 1.0, 5, cell=jnp.stack((cell, cell)))),
        (Exception, "must ascend", lambda: nj.neighbor_list(x, 1.0, 5, batch_idx=jnp.arange(12) % 2)),
        (ValueError, "say which", lambda: nj.vectors(x, edges, cell=jnp.stack((cell, cell)))),
    ]:
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
