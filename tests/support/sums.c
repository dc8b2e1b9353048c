#include "support/sums.h"

#include "support/clouds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DECLARED                                                                                             \
    "#pragma nearfield field charge\n"                                                                       \
    "#pragma nearfield field kind\n"                                                                         \
    "#pragma nearfield parameter strength 2.5\n"                                                             \
    "#pragma nearfield table springs\n"                                                                      \
    "#pragma nearfield sum pulls vector odd\n"                                                               \
    "#pragma nearfield sum energies scalar even\n"                                                           \
    "#pragma nearfield sum counts scalar\n"                                                                  \
    "#define SQUARE(x) ((x) * (x))\n"                                                                        \
    "static real spring_of(const parameters *p, real kind) { return p->springs[(int)kind]; }\n"
#define ADDED                                                                                                \
    "    const real weight = p->strength * i->charge * SQUARE(j->charge) * spring_of(p, j->kind);\n"         \
    "    to->energies += i->charge * j->charge * (p->cutoff * p->cutoff - d2);\n"                            \
    "    to->counts += 1;\n"
const char sums_charges[] =
    "#pragma nearfield general\n" DECLARED
    "static void interact(const fields *i, const fields *j, vector D, real d2,\n"
    "                     const parameters *p, sums *to) {\n" ADDED "    to->pulls.x += weight * D.x;\n"
    "    to->pulls.y += weight * D.y;\n"
    "    to->pulls.z += weight * D.z;\n"
    "}\n";
const char sums_charges_radial[] =
    "#pragma nearfield radial\n" DECLARED
    "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n" ADDED
    "    return weight;\n"
    "}\n";
static const double springs[2] = {0.5, 3};
enum { COLUMNS = 5 };

/* Values that are the same in both types. */
static double *numbers(uint64_t count, double low, double high, int whole, uint64_t *state) {
    double *values = support_allocate((count ? count : 1) * sizeof *values);
    for (uint64_t k = 0; k < count; k++) {
        const double value = low + (high - low) * support_uniform(state);
        values[k] = whole ? floor(value) : (double)(float)value;
    }
    return values;
}

sums_setup sums_setup_of(uint64_t n, uint64_t queries, int dims, nf_type type, const nf_box *box, double low,
                         double high, double cutoff) {
    uint64_t state = 42 + n;
    sums_setup s = {.n = n, .queries = queries, .dims = dims, .type = type, .cutoff = (double)(float)cutoff};
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

void sums_forget(sums_setup *s) {
    double *all[] = {s->at, s->charge, s->kind, s->query_at, s->query_charge, s->query_kind};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

/* Adds what image S of point j does to point i.  A pair that the precision of the points may decide otherwise sets *close. */
static void add_image(const sums_setup *s, const double *own, double charge, uint64_t j, const int *S,
                      double *sum, double *size, int *close) {
    double D[3] = {0, 0, 0}, d2 = 0;
    for (int a = 0; a < s->dims; a++) {
        D[a] = s->at[j * (uint64_t)s->dims + (uint64_t)a] - own[a];
        for (int k = 0; k < 3; k++) D[a] += S[k] ? S[k] * s->box.cell[k][a] : 0;
        d2 += D[a] * D[a];
    }
    if (fabs(sqrt(d2) - s->cutoff) < 1e-5 * (s->cutoff + 10)) *close = 1;
    if (!(d2 < s->cutoff * s->cutoff)) return;
    const double weight = 2.5 * charge * s->charge[j] * s->charge[j] * springs[(int)s->kind[j]],
                 more[COLUMNS] = {weight * D[0], weight * D[1], weight * D[2],
                                  charge * s->charge[j] * (s->cutoff * s->cutoff - d2), 1};
    for (int k = 0; k < COLUMNS; k++) {
        sum[k] += more[k];
        size[k] += fabs(more[k]) + fabs(weight) * 10;
    }
}

/* The sums of a point, or of a query point, over images up to `reach`. */
static void sum_of(const sums_setup *s, uint64_t i, int query, int reach, double *sum, double *size,
                   int *close) {
    const double *own = (query ? s->query_at : s->at) + i * (uint64_t)s->dims;
    const double charge = query ? s->query_charge[i] : s->charge[i];
    int R[3];
    *close = 0;
    for (int k = 0; k < COLUMNS; k++) sum[k] = size[k] = 0;
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
void *sums_typed(const double *values, uint64_t count, nf_type type) {
    void *out = support_allocate((count ? count : 1) * nf_type_bytes(type));
    for (uint64_t k = 0; k < count; k++)
        if (type == NF_FLOAT64) ((double *)out)[k] = values[k];
        else ((float *)out)[k] = (float)values[k];
    return out;
}

double sums_value(const void *values, uint64_t k, nf_type type) {
    return type == NF_FLOAT64 ? ((const double *)values)[k] : (double)((const float *)values)[k];
}

void *sums_read(nf_context *context, nf_result *result, int k) {
    const nf_array_info info = nf_result_array(result, (nf_array)(NF_ARRAY_SUMS + k));
    void *values = support_allocate((info.rows * (uint64_t)info.columns + 1) * nf_type_bytes(info.type));
    support_ok(context, nf_result_read(result, (nf_array)(NF_ARRAY_SUMS + k), 0, info.rows, NULL, values));
    return values;
}

/* Compares each row with that of the host, within the bound of the header for the type of contributions and of sums. */
static void compare(nf_context *context, const sums_setup *s, nf_result *result, int reach, nf_type type) {
    const int query = s->queries > 0;
    const uint64_t n = query ? s->queries : s->n;
    const double unit = s->type == NF_FLOAT64 ? 1e-13 : 1e-5;
    void *sums[3];
    uint64_t checked = 0;
    for (int k = 0; k < 3; k++) {
        const nf_array_info info = nf_result_array(result, (nf_array)(NF_ARRAY_SUMS + k));
        ck_assert_uint_eq(info.rows, n);
        ck_assert_int_eq(info.type, type);
        ck_assert_int_eq(info.columns, k == SUMS_PULLS ? s->dims : 1);
        sums[k] = sums_read(context, result, k);
    }
    for (uint64_t i = 0; i < n; i++) {
        double sum[COLUMNS], size[COLUMNS];
        int close;
        sum_of(s, i, query, reach, sum, size, &close);
        if (close) continue;
        checked++;
        ck_assert_double_eq(sums_value(sums[SUMS_COUNTS], i, type), sum[4]);
        ck_assert_double_le(fabs(sums_value(sums[SUMS_ENERGIES], i, type) - sum[3]), unit * (size[3] + 1));
        for (int a = 0; a < s->dims; a++)
            ck_assert_double_le(
                fabs(sums_value(sums[SUMS_PULLS], i * (uint64_t)s->dims + (uint64_t)a, type) - sum[a]),
                unit * (size[a] + 1));
    }
    ck_assert_uint_gt(checked * 10, n * 5); /* most points have no ambiguous pair */
    for (int k = 0; k < 3; k++) free(sums[k]);
}

void sums_prepare(sums_asked *a, const sums_setup *s) {
    *a = (sums_asked){.at = sums_typed(s->at, s->n * (uint64_t)s->dims, s->type),
                      .charge = sums_typed(s->charge, s->n, s->type),
                      .kind = sums_typed(s->kind, s->n, s->type),
                      .springs = sums_typed(springs, 2, s->type),
                      .query_at = sums_typed(s->query_at, s->queries * (uint64_t)s->dims, s->type),
                      .query_charge = sums_typed(s->query_charge, s->queries, s->type),
                      .query_kind = sums_typed(s->query_kind, s->queries, s->type)};
    a->points = (nf_points){.n = s->n, .dims = s->dims, .type = s->type, .host = a->at};
    a->queries = (nf_points){.n = s->queries, .dims = s->dims, .type = s->type, .host = a->query_at};
    a->fields[0] = (nf_numbers){.name = "kind", .n = s->n, .host = a->kind};
    a->fields[1] = (nf_numbers){.name = "charge", .n = s->n, .host = a->charge};
    a->query_fields[0] = (nf_numbers){.name = "charge", .n = s->queries, .host = a->query_charge};
    a->query_fields[1] = (nf_numbers){.name = "kind", .n = s->queries, .host = a->query_kind};
    a->tables[0] = (nf_numbers){.name = "springs", .n = 2, .host = a->springs};
    a->options = (nf_interact_options){
        .fields = a->fields, .field_count = 2, .tables = a->tables, .table_count = 1, .totals = 1};
    if (s->queries) {
        a->options.queries = &a->queries;
        a->options.query_fields = a->query_fields;
        a->options.query_field_count = 2;
    }
}

void sums_release(sums_asked *a) {
    void *all[] = {a->at, a->charge, a->kind, a->springs, a->query_at, a->query_charge, a->query_kind};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

/* The totals are the sums of the rows. */
static void compare_totals(nf_context *context, nf_result *result, int dims) {
    const nf_array_info info = nf_result_array(result, NF_ARRAY_TOTALS);
    double totals[COLUMNS + 1] = {0};
    float narrow[COLUMNS + 1] = {0};
    ck_assert_uint_eq(info.rows, (uint64_t)dims + 2);
    support_ok(context, nf_result_read(result, NF_ARRAY_TOTALS, 0, info.rows, NULL,
                                       info.type == NF_FLOAT64 ? (void *)totals : narrow));
    for (int k = 0; k < 3; k++) {
        const nf_array_info sum = nf_result_array(result, (nf_array)(NF_ARRAY_SUMS + k));
        void *values = sums_read(context, result, k);
        for (int a = 0; a < sum.columns; a++) {
            const int at = k == SUMS_PULLS ? a : dims + k - 1;
            double total = 0, size = 1e-30;
            for (uint64_t i = 0; i < sum.rows; i++) {
                const double value = sums_value(values, i * (uint64_t)sum.columns + (uint64_t)a, sum.type);
                total += value;
                size += fabs(value);
            }
            const double got = info.type == NF_FLOAT64 ? totals[at] : (double)narrow[at];
            ck_assert_double_le(fabs(got - total), (info.type == NF_FLOAT64 ? 1e-13 : 1e-5) * size);
        }
        free(values);
    }
}

void sums_check_in(nf_context *context, const nf_function *function, const char *strategy,
                   const sums_setup *s, int reach, int sum64, int fast) {
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    sums_asked a;
    sums_prepare(&a, s);
    a.options.sum64 = sum64;
    a.options.fast = fast;
    a.options.strategy = strategy;
    support_ok(context, nf_cloud_create(context, &a.points, s->in, NULL, &cloud));
    for (int turn = 0; turn < 2; turn++) { /* the second into the same result */
        support_ok(context, nf_interact(cloud, s->cutoff, function, &a.options, NULL, &result));
        compare(context, s, result, reach, sum64 ? NF_FLOAT64 : s->type);
        compare_totals(context, result, s->dims);
    }
    nf_result_free(result);
    nf_cloud_free(cloud);
    sums_release(&a);
}

void sums_check(const char *tuning, const char *strategy, const sums_setup *s, int reach, int sum64,
                int fast) {
    nf_context *context = support_context(tuning);
    nf_function *function = NULL;
    support_ok(context, nf_function_create(context, NULL, sums_charges, "charges.cl", &function));
    sums_check_in(context, function, strategy, s, reach, sum64, fast);
    nf_function_free(function);
    nf_context_free(context);
}

void sums_check_lattice(const char *tuning, const char *strategy, nf_type type, int outside) {
    enum { SIDE = 8, N = SIDE * SIDE * SIDE };
    const double unit = type == NF_FLOAT64 ? 0x1p-50 : 0x1p-21;
    const nf_box box = {.cell = {{SIDE, 0, 0}, {0, SIDE, 0}, {0, 0, SIDE}}, .periodic = {1, 1, 1}};
    uint64_t state = 7, near = 0;
    double *at = support_allocate(3 * N * sizeof *at);
    for (int k = 0; k < 3 * N; k++) {
        const int cell[3] = {k / 3 % SIDE, k / 3 / SIDE % SIDE, k / 3 / SIDE / SIDE};
        at[k] = cell[k % 3] + (floor(support_uniform(&state) * 5) + 1) * unit;
        if (outside && k / 3 % 7 == 0) at[k] += SIDE * (k / 3 % 3 - 1);
    }
    void *given = sums_typed(at, 3 * N, type);
    nf_context *context = support_context(tuning);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *lists = NULL, *sums = NULL;
    const nf_points points = {.n = N, .dims = 3, .type = type, .host = given};
    const nf_interact_options options = {.strategy = strategy};
    uint64_t offsets[N + 1];
    support_ok(context, nf_function_create(context, NULL,
                                           "#pragma nearfield radial\n#pragma nearfield sum counts scalar\n"
                                           "static real interact(const fields *i, const fields *j, real d2,\n"
                                           "                     const parameters *p, sums *to) {\n"
                                           "    to->counts += 1;\n    return 0;\n}\n",
                                           "counts.cl", &function));
    support_ok(context, nf_cloud_create(context, &points, &box, NULL, &cloud));
    support_ok(context, nf_lists(cloud, 1, NULL, NULL, &lists));
    support_ok(context, nf_interact(cloud, 1, function, &options, NULL, &sums));
    support_ok(context, nf_result_read(lists, NF_ARRAY_OFFSETS, 0, N + 1, NULL, offsets));
    void *counts = sums_read(context, sums, 0);
    for (uint64_t i = 0; i < N; i++) {
        near += offsets[i + 1] - offsets[i];
        ck_assert_double_eq(sums_value(counts, i, type), (double)(offsets[i + 1] - offsets[i]));
    }
    ck_assert_uint_gt(near, N);
    ck_assert_uint_lt(near, 5 * N);
    nf_result_free(lists);
    nf_result_free(sums);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
    free(counts);
    free(given);
    free(at);
}

void sums_check_moved(const char *strategy, const char *first, const char *next) {
    enum { N = 200 };
    nf_context *context = support_context(GPU);
    float at[3 * N], sums[N], last[N];
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .host = at};
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    uint64_t state = 3;
    cl_int error = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE, sizeof sums, NULL, &error);
    const nf_slice place = {buffer, 0};
    float weights[N];
    const nf_numbers weight = {.name = "weight", .n = N, .host = weights};
    const nf_interact_options options = {
        .strategy = strategy, .places = &place, .fields = &weight, .field_count = 1};
    for (int k = 0; k < N; k++) weights[k] = 1;
    for (int k = 0; k < 3 * N; k++) at[k] = (float)(3 * support_uniform(&state));
    ck_assert_int_eq(error, CL_SUCCESS);
    support_ok(context, nf_function_create(context, "gaussian", NULL, NULL, &function));
    support_ok(context, nf_cloud_create(context, &points, NULL, NULL, &cloud));
    support_ok(context, nf_interact(cloud, 1, function, &options, NULL, &result));
    for (int far = 0; far < 2; far++) {
        for (int k = 0; k < 3 * N; k++) at[k] += (float)(far * 1e6 * support_uniform(&state));
        support_ok(context, nf_cloud_move(cloud, &points, NULL, NULL));
        if (far && first)
            support_fails(context, NF_ERROR_UNSUPPORTED, first,
                          nf_interact_into(cloud, 1, function, &options, NULL));
        else support_ok(context, nf_interact_into(cloud, 1, function, &options, NULL));
        support_ok(context, nf_context_finish(context));
        ck_assert_int_eq(
            clEnqueueReadBuffer(nf_context_queue(context), buffer, 1, 0, sizeof sums, sums, 0, NULL, NULL),
            0);
        if (far && next) {
            support_fails(context, NF_ERROR_UNSUPPORTED, next,
                          nf_interact(cloud, 1, function, &options, NULL, &result));
            for (int k = 0; k < N && !first; k++) ck_assert(isnan(sums[k]));
            continue;
        }
        support_ok(context, nf_interact(cloud, 1, function, &options, NULL, &result));
        support_ok(context, nf_result_read(result, NF_ARRAY_SUMS, 0, N, NULL, last));
        for (int k = 0; k < N; k++)
            if (far) ck_assert(isnan(sums[k]) && last[k] >= 0);
            else ck_assert_mem_eq(sums + k, last + k, sizeof *sums);
    }
    clReleaseMemObject(buffer);
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
}
