# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""What the docstrings print is what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import nearfield
import pytest

MODULES = ["nearfield", *(f"nearfield.{m.name}" for m in pkgutil.iter_modules(nearfield.__path__) if m.name != "_core")]


# Modules whose examples call the library that they are made for.
PEERS = {"nearfield.freud": "freud", "nearfield.mdanalysis": "MDAnalysis", "nearfield.sklearn": "sklearn"}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_print_what_they_say(name, monkeypatch):
    monkeypatch.setenv("NEARFIELD_DEVICE", "host")
    if name in PEERS:
        pytest.importorskip(PEERS[name])
    try:
        module = importlib.import_module(name)
    except ImportError as missing:
        pytest.skip(f"{name} needs {missing.name}")
    assert doctest.testmod(module).failed == 0


def test_the_package_has_examples():
    finder = doctest.DocTestFinder()
    assert (
        sum(
            len(t.examples)
            for name in ("nearfield._cloud", "nearfield._functions")
            for t in finder.find(importlib.import_module(name))
        )
        > 10
    )
