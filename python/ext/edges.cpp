/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The vectors of the edges of a graph, and the transpose of the map from positions and cells to them, which is their gradient.
 * One thread adds in the order of the edges, so that sums are the same bytes in every run.
 *     vectors   D[e] = (x[j] - x[i]) + ((S0 H0 + S1 H1) + S2 H2), as the library computes it
 *     sums      to x[j]: D[e], to x[i]: -D[e], to H: the products of S and D[e], which are added in double precision
 */
#include "core.hpp"

#include <nanobind/stl/optional.h>

#include <cstring>

using namespace nb::literals;

using indices = nb::ndarray<const int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using whole = nb::ndarray<const int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T> using rows_in = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T> using rows_out = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T> using cells_in = nb::ndarray<const T, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using cells_out = nb::ndarray<double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

namespace {
/* Edges whose arrays fit together.  Without shifts, cells have no effect. */
struct edges {
    size_t count, points, systems;
    const int64_t *i, *j, *system;
    const int32_t *shifts;

    edges(const indices &first, const indices &second, const std::optional<whole> &moved,
          const std::optional<indices> &of, size_t n, size_t cells, size_t vectors)
        : count(first.shape(0)), points(n), systems(cells), i(first.data()), j(second.data()),
          system(of ? of->data() : nullptr), shifts(moved ? moved->data() : nullptr) {
        if (second.shape(0) != count || vectors != count ||
            (moved && (moved->shape(0) != count || moved->shape(1) != 3)))
            throw nb::value_error("edges: i, j, shifts and vectors have different numbers of edges");
        if (of && of->shape(0) != n) throw nb::value_error("batch_idx: one number is needed for each point");
        if (shifts && !cells) throw nb::value_error("cell: the edges have shifts, and there is no cell");
    }
    /* The system of edge e, whose points are checked. */
    size_t check(size_t e) const {
        if ((uint64_t)i[e] >= points || (uint64_t)j[e] >= points)
            throw nb::value_error("edges: an index is not that of a point");
        if (!shifts || !system) return 0;
        if ((uint64_t)system[i[e]] >= systems)
            throw nb::value_error("batch_idx: there is no cell of a system");
        return (size_t)system[i[e]];
    }
};
} // namespace

template <class T, int DIMS> static void write_vectors(const edges &of, const T *x, const T *cells, T *out) {
    for (size_t e = 0; e < of.count; e++, out += DIMS) {
        const size_t s = of.check(e);
        const T *const a = x + of.i[e] * DIMS, *const b = x + of.j[e] * DIMS;
        for (int c = 0; c < DIMS; c++) out[c] = b[c] - a[c];
        if (!of.shifts) continue;
        const int32_t *const S = of.shifts + 3 * e;
        const T *const H = cells + s * DIMS * DIMS;
        for (int c = 0; c < DIMS; c++) {
            T image = (T)S[0] * H[c];
            for (int v = 1; v < DIMS; v++) image += (T)S[v] * H[v * DIMS + c];
            out[c] += image;
        }
    }
}

template <class T, int DIMS> static void add_vectors(const edges &of, const T *vectors, T *x, double *cells) {
    for (size_t e = 0; e < of.count; e++, vectors += DIMS) {
        const size_t s = of.check(e);
        T *const a = x + of.i[e] * DIMS, *const b = x + of.j[e] * DIMS;
        for (int c = 0; c < DIMS; c++) a[c] -= vectors[c];
        for (int c = 0; c < DIMS; c++) b[c] += vectors[c];
        if (!of.shifts) continue;
        const int32_t *const S = of.shifts + 3 * e;
        double *const H = cells + s * DIMS * DIMS;
        if (S[0] | S[1] | S[2])
            for (int v = 0; v < DIMS; v++)
                for (int c = 0; c < DIMS; c++) H[v * DIMS + c] += (double)S[v] * (double)vectors[c];
    }
}

template <class C> static void check_columns(size_t dims, size_t vectors, const C &cells) {
    if (dims < 1 || dims > 3 || vectors != dims ||
        (cells.shape(0) && (cells.shape(1) != dims || cells.shape(2) != dims)))
        throw nb::value_error(
            "edges: points, vectors and cells are of 1, 2 or 3 dimensions, the same of all");
}

template <class T>
static void edge_vectors(const rows_out<T> &out, const rows_in<T> &x, const cells_in<T> &cells,
                         const indices &i, const indices &j, const std::optional<whole> &shifts,
                         const std::optional<indices> &system) {
    const edges of(i, j, shifts, system, x.shape(0), cells.shape(0), out.shape(0));
    check_columns(x.shape(1), out.shape(1), cells);
    auto *const f = x.shape(1) == 3   ? write_vectors<T, 3>
                    : x.shape(1) == 2 ? write_vectors<T, 2>
                                      : write_vectors<T, 1>;
    nb::gil_scoped_release released;
    f(of, x.data(), cells.data(), out.data());
}

template <class T>
static void edge_sums(const rows_out<T> &x, const cells_out &cells, const rows_in<T> &vectors,
                      const indices &i, const indices &j, const std::optional<whole> &shifts,
                      const std::optional<indices> &system) {
    const edges of(i, j, shifts, system, x.shape(0), cells.shape(0), vectors.shape(0));
    check_columns(x.shape(1), vectors.shape(1), cells);
    auto *const f = x.shape(1) == 3   ? add_vectors<T, 3>
                    : x.shape(1) == 2 ? add_vectors<T, 2>
                                      : add_vectors<T, 1>;
    nb::gil_scoped_release released;
    std::memset(x.data(), 0, x.size() * sizeof(T));
    std::memset(cells.data(), 0, cells.size() * sizeof(double));
    f(of, vectors.data(), x.data(), cells.data());
}

template <class T> static void bind(nb::module_ &m) {
    m.def("edge_vectors", &edge_vectors<T>, "out"_a.noconvert(), "x"_a.noconvert(), "cells"_a.noconvert(),
          "i"_a.noconvert(), "j"_a.noconvert(), "shifts"_a.noconvert().none(), "system"_a.noconvert().none());
    m.def("edge_sums", &edge_sums<T>, "x"_a.noconvert(), "cells"_a.noconvert(), "vectors"_a.noconvert(),
          "i"_a.noconvert(), "j"_a.noconvert(), "shifts"_a.noconvert().none(), "system"_a.noconvert().none());
}

void bind_edges(nb::module_ &m) {
    bind<float>(m);
    bind<double>(m);
}
