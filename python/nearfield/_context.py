# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Contexts: a device with its queue, programs and memory; and which one a call takes that names none."""

from __future__ import annotations

import atexit
import contextlib
import glob
import os
import sys
import threading
from typing import TYPE_CHECKING, Any

from . import _core
from ._arguments import flag, shown, whole

DeviceError: type[RuntimeError] = _core.DeviceError  # type: ignore[attr-defined,unused-ignore]


def _open_intel() -> bool:
    """Opens the loader of Intel's runtime for processors if this environment has it (``pip install nearfield[cpu]``).

    Its packages state no paths: the libraries that the loader needs are opened before it, and the driver is named.
    """
    lib = os.path.join(sys.prefix, "lib")
    driver = os.path.join(lib, "libintelocl.so")
    if "OCL_ICD_VENDORS" in os.environ or not os.path.exists(driver):
        return False
    try:
        for name in ("libintlc.so.5", "libirng.so", "libimf.so", "libsvml.so", "libOpenCL.so.1"):
            _open(os.path.join(lib, name))
    except OSError:
        return False
    os.environ.setdefault("OCL_ICD_FILENAMES", driver)
    return True


def _open(name: str) -> None:
    """Opens a library, which is then there for those that need it by its name."""
    import ctypes

    ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)


def _find_loader() -> None:
    """Names the OpenCL loader that a package of this environment brought, unless the system has one."""
    if sys.platform != "linux":
        return
    if not os.environ.get("NEARFIELD_OPENCL") and not _open_intel():
        try:
            _open("libOpenCL.so.1")
            return
        except OSError:
            pass
        found = glob.glob(os.path.join(sys.prefix, "lib", "libOpenCL.so.1"))
        for folder in sys.path:
            found += glob.glob(os.path.join(folder, "pyopencl.libs", "libOpenCL*"))
            found += glob.glob(os.path.join(folder, "pyopencl", ".libs", "libOpenCL*"))
        if found:
            os.environ["NEARFIELD_OPENCL"] = found[0]
    folder = os.path.dirname(os.environ.get("NEARFIELD_OPENCL", ""))
    if "pyopencl" in folder:
        os.environ.setdefault("PYOPENCL_HOME", os.path.dirname(folder))  # that loader crashes without it
        for listed in glob.glob(os.path.join(folder, "*.icd")):  # drivers beside it, for which it does not look there
            with contextlib.suppress(OSError), open(listed) as file:
                _open(os.path.join(folder, file.read().strip()))


_loader_lock = threading.Lock()
_found_loader = False
_driver_is_used = False  # of OpenCL, by this process
_driver_of_parent = False  # it was used before fork(), and must not be used any more


def _open_loader() -> None:
    global _found_loader
    with _loader_lock:
        if not _found_loader:
            _find_loader()
            _found_loader = True


def _use_driver() -> None:
    """Before a context on a device is made."""
    global _driver_is_used
    if _driver_of_parent:
        raise RuntimeError(
            "the parent of this process used OpenCL before fork(), which drivers do not survive: start processes by "
            '"spawn" or "forkserver", or take the device "host"'
        )
    _open_loader()
    _driver_is_used = True


def devices() -> list[dict[str, object]]:
    """The OpenCL devices of this machine, in the order of their numbers.

    Returns
    -------
    list of dict
        ``platform``, ``name``, ``vendor``, ``driver``, ``version``, ``kind`` ("gpu", "cpu", "accelerator"),
        ``compute_units``, ``memory`` in bytes, and ``fp64``.  Empty without OpenCL.
    """
    _open_loader()
    return _core.devices()[0]


class Context:
    """A device with its queue, programs and memory.

    Threads may share a context: their calls follow each other.  A context is pickled as the name of its device.

    Parameters
    ----------
    device : str or int, optional
        "host", which needs no OpenCL, the number of a device (`devices`), or a part of its name.  None: as the
        environment variable NEARFIELD_DEVICE says, or else the best device.
    threads : int, optional
        The threads on which the host computes; 0 for as many as the process has processors.
    profile : bool, optional
        Measures the time of each stage on the device (`stages`).

    Raises
    ------
    DeviceError
        There is no such device, or its driver failed.

    Examples
    --------
    >>> import nearfield
    >>> nearfield.Context("host").kind
    'host'
    """

    def __init__(self, device: str | int | None = None, *, threads: int = 0, profile: bool = False) -> None:
        if device is not None and (isinstance(device, bool) or not isinstance(device, (str, int))):
            raise TypeError(f"device is {device!r}: give the name or number of a device")
        self._arguments = (device, whole(threads, "threads", 0), flag(profile, "profile"))
        if device != "host":
            _use_driver()
        self._core = _core.make_context(None if device is None else str(device), *self._arguments[1:])

    @property
    def info(self) -> dict[str, object]:
        """The properties of the device, as `devices` gives them."""
        return self._core.device()

    @property
    def name(self) -> str:
        """The name of the device."""
        return str(self.info["name"])

    @property
    def kind(self) -> str:
        """ "host", "gpu", "cpu" or "accelerator"."""
        return str(self.info["kind"])

    def finish(self) -> None:
        """Waits until all commands of the context's own queue have ended."""
        self._core.finish()

    def trim(self) -> None:
        """Releases memory that is kept for later calls."""
        self._core.trim()

    def memory(self) -> tuple[int, int]:
        """The device memory of the context in bytes: now, and the most at once."""
        return self._core.memory()

    def stages(self) -> list[tuple[str, float, int]]:
        """The name, milliseconds and launches of each stage since the context was made; it needs ``profile=True``."""
        return self._core.stages()

    def __repr__(self) -> str:
        return f"<nearfield.Context on {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_make, self._arguments)


def _make(device: str | None, threads: int, profile: bool) -> Context:
    """Contexts that differ in nothing from one that this process has are that one."""
    return Context(device, threads=threads, profile=profile) if threads or profile else _named(device)


if TYPE_CHECKING:
    from typing import TypeAlias, Union

    Backend: TypeAlias = Union[None, str, Context]

_lock = threading.Lock()
_made: dict[str | None, Context] = {}  # by the name of the device


def _forget() -> None:
    """In the child of a fork: contexts on devices are the parent's, and one on the host may have been in a call."""
    global _lock, _loader_lock, _driver_of_parent
    _lock = threading.Lock()
    _loader_lock = threading.Lock()
    _driver_of_parent = _driver_of_parent or _driver_is_used
    _made.clear()


atexit.register(_core.wait_for_end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)

# Below so many points the host has answered before a GPU has copied them there and back.
GPU_LEAST = 4096
_FEW = f"there are fewer than {GPU_LEAST} points"


def _named(name: str | None) -> Context:
    context = _made.get(name)
    if context is None:
        with _lock:
            context = _made.get(name)
            if context is None:
                context = _made[name] = Context(name)
    return context


def _chosen(backend: Backend, n: int) -> tuple[Context, str]:
    """The context of a call about n points, and why it is that one: see `explain`."""
    if isinstance(backend, Context):
        return backend, "it was named"
    if backend is not None:
        if not isinstance(backend, str):
            raise TypeError(f"backend is {shown(backend)}: give the name of a device or a Context")
        return _named(backend), "it was named"
    if _core.device_is_named():
        return _named("host" if os.environ.get("NEARFIELD_DEVICE") == "host" else None), "NEARFIELD_DEVICE names it"
    if n < GPU_LEAST:
        return _named("host"), _FEW
    if _driver_of_parent:
        return _named("host"), "the parent of this process used OpenCL before fork()"
    try:
        context = _named(None)
    except DeviceError as error:
        return _named("host"), f"the device failed: {error}"
    if context.kind != "gpu":
        return _named("host"), "there is no GPU"
    return context, f"there are at least {GPU_LEAST} points, and a GPU"


def choose(backend: Backend, n: int) -> Context:
    """The context of a call about n points."""
    return _chosen(backend, n)[0]


def device_for_source(is_chosen: bool) -> Context:
    """The device for a pair function that is given as source; `is_chosen`: no backend was named."""
    why = "backend names the host: leave it out, or name one of nearfield.devices()"
    if is_chosen and os.environ.get("NEARFIELD_DEVICE") == "host":
        why = "NEARFIELD_DEVICE names the host"
    elif is_chosen:
        context = _named(None)
        if context.kind != "host":
            return context
        why = f"there is none: {_core.devices()[1]}"
    raise NotImplementedError(f"a pair function that is given as source is compiled for an OpenCL device, and {why}")


def explain(n: int = 1_000_000, backend: Backend = None) -> str:
    """Says where a call about `n` points is computed, and why.

    Without a `backend`, calls about fewer than 4,096 points are computed on the host.  Larger ones are computed on the
    GPU if there is one, and otherwise on the host, which has the kernels of CPUs as its own code.  The environment
    variable NEARFIELD_DEVICE names another device for all of them.  A device that failed is named with what failed.

    Sums of a pair function that is given as source are computed on a device for any number of points.

    Examples
    --------
    >>> import nearfield
    >>> nearfield.explain(8, backend="host")
    'host: it was named'
    """
    context, why = _chosen(backend, whole(n, "n", 0, 2**63))
    return f"{'host' if context.kind == 'host' else context.name}: {why}"


def trim() -> None:
    """Releases the memory that the contexts of this process keep for later calls."""
    for context in _made.copy().values():  # other threads may add to it
        context.trim()
