# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""What the peers in Python share: the protocol of README.md."""

import collections
import importlib
import json
import os
import sys
import time

LEAST, MOST = 3, 31  # samples
NEIGHBOURS = (8, 16, 30)  # of the cases knn-8, knn-16 and knn-30


# What a case makes: run() is timed up to finish(), and evaluates `steps` times; count(result) is the number that README.md says for the case;
# kept() is run() with the list of the time before, or None.
Work = collections.namedtuple("Work", "run count finish kept steps", defaults=(lambda: None, None, 1))


class Missing(Exception):
    """A peer that cannot run here; the sentence says why."""


def need(module, how):
    """The module, or the sentence that it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise Missing(f"{module} is not installed ({how})") from None


# Libraries print what they like: only answers go to standard output.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def say(**answer):
    print(json.dumps(answer), file=answers, flush=True)


def sample(run, finish, seconds):
    """Wall times of run(), and its last result, after one run to warm up."""
    result, samples = run(), []
    finish()
    begun = time.perf_counter()
    while len(samples) < LEAST or (len(samples) < MOST and time.perf_counter() - begun < seconds):
        if samples and time.perf_counter() - begun > 10 * seconds:
            break
        del result  # memory of the last answer, as a user gives it back
        start = time.perf_counter()
        result = run()
        finish()
        samples.append(1e3 * (time.perf_counter() - start))
    return samples, result


def link(n):
    """The linking length of the case fof."""
    return 0.2 / n ** (1 / 3)


def width(n):
    """The width of the periodic cube of the case lists."""
    return (n / 0.1) ** (1 / 3)


def works():
    for line in sys.stdin:
        case, n, type_, parameter, path = line.rstrip("\n").split(" ", 4)
        yield case, int(n), type_, float(parameter), path


def cells_of(case):
    """("interact", [8]) for interact-8x10: the cells along an axis go to the case; (case, []) for others."""
    word, _, numbers = case.partition("-")
    return (word, [int(numbers.split("x")[0])]) if word == "interact" else (case, [])


def main(name, prepare):
    """prepare() answers (version, cases); cases[name](points, parameter) answers a Work, or its first members."""
    begun = time.perf_counter()
    budget = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 60.0
    try:
        version, cases = prepare()
        import numpy
    except Missing as why:
        return say(peer=name, left_out=str(why))
    except ImportError:
        return say(peer=name, left_out="numpy is not installed (pip install numpy)")
    took, last, ended = {}, {}, set()
    for asked, n, type_, parameter, path in works():
        case, cells = cells_of(asked)
        if case not in cases or (case, type_) in ended:
            continue
        left = budget - (time.perf_counter() - begun)
        if case in last and took[case] * n / last[case] > left:
            say(peer=name, left_out=f"{case} of {type_} from n = {n:,} on would take longer than --seconds")
            ended.add((case, type_))
            continue
        points = numpy.fromfile(path, dtype=type_).reshape(n, 3)
        try:
            work = Work(*cases[case](points, parameter, *cells))
            samples, result = sample(work.run, work.finish, budget / 100)
            total = work.count(result)
            total = total if isinstance(total, float) else int(total)
            times = {"wall_ms": [ms / work.steps for ms in samples]}
            if work.kept:
                times["kept_ms"] = [ms / work.steps for ms in sample(work.kept, work.finish, budget / 100)[0]]
        except Exception as why:  # a peer's own failure at one size is an answer too
            sentence = str(why).strip().split("\n")[0]
            say(peer=name, left_out=f"failed at n = {n:,}: {type(why).__name__}: {sentence[:150]}")
            continue
        del result
        say(peer=name, version=version, case=asked, n=n, type=type_, **times, result=total)
        # What the fewest samples take; making kernels does not take longer for more points.
        took[case], last[case] = sum((LEAST + 1) * 1e-3 * work.steps * max(ms) for ms in times.values()), n
