# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""nearfield through the functions of flat.c."""
import ctypes
from dataclasses import dataclass

import numpy

QUESTIONS = ("pairs", "half lists", "full lists")  # as in flat.c
PAIRS, OFFSETS, INDICES, DISTANCES, VECTORS, SHIFTS = range(6)


@dataclass
class Answer:
    question: str
    where: str
    sorted: bool
    rows: numpy.ndarray  # i, j, S
    vectors: numpy.ndarray
    distances: numpy.ndarray


class Weighted(ctypes.Structure):
    """Points with a weight each; the arrays must stay."""

    _fields_ = [("n", ctypes.c_uint64), ("points", ctypes.c_void_p), ("weights", ctypes.c_void_p)]


def weighted(points, weights):
    return Weighted(len(points), points.ctypes.data, weights.ctypes.data)


class Library:
    def __init__(self, path):
        self.flat = ctypes.CDLL(path)
        pointer = ctypes.c_void_p
        self.flat.flat_open.restype = pointer
        self.flat.flat_ask.restype = pointer
        self.flat.flat_ask.argtypes = [pointer, ctypes.c_int, ctypes.c_int, ctypes.c_uint64] + 4 * [pointer] + [ctypes.c_double]
        self.flat.flat_error.restype = ctypes.c_char_p
        self.flat.flat_total.restype = ctypes.c_uint64
        self.flat.flat_array.restype = pointer
        for function in (self.flat.flat_error, self.flat.flat_total, self.flat.flat_free):
            function.argtypes = [pointer]
        self.flat.flat_array.argtypes = [pointer, ctypes.c_int]
        self.flat.flat_histogram.argtypes = [
            pointer, pointer, pointer, ctypes.c_double, ctypes.c_uint32, pointer, pointer, pointer
        ]
        self.flat.flat_sentence.restype = ctypes.c_char_p
        self.flat.flat_sentence.argtypes = [pointer]
        self.flat.flat_open.argtypes = [ctypes.c_char_p, pointer]
        why = ctypes.create_string_buffer(640)
        self.contexts = {"host": self.flat.flat_open(b"host", why), "device": self.flat.flat_open(None, why)}
        if not all(self.contexts.values()):
            raise RuntimeError(why.value.decode())

    def array(self, handle, which, rows, columns, dtype):
        size = rows * columns * numpy.dtype(dtype).itemsize
        if size == 0:
            return numpy.empty((rows, columns), dtype)
        data = ctypes.string_at(self.flat.flat_array(handle, which), size)
        return numpy.frombuffer(data, dtype).reshape(rows, columns)

    def ask_one(self, case, question, ascending, where):
        points, origin, cell = (numpy.ascontiguousarray(a, float) for a in (case.points, case.origin, case.cell))
        periodic = numpy.array(case.periodic, numpy.int32)
        handle = self.flat.flat_ask(
            self.contexts[where], question, ascending, len(points), points.ctypes.data, origin.ctypes.data, cell.ctypes.data,
            periodic.ctypes.data, case.cutoff,
        )
        try:
            error = self.flat.flat_error(handle)
            if error:
                raise RuntimeError(f"{case}: {error.decode()}")
            total = self.flat.flat_total(handle)
            if question == 0:
                ij = self.array(handle, PAIRS, total, 2, numpy.int32)
            else:
                offsets = self.array(handle, OFFSETS, len(points) + 1, 1, numpy.uint64)[:, 0].astype(numpy.int64)
                i = numpy.repeat(numpy.arange(len(points)), numpy.diff(offsets))
                ij = numpy.column_stack((i, self.array(handle, INDICES, total, 1, numpy.int32)))
            rows = numpy.hstack((ij, self.array(handle, SHIFTS, total, 3, numpy.int32))).astype(numpy.int64)
            return Answer(
                QUESTIONS[question], where, bool(ascending), rows,
                self.array(handle, VECTORS, total, 3, float), self.array(handle, DISTANCES, total, 1, float)[:, 0],
            )
        finally:
            self.flat.flat_free(handle)

    def ask(self, case, number):
        """Every question on the host, and one on the device; by turns sorted."""
        for question in range(3):
            yield self.ask_one(case, question, (number + question) % 2, "host")
        yield self.ask_one(case, number % 3, number // 3 % 2, "device")

    def histogram(self, where, points, queries, edge, edges):
        """The counts, and the sums of the products of weights, of the pairs in each bin.  points, queries: (n x 3, n weights), or None."""
        counts, sums = numpy.zeros(len(edges) - 1, numpy.uint64), numpy.zeros(len(edges) - 1)
        own, theirs = weighted(*points), weighted(*queries) if queries else None
        status = self.flat.flat_histogram(
            self.contexts[where], ctypes.byref(own), ctypes.byref(theirs) if queries else None, edge, len(counts),
            edges.ctypes.data, counts.ctypes.data, sums.ctypes.data,
        )
        if status:
            raise RuntimeError(self.flat.flat_sentence(self.contexts[where]).decode())
        return counts.astype(numpy.int64), sums
