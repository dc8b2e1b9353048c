/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

using namespace nb::literals;

cloud::~cloud() {
    nf_cloud *const ended = handle;
    if (ended) of->release([ended] { nf_cloud_free(ended); });
}

function::~function() {
    nf_function *const ended = handle;
    if (ended) of->release([ended] { nf_function_free(ended); });
}

static void move_cloud(cloud &self, const points &to, const nf_box *box) {
    self.of->call([&] {
        self.is_double = to.value.type == NF_FLOAT64;
        return self.handle ? nf_cloud_move(self.handle, &to.value, box, nullptr)
                           : nf_cloud_create(self.of->handle, &to.value, box, nullptr, &self.handle);
    });
}

static std::shared_ptr<cloud> make_cloud(const context_ptr &of, const points &from, const nf_box *box) {
    auto made = std::make_shared<cloud>();
    made->of = of;
    move_cloud(*made, from, box);
    return made;
}

/* What the options of every question share. */
template <class O> static O options_of(uint64_t arrays) {
    O options = NF_DEFAULTS;
    options.size = sizeof options;
    options.arrays = arrays;
    return options;
}
template <class O> static O search_options_of(uint64_t arrays, const points *queries, const filters *kept) {
    O options = options_of<O>(arrays);
    options.queries = queries ? &queries->value : nullptr;
    options.filters = kept ? &kept->value : nullptr;
    return options;
}

/* In a call, since another thread may move the cloud before it: throws if the library would read beyond the exclusions. */
static void check_exclusions(const cloud &self, const points *queries, const filters *kept) {
    if (!kept || !kept->value.exclusions) return;
    if (kept->rows != (queries ? queries->value.n : nf_cloud_size(self.handle)))
        throw nb::value_error(
            "exclusions: they are of another number of points: a thread has moved the cloud meanwhile");
}

/* Asks a question whose result is made, or takes the memory of one that nobody uses. */
static result_ptr ask(const cloud &self, const std::function<nf_status(nf_result **)> &question) {
    auto answer = std::make_shared<result>();
    answer->of = self.of;
    answer->handle = self.of->take_result();
    self.of->call([&] { return question(&answer->handle); });
    for (int k = 0; k < 64; k++) {
        const nf_array_info &info = *nf_result_array(answer->handle, (nf_array)k);
        answer->bytes += (size_t)info.rows * (size_t)info.columns * nf_type_bytes(info.type);
    }
    return answer;
}

/* Asks one that has query points and filters. */
static result_ptr search(const cloud &self, const points *queries, const filters *kept,
                         const std::function<nf_status(nf_result **)> &question) {
    return ask(self, [&](nf_result **r) {
        check_exclusions(self, queries, kept);
        return question(r);
    });
}

static result_ptr pairs(const cloud &self, double cutoff, uint64_t arrays, const points *queries, const filters *kept,
                        bool sorted) {
    auto options = search_options_of<nf_pairs_options>(arrays, queries, kept);
    options.sorted = sorted;
    return search(self, queries, kept,
                  [&](nf_result **r) { return nf_pairs(self.handle, cutoff, &options, nullptr, r); });
}

static result_ptr lists(const cloud &self, double cutoff, uint64_t arrays, const points *queries, const filters *kept,
                        bool half, bool sorted, double skin) {
    auto options = search_options_of<nf_lists_options>(arrays, queries, kept);
    options.half = half;
    options.sorted = sorted;
    options.skin = skin;
    return search(self, queries, kept,
                  [&](nf_result **r) { return nf_lists(self.handle, cutoff, &options, nullptr, r); });
}

static result_ptr histogram(const cloud &self, double cutoff, uint32_t bins, const points *queries, const filters *kept,
                            uint32_t type_count, const std::optional<array_in> &edges, const points *weights,
                            const points *query_weights) {
    auto options = search_options_of<nf_histogram_options>(0, queries, kept);
    options.type_count = type_count;
    options.weights = weights ? &weights->value : nullptr;
    options.query_weights = query_weights ? &query_weights->value : nullptr;
    if (edges) {
        if (edges->dtype() != nb::dtype<double>() || edges->size() != (size_t)bins + 1)
            throw nb::value_error("edges are float64, one more than the bins");
        options.edges = static_cast<const double *>(edges->data());
    }
    return search(self, queries, kept,
                  [&](nf_result **r) { return nf_histogram(self.handle, cutoff, bins, &options, nullptr, r); });
}

static result_ptr coordination(const cloud &self, double cutoff, uint32_t type_count, const points *queries,
                               const filters *kept) {
    const auto options = search_options_of<nf_coordination_options>(0, queries, kept);
    return search(self, queries, kept, [&](nf_result **r) {
        return nf_coordination(self.handle, cutoff, type_count, &options, nullptr, r);
    });
}

static result_ptr knn(const cloud &self, uint32_t k, uint64_t arrays, const points *queries, bool include_self,
                      double max_distance) {
    auto options = options_of<nf_knn_options>(arrays);
    options.queries = queries ? &queries->value : nullptr;
    options.include_self = include_self;
    options.max_distance = max_distance;
    return ask(self, [&](nf_result **r) { return nf_knn(self.handle, k, &options, nullptr, r); });
}

static result_ptr fof(const cloud &self, double linking_length, uint64_t arrays, bool in_spacings) {
    auto options = options_of<nf_fof_options>(arrays);
    options.in_spacings = in_spacings;
    return ask(self, [&](nf_result **r) { return nf_fof(self.handle, linking_length, &options, nullptr, r); });
}

static result_ptr dbscan(const cloud &self, double linking_length, uint32_t min_points, uint64_t arrays) {
    const auto options = options_of<nf_dbscan_options>(arrays);
    return ask(self,
               [&](nf_result **r) { return nf_dbscan(self.handle, linking_length, min_points, &options, nullptr, r); });
}

static result_ptr catalogue(const cloud &self, const array_in &labels, uint64_t arrays, uint32_t min_members,
                            const points *weights, const points *velocities, double linking_length, bool in_spacings) {
    auto options = options_of<nf_catalogue_options>(arrays);
    options.min_members = min_members;
    options.weights = weights ? &weights->value : nullptr;
    options.velocities = velocities ? &velocities->value : nullptr;
    options.linking_length = linking_length;
    options.in_spacings = in_spacings;
    return ask(self, [&](nf_result **r) {
        // In the call, since another thread may move the cloud before it.
        if (labels.dtype() != nb::dtype<int32_t>() || labels.size() != nf_cloud_size(self.handle))
            throw nb::value_error("labels are int32, one for each point");
        return nf_catalogue(self.handle, nf_from_host(labels.data()), &options, nullptr, r);
    });
}

static result_ptr zsort(const cloud &self) {
    const auto options = options_of<nf_zsort_options>(0);
    return ask(self, [&](nf_result **r) { return nf_zsort(self.handle, &options, nullptr, r); });
}

/* ---- sums of a pair function ------------------------------------------------------------------------------- */

static std::shared_ptr<function> make_function(const context_ptr &of, const std::optional<std::string> &name,
                                               const std::optional<std::string> &source,
                                               const std::optional<std::string> &file) {
    auto made = std::make_shared<function>();
    made->of = of;
    of->call([&] {
        return nf_function_create(of->handle, name ? name->c_str() : nullptr, source ? source->c_str() : nullptr,
                                  file ? file->c_str() : nullptr, &made->handle);
    });
    return made;
}

static nb::dict declarations(const function &self) {
    const nf_function_info &info = *nf_function_declares(self.handle);
    nb::dict d, parameters;
    nb::list fields, tables, sums;
    for (int k = 0; k < info.fields; k++) fields.append(info.field[k]);
    for (int k = 0; k < info.parameters; k++) parameters[info.parameter[k].name] = info.parameter[k].value;
    for (int k = 0; k < info.tables; k++) tables.append(info.table[k]);
    for (int k = 0; k < info.sums; k++) sums.append(nb::make_tuple(info.sum[k].name, info.sum[k].vector != 0));
    d["radial"] = info.radial != 0;
    d["fields"] = fields;
    d["parameters"] = parameters;
    d["tables"] = tables;
    d["sums"] = sums;
    return d;
}

/* Numbers of a call by name, with the texts and arrays that they point to. */
struct numbers {
    std::vector<std::string> names;
    std::vector<array_in> kept;
    std::vector<nf_numbers> all;
    numbers(const nb::dict &from, bool is_double) {
        names.reserve(from.size()); // which are not moved then
        for (auto [key, value] : from) {
            names.push_back(nb::cast<std::string>(key));
            kept.push_back(nb::cast<array_in>(value));
            const array_in &x = kept.back();
            if (x.ndim() != 1 || x.dtype() != (is_double ? nb::dtype<double>() : nb::dtype<float>()) ||
                (x.shape(0) > 1 && x.stride(0) <= 0)) {
                PyErr_Format(PyExc_ValueError, "\"%s\" is an array of the shape (n,) and of the type of the points",
                             names.back().c_str());
                throw nb::python_error();
            }
            all.push_back(
                {names.back().c_str(), x.shape(0), nf_from_host(x.data()), x.shape(0) > 1 ? (uint64_t)x.stride(0) : 1});
        }
    }
};

static result_ptr interact(const cloud &self, double cutoff, const function &of, bool is_double, uint64_t arrays,
                           const nb::dict &parameters, const nb::dict &fields, const nb::dict &tables, bool sum64,
                           bool fast, const points *queries, const nb::dict &query_fields, const filters *kept,
                           const std::optional<std::string> &strategy, double skin) {
    auto options = search_options_of<nf_interact_options>(arrays, queries, kept);
    const numbers own(fields, is_double), others(tables, is_double), theirs(query_fields, is_double);
    std::vector<std::string> names;
    std::vector<nf_parameter> values;
    names.reserve(parameters.size());
    for (auto [key, value] : parameters) {
        names.push_back(nb::cast<std::string>(key));
        values.push_back({names.back().c_str(), nb::cast<double>(value)});
    }
    options.parameters = values.data(), options.parameter_count = values.size();
    options.fields = own.all.data(), options.field_count = own.all.size();
    options.tables = others.all.data(), options.table_count = others.all.size();
    options.query_fields = theirs.all.data(), options.query_field_count = theirs.all.size();
    options.sum64 = sum64;
    options.fast = fast;
    options.strategy = strategy ? strategy->c_str() : nullptr;
    options.skin = skin;
    return search(self, queries, kept, [&](nf_result **r) {
        if (is_double != self.is_double)
            throw nb::value_error("fields and tables are of another type than the points: a thread has moved the cloud "
                                  "meanwhile");
        return nf_interact(self.handle, cutoff, of.handle, &options, nullptr, r);
    });
}

static uint64_t number_of(const cloud &self, uint64_t (*asked)(const nf_cloud *)) {
    uint64_t number = 0;
    self.of->call([&] { return number = asked(self.handle), NF_OK; });
    return number;
}

void bind_cloud(nb::module_ &m) {
    nb::class_<function>(m, "Function")
        .def("declarations", &declarations, nb::sig("def declarations(self) -> dict[str, Any]"));
    m.def("make_function", &make_function, "context"_a, "name"_a.none() = nb::none(), "source"_a.none() = nb::none(),
          "file"_a.none() = nb::none());
    m.def("make_cloud", &make_cloud, "context"_a, "points"_a, "box"_a.none() = nb::none());
    nb::class_<cloud>(m, "Cloud")
        .def("move", &move_cloud, "points"_a, "box"_a.none() = nb::none())
        .def_prop_ro("size", [](const cloud &c) { return number_of(c, nf_cloud_size); })
        .def_prop_ro("lists_built", [](const cloud &c) { return number_of(c, nf_cloud_lists_built); })
        .def("pairs", &pairs, "cutoff"_a, "arrays"_a, "queries"_a.none() = nb::none(), "filters"_a.none() = nb::none(),
             "sorted"_a = false)
        .def("lists", &lists, "cutoff"_a, "arrays"_a, "queries"_a.none() = nb::none(), "filters"_a.none() = nb::none(),
             "half"_a = false, "sorted"_a = false, "skin"_a = 0.0)
        .def("histogram", &histogram, "cutoff"_a, "bins"_a, "queries"_a.none() = nb::none(),
             "filters"_a.none() = nb::none(), "type_count"_a = 0, "edges"_a.none() = nb::none(),
             "weights"_a.none() = nb::none(), "query_weights"_a.none() = nb::none())
        .def("coordination", &coordination, "cutoff"_a, "type_count"_a, "queries"_a.none() = nb::none(),
             "filters"_a.none() = nb::none())
        .def("knn", &knn, "k"_a, "arrays"_a, "queries"_a.none() = nb::none(), "include_self"_a = false,
             "max_distance"_a = 0.0)
        .def("fof", &fof, "linking_length"_a, "arrays"_a, "in_spacings"_a = false)
        .def("dbscan", &dbscan, "linking_length"_a, "min_points"_a, "arrays"_a)
        .def("catalogue", &catalogue, "labels"_a, "arrays"_a, "min_members"_a = 0, "weights"_a.none() = nb::none(),
             "velocities"_a.none() = nb::none(), "linking_length"_a = 0.0, "in_spacings"_a = false)
        .def("zsort", &zsort)
        .def("interact", &interact, "cutoff"_a, "function"_a, "is_double"_a, "arrays"_a = 0,
             "parameters"_a = nb::dict(), "fields"_a = nb::dict(), "tables"_a = nb::dict(), "sum64"_a = false,
             "fast"_a = false, "queries"_a.none() = nb::none(), "query_fields"_a = nb::dict(),
             "filters"_a.none() = nb::none(), "strategy"_a.none() = nb::none(), "skin"_a = 0.0);
}
