# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The examples of docs/python.md."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_examples_of_the_page_are_right():
    tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried.attempted > 10
    assert tried.failed == 0
