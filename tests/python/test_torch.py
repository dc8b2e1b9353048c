# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""nearfield.torch: edges of tensors, and their gradients."""

from __future__ import annotations

import dataclasses
import re
import warnings
import weakref
from pathlib import Path
from typing import Any

import brute
import nearfield
import numpy as np
import pytest
from nearfield import _context, _core
from nearfield._arguments import real_array

torch = pytest.importorskip("torch")
import nearfield.torch as nt  # noqa: E402

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
PBC = [(True, True, True), (True, False, True), (False, True, False), (False, False, False)]


def system(seed: int, n: int = 12, dtype: Any = torch.float64) -> tuple[Any, Any]:
    """Points in and around a triclinic cell."""
    rng = np.random.default_rng(seed)
    cell = 2.5 * np.eye(3) + rng.uniform(-0.4, 0.4, (3, 3))
    x = rng.uniform(-0.2, 1.2, (n, 3)) @ cell
    return torch.tensor(x, dtype=dtype), torch.tensor(cell, dtype=dtype)


def arrays_of(edges: Any) -> list[Any]:
    return [getattr(edges, f.name) for f in dataclasses.fields(edges)]


def bytes_of(*tensors: Any) -> list[bytes]:
    return [t.detach().numpy().tobytes() for t in tensors]


@pytest.mark.parametrize("pbc", PBC)
@pytest.mark.parametrize("half", [False, True])
def test_edges_are_the_neighbours_of_brute_force(pbc, half):
    x, cell = system(1, 30)
    edges = nt.neighbor_list(x, 1.4, "dDS", cell=cell, pbc=pbc, half=half)
    found = brute.neighbours(x.numpy(), 1.4, cell.numpy(), np.array(pbc))
    order = brute.ordered(edges.i.numpy(), edges.j.numpy(), edges.shifts.numpy())
    if half:
        found = brute.half(found)
    assert len(found.i) > 20
    for own, other in zip((edges.i, edges.j, edges.shifts, edges.vectors), (found.i, found.j, found.S, found.D)):
        np.testing.assert_array_equal(own.numpy()[order], other)
    np.testing.assert_array_equal(edges.distances.numpy()[order], found.d)
    np.testing.assert_array_equal(edges.offsets.numpy(), np.searchsorted(edges.i.numpy(), np.arange(31)))
    assert torch.equal(edges.edge_index, torch.stack((edges.i, edges.j)))


@pytest.mark.parametrize("dims", [1, 2])
def test_points_of_fewer_dimensions(dims):
    rng = np.random.default_rng(2)
    x = torch.tensor(rng.uniform(0, 3, (20, dims)), requires_grad=True)
    cell = torch.tensor(3 * np.eye(dims), requires_grad=True)
    edges = nt.neighbor_list(x, 0.8, "dDS", cell=cell)
    found = nearfield.lists(x.detach().numpy(), 0.8, "dD", box=3.0)
    assert len(edges.j) > 10 and torch.any(edges.shifts != 0)
    np.testing.assert_array_equal(edges.j.numpy(), found.indices)
    np.testing.assert_array_equal(edges.vectors.detach().numpy(), found.vectors)
    again = nt.vectors(x, edges, cell=cell)
    assert torch.equal(again, edges.vectors)
    assert torch.autograd.gradcheck(lambda x, c: nt.neighbor_list(x, 0.8, "d", cell=c).distances, (x, cell))


@pytest.mark.parametrize("pbc", PBC)
@pytest.mark.parametrize("half", [False, True])
def test_gradients_and_their_gradients_are_right(pbc, half):
    x, cell = (t.requires_grad_() for t in system(3, 8))

    def answer(x, cell):
        edges = nt.neighbor_list(x, 1.3, "dD", cell=cell, pbc=pbc, half=half)
        return edges.distances, edges.vectors

    assert len(answer(x, cell)[0]) >= 5
    assert torch.autograd.gradcheck(answer, (x, cell))
    assert torch.autograd.gradgradcheck(answer, (x, cell))


@pytest.mark.parametrize("half", [False, True])
def test_gradients_of_a_batch_are_right(half):
    systems = [system(seed, n) for seed, n in ((4, 5), (5, 7))]
    x = torch.cat([x for x, _ in systems]).requires_grad_()
    cells = torch.stack([cell for _, cell in systems]).requires_grad_()
    idx = torch.repeat_interleave(torch.arange(2), torch.tensor([5, 7]))
    pbc = torch.tensor([[True, True, False], [True, True, True]])

    def answer(x, cells):
        edges = nt.neighbor_list(x, 1.3, "dD", cell=cells, pbc=pbc, batch_idx=idx, half=half)
        return edges.distances, edges.vectors

    assert torch.autograd.gradcheck(answer, (x, cells))
    assert torch.autograd.gradgradcheck(answer, (x, cells))


def test_gradients_of_known_edges_are_right():
    x, cell = (t.requires_grad_() for t in system(6, 8))
    edges = nt.neighbor_list(x, 1.3, "S", cell=cell)
    mixed = torch.randperm(len(edges.i), generator=torch.Generator().manual_seed(1))
    known = nt.Edges(edges.i[mixed], edges.j[mixed], shifts=edges.shifts[mixed])

    def answer(x, cell):
        D = nt.vectors(x, known, cell=cell)
        return nt.distances(D), D

    assert torch.autograd.gradcheck(answer, (x, cell))
    assert torch.autograd.gradgradcheck(answer, (x, cell))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_vectors_of_known_edges_are_the_bytes_of_the_search(dtype):
    x, cell = system(7, 200, dtype)
    edges = nt.neighbor_list(x, 0.9, "dDS", cell=cell)
    D = nt.vectors(x, edges, cell=cell)
    for a, b in zip(bytes_of(D, nt.distances(D)), bytes_of(edges.vectors, edges.distances)):
        is_same = a == b  # pytest would show how they differ, for minutes
        assert is_same
    assert D.dtype == edges.distances.dtype == dtype


def test_gradients_are_the_same_bytes_in_every_run_with_any_number_of_threads():
    threads = torch.get_num_threads()
    x, cell = (t.requires_grad_() for t in system(8, 1500, torch.float32))
    runs = set()
    try:
        for run in range(24):
            torch.set_num_threads(1 + run % 8)
            edges = nt.neighbor_list(x, 0.5, "dD", cell=cell)
            energy = (edges.distances.reciprocal()).sum()
            forces, stress = torch.autograd.grad(energy, (x, cell), create_graph=True)
            second = torch.autograd.grad((forces * forces).sum() + (stress * stress).sum(), (x, cell))
            # A sum over all edges is PyTorch's own, and has other roundings with other numbers of threads.
            runs.add(tuple(bytes_of(edges.vectors, edges.distances, forces, stress)))
            if run % 8 == 3:
                runs.add(("second", *bytes_of(*second)))
    finally:
        torch.set_num_threads(threads)
    assert len(runs) == 2


def test_gradients_are_those_of_indexing():
    x, cell = (t.requires_grad_() for t in system(9, 60))
    edges = nt.neighbor_list(x, 1.2, "dDS", cell=cell)
    D = x[edges.j] - x[edges.i] + edges.shifts.to(x.dtype) @ cell
    weights = torch.linspace(-1, 1, len(D), dtype=x.dtype)
    ours = torch.autograd.grad((weights * edges.distances).sum(), (x, cell))
    theirs = torch.autograd.grad((weights * D.norm(dim=1)).sum(), (x, cell))
    for a, b in zip(ours, theirs):
        torch.testing.assert_close(a, b, rtol=1e-12, atol=1e-12)


def test_a_batch_has_the_edges_of_its_systems():
    """One of the systems has no points."""
    systems = [
        system(10, 9),
        (torch.zeros((0, 3), dtype=torch.float64), torch.eye(3, dtype=torch.float64)),
        system(11, 14),
    ]
    pbc = [(True, True, True), (False, False, False), (False, True, True)]
    x, cells = torch.cat([x for x, _ in systems]), torch.stack([cell for _, cell in systems])
    ptr = torch.tensor([0, 9, 9, 23])
    idx = torch.repeat_interleave(torch.arange(3), ptr.diff())
    together = nt.neighbor_list(x, 1.3, "dDS", cell=cells, pbc=torch.tensor(pbc), batch_ptr=ptr)
    alone = [nt.neighbor_list(x, 1.3, "dDS", cell=cell, pbc=p) for (x, cell), p in zip(systems, pbc)]
    assert len(together.i) > 30
    assert torch.equal(together.i, torch.cat([e.i + first for e, first in zip(alone, ptr)]))
    assert torch.equal(together.j, torch.cat([e.j + first for e, first in zip(alone, ptr)]))
    for name in ("distances", "vectors", "shifts"):
        assert torch.equal(getattr(together, name), torch.cat([getattr(e, name) for e in alone]))
    for other in ({"batch_idx": idx}, {"batch_idx": idx.to(torch.int32)}):
        again = nt.neighbor_list(x, 1.3, "dDS", cell=cells, pbc=torch.tensor(pbc), **other)
        assert all(map(torch.equal, arrays_of(again), arrays_of(together)))
    for batch in ({"batch_idx": idx}, {"batch_ptr": ptr}):
        assert torch.equal(nt.vectors(x, together, cell=cells, **batch), together.vectors)


def test_systems_of_a_batch_may_share_a_cell_or_have_none():
    x, cell = system(12, 20)
    ptr = torch.tensor([0, 8, 20])
    for given in ({"cell": cell}, {}):
        together = nt.neighbor_list(x, 1.3, "D", batch_ptr=ptr, **given)
        alone = [nt.neighbor_list(part, 1.3, "D", **given) for part in (x[:8], x[8:])]
        assert torch.equal(together.vectors, torch.cat([e.vectors for e in alone]))
    x.requires_grad_(), cell.requires_grad_()
    shared = nt.neighbor_list(x, 1.3, "d", batch_ptr=ptr, cell=cell).distances.sum()
    each = nt.neighbor_list(x, 1.3, "d", batch_ptr=ptr, cell=torch.stack((cell, cell))).distances.sum()
    for a, b in zip(torch.autograd.grad(shared, (x, cell)), torch.autograd.grad(each, (x, cell))):
        torch.testing.assert_close(a, b)


def test_no_graph_is_made_where_no_gradient_is_asked_for():
    x, cell = system(13)
    with_gradient = x.clone().requires_grad_()
    with torch.no_grad():
        edges = [nt.neighbor_list(with_gradient, 1.3, "dD", cell=cell)]
    edges.append(nt.neighbor_list(x, 1.3, "dD", cell=cell))
    for e in edges:
        assert e.distances.grad_fn is None and not e.vectors.requires_grad and e.shifts is None
    assert nt.neighbor_list(with_gradient, 1.3, "D", cell=cell).vectors.requires_grad
    with torch.inference_mode():
        assert torch.equal(nt.neighbor_list(x, 1.3, "d", cell=cell).distances, edges[0].distances)


def test_only_what_needs_a_gradient_gets_one():
    x, cell = system(14)
    for to in (x, cell):
        to.requires_grad_()
        nt.neighbor_list(x, 1.3, "d", cell=cell).distances.sum().backward()
        assert (x.grad is None) == (to is cell) and (cell.grad is None) == (to is x)
        to.requires_grad_(False)
        to.grad = None


def test_a_cell_in_double_precision_has_a_gradient_in_double_precision():
    x, cell = system(15, 40, torch.float32)
    wide = cell.double().requires_grad_()
    x.requires_grad_()
    edges = nt.neighbor_list(x, 1.3, "d", cell=wide)
    edges.distances.sum().backward()
    assert edges.distances.dtype == x.grad.dtype == torch.float32 and wide.grad.dtype == torch.float64
    narrow = cell.clone().requires_grad_()
    nt.neighbor_list(x, 1.3, "d", cell=narrow).distances.sum().backward()
    torch.testing.assert_close(wide.grad.float(), narrow.grad)


def test_any_layout_of_tensors_gives_the_same_answer():
    x, cell = system(16, 40)
    wanted = nt.neighbor_list(x, 1.3, "dD", cell=cell)
    for y in (x.T.contiguous().T, torch.cat((x, x), dim=1)[:, 3:], x.repeat_interleave(2, 0)[::2]):
        y = y.detach().requires_grad_()
        got = nt.neighbor_list(y, 1.3, "dD", cell=cell.T.contiguous().T)
        assert torch.equal(got.vectors, wanted.vectors) and torch.equal(got.j, wanted.j)
        got.distances.sum().backward()
        assert y.grad.shape == (40, 3)
    # The gradient of a sum is one number that is repeated in memory.
    y = x.clone().requires_grad_()
    nt.neighbor_list(y, 1.3, "D", cell=cell, half=True).vectors.sum().backward()
    edges = nt.neighbor_list(x, 1.3, cell=cell, half=True)
    degree = torch.bincount(edges.j, minlength=40) - torch.bincount(edges.i, minlength=40)
    assert torch.equal(y.grad, degree[:, None].double().expand(40, 3))


def test_positions_may_change_after_the_call():
    x, cell = system(17)
    x = x.requires_grad_()
    edges = nt.neighbor_list(x, 1.3, "D", cell=cell)
    before = edges.vectors.detach().clone()
    with torch.no_grad():
        x.add_(1.0)
    assert torch.equal(edges.vectors, before)


def test_points_at_the_same_place_have_the_gradient_0():
    x = torch.zeros((2, 3), dtype=torch.float64, requires_grad=True)
    (g,) = torch.autograd.grad(nt.neighbor_list(x, 1.0, "d").distances.sum(), x, create_graph=True)
    (h,) = torch.autograd.grad(g.sum(), x)
    assert torch.equal(g, torch.zeros(2, 3)) and torch.equal(h, torch.zeros(2, 3))


def test_no_points_and_no_edges():
    for n in (0, 1):
        x = torch.zeros((n, 3), requires_grad=True)
        edges = nt.neighbor_list(x, 1.0, "dDS")
        assert edges.vectors.shape == (0, 3) and len(edges.offsets) == n + 1 and edges.edge_index.shape == (2, 0)
        edges.distances.sum().backward()
        assert x.grad.shape == (n, 3) and not x.grad.any()


class Systems(torch.utils.data.Dataset):
    def __len__(self):
        return 6

    def __getitem__(self, k):
        x, cell = system(k, 30)
        return nt.neighbor_list(x, 1.3, "d", cell=cell).distances.sum()


def test_workers_of_a_data_loader_find_neighbours():
    data = Systems()
    expected = torch.stack([data[k] for k in range(6)])  # the parent uses the host before the fork
    loader = torch.utils.data.DataLoader(data, 2, num_workers=2, multiprocessing_context="fork", timeout=60)
    assert torch.equal(torch.cat(list(loader)), expected)


def test_the_host_has_the_threads_of_pytorch():
    threads = torch.get_num_threads()
    try:
        torch.set_num_threads(1)
        assert nt._context(None, 10)._arguments == ("host", 1, False)
        # That of other threads is kept no longer, and trim() knows the one that is.
        before, count = weakref.ref(nt._context(None, 10)), len(_context._made)
        for n in (2, 3, 1):
            torch.set_num_threads(n)
            assert nt._context(None, 10) in _context._made.values() and len(_context._made) == count
        assert before() is None and nt._context(None, 10) is nt._context(None, 10)
    finally:
        torch.set_num_threads(threads)
    named = nearfield.Context("host")
    assert nt._context(named, 10) is named


def test_torch_compile_breaks_its_graph_and_the_answer_is_right():
    x, cell = (t.requires_grad_() for t in system(18))
    known = nt.neighbor_list(x, 1.3, "S", cell=cell)

    def energy(x, cell):
        found = nt.neighbor_list(x * 1.0, 1.3, "d", cell=cell).distances
        D = nt.vectors(x, known, cell=cell)
        return found.reciprocal().sum() + nt.distances(D).exp().sum()

    with warnings.catch_warnings():
        warnings.filterwarnings("error", "Dynamo does not know")  # how to trace a function
        with pytest.raises(torch._dynamo.exc.Unsupported):
            torch.compile(energy, backend="eager", fullgraph=True)(x, cell)
        torch._dynamo.reset()
        compiled = torch.compile(energy, backend="eager")(x, cell)
    assert torch.equal(compiled, energy(x, cell))
    for a, b in zip(torch.autograd.grad(compiled, (x, cell)), torch.autograd.grad(energy(x, cell), (x, cell))):
        assert torch.equal(a, b)


def test_other_backends_give_the_same_bytes(backend):
    x, cell = system(19, 100)
    there, here = (nt.neighbor_list(x, 1.3, "dDS", cell=cell, backend=b) for b in (backend, None))
    assert all(map(torch.equal, arrays_of(there), arrays_of(here)))


def test_edges_are_read_by_names():
    """A later version may add arrays."""
    edges = nt.neighbor_list(torch.zeros(2, 3), 1.0)
    with pytest.raises(TypeError):
        tuple(edges)
    with pytest.raises(dataclasses.FrozenInstanceError):
        edges.i = edges.j
    assert "shifts" not in repr(edges)


def test_shifts_in_open_space_are_0():
    x, _ = system(22)
    edges = nt.neighbor_list(x, 1.3, "DS")
    assert torch.equal(nt.vectors(x, edges), edges.vectors) and len(edges.i) > 5


def test_no_system_of_a_batch_without_a_cell_is_periodic():
    x, _ = system(23)
    ptr = torch.tensor([0, 5, 12])
    edges = nt.neighbor_list(x, 1.3, "D", pbc=torch.zeros((2, 3), dtype=torch.bool), batch_ptr=ptr)
    assert torch.equal(edges.vectors, nt.neighbor_list(x, 1.3, "D", batch_ptr=ptr).vectors) and len(edges.i) > 2


def test_cells_of_half_precision_are_read():
    x, _ = system(24)
    cell = 2.5 * torch.eye(3)
    expected = nt.neighbor_list(x, 1.3, "S", cell=cell)
    for dtype in (torch.float16, torch.bfloat16):
        assert torch.equal(nt.neighbor_list(x, 1.3, "S", cell=cell.to(dtype)).shifts, expected.shifts)


@pytest.mark.parametrize("cells", [(1, 1, 3), (1, 3, 1), (1, 2, 3), (1, 4, 3)])
def test_cells_of_another_shape_are_neither_read_nor_written(cells):
    x, i, S, H = np.zeros((1, 3)), np.zeros(1, np.int64), np.ones((1, 3), np.int32), np.zeros(cells)
    for f, arrays in ((_core.edge_vectors, (x.copy(), x, H)), (_core.edge_sums, (x, H, x.copy()))):
        with pytest.raises(ValueError, match="the same of all"):
            f(*arrays, i, i, S, None)


def test_edges_that_do_not_fit_their_points_are_refused_below_the_package_too():
    x, i, S, H = np.zeros((2, 3)), np.zeros(1, np.int64), np.ones((1, 3), np.int32), np.zeros((1, 3, 3))
    for words, arrays in [
        ("different numbers", (i, np.zeros(2, np.int64), S, None)),
        ("different numbers", (i, i, np.ones((1, 2), np.int32), None)),
        ("one number is needed", (i, i, S, np.zeros(3, np.int64))),
        ("no cell of a system", (i, i, S, np.ones(2, np.int64))),
        ("not that of a point", (i, i + 2, S, None)),
    ]:
        with pytest.raises(ValueError, match=words):
            _core.edge_vectors(np.zeros((1, 3)), x, H, *arrays)
    with pytest.raises(ValueError, match="there is no cell"):
        _core.edge_vectors(np.zeros((1, 3)), x, H[:0], i, i, S, None)


def test_wrong_calls_are_refused_with_a_sentence():
    x, cell = system(20)
    i = torch.tensor([0])
    E = nt.Edges
    S, moved = torch.zeros((1, 3), dtype=torch.int32), torch.tensor([[1, 0, 0]])
    both, zeros, ptr = torch.stack((cell, cell)), torch.zeros(12, dtype=torch.int64), torch.tensor([0, 4, 12])
    for kind, words, call in [
        (TypeError, "a tensor of PyTorch is needed", lambda: nt.neighbor_list(x.numpy(), 1.0)),
        (TypeError, "torch.float16", lambda: nt.neighbor_list(x.half(), 1.0)),
        (NotImplementedError, "give one on the CPU", lambda: nt.neighbor_list(x.to("meta"), 1.0)),
        (NotImplementedError, "give one on the CPU", lambda: nt.neighbor_list(x, 1.0, cell=cell.to("meta"))),
        (ValueError, r"\(n, dims\) is needed", lambda: nt.neighbor_list(x[0], 1.0)),
        (ValueError, "of up to 3 dimensions", lambda: nt.neighbor_list(torch.zeros(2, 4), 1.0)),
        (ValueError, r"give \(3, 3\) or", lambda: nt.neighbor_list(x, 1.0, cell=cell[:2])),
        (TypeError, "floating-point", lambda: nt.neighbor_list(x, 1.0, cell=torch.eye(3, dtype=torch.int64))),
        (ValueError, "a cell is needed", lambda: nt.neighbor_list(x, 1.0, pbc=True)),
        (ValueError, "none of the letters", lambda: nt.neighbor_list(x, 1.0, "i")),
        (ValueError, "give batch_idx or batch_ptr", lambda: nt.neighbor_list(x, 1.0, cell=both)),
        (ValueError, "there are 2 cells, and 1 systems",
         lambda: nt.neighbor_list(x, 1.0, cell=both, batch_ptr=torch.tensor([0, 12]))),
        (ValueError, "from 0 to 12", lambda: nt.neighbor_list(x, 1.0, batch_ptr=torch.tensor([0, 5]))),
        (ValueError, "must ascend", lambda: nt.neighbor_list(x, 1.0, batch_idx=torch.arange(12) % 2)),
        (ValueError, r"\(12,\) is needed", lambda: nt.neighbor_list(x, 1.0, batch_idx=zeros[:3])),
        (ValueError, "there are 2 cells, and 4 systems",
         lambda: nt.neighbor_list(x, 1.0, cell=both, batch_idx=torch.full((12,), 3))),
        (ValueError, "give one of them", lambda: nt.neighbor_list(x, 1.0, batch_idx=zeros, batch_ptr=ptr)),
        (ValueError, "pbc", lambda: nt.neighbor_list(x, 1.0, cell=both, pbc=[True], batch_ptr=ptr)),
        (ValueError, r"pbc: the shape is \(2,\)", lambda: nt.neighbor_list(x, 1.0, cell=cell, pbc=[True, False])),
        (TypeError, "pbc is 'False'", lambda: nt.neighbor_list(x, 1.0, cell=cell, pbc="False")),
        (TypeError, r"pbc is \[2, 0, 3\]", lambda: nt.neighbor_list(x, 1.0, cell=cell, pbc=[2, 0, 3])),
        (TypeError, "pbc: give True or False",
         lambda: nt.neighbor_list(x, 1.0, cell=both, pbc=2 * torch.ones(2, 3), batch_ptr=ptr)),
        (ValueError, "pbc: a cell is needed", lambda: nt.neighbor_list(x, 1.0, pbc=[[1, 1, 1]] * 2, batch_ptr=ptr)),
        (NotImplementedError, "pbc: the tensor is on meta",
         lambda: nt.neighbor_list(x, 1.0, cell=cell, pbc=torch.zeros(3, device="meta"))),
        (ValueError, "cutoff", lambda: nt.neighbor_list(x, -1.0)),
        (TypeError, "cutoff is True: give a number", lambda: nt.neighbor_list(x, True)),
        (TypeError, "cutoff is '1': give a number", lambda: nt.neighbor_list(x, "1")),
        (TypeError, "half is 1: give True or False", lambda: nt.neighbor_list(x, 1.0, half=1)),
        (TypeError, "batch_idx: the type is torch.float64, and whole numbers are needed",
         lambda: nt.neighbor_list(x, 1.0, batch_idx=0.7 * torch.ones(12, dtype=x.dtype, requires_grad=True))),
        (TypeError, "batch_ptr: the type is torch.bfloat16", lambda: nt.neighbor_list(x, 1.0, batch_ptr=ptr.bfloat16())),
        (TypeError, "cell: a tensor of PyTorch is needed, and a list is given",
         lambda: nt.neighbor_list(x, 1.0, cell=[[1.0]])),
        (ValueError, "not that of a point", lambda: nt.vectors(x, E(i, i + 12))),
        (ValueError, "not that of a point", lambda: nt.vectors(x, E(i - 1, i))),
        (ValueError, r"the shapes of i and j are \(1,\) and \(2,\)", lambda: nt.vectors(x, E(i, torch.tensor([0, 1])))),
        (ValueError, r"the shapes of i and j are \(1, 1\)", lambda: nt.vectors(x, E(i[:, None], i[:, None]))),
        (ValueError, r"edges.shifts: the shape is \(1, 2\)", lambda: nt.vectors(x, E(i, i, shifts=S[:, :2]), cell=cell)),
        (ValueError, "edges.shifts: there are none", lambda: nt.vectors(x, E(i, i), cell=cell)),
        (ValueError, "edges.shifts: a number is not within",
         lambda: nt.vectors(x, E(i, i, shifts=moved * 2**31), cell=cell)),
        (TypeError, "edges.i: the type is torch.float32", lambda: nt.vectors(x, E(0.9 * torch.ones(1), i))),
        (TypeError, "edges.j: the type is torch.float32", lambda: nt.vectors(x, E(i, torch.ones(1)))),
        (TypeError, "edges.shifts: the type is torch.float32",
         lambda: nt.vectors(x, E(i, i, shifts=0.6 * torch.ones(1, 3)), cell=cell)),
        (TypeError, "give Edges", lambda: nt.vectors(x, (i, i))),
        (ValueError, "there is no cell", lambda: nt.vectors(x, E(i, i, shifts=moved))),
        (TypeError, "cell: a tensor of PyTorch is needed, and a list is given",
         lambda: nt.vectors(x, E(i, i, shifts=S), cell=[[1.0]])),
        (ValueError, "give batch_idx or batch_ptr", lambda: nt.vectors(x, E(i, i, shifts=S), cell=both)),
        (ValueError, "there are 2 cells, and 3 systems",
         lambda: nt.vectors(x, E(i, i, shifts=S), cell=both, batch_idx=torch.full((12,), 2))),
        (ValueError, r"\(12,\) is needed",
         lambda: nt.vectors(x, E(i, i, shifts=S), cell=both, batch_idx=zeros[:3])),
        (TypeError, "batch_idx: the type is torch.float32",
         lambda: nt.vectors(x, E(i, i, shifts=S), cell=both, batch_idx=0.7 * torch.ones(12))),
        (TypeError, "vectors: a tensor of PyTorch is needed", lambda: nt.distances(x.numpy())),
        (ValueError, r"vectors: the shape is \(3,\)", lambda: nt.distances(x[0])),
    ]:  # fmt: skip
        with pytest.raises(kind, match=words):
            call()


def test_the_example_of_the_page_runs():
    (block,) = (b for b in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S) if "nearfield.torch" in b)
    names: dict[str, Any] = {}
    exec(block, names)
    assert names["positions"].grad.shape == (100, 3) and names["to_cell"].shape == (3, 3)


def test_tensors_are_points_of_clouds_without_a_copy():
    x, cell = system(21, 40)
    expected = nearfield.lists(x.numpy().copy(), 1.3, "D", box=cell.numpy())
    for y in (
        x,
        x.T.contiguous().T,
        torch.cat((x, x), dim=1)[:, 3:],
        x.repeat_interleave(2, 0)[::2],
        x.float().double(),
    ):
        assert real_array(y, "points", 2).__array_interface__["data"][0] == y.data_ptr()
    for y in (x, x.T.contiguous().T):
        np.testing.assert_array_equal(nearfield.lists(y, 1.3, "D", box=cell).vectors, expected.vectors)
        cloud = nearfield.Cloud(torch.zeros_like(y), cell, torch.tensor([True, True, True]))
        np.testing.assert_array_equal(cloud.move(y).lists(1.3).indices, expected.indices)
        assert len(cloud.lists(1.3, queries=y[:7]).offsets) == 8
    assert nearfield.Cloud(x.float()).dtype == np.float32 and nearfield.Cloud(x.half()).dtype == np.float64
    for words, y in (("gradient of a tensor would be lost", x.clone().requires_grad_()), ("BFloat16", x.bfloat16())):
        with pytest.raises(TypeError, match=words):
            nearfield.pairs(y, 1.0)
