# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Fixtures of the tests of the Python package.  Kernels and profiles are kept below build/, not in the user's caches."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

CACHE = Path(__file__).resolve().parents[2] / "build" / "python_tests"
for variable, folder in (
    ("POCL_CACHE_DIR", "pocl"),
    ("XDG_CACHE_HOME", "cache"),
    ("NEARFIELD_CONFIG", "profiles"),
):
    if variable not in os.environ:
        (CACHE / folder).mkdir(parents=True, exist_ok=True)
        os.environ[variable] = str(CACHE / folder)

import nearfield


def device_kinds() -> dict[str, str]:
    """The number of a device of each kind; PoCL's is preferred among processors."""
    found: dict[str, str] = {}
    for number, device in enumerate(nearfield.devices()):
        kind = str(device["kind"])
        if kind not in found or "Portable" in str(device["platform"]):
            found[kind] = str(number)
    return found


KINDS = device_kinds()
NO_DEVICE = pytest.mark.skip(reason="there is no OpenCL device: install PoCL to run this test on one")


@pytest.fixture(
    scope="session", params=["host", *KINDS] if KINDS else ["host", pytest.param("opencl", marks=NO_DEVICE)]
)
def backend(request: pytest.FixtureRequest) -> nearfield.Context:
    """A context on the host, and on one device of each kind that is present."""
    return nearfield.Context("host" if request.param == "host" else KINDS[request.param])


@pytest.fixture(scope="session")
def device() -> nearfield.Context:
    """A context on an OpenCL device."""
    if not KINDS:
        pytest.skip("there is no OpenCL device: install PoCL to run this test")
    return nearfield.Context(next(iter(KINDS.values())))


@pytest.fixture(params=[np.float32, np.float64], ids=["float32", "float64"])
def dtype(request: pytest.FixtureRequest) -> type[np.floating]:
    return request.param


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """Numbers that depend on the name of the test alone."""
    return np.random.default_rng(list(request.node.name.encode()))
