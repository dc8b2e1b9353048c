# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The one-call functions have the parameters of methods, and type checkers see them.

python tests/python/test_signatures.py    writes python/nearfield/_functions.pyi anew
"""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nearfield
import pytest

ROOT = Path(__file__).parents[2]
STUB = ROOT / "python" / "nearfield" / "_functions.pyi"
NAMES = [name for name, f in vars(nearfield._functions).items() if callable(f) and hasattr(f, "__signature__")]

HEAD = """\
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# tests/python/test_signatures.py writes this file from the signatures of the functions.
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ._answers import Catalogue, Groups, Lists, Neighbors, Pairs, Sums
from ._arguments import Array, BoxLike, PeriodicLike, RadiiRule, TypeCutoffsLike
from ._context import Backend
from ._function import Function
"""


def shown(parameter: inspect.Parameter) -> str:
    text = f"{parameter.name}: {parameter.annotation}"
    if parameter.default is parameter.empty:
        return text
    kind = parameter.default
    return f"{text} = {f'np.{kind.__name__}' if isinstance(kind, type) else repr(kind)}".replace("''", '""')


def stub() -> str:
    parts = [HEAD]
    for name in NAMES:
        f = getattr(nearfield, name)
        signature = inspect.signature(f)
        lines, has_star = [], False
        for parameter in signature.parameters.values():
            if parameter.kind is parameter.KEYWORD_ONLY and not has_star:
                lines.append("*")
                has_star = True
            lines.append(shown(parameter))
        body = "".join(f"    {line},\n" for line in lines)
        summary = inspect.getdoc(f).split("\n\n")[0]
        parts.append(f'def {name}(\n{body}) -> {signature.return_annotation}:\n    """{summary}"""\n')
    return "\n".join(parts)


def test_the_stub_has_the_signatures_of_the_functions():
    if not STUB.exists():
        pytest.skip("the sources are not here")
    assert len(NAMES) == 11
    assert STUB.read_text() == stub(), "write it anew: python tests/python/test_signatures.py"


@pytest.mark.parametrize("name", NAMES)
def test_a_function_documents_each_of_its_parameters(name):
    f: Any = getattr(nearfield, name)
    described = inspect.getdoc(f).partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    listed = re.findall(r"^(\w[\w, ]*?)(?: :.*)?$", described, re.MULTILINE)
    assert sorted(p for line in listed for p in line.split(", ")) == sorted(inspect.signature(f).parameters)
    assert "Examples\n--------\n" in f.__doc__


def test_the_package_works_without_docstrings():
    code = "import nearfield; print(nearfield.pairs([[0.0], [1.0]], 2.0).pairs.tolist())"
    done = subprocess.run([sys.executable, "-OO", "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "[[0, 1]]\n"


WRONG = """
import nearfield, numpy as np
x = np.zeros((3, 3))
nearfield.pairs(x, 1.0, box=1.0, types=["Na"] * 3, type_cutoffs={("Na", "Na"): 1.0}).distances
nearfield.Cloud(x).interact(1.0, "gravity", fields={"mass": 1.0})["potentials"]
nearfield.pairs(x, "1")
nearfield.lists(x, 1.0, half="yes")
nearfield.knn(x, 3, typos=1)
nearfield.pairs(x, 1.0, radii_rule="all")
nearfield.Cloud(x).count(1.0, half=True)
nearfield.rdf(x, 1.0, bins=None)
nearfield.histogram(x, 1.0).pairs
nearfield.pairs(x, 1.0).indices
"""


def test_a_type_checker_sees_wrong_arguments(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "wrong.py").write_text(WRONG)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), "wrong.py"],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    lines = sorted({int(n) for n in re.findall(r"^wrong.py:(\d+): error", done.stdout, re.MULTILINE)})
    assert lines == list(range(6, 13 + 1)), done.stdout


if __name__ == "__main__":
    STUB.write_text(stub())
