# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Threads, child processes, signals, and memory over many calls."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import nearfield
import numpy as np
import pytest
from nearfield import _core

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork()")


def run(program: str, **environment: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(program)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_threads_share_a_context(backend, rng):
    clouds = [rng.uniform(0, 4, (int(n), 3)) for n in rng.integers(1, 300, 24)]
    expected = [nearfield.pairs(x, 0.7, "d", box=4.0, backend=backend) for x in clouds]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            found = list(pool.map(lambda x: nearfield.pairs(x, 0.7, "d", box=4.0, backend=backend), clouds))
            for a, b in zip(found, expected):
                np.testing.assert_array_equal(a.pairs, b.pairs)
                np.testing.assert_array_equal(a.distances, b.distances)


def test_threads_have_a_context_each(backend, rng):
    """Also where no lock of the interpreter keeps threads apart: contexts, clouds and results are made and freed at once."""
    clouds = [rng.uniform(0, 4, (int(n), 3)) for n in rng.integers(1, 300, 8)]
    expected = [nearfield.knn(x, 3, box=4.0, backend=backend).indices for x in clouds]
    device, started = backend._arguments[0], threading.Barrier(4)

    def work(_: int) -> bool:
        started.wait()
        found = []
        for _ in range(3):
            context = nearfield.Context(device, threads=1)
            found += [nearfield.knn(x, 3, box=4.0, backend=context).indices for x in clouds]
        return all(np.array_equal(a, b) for a, b in zip(found, expected * 3))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(4))) == [True] * 4


def test_a_thread_moves_a_cloud_that_others_ask(backend, rng):
    """Each answer is that of one of the clouds."""
    few, many = rng.uniform(0, 4, (50, 3)), rng.uniform(0, 4, (400, 3))
    expected = {len(x): nearfield.knn(x, 2, box=4.0, backend=backend).indices for x in (few, many)}
    cloud = nearfield.Cloud(few, 4.0, backend=backend)
    none = (np.zeros(401, np.int64), np.zeros(0, np.int32))
    ended = threading.Event()

    def move() -> None:
        for k in range(40):
            cloud.move((few, many)[k % 2])
        ended.set()

    def ask(_: int) -> bool:
        right = True
        while not ended.is_set():
            found = cloud.knn(2).indices
            right = right and np.array_equal(found, expected[len(found)])
            with contextlib.suppress(ValueError):  # labels of the other cloud
                cloud.catalogue(np.zeros(400, np.int32))
            with contextlib.suppress(ValueError):  # and exclusions
                cloud.lists(1.0, exclusions=none)
        return right

    with ThreadPoolExecutor(3) as pool:
        asked = [pool.submit(ask, k) for k in range(2)]
        pool.submit(move).result()
        assert [a.result() for a in asked] == [True, True]


def test_what_was_checked_for_other_points_is_refused_in_the_call():
    """As if a thread moved the cloud between the checks and the call."""
    points = _core.Points(np.zeros((5, 3)))
    cloud = _core.make_cloud(nearfield.Context("host")._core, points)
    filters = _core.Filters(offsets=np.zeros(4, np.uint64), indices=np.zeros(0, np.int32))
    with pytest.raises(ValueError, match="exclusions: they are of another number of points"):
        cloud.lists(1.0, 0, None, filters)
    cloud.lists(1.0, 0, _core.Points(np.zeros((3, 3))), filters)
    function = _core.make_function(nearfield.Context("host")._core, "gravity")
    with pytest.raises(ValueError, match="of another type than the points"):
        cloud.interact(1.0, function, False)


def test_threads_share_a_cloud(backend, rng):
    cloud = nearfield.Cloud(rng.uniform(0, 4, (300, 3)), 4.0, backend=backend)
    cutoffs = [0.3, 0.5, 0.7, 0.9] * 6
    expected = [cloud.pairs(c).pairs.copy() for c in cutoffs]
    with ThreadPoolExecutor(6) as pool:
        for a, b in zip(pool.map(lambda c: cloud.pairs(c).pairs, cutoffs), expected):
            np.testing.assert_array_equal(a, b)


def test_other_threads_run_during_a_call(rng):
    x = rng.uniform(0, 1, (60_000, 3))
    ticks, ended = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not ended.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before = ticks
    nearfield.lists(x, 0.08, backend="host")
    during = ticks - before
    ended.set()
    thread.join()
    assert during > 5


@needs_fork
@pytest.mark.parametrize("n", [8, 20_000])
def test_the_host_works_in_a_child_of_fork(n):
    """20,000 points take the threads of the parent, which the child does not have."""
    printed = run(f"""
        import os, numpy as np, nearfield
        x = np.random.default_rng(0).uniform(0, 4, ({n}, 3))
        cloud = nearfield.Cloud(x, 4.0, backend="host")
        of_parent = cloud.pairs(0.3)
        child = os.fork()
        if child == 0:
            same = all(np.array_equal(c.pairs(0.3).pairs, of_parent.pairs)
                       for c in (cloud, nearfield.Cloud(x, 4.0), nearfield.Cloud(x, 4.0, backend=nearfield.Context("host"))))
            os._exit(0 if same else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert np.array_equal(cloud.pairs(0.3).pairs, of_parent.pairs)
        print("same")
        """)
    assert printed == "same\n"


@needs_fork
def test_a_context_of_a_device_says_that_it_was_forked(device):
    printed = run("""
        import os, sys, numpy as np, nearfield
        context = nearfield.Context(os.environ["NEARFIELD_TEST_DEVICE"])
        x = np.random.default_rng(0).uniform(0, 4, (100, 3))
        cloud = nearfield.Cloud(x, 4.0, backend=context)
        expected = cloud.pairs(0.5).pairs
        kept = cloud.lists(0.5).indices
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            for call in (lambda: cloud.pairs(0.5), lambda: nearfield.Cloud(x, backend=context), context.finish):
                try:
                    call()
                except RuntimeError as error:
                    print("fork()" in str(error), flush=True)
            print(np.array_equal(nearfield.pairs(x, 0.5, box=4.0).pairs, expected), flush=True)  # the default
            del cloud, context, kept
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        print(np.array_equal(cloud.pairs(0.5).pairs, expected))
        """, NEARFIELD_TEST_DEVICE=str(device._arguments[0]))  # fmt: skip
    assert printed.split() == ["True"] * 5


@needs_fork
def test_the_default_works_in_a_child_while_a_thread_of_the_parent_computes():
    printed = run("""
        import os, threading, numpy as np, nearfield
        x = np.random.default_rng(0).uniform(0, 4, (3000, 3))
        expected = nearfield.pairs(x, 0.4).pairs
        ended = threading.Event()

        def compute():
            while not ended.is_set():
                nearfield.pairs(x, 0.4)

        thread = threading.Thread(target=compute)
        thread.start()
        for _ in range(10):
            child = os.fork()
            if child == 0:
                os._exit(0 if np.array_equal(nearfield.pairs(x, 0.4).pairs, expected) else 1)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        ended.set()
        thread.join()
        """)
    assert printed.split() == ["0"] * 10


@needs_fork
def test_processes_of_multiprocessing_compute(rng):
    printed = run("""
        import multiprocessing, numpy as np, nearfield

        def count(seed):
            x = np.random.default_rng(seed).uniform(0, 1, (500, 3))
            return len(nearfield.pairs(x, 0.1).pairs)

        if __name__ == "__main__":
            own = [count(seed) for seed in range(6)]
            with multiprocessing.get_context("fork").Pool(2) as pool:
                print(pool.map(count, range(6)) == own)
        """)
    assert printed == "True\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_ctrl_c_ends_a_call_of_the_host_within_a_second(rng):
    """And the context works afterwards.  A launch takes many seconds here, and is left between its groups."""
    import signal

    context = nearfield.Context("host")
    cloud = nearfield.Cloud(rng.uniform(0, 1, (400_000, 3)).astype(np.float32), backend=context)
    pressed = [0.0]

    def press() -> None:
        pressed[0] = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.7, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        cloud.knn(600)
    late = time.monotonic() - pressed[0]
    timer.join()
    assert late < 1.0
    assert nearfield.pairs([[0, 0, 0], [0, 0, 1]], 2.0, backend=context).pairs.tolist() == [[0, 1]]


def resident() -> int:
    """Bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(
    not os.path.exists("/proc/self/statm"), reason="this system does not tell how much memory is resident"
)
def test_memory_is_flat_over_four_hundred_calls(backend, rng):
    x = rng.uniform(0, 4, (2000, 3))

    def ask(count: int) -> None:
        for _ in range(count):
            cloud = nearfield.Cloud(x, 4.0, backend=backend)
            found = cloud.lists(0.6, "dD", index_dtype=np.int64)
            cloud.knn(4, "D")
            with pytest.raises(ValueError):
                cloud.pairs(-1.0)
            del found

    ask(100)
    before = resident()
    ask(400)
    grown = resident() - before
    assert grown < 4 << 20, f"{grown} bytes more"
    assert backend.memory()[0] < 64 << 20


def test_a_handler_of_a_signal_cannot_call_the_context_that_is_in_a_call():
    """It would wait for itself."""
    code = """
import signal, numpy as np, nearfield
context = nearfield.Context("host", threads=1)
said = []
def handler(number, frame):
    try:
        nearfield.pairs([[0.0], [1.0]], 2.0, backend=context)
    except RuntimeError as error:
        said.append(str(error))
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.2)
cloud = nearfield.Cloud(np.random.default_rng(1).random((60000, 3)), backend=context)
while not said:
    cloud.knn(100)
print(said[0])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "is in a call of the context already" in done.stdout, done.stderr


def test_a_thread_in_a_call_does_not_disturb_the_end_of_the_process():
    code = """
import threading, time, numpy as np, nearfield
cloud = nearfield.Cloud(np.random.default_rng(1).random((100000, 3)), backend="host")
def work():
    while True:
        cloud.knn(50)
threading.Thread(target=work, daemon=True).start()
time.sleep(0.3)
print("end")
"""
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0 and done.stdout == "end\n", done.stderr


def test_a_child_of_fork_computes_on_the_host_if_its_parent_used_a_device(device):
    nearfield.pairs([[0.0], [1.0]], 2.0, backend=device)
    child = os.fork()
    if child == 0:
        try:
            is_host = nearfield.Cloud(np.zeros((5000, 1))).context.kind == "host"
            nearfield.Context("0")
        except RuntimeError as error:
            os._exit(7 if is_host and "before fork()" in str(error) else 8)
        os._exit(9)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_a_subinterpreter_cannot_import_the_package(tmp_path):
    """One that has the lock of the main interpreter, and one with a lock of its own, where versions of Python have it."""
    said = tmp_path / "said"
    code = f"""
try:
    import nearfield._core
except ImportError as error:
    with open({str(said)!r}, "a") as file:
        print(error, file=file)
"""
    printed = run(f"""
        import sys, nearfield
        code = {code!r}
        if sys.version_info >= (3, 13):
            import _interpreters as interpreters
            kinds = [{{"config": "legacy"}}, {{"config": "isolated"}}]
        else:
            import _xxsubinterpreters as interpreters
            kinds = [{{"isolated": False}}, {{"isolated": True}}] if sys.version_info >= (3, 12) else [{{}}]
        for kind in kinds:
            made = interpreters.create(*kind.values()) if sys.version_info >= (3, 13) else interpreters.create(**kind)
            interpreters.run_string(made, code)
        assert nearfield.pairs([[0.0], [1.0]], 2.0).pairs.tolist() == [[0, 1]]  # in the main interpreter
        print(len(kinds))
        """)
    lines = said.read_text().splitlines()
    assert len(lines) == int(printed)
    ours, of_python = "nearfield does not work in a subinterpreter", "does not support loading in subinterpreters"
    assert all(ours in line or of_python in line for line in lines), lines


def test_the_import_takes_less_than_20_ms_beyond_that_of_numpy():
    """Of the processor, which other processes use, too."""
    code = "import numpy, time; t = time.thread_time(); import nearfield; print(time.thread_time() - t)"
    run(code, PYTHONDONTWRITEBYTECODE="")  # compiles the files of the package
    assert min(float(run(code)) for _ in range(5)) < 0.020


@pytest.mark.parametrize("module", ["nearfield", "torch", "jax"])
def test_what_is_leaked_is_reported_unless_a_library_leaks(module):
    """PyTorch and JAX keep objects after the end of the interpreter."""
    if module != "nearfield":
        pytest.importorskip(module)
    program = f"""
        import ctypes
        import nearfield{"" if module == "nearfield" else f".{module}"}
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(nearfield.Context("host")._core))
        """
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(program)],
        env={**os.environ, "JAX_PLATFORMS": "cpu"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert ("leaked 1 instances" in done.stderr) == (module == "nearfield")
