/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/sums/interactions.h"

#include "support/device.h"
#include "support/numbers.h"

#include <math.h>
#include <stdlib.h>

const char interactions_charges[] =
    "#pragma nearfield general\n"
    "#pragma nearfield field charge\n"
    "#pragma nearfield field kind\n"
    "#pragma nearfield parameter strength 2.5\n"
    "#pragma nearfield table springs\n"
    "#pragma nearfield sum pulls vector odd\n"
    "#pragma nearfield sum energies scalar even\n"
    "#pragma nearfield sum counts scalar\n"
    "#define SQUARE(x) ((x) * (x))\n"
    "static real spring_of(const parameters *p, real kind) { return p->springs[(int)kind]; }\n"
    "static void interact(const fields *i, const fields *j, vector D, real d2,\n"
    "                     const parameters *p, sums *to) {\n"
    "    const real weight = p->strength * i->charge * SQUARE(j->charge) * spring_of(p, j->kind);\n"
    "    to->energies += i->charge * j->charge * (p->cutoff * p->cutoff - d2);\n"
    "    to->counts += 1;\n"
    "    to->pulls.x += weight * D.x;\n"
    "    to->pulls.y += weight * D.y;\n"
    "    to->pulls.z += weight * D.z;\n"
    "}\n";
const double interactions_springs[2] = {0.5, 3};

const nf_box interactions_cube = {.cell = {{4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, .periodic = {1, 1, 1}};
const nf_box interactions_tiny = {.cell = {{1, 0, 0}, {0, 1.25, 0}, {0, 0, 1}}, .periodic = {1, 1, 0}};

/* Values that are the same in both types. */
static double *numbers(uint64_t count, double low, double high, int whole, uint64_t *state) {
    double *values = support_allocate((count ? count : 1) * sizeof *values);
    for (uint64_t k = 0; k < count; k++) {
        const double value = low + (high - low) * support_uniform(state);
        values[k] = whole ? floor(value) : (double)(float)value;
    }
    return values;
}

interactions_setup interactions_setup_of(uint64_t n, uint64_t queries, int dims, nf_type type,
                                         const nf_box *box, double low, double high, double cutoff) {
    uint64_t state = 42 + n;
    interactions_setup s = {
        .n = n, .queries = queries, .dims = dims, .type = type, .cutoff = (double)(float)cutoff};
    if (box) s.box = *box;
    s.in = box;
    s.at = numbers(n * (uint64_t)dims, low, high, 0, &state);
    s.charge = numbers(n, -1, 1, 0, &state);
    s.kind = numbers(n, 0, 2, 1, &state);
    s.query_at = numbers(queries * (uint64_t)dims, low, high, 0, &state);
    s.query_charge = numbers(queries, -1, 1, 0, &state);
    s.query_kind = numbers(queries, 0, 2, 1, &state);
    return s;
}

void interactions_forget(interactions_setup *s) {
    double *all[] = {s->at, s->charge, s->kind, s->query_at, s->query_charge, s->query_kind};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

/* Adds what image S of point j does to a point with this place and charge.  A pair that the precision of the points may decide otherwise sets
   *close. */
static void add_image(const interactions_setup *s, const double *own, double charge, uint64_t j, const int *S,
                      double *sum, double *size, int *close) {
    double D[3] = {0, 0, 0}, d2 = 0;
    for (int a = 0; a < s->dims; a++) {
        D[a] = s->at[j * (uint64_t)s->dims + (uint64_t)a] - own[a];
        for (int k = 0; k < 3; k++) D[a] += S[k] ? S[k] * s->box.cell[k][a] : 0;
        d2 += D[a] * D[a];
    }
    if (fabs(sqrt(d2) - s->cutoff) < 1e-5 * (s->cutoff + 10)) *close = 1;
    if (!(d2 < s->cutoff * s->cutoff)) return;
    const double weight = 2.5 * charge * s->charge[j] * s->charge[j] * interactions_springs[(int)s->kind[j]],
                 more[INTERACTIONS_COLUMNS] = {weight * D[0], weight * D[1], weight * D[2],
                                               charge * s->charge[j] * (s->cutoff * s->cutoff - d2), 1};
    for (int k = 0; k < INTERACTIONS_COLUMNS; k++) {
        sum[k] += more[k];
        size[k] += fabs(more[k]) + fabs(weight) * 10;
    }
}

/* The sums of a point, or of a query point, over images up to `reach`. */
static void sum_of(const interactions_setup *s, uint64_t i, int query, int reach, double *sum, double *size,
                   int *close) {
    const double *own = (query ? s->query_at : s->at) + i * (uint64_t)s->dims;
    const double charge = query ? s->query_charge[i] : s->charge[i];
    int R[3];
    *close = 0;
    for (int k = 0; k < INTERACTIONS_COLUMNS; k++) sum[k] = size[k] = 0;
    for (int k = 0; k < 3; k++) R[k] = s->in && s->box.periodic[k] && k < s->dims ? reach : 0;
    for (uint64_t j = 0; j < s->n; j++)
        for (int x = -R[0]; x <= R[0]; x++)
            for (int y = -R[1]; y <= R[1]; y++)
                for (int z = -R[2]; z <= R[2]; z++) {
                    const int S[3] = {x, y, z};
                    if (!query && i == j && !x && !y && !z) continue;
                    add_image(s, own, charge, j, S, sum, size, close);
                }
}

/* The caller's numbers, in the type of the points. */
void *interactions_typed(const double *values, uint64_t count, nf_type type) {
    void *out = support_allocate((count ? count : 1) * nf_type_bytes(type));
    support_set_numbers(out, type, values, count);
    return out;
}

static void is_near(const interactions_setup *s, uint64_t i, const char *name, double is, double host,
                    double bound) {
    ck_assert_msg(fabs(is - host) <= bound,
                  "%s of point %d of %d in %d-D, cutoff %g: %.17g, the host's %.17g: %g apart, at most %g",
                  name, (int)i, (int)s->n, s->dims, s->cutoff, is, host, fabs(is - host), bound);
}

/* Compares each row with that of the host, within the bound of the header for the type of contributions and of sums. */
void interactions_same(const interactions_setup *s, nf_result *result, int reach, nf_type type) {
    const int query = s->queries > 0;
    const uint64_t n = query ? s->queries : s->n;
    const double unit = s->type == NF_FLOAT64 ? 1e-13 : 1e-5;
    void *sums[3];
    uint64_t checked = 0;
    for (int k = 0; k < 3; k++) {
        const nf_array_info *info = nf_result_array(result, (nf_array)(NF_ARRAY_SUMS + k));
        ck_assert_uint_eq(info->rows, n);
        ck_assert_int_eq(info->type, type);
        ck_assert_int_eq(info->columns, k == INTERACTIONS_PULLS ? s->dims : 1);
        sums[k] = support_array(result, NF_ARRAY_SUM(k));
    }
    for (uint64_t i = 0; i < n; i++) {
        double sum[INTERACTIONS_COLUMNS], size[INTERACTIONS_COLUMNS];
        int close;
        sum_of(s, i, query, reach, sum, size, &close);
        if (close) continue;
        checked++;
        ck_assert_double_eq(support_number(sums[INTERACTIONS_COUNTS], type, i), sum[4]);
        is_near(s, i, "energies", support_number(sums[INTERACTIONS_ENERGIES], type, i), sum[3],
                unit * (size[3] + 1));
        for (int a = 0; a < s->dims; a++)
            is_near(s, i, "pulls",
                    support_number(sums[INTERACTIONS_PULLS], type, i * (uint64_t)s->dims + (uint64_t)a),
                    sum[a], unit * (size[a] + 1));
    }
    ck_assert_uint_gt(checked * 10, n * 5); /* most points have no ambiguous pair */
    for (int k = 0; k < 3; k++) free(sums[k]);
}

void interactions_prepare(interactions_arguments *a, const interactions_setup *s) {
    *a = (interactions_arguments){
        .at = interactions_typed(s->at, s->n * (uint64_t)s->dims, s->type),
        .charge = interactions_typed(s->charge, s->n, s->type),
        .kind = interactions_typed(s->kind, s->n, s->type),
        .springs = interactions_typed(interactions_springs, 2, s->type),
        .query_at = interactions_typed(s->query_at, s->queries * (uint64_t)s->dims, s->type),
        .query_charge = interactions_typed(s->query_charge, s->queries, s->type),
        .query_kind = interactions_typed(s->query_kind, s->queries, s->type)};
    a->points = (nf_points){.n = s->n, .dims = s->dims, .type = s->type, .rows.host = a->at};
    a->queries = (nf_points){.n = s->queries, .dims = s->dims, .type = s->type, .rows.host = a->query_at};
    a->fields[0] = (nf_numbers){.name = "kind", .n = s->n, .values.host = a->kind};
    a->fields[1] = (nf_numbers){.name = "charge", .n = s->n, .values.host = a->charge};
    a->query_fields[0] = (nf_numbers){.name = "charge", .n = s->queries, .values.host = a->query_charge};
    a->query_fields[1] = (nf_numbers){.name = "kind", .n = s->queries, .values.host = a->query_kind};
    a->tables[0] = (nf_numbers){.name = "springs", .n = 2, .values.host = a->springs};
    a->options = (nf_interact_options){.fields = a->fields,
                                       .field_count = 2,
                                       .tables = a->tables,
                                       .table_count = 1,
                                       .arrays = INTERACTIONS_ARRAYS};
    if (s->queries) {
        a->options.queries = &a->queries;
        a->options.query_fields = a->query_fields;
        a->options.query_field_count = 2;
    }
}

void interactions_release(interactions_arguments *a) {
    void *all[] = {a->at, a->charge, a->kind, a->springs, a->query_at, a->query_charge, a->query_kind};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

/* The totals are the sums of the rows. */
void interactions_same_totals(nf_context *context, nf_result *result, int dims) {
    const nf_array_info *info = nf_result_array(result, NF_ARRAY_TOTALS);
    double totals[INTERACTIONS_COLUMNS + 1] = {0};
    float narrow[INTERACTIONS_COLUMNS + 1] = {0};
    ck_assert_uint_eq(info->rows, (uint64_t)dims + 2);
    support_ok(context, nf_result_read(result, NF_ARRAY_TOTALS, 0, info->rows, NULL,
                                       info->type == NF_FLOAT64 ? (void *)totals : narrow));
    for (int k = 0; k < 3; k++) {
        const nf_array_info *sum = nf_result_array(result, (nf_array)(NF_ARRAY_SUMS + k));
        own_memory void *values = support_array(result, NF_ARRAY_SUM(k));
        for (int a = 0; a < sum->columns; a++) {
            const int at = k == INTERACTIONS_PULLS ? a : dims + k - 1;
            double total = 0, size = 1e-30;
            for (uint64_t i = 0; i < sum->rows; i++) {
                const double value =
                    support_number(values, sum->type, i * (uint64_t)sum->columns + (uint64_t)a);
                total += value;
                size += fabs(value);
            }
            const double got = info->type == NF_FLOAT64 ? totals[at] : (double)narrow[at];
            ck_assert_double_le(fabs(got - total), (info->type == NF_FLOAT64 ? 1e-13 : 1e-5) * size);
        }
    }
}

uint64_t *interactions_offsets(const nf_points *points, const nf_box *box, double cutoff) {
    const nf_lists_options options = {.arrays = NF_WANT(NF_ARRAY_OFFSETS)};
    own_cloud cloud = support_cloud_on(support_host(), points, box);
    own_result result = NULL;
    support_ok(support_host(), nf_lists(cloud, cutoff, &options, NULL, &result));
    uint64_t *offsets = support_array(result, NF_ARRAY_OFFSETS);
    return offsets;
}
