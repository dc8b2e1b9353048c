/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/sums/ready.h"

#include "support/device.h"
#include "support/reference/images.h"
#include "support/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

/* ---- formulas -------------------------------------------------------------------------------------------- */

/* The values of field k are `of[0][k]` and `of[1][k]`. */
static const double of[2][READY_FIELDS] = {{1.5, 1.25, 0.75}, {-0.5, 0.875, 2}};
/* Masses, densities and pressures are positive. */
static const double masses[2][READY_FIELDS] = {{1.5, 1.25, 0.75}, {0.5, 0.875, 2}};
static const double kinds[2][READY_FIELDS] = {{0, 0, 0}, {1, 0, 0}};
const double ready_epsilons[4] = {1, 0.75, 0.75, 2}, ready_sigmas[4] = {1, 1.125, 1.125, 0.875};

static ready_expected coulomb(const ready_pair *p) {
    const double e = 20, k = (e - 1) / (2 * e + 1) / pow(p->cutoff, 3), c = 3 * e / (2 * e + 1) / p->cutoff,
                 q = 1.5 * p->i[0] * p->j[0];
    return (ready_expected){q / 2 * (1 / p->r + k * p->r * p->r - c),
                            -q * (1 / (p->r * p->r) - 2 * k * p->r)};
}
static ready_expected yukawa(const ready_pair *p) {
    const double u = 2 * exp(-0.5 * p->r) / p->r;
    return (ready_expected){u / 2, -u * (0.5 + 1 / p->r)};
}
static ready_expected gravity(const ready_pair *p) {
    const double s = sqrt(p->r * p->r + 0.25);
    return (ready_expected){-3 * p->j[0] / s, 3 * p->j[0] * p->r / (s * s * s)};
}
static ready_expected gaussian(const ready_pair *p) {
    return (ready_expected){p->j[0] * exp(-p->r * p->r / (2 * 0.8125 * 0.8125)), NAN};
}
static ready_expected well(const ready_pair *p, double epsilon, double sigma) {
    const double s6 = pow(sigma / p->r, 6), c6 = pow(sigma / p->cutoff, 6);
    return (ready_expected){2 * epsilon * (s6 * s6 - s6 - (c6 * c6 - c6)),
                            -24 * epsilon / p->r * (2 * s6 * s6 - s6)};
}
static ready_expected lennard_jones(const ready_pair *p) { return well(p, 0.75, 1.125); }
static ready_expected mixed(const ready_pair *p) {
    const int at = (int)(2 * p->i[0] + p->j[0]);
    return well(p, ready_epsilons[at], ready_sigmas[at]);
}
static ready_expected low_flop(const ready_pair *p) { return (ready_expected){p->r * p->r / 4, p->r}; }
/* 75 steps x -> g x + o give g^75 x + o (g^75 - 1) / (g - 1). */
static ready_expected high_flop(const ready_pair *p) {
    const double s6 = pow(1.125 / p->r, 6), g = 0.984375, o = 0.25, gains = pow(g, 75),
                 factor = -24 * 0.75 / (p->r * p->r) * (2 * s6 * s6 - s6);
    return (ready_expected){2 * 0.75 * (s6 * s6 - s6), p->r * (gains * factor + o * (gains - 1) / (g - 1))};
}
static double cubic(int dims, double r, double h) {
    const double q = r / h, norms[] = {2 / (3 * h), 10 / (7 * PI * h * h), 1 / (PI * h * h * h)};
    return (q < 1 ? 1 - 1.5 * q * q + 0.75 * q * q * q : q < 2 ? 0.25 * pow(2 - q, 3) : 0) * norms[dims - 1];
}
static double wendland(int dims, double r, double reach) {
    const double q = r / reach,
                 norms[] = {1.25 / reach, 7 / (PI * reach * reach), 21 / (2 * PI * reach * reach * reach)};
    return q < 1 ? (dims == 1 ? pow(1 - q, 3) * (1 + 3 * q) : pow(1 - q, 4) * (1 + 4 * q)) * norms[dims - 1]
                 : 0;
}
static ready_expected cubic_density(const ready_pair *p) {
    return (ready_expected){p->j[0] * cubic(p->dims, p->r, p->cutoff / 2), NAN};
}
static ready_expected wendland_density(const ready_pair *p) {
    return (ready_expected){p->j[0] * wendland(p->dims, p->r, p->cutoff), NAN};
}
/* The slope by a difference, whose error is of the order of its square. */
static double slope(double (*w)(int, double, double), const ready_pair *p, double length) {
    const double step = 1e-5;
    return (w(p->dims, p->r + step, length) - w(p->dims, p->r - step, length)) / (2 * step);
}
static double pressures(const ready_pair *p) {
    return p->j[0] * (p->i[2] / (p->i[1] * p->i[1]) + p->j[2] / (p->j[1] * p->j[1]));
}
static ready_expected cubic_pressure(const ready_pair *p) {
    return (ready_expected){NAN, pressures(p) * slope(cubic, p, p->cutoff / 2)};
}
static ready_expected wendland_pressure(const ready_pair *p) {
    return (ready_expected){NAN, pressures(p) * slope(wendland, p, p->cutoff)};
}

const ready_function ready_functions[READY_FUNCTIONS] = {
    {"coulomb", {{"strength", 1.5}, {"permittivity", 20}}, 2, of, {"charge"}, coulomb},
    {"yukawa", {{"strength", 2}, {"kappa", 0.5}}, 2, of, {NULL}, yukawa},
    {"gravity", {{"G", 3}, {"softening", 0.5}}, 2, masses, {"mass"}, gravity},
    {"gaussian", {{"sigma", 0.8125}}, 1, of, {"weight"}, gaussian},
    {"lennard-jones", {{"epsilon", 0.75}, {"sigma", 1.125}, {"shifted", 1}}, 3, of, {NULL}, lennard_jones},
    {"lennard-jones-mixed", {{"kinds", 2}, {"shifted", 1}}, 2, kinds, {"kind"}, mixed},
    {"low-flop", {{0}}, 0, of, {NULL}, low_flop},
    {"high-flop",
     {{"epsilon", 0.75}, {"sigma", 1.125}, {"gain", 0.984375}, {"offset", 0.25}},
     4,
     of,
     {NULL},
     high_flop},
    {"sph-density-cubic", {{0}}, 0, masses, {"mass"}, cubic_density},
    {"sph-density-wendland", {{0}}, 0, masses, {"mass"}, wendland_density},
    {"sph-pressure-cubic", {{0}}, 0, masses, {"mass", "density", "pressure"}, cubic_pressure},
    {"sph-pressure-wendland", {{0}}, 0, masses, {"mass", "density", "pressure"}, wendland_pressure},
};

const ready_function *ready_named(const char *name) {
    for (int k = 0; k < READY_FUNCTIONS; k++)
        if (strcmp(ready_functions[k].name, name) == 0) return &ready_functions[k];
    ck_abort_msg("no formulas for %s", name);
    return NULL;
}

/* ---- points ---------------------------------------------------------------------------------------------- */

/* Vectors of whole numbers below the diagonal, so that whole coordinates within the diagonal are different points of the lattice. */
static const struct {
    const char *name;
    nf_box box;
} boxes[READY_BOXES] = {
    {"open", {.cell = {{5, 0, 0}, {0, 5, 0}, {0, 0, 5}}}},
    {"orthorhombic", {.cell = {{5, 0, 0}, {0, 6, 0}, {0, 0, 5}}, .periodic = {1, 1, 1}}},
    {"triclinic", {.cell = {{6, 0, 0}, {1, 5, 0}, {-2, 2, 5}}, .periodic = {1, 1, 1}}},
    {"triclinic in part", {.cell = {{5, 0, 0}, {1, 5, 0}, {-2, 2, 5}}, .periodic = {1, 0, 1}}},
    {"small", {.cell = {{3, 0, 0}, {1, 3, 0}, {0, 1, 2}}, .periodic = {1, 1, 1}}},
    {"one point", {.cell = {{1, 0, 0}, {0.25, 1, 0}, {0, 0.5, 1}}, .periodic = {1, 1, 1}}},
};

support_boxed ready_boxed(int box, int dims, nf_type type) {
    support_boxed boxed = {.cutoff = READY_CUTOFF, .box = boxes[box].box};
    const uint64_t axes = (uint64_t)dims;
    uint64_t n = 1, state = 5;
    for (int k = 0; k < 3; k++) {
        if (k < dims) n *= (uint64_t)boxes[box].box.cell[k][k];
        else boxed.box.periodic[k] = 0;
    }
    boxed.data = support_allocate(n * axes * nf_type_bytes(type));
    for (uint64_t p = 0; p < n; p++) {
        uint64_t rest = p;
        double at[3];
        for (uint64_t a = 0; a < axes; a++) {
            const uint64_t side = (uint64_t)boxed.box.cell[a][a];
            at[a] = (double)(rest % side) + (double)(support_random(&state) % 4096) * 0x1p-13 * 0.8 - 0.2;
            rest /= side;
        }
        for (uint64_t k = 0; k < axes && p % 3 == 0; k++)
            for (uint64_t a = 0; a < axes && boxed.box.periodic[k]; a++)
                at[a] += (double)(p % 5) * boxed.box.cell[k][a] - boxed.box.cell[k][a];
        for (uint64_t a = 0; a < axes; a++) support_set_number(boxed.data, type, p * axes + a, at[a]);
    }
    boxed.points = (nf_points){.n = n, .dims = dims, .type = type, .rows.host = boxed.data};
    snprintf(boxed.name, sizeof boxed.name, "%s, %d dims, %s", boxes[box].name, dims,
             type == NF_FLOAT32 ? "float32" : "float64");
    return boxed;
}

/* ---- calls ------------------------------------------------------------------------------------------------ */

double ready_value(const ready_function *function, uint64_t p, int k) {
    const double value = function->carried[p % 2][k];
    return function->carried == kinds ? value : value * (1 + (double)(p % 5) / 4);
}

/* Rows of all fields, of which each is read with a stride. */
static void *carry(const ready_function *function, uint64_t n, nf_type type, nf_numbers *fields) {
    const size_t element = nf_type_bytes(type);
    char *values = support_allocate((n + 1) * READY_FIELDS * element);
    for (int k = 0; k < READY_FIELDS; k++) {
        for (uint64_t p = 0; p < n; p++)
            support_set_number(values, type, p * READY_FIELDS + (uint64_t)k, ready_value(function, p, k));
        fields[k] = (nf_numbers){.name = function->fields[k],
                                 .n = n,
                                 .values.host = values + (size_t)k * element,
                                 .stride = READY_FIELDS};
    }
    return values;
}

void ready_prepare(ready_arguments *arguments, const ready_function *function, const support_boxed *boxed) {
    const int is_mixed = function->carried == kinds;
    const nf_type type = boxed->points.type;
    size_t fields = 0;
    *arguments = (ready_arguments){.values = NULL};
    arguments->values = carry(function, boxed->points.n, type, arguments->fields);
    while (fields < READY_FIELDS && function->fields[fields]) fields++;
    for (int t = 0; t < 2; t++) {
        arguments->table_values[t] = support_allocate(4 * sizeof(double));
        for (uint64_t e = 0; e < 4; e++)
            support_set_number(arguments->table_values[t], type, e, t ? ready_sigmas[e] : ready_epsilons[e]);
        arguments->tables[t] = (nf_numbers){
            .name = t ? "sigmas" : "epsilons", .n = 4, .values.host = arguments->table_values[t]};
    }
    arguments->options = (nf_interact_options){.parameters = function->parameters,
                                               .parameter_count = function->count,
                                               .fields = arguments->fields,
                                               .field_count = fields,
                                               .tables = arguments->tables,
                                               .table_count = is_mixed ? 2 : 0,
                                               .filters = boxed->filters};
    if (!boxed->queries) return;
    arguments->query_values = carry(function, boxed->queries->n, type, arguments->query_fields);
    arguments->options.queries = boxed->queries;
    arguments->options.query_fields = arguments->query_fields;
    arguments->options.query_field_count = fields;
}

void ready_release(ready_arguments *arguments) {
    free(arguments->values), free(arguments->query_values);
    free(arguments->table_values[0]), free(arguments->table_values[1]);
}

/* ---- sums ------------------------------------------------------------------------------------------------- */

static ready_sums room(const nf_function_info *info, int dims, uint64_t rows) {
    ready_sums sums = {.rows = rows};
    for (int k = 0; k < info->sums; k++) sums.components += info->sum[k].vector ? dims : 1;
    const uint64_t bytes = (rows * (uint64_t)sums.components + 1) * sizeof(double);
    sums.sums = support_allocate(bytes);
    sums.sizes = support_allocate(bytes);
    memset(sums.sums, 0, bytes);
    memset(sums.sizes, 0, bytes);
    return sums;
}

void ready_forget(ready_sums *sums) { free(sums->sums), free(sums->sizes); }

/* Adds a pair to the sums of its row. */
static void add(const ready_sums *to, const ready_function *function, const nf_function_info *info,
                const support_boxed *boxed, const image *at) {
    const nf_points *points = &boxed->points, *own = boxed->queries ? boxed->queries : points;
    const int dims = points->dims;
    double D[3] = {0}, carried[2][READY_FIELDS], d2 = 0, more[READY_COMPONENTS] = {0};
    for (int a = 0; a < dims; a++) {
        D[a] =
            support_number(points->rows.host, points->type, (uint64_t)at->j * (uint64_t)dims + (uint64_t)a) -
            support_number(own->rows.host, points->type, (uint64_t)at->i * (uint64_t)dims + (uint64_t)a);
        for (int k = 0; k < 3; k++) D[a] += at->S[k] * (boxed->box.periodic[k] ? boxed->box.cell[k][a] : 0);
        d2 += D[a] * D[a];
    }
    for (int k = 0; k < READY_FIELDS; k++) {
        carried[0][k] = ready_value(function, (uint64_t)at->i, k);
        carried[1][k] = ready_value(function, (uint64_t)at->j, k);
    }
    const ready_pair pair = {dims, sqrt(d2), (double)READY_CUTOFF, carried[0], carried[1]};
    const ready_expected is = function->of(&pair);
    for (int k = 0, c = 0, scalars = 0; k < info->sums; k++)
        if (info->sum[k].vector)
            for (int a = 0; a < dims; a++) more[c++] = d2 > 0 ? is.along * D[a] / pair.r : 0;
        else more[c++] = scalars++ ? -is.along * pair.r / 2 : is.scalar;
    for (int c = 0; c < to->components; c++) {
        to->sums[at->i * to->components + c] += more[c];
        to->sizes[at->i * to->components + c] += fabs(more[c]);
    }
}

ready_sums ready_sums_of(const ready_function *function, const nf_function_info *info,
                         const support_boxed *boxed) {
    const uint64_t rows = boxed->queries ? boxed->queries->n : boxed->points.n;
    images pairs =
        images_find_of(&boxed->points, boxed->queries, &boxed->box, boxed->cutoff, 0, boxed->filters);
    ready_sums sums = room(info, boxed->points.dims, rows);
    for (uint64_t k = 0; k < pairs.count; k++) add(&sums, function, info, boxed, &pairs.all[k]);
    images_free(&pairs);
    return sums;
}

ready_sums ready_read(nf_context *context, nf_result *result, const nf_function_info *info, int dims) {
    const uint64_t rows = nf_result_array(result, NF_ARRAY_SUMS)->rows;
    ready_sums sums = room(info, dims, rows);
    own_memory void *values = support_allocate((rows * 3 + 1) * sizeof(double));
    for (int k = 0, first = 0; k < info->sums; k++) {
        const nf_array_info *array = nf_result_array(result, (nf_array)(NF_ARRAY_SUMS + k));
        const int columns = info->sum[k].vector ? dims : 1;
        ck_assert_str_eq(array->name, info->sum[k].name);
        ck_assert_uint_eq(array->rows, rows);
        ck_assert_int_eq(array->columns, columns);
        support_ok(context, nf_result_read(result, (nf_array)(NF_ARRAY_SUMS + k), 0, rows, NULL, values));
        for (uint64_t v = 0; v < rows * (uint64_t)columns; v++)
            sums.sums[v / (uint64_t)columns * (uint64_t)sums.components + (uint64_t)first +
                      v % (uint64_t)columns] = support_number(values, array->type, v);
        first += columns;
    }
    return sums;
}

void ready_same(const ready_sums *wanted, const ready_sums *got, double unit, double share,
                const char *name) {
    ck_assert_uint_eq(got->rows, wanted->rows);
    for (uint64_t v = 0; v < wanted->rows * (uint64_t)wanted->components; v++) {
        const double want = wanted->sums[v], is = got->sums[v];
        ck_assert_msg(fabs(is - want) <= unit * fabs(want) + share * wanted->sizes[v],
                      "%s: component %d of row %d is %.17g, not %.17g", name,
                      (int)(v % (uint64_t)wanted->components), (int)(v / (uint64_t)wanted->components), is,
                      want);
    }
}
