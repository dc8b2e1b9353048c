/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core.hpp"

#include <nanobind/stl/optional.h>

#include <cstring>

using namespace nb::literals;

static nf_type real_of(const array_in &x, const char *what) {
    if (x.dtype() == nb::dtype<float>()) return NF_FLOAT32;
    if (x.dtype() == nb::dtype<double>()) return NF_FLOAT64;
    PyErr_Format(PyExc_TypeError, "%s are float32 or float64", what);
    throw nb::python_error();
}

/* Rows where columns are next to each other, and axes otherwise.  Python has made a copy of what is neither. */
void points::set(const array_in &x) {
    if (x.ndim() != 1 && x.ndim() != 2) throw nb::value_error("points are an array of the shape (n, dims)");
    const size_t columns = x.ndim() == 2 ? x.shape(1) : 1;
    const int64_t row = x.stride(0), column = x.ndim() == 2 ? x.stride(1) : 1;
    value.size = sizeof value;
    value.type = real_of(x, "points");
    value.n = x.shape(0);
    value.dims = (int)columns;
    kept.push_back(x);
    if (value.n == 0) return;
    if (column == 1 || columns == 1) value.rows = nf_from_host(x.data());
    else if (columns > 3) throw nb::value_error("points of more than 3 dimensions are rows without gaps");
    else
        for (size_t a = 0; a < columns; a++)
            value.axes[a] =
                nf_from_host((const char *)x.data() + (int64_t)a * column * (int64_t)nf_type_bytes(value.type));
    if (value.n > 1 && row <= 0) throw nb::value_error("the points do not ascend in memory: give a copy");
    value.stride = value.n > 1 ? (uint64_t)row : 0;
}

template <class T> static const T *packed(const array_in &x, size_t count, const char *what) {
    size_t size = 1;
    bool is_packed = true;
    for (size_t a = x.ndim(); a-- > 0;) {
        is_packed = is_packed && (x.shape(a) == 1 || x.stride(a) == (int64_t)size);
        size *= x.shape(a);
    }
    if (x.dtype() != nb::dtype<T>() || size != count || (count && !is_packed)) {
        PyErr_Format(PyExc_ValueError, "%s: %zu elements of the expected type are needed, and %zu are given", what,
                     count, size);
        throw nb::python_error();
    }
    return static_cast<const T *>(x.data());
}

void points::set_types(const array_in &types) {
    value.types = nf_from_host(packed<int32_t>(types, value.n, "types"));
    kept.push_back(types);
}

static void make_points(points *self, const array_in &rows, const std::optional<array_in> &types) {
    new (self) points();
    self->set(rows);
    if (types) self->set_types(*types);
}

static nf_box box_of(const double *cell, int periodic, const double *origin) {
    nf_box box = NF_DEFAULTS;
    if (cell) std::memcpy(box.cell, cell, sizeof box.cell);
    if (origin) std::memcpy(box.origin, origin, sizeof box.origin);
    for (int a = 0; a < 3; a++) box.periodic[a] = periodic >> a & 1;
    return box;
}

static void make_box(nf_box *self, const array_in &cell, int periodic, const std::optional<array_in> &origin) {
    new (self) nf_box(
        box_of(packed<double>(cell, 9, "cell"), periodic, origin ? packed<double>(*origin, 3, "origin") : nullptr));
}

/* Systems in one array of points; cells and periodic of each, or none for that of the cloud. */
static void set_batch(points &self, const array_in &offsets, const std::optional<array_in> &cells,
                      const std::optional<array_in> &periodic, const std::optional<array_in> &cutoffs) {
    const size_t count = offsets.size() ? offsets.size() - 1 : 0;
    self.batch = NF_DEFAULTS;
    self.batch.size = sizeof self.batch;
    self.batch.count = count;
    self.batch.offsets = packed<uint64_t>(offsets, count + 1, "offsets of systems");
    self.kept.push_back(offsets);
    if (cells) {
        const double *all = packed<double>(*cells, 9 * count, "cells of systems");
        const int32_t *is = packed<int32_t>(periodic.value(), count, "periodic of systems");
        self.boxes.clear();
        for (size_t s = 0; s < count; s++) self.boxes.push_back(box_of(all + 9 * s, is[s], nullptr));
        self.batch.boxes = self.boxes.data();
    }
    if (cutoffs) {
        self.batch.cutoffs = packed<double>(*cutoffs, count, "cutoffs of systems");
        self.kept.push_back(*cutoffs);
    }
    self.value.batch = &self.batch;
}

static void make_filters(filters *self, double min_distance, const std::optional<array_in> &radii,
                         const std::optional<array_in> &query_radii, int rule,
                         const std::optional<array_in> &type_cutoffs, const std::optional<array_in> &offsets,
                         const std::optional<array_in> &indices) {
    new (self) filters();
    nf_filters &value = self->value;
    value.size = sizeof value;
    value.min_distance = min_distance;
    value.radii_rule = (nf_radii_rule)rule;
    if (radii) {
        self->radii.set(*radii);
        value.radii = &self->radii.value;
    }
    if (query_radii) {
        self->query_radii.set(*query_radii);
        value.query_radii = &self->query_radii.value;
    }
    if (type_cutoffs) {
        const size_t count = type_cutoffs->ndim() ? type_cutoffs->shape(0) : 0;
        value.type_cutoffs = packed<double>(*type_cutoffs, count * count, "cutoffs of pairs of types");
        value.type_count = (uint32_t)count;
        self->kept.push_back(*type_cutoffs);
    }
    if (offsets && indices) {
        self->exclusions.offsets = nf_from_host(packed<uint64_t>(*offsets, offsets->size(), "offsets of exclusions"));
        self->exclusions.indices = nf_from_host(packed<int32_t>(*indices, indices->size(), "indices of exclusions"));
        self->rows = offsets->size() ? offsets->size() - 1 : 0;
        value.exclusions = &self->exclusions;
        self->kept.push_back(*offsets);
        self->kept.push_back(*indices);
    }
}

void bind_points(nb::module_ &m) {
    nb::class_<points>(m, "Points")
        .def("__init__", &make_points, "rows"_a, "types"_a.none() = nb::none())
        .def("set_batch", &set_batch, "offsets"_a, "cells"_a.none() = nb::none(), "periodic"_a.none() = nb::none(),
             "cutoffs"_a.none() = nb::none())
        .def_prop_ro("n", [](const points &p) { return p.value.n; })
        .def_prop_ro("dims", [](const points &p) { return p.value.dims; })
        .def_prop_ro("is_double", [](const points &p) { return p.value.type == NF_FLOAT64; });
    nb::class_<nf_box>(m, "Box").def("__init__", &make_box, "cell"_a, "periodic"_a, "origin"_a.none() = nb::none());
    nb::class_<filters>(m, "Filters")
        .def("__init__", &make_filters, "min_distance"_a = 0.0, "radii"_a.none() = nb::none(),
             "query_radii"_a.none() = nb::none(), "rule"_a = 0, "type_cutoffs"_a.none() = nb::none(),
             "offsets"_a.none() = nb::none(), "indices"_a.none() = nb::none());
}
