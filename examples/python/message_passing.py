# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""A message-passing potential in PyTorch that learns energies and forces of Lennard-Jones atoms.

Its forces are the gradient of its energy, and training takes the gradient of these: distances of nearfield.torch are
differentiated twice.

    python message_passing.py --steps 200
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import nearfield as nf
import nearfield.torch
import numpy as np
import torch
from torch import Tensor, nn

CUTOFF = 2.5


class Message(nn.Module):
    """One layer: each atom adds up what its neighbours send, which depends on their state and distance."""

    def __init__(self, width: int, basis: int) -> None:
        super().__init__()
        self.filter = nn.Sequential(nn.Linear(basis, width), nn.SiLU(), nn.Linear(width, width))
        self.update = nn.Sequential(nn.Linear(width, width), nn.SiLU(), nn.Linear(width, width))

    def forward(self, h: Tensor, i: Tensor, j: Tensor, radial: Tensor, fades: Tensor) -> Tensor:
        # Threads add up the gradient of h[j] in any order, and that of index_select in the same order in every run.
        messages = h.index_select(0, j) * self.filter(radial) * fades
        return h + self.update(torch.zeros_like(h).index_add(0, i, messages))


class Potential(nn.Module):
    def __init__(self, width: int = 32, basis: int = 16, layers: int = 2) -> None:
        super().__init__()
        self.start = nn.Parameter(torch.randn(width))
        self.layers = nn.ModuleList(Message(width, basis) for _ in range(layers))
        self.energy = nn.Sequential(nn.Linear(width, width), nn.SiLU(), nn.Linear(width, 1))
        self.register_buffer("centres", torch.linspace(0.8, CUTOFF, basis))

    def forward(self, x: Tensor, cell: Tensor, batch_ptr: Tensor) -> tuple[Tensor, Tensor]:
        """The energy of each system, and the force on each atom."""
        x = x.requires_grad_()
        edges = nearfield.torch.neighbor_list(x, CUTOFF, "d", cell=cell, batch_ptr=batch_ptr)
        d = edges.distances.unsqueeze(1)
        radial = torch.exp(-20 * (d - self.centres) ** 2)
        fades = (1 - (d / CUTOFF) ** 2) ** 2  # to 0 at the cutoff
        h = self.start.expand(len(x), -1)
        for layer in self.layers:
            h = layer(h, edges.i, edges.j, radial, fades)
        sums = torch.cat((h.new_zeros(1), self.energy(h).squeeze(1).cumsum(0)))
        energies = sums[batch_ptr[1:]] - sums[batch_ptr[:-1]]
        (gradient,) = torch.autograd.grad(energies.sum(), x, create_graph=True)
        return energies, -gradient


class Systems(NamedTuple):
    x: Tensor
    cell: Tensor
    batch_ptr: Tensor
    energies: Tensor
    forces: Tensor


def systems(count: int, seed: int) -> Systems:
    """Periodic crystals of 32 atoms that are displaced, with their energies and forces."""
    rng = np.random.default_rng(seed)
    edge, n = 3.2, 32
    corners = np.array([[0, 0, 0], [0, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 0.5, 0]])
    cells = np.stack(np.meshgrid(*[np.arange(2)] * 3), axis=-1).reshape(-1, 1, 3)
    lattice = ((cells + corners) * edge / 2).reshape(-1, 3)
    x = [lattice + rng.normal(scale=0.06, size=lattice.shape) for _ in range(count)]
    sums = [nf.interact(one, CUTOFF, "lennard-jones", box=edge) for one in x]
    to = dict(dtype=torch.float32)
    return Systems(
        torch.tensor(np.concatenate(x), **to),
        torch.tensor(edge * np.eye(3), **to),
        torch.arange(0, n * count + 1, n),
        torch.tensor([one["energies"].mean() for one in sums], **to),
        torch.tensor(np.concatenate([one["forces"] for one in sums]), **to),
    )


def run(steps: int = 20, count: int = 16) -> list[float]:
    """The loss at each step."""
    torch.manual_seed(1)
    model = Potential()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    losses = []
    data = systems(count, seed=1)
    mean, spread = data.energies.mean(), data.forces.std()
    for _ in range(steps):
        energies, forces = model(data.x, data.cell, data.batch_ptr)
        wrong = (energies / 32 - (data.energies - mean) / spread) ** 2
        loss = wrong.mean() + ((forces - data.forces / spread) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    return losses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200)
    losses = run(parser.parse_args().steps)
    for step in range(0, len(losses), max(1, len(losses) // 10)):
        print(f"step {step}: loss {losses[step]:.4f}")
    print(f"at the end: loss {losses[-1]:.4f}")


if __name__ == "__main__":
    main()
