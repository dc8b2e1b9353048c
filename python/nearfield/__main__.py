# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""The command: ``python -m nearfield``."""

from __future__ import annotations

import signal
import sys

from . import _core
from ._context import _open_loader


def main() -> int:
    if not hasattr(_core, "command"):
        print("nearfield: this package was built without the command, which needs zlib", file=sys.stderr)
        return 1
    for number in (signal.SIGINT, getattr(signal, "SIGPIPE", signal.SIGINT)):
        signal.signal(number, signal.SIG_DFL)  # they end the command, as they end others
    _open_loader()
    code: int = _core.command(["python -m nearfield", *sys.argv[1:]])
    return code


if __name__ == "__main__":
    sys.exit(main())
