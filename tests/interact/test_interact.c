/* Sums of pair functions against sums in double on the host, over all images within the cutoff. */
#include "support/device.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdlib.h>
#include <string.h>

#define GPU "search.GROUP=32 bounds.GROUP=32 order.GROUP=32"

/* Charges: forces along D, an energy, a count, and a vector sum of the partner's charge; the spring constant comes from a table. */
static const char charges[] =
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
    "    to->pulls.x += weight * D.x;\n"
    "    to->pulls.y += weight * D.y;\n"
    "    to->pulls.z += weight * D.z;\n"
    "    to->energies += i->charge * j->charge * (p->cutoff * p->cutoff - d2);\n"
    "    to->counts += 1;\n"
    "}\n";
static const double springs[2] = {0.5, 3};
enum { PULLS, ENERGIES, COUNTS, COLUMNS = 5 };

typedef struct setup {
    uint64_t n, queries;
    int dims;
    nf_type type;
    nf_box box;
    const nf_box *in;
    double cutoff;
    double *at, *charge, *kind, *query_at, *query_charge, *query_kind;
} setup;

static double number(uint64_t *state) { return (double)(support_random(state) >> 11) * 0x1p-53; }

/* Values that are the same in both types. */
static double *numbers(uint64_t count, double low, double high, int whole, uint64_t *state) {
    double *values = support_allocate((count ? count : 1) * sizeof *values);
    for (uint64_t k = 0; k < count; k++) {
        const double value = low + (high - low) * number(state);
        values[k] = whole ? floor(value) : (double)(float)value;
    }
    return values;
}

static setup setup_of(uint64_t n, uint64_t queries, int dims, nf_type type, const nf_box *box, double low,
                      double high, double cutoff) {
    uint64_t state = 42 + n;
    setup s = {.n = n, .queries = queries, .dims = dims, .type = type, .cutoff = (double)(float)cutoff};
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

static void forget(setup *s) {
    double *all[] = {s->at, s->charge, s->kind, s->query_at, s->query_charge, s->query_kind};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

/* Adds what image S of point j does to point i.  A pair that the precision of the points may decide otherwise sets *close. */
static void add_image(const setup *s, const double *own, double charge, uint64_t j, const int *S, double *sum,
                      double *size, int *close) {
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
static void sum_of(const setup *s, uint64_t i, int query, int reach, double *sum, double *size, int *close) {
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
static void *typed(const double *values, uint64_t count, nf_type type) {
    void *out = support_allocate((count ? count : 1) * nf_type_bytes(type));
    for (uint64_t k = 0; k < count; k++)
        if (type == NF_FLOAT64) ((double *)out)[k] = values[k];
        else ((float *)out)[k] = (float)values[k];
    return out;
}

static double value_at(const void *values, uint64_t k, nf_type type) {
    return type == NF_FLOAT64 ? ((const double *)values)[k] : (double)((const float *)values)[k];
}

static void *read_all(nf_context *context, nf_result *result, int k) {
    const nf_array_info info = nf_result_array(result, (nf_array)(NF_ARRAY_SUMS + k));
    void *values = support_allocate((info.rows * (uint64_t)info.columns + 1) * nf_type_bytes(info.type));
    support_ok(context, nf_result_read(result, (nf_array)(NF_ARRAY_SUMS + k), 0, info.rows, NULL, values));
    return values;
}

/* Compares each row with that of the host, within the bound of the header for the type of contributions and of sums. */
static void compare(nf_context *context, const setup *s, nf_result *result, int reach, nf_type type) {
    const int query = s->queries > 0;
    const uint64_t n = query ? s->queries : s->n;
    const double unit = s->type == NF_FLOAT64 ? 1e-13 : 1e-5;
    void *sums[3];
    uint64_t checked = 0;
    for (int k = 0; k < 3; k++) {
        const nf_array_info info = nf_result_array(result, (nf_array)(NF_ARRAY_SUMS + k));
        ck_assert_uint_eq(info.rows, n);
        ck_assert_int_eq(info.type, type);
        ck_assert_int_eq(info.columns, k == PULLS ? s->dims : 1);
        sums[k] = read_all(context, result, k);
    }
    for (uint64_t i = 0; i < n; i++) {
        double sum[COLUMNS], size[COLUMNS];
        int close;
        sum_of(s, i, query, reach, sum, size, &close);
        if (close) continue;
        checked++;
        ck_assert_double_eq(value_at(sums[COUNTS], i, type), sum[4]);
        ck_assert_double_le(fabs(value_at(sums[ENERGIES], i, type) - sum[3]), unit * (size[3] + 1));
        for (int a = 0; a < s->dims; a++)
            ck_assert_double_le(
                fabs(value_at(sums[PULLS], i * (uint64_t)s->dims + (uint64_t)a, type) - sum[a]),
                unit * (size[a] + 1));
    }
    ck_assert_uint_gt(checked * 10, n * 5); /* most points have no ambiguous pair */
    for (int k = 0; k < 3; k++) free(sums[k]);
}

/* The arguments of a call about a system, which live as long as the system's typed copies. */
typedef struct asked {
    void *at, *charge, *kind, *springs, *query_at, *query_charge, *query_kind;
    nf_points points, queries;
    nf_numbers fields[2], query_fields[2], tables[1];
    nf_interact_options options;
} asked;

static void prepare(asked *a, const setup *s) {
    *a = (asked){.at = typed(s->at, s->n * (uint64_t)s->dims, s->type),
                 .charge = typed(s->charge, s->n, s->type),
                 .kind = typed(s->kind, s->n, s->type),
                 .springs = typed(springs, 2, s->type),
                 .query_at = typed(s->query_at, s->queries * (uint64_t)s->dims, s->type),
                 .query_charge = typed(s->query_charge, s->queries, s->type),
                 .query_kind = typed(s->query_kind, s->queries, s->type)};
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

static void release(asked *a) {
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
        void *values = read_all(context, result, k);
        for (int a = 0; a < sum.columns; a++) {
            const int at = k == PULLS ? a : dims + k - 1;
            double total = 0, size = 1e-30;
            for (uint64_t i = 0; i < sum.rows; i++) {
                const double value = value_at(values, i * (uint64_t)sum.columns + (uint64_t)a, sum.type);
                total += value;
                size += fabs(value);
            }
            const double got = info.type == NF_FLOAT64 ? totals[at] : (double)narrow[at];
            ck_assert_double_le(fabs(got - total), (info.type == NF_FLOAT64 ? 1e-13 : 1e-5) * size);
        }
        free(values);
    }
}

static void check_setup(const char *tuning, const char *strategy, const setup *s, int reach, int sum64,
                        int fast) {
    nf_context *context = support_context(tuning);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    asked a;
    prepare(&a, s);
    a.options.sum64 = sum64;
    a.options.fast = fast;
    a.options.strategy = strategy;
    support_ok(context, nf_function_create(context, NULL, charges, "charges.cl", &function));
    support_ok(context, nf_cloud_create(context, &a.points, s->in, NULL, &cloud));
    for (int turn = 0; turn < 2; turn++) { /* the second into the same result */
        support_ok(context, nf_interact(cloud, s->cutoff, function, &a.options, NULL, &result));
        compare(context, s, result, reach, sum64 ? NF_FLOAT64 : s->type);
        compare_totals(context, result, s->dims);
    }
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
    release(&a);
}

static const nf_box cube = {.cell = {{4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, .periodic = {1, 1, 1}};
static const nf_box skewed = {.cell = {{4, 0, 0}, {1.5, 3.5, 0}, {-0.5, 1, 4.5}}, .periodic = {1, 1, 1}};
static const nf_box tiny = {.cell = {{1, 0, 0}, {0, 1.25, 0}, {0, 0, 1}}, .periodic = {1, 1, 0}};

/* Each row: points, queries, dims, box, where the points are, cutoff, how many images to look at. */
static const struct {
    uint64_t n, queries;
    int dims;
    const nf_box *box;
    double low, high, cutoff;
    int reach;
} cases[] = {
    {600, 0, 3, NULL, 0, 4, 0.8, 0},    {700, 0, 3, &cube, 0, 4, 0.9, 1}, {300, 0, 3, &cube, -9, 14, 0.9, 6},
    {400, 0, 3, &skewed, 0, 4, 0.9, 2}, {12, 0, 3, &tiny, 0, 1, 2.6, 4},  {1, 0, 3, &tiny, 0.5, 0.5, 2.6, 3},
    {500, 90, 3, &cube, 0, 4, 0.9, 1},  {400, 70, 3, NULL, 0, 4, 0.9, 0}, {500, 0, 2, NULL, 0, 9, 0.9, 0},
    {300, 0, 1, NULL, 0, 60, 0.9, 0},
};
enum { CASES = sizeof cases / sizeof *cases };

static void check_cases(const char *tuning, const char *strategy, nf_type type) {
    static const size_t few[] = {1, 3, 4, 6};
    const size_t count = support_small() && (tuning || type == NF_FLOAT64) ? sizeof few / sizeof *few : CASES;
    for (size_t at = 0; at < count; at++) {
        const size_t k = count < CASES ? few[at] : at;
        setup s = setup_of(cases[k].n, cases[k].queries, cases[k].dims, type, cases[k].box, cases[k].low,
                           cases[k].high, cases[k].cutoff);
        const int serves = !strategy || strcmp(strategy, "walk") == 0 ||
                           (!s.queries && (s.in == &cube || strcmp(strategy, "clusters") == 0));
        check_setup(tuning, serves ? strategy : NULL, &s, cases[k].reach, 0, 0);
        forget(&s);
    }
}

START_TEST(sums_are_those_of_the_host) { check_cases(NULL, NULL, NF_FLOAT32); }
END_TEST
START_TEST(sums_of_doubles_are_those_of_the_host) { check_cases(NULL, NULL, support_double()); }
END_TEST
START_TEST(sums_in_the_shape_of_a_gpu_are_those_of_the_host) {
    check_cases(GPU, "walk", NF_FLOAT32);
    check_cases(GPU, "walk", support_double());
}
END_TEST

START_TEST(sums_of_clusters_are_those_of_the_host) {
    check_cases(GPU, "clusters", NF_FLOAT32);
    check_cases(GPU, "clusters", support_double());
    check_cases(GPU, "cluster-lists", NF_FLOAT32);
    check_cases(GPU, "cluster-lists", support_double());
}
END_TEST

START_TEST(sums_in_double_and_fast_functions) {
    setup s = setup_of(300, 0, 3, NF_FLOAT32, &cube, 0, 4, 0.9);
    if (support_double() == NF_FLOAT64) check_setup(NULL, NULL, &s, 1, 1, 0);
    check_setup(NULL, NULL, &s, 1, 0, 1);
    if (support_double() == NF_FLOAT64) check_setup(GPU, "clusters", &s, 1, 1, 1);
    forget(&s);
}
END_TEST

/* Points of a lattice in a box, each moved by at most some units in the last place, with a cutoff of the lattice constant: only the rule can
   decide.  The neighbours that are summed are those of the lists. */
static void check_lattice(const char *tuning, const char *strategy, nf_type type) {
    enum { SIDE = 8, N = SIDE * SIDE * SIDE };
    const double unit = type == NF_FLOAT64 ? 0x1p-50 : 0x1p-21;
    const nf_box box = {.cell = {{SIDE, 0, 0}, {0, SIDE, 0}, {0, 0, SIDE}}, .periodic = {1, 1, 1}};
    uint64_t state = 7, near = 0;
    double *at = support_allocate(3 * N * sizeof *at);
    for (int k = 0; k < 3 * N; k++) {
        const int cell[3] = {k / 3 % SIDE, k / 3 / SIDE % SIDE, k / 3 / SIDE / SIDE};
        at[k] = cell[k % 3] + (floor(number(&state) * 5) + 1) * unit;
    }
    void *given = typed(at, 3 * N, type);
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
    void *counts = read_all(context, sums, 0);
    for (uint64_t i = 0; i < N; i++) {
        near += offsets[i + 1] - offsets[i];
        ck_assert_double_eq(value_at(counts, i, type), (double)(offsets[i + 1] - offsets[i]));
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

START_TEST(the_rule_decides_at_the_cutoff) {
    static const char *const strategies[] = {"walk", "clusters", "cluster-lists"};
    for (size_t k = 0; k < sizeof strategies / sizeof *strategies; k++) {
        check_lattice(GPU, strategies[k], NF_FLOAT32);
        check_lattice(GPU, strategies[k], support_double());
    }
    check_lattice(NULL, NULL, NF_FLOAT32);
}
END_TEST

/* A batch is its systems one by one, to the bit, with cutoffs of their own, which p->cutoff is. */
START_TEST(a_batch_is_its_systems_one_by_one) {
    enum { N = 300, FIRST = 180 };
    const uint64_t offsets[3] = {0, FIRST, N};
    const double cutoffs[2] = {0.75, 1.25};
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    setup s = setup_of(N, 0, 3, NF_FLOAT32, &cube, 0, 4, 0);
    const nf_systems systems = {.count = 2, .offsets = offsets, .cutoffs = cutoffs};
    asked a;
    prepare(&a, &s);
    support_ok(context, nf_function_create(context, NULL, charges, NULL, &function));
    a.points.systems = &systems;
    support_ok(context, nf_cloud_create(context, &a.points, &cube, NULL, &cloud));
    support_ok(context, nf_interact(cloud, 0, function, &a.options, NULL, &result));
    float *all = read_all(context, result, ENERGIES);
    nf_cloud_free(cloud);
    for (int k = 0; k < 2; k++) {
        const uint64_t from = offsets[k], n = offsets[k + 1] - from;
        const nf_points own = {.n = n, .dims = 3, .type = NF_FLOAT32, .host = (float *)a.at + 3 * from};
        const nf_numbers fields[2] = {{.name = "charge", .n = n, .host = (float *)a.charge + from},
                                      {.name = "kind", .n = n, .host = (float *)a.kind + from}};
        const nf_interact_options options = {
            .fields = fields, .field_count = 2, .tables = a.tables, .table_count = 1};
        support_ok(context, nf_cloud_create(context, &own, &cube, NULL, &cloud));
        support_ok(context, nf_interact(cloud, cutoffs[k], function, &options, NULL, &result));
        float *one = read_all(context, result, ENERGIES);
        ck_assert_mem_eq(one, all + from, n * sizeof *one);
        ck_assert(fabsf(one[0]) > 0);
        free(one);
        nf_cloud_free(cloud);
    }
    free(all);
    nf_result_free(result);
    nf_function_free(function);
    nf_context_free(context);
    release(&a);
    forget(&s);
}
END_TEST

/* Two argon-like points and a third: Lennard-Jones in closed form. */
START_TEST(lennard_jones_is_that_of_its_formula) {
    const double r = 1.25, eps = 0.7, sigma = 1.1, cutoff = 2, at[2] = {0, r};
    const double s6 = pow(sigma / r, 6), c6 = pow(sigma / cutoff, 6);
    const nf_parameter parameters[] = {{"epsilon", eps}, {"sigma", sigma}, {"shifted", 1}};
    nf_context *context = support_context(NULL);
    const nf_type type = support_double();
    const double within = type == NF_FLOAT64 ? 1e-13 : 1e-5;
    void *points_at = typed(at, 2, type);
    const nf_points points = {.n = 2, .dims = 1, .type = type, .host = points_at};
    for (int shifted = 0; shifted < 2; shifted++) {
        const nf_interact_options options = {.parameters = parameters,
                                             .parameter_count = (size_t)(2 + shifted)};
        nf_function *function = NULL;
        nf_cloud *cloud = NULL;
        nf_result *result = NULL;
        const double energy = 4 * eps * (s6 * s6 - s6 - (shifted ? c6 * c6 - c6 : 0)),
                     force = 24 * eps / r * (2 * s6 * s6 - s6); /* away from each other */
        support_ok(context, nf_function_create(context, "lennard-jones", NULL, NULL, &function));
        support_ok(context, nf_cloud_create(context, &points, NULL, NULL, &cloud));
        support_ok(context, nf_interact(cloud, cutoff, function, &options, NULL, &result));
        ck_assert_str_eq(nf_result_array(result, NF_ARRAY_SUMS).name, "forces");
        void *forces = read_all(context, result, 0), *energies = read_all(context, result, 1),
             *virials = read_all(context, result, 2);
        for (uint64_t i = 0; i < 2; i++) {
            ck_assert_double_le(fabs(value_at(energies, i, type) - energy / 2), within * fabs(energy));
            ck_assert_double_le(fabs(value_at(forces, i, type) - (i ? force : -force)), within * fabs(force));
            ck_assert_double_le(fabs(value_at(virials, i, type) - r * force / 2), within * fabs(r * force));
        }
        free(forces), free(energies), free(virials);
        nf_result_free(result);
        nf_cloud_free(cloud);
        nf_function_free(function);
    }
    free(points_at);
    nf_context_free(context);
}
END_TEST

START_TEST(conditions_and_places_of_the_caller) {
    enum { N = 250 };
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *lists = NULL;
    setup s = setup_of(N, 0, 3, NF_FLOAT32, &cube, 0, 4, 1.1);
    const nf_conditions conditions = {.min_distance = 0.6};
    const nf_lists_options listed = {.conditions = &conditions};
    asked a;
    float counts[N];
    uint64_t offsets[N + 1], bytes = 0;
    prepare(&a, &s);
    a.options.conditions = &conditions;
    support_ok(context, nf_function_create(context, NULL, charges, NULL, &function));
    support_ok(context, nf_cloud_create(context, &a.points, &cube, NULL, &cloud));
    support_ok(context, nf_lists(cloud, s.cutoff, &listed, NULL, &lists));
    support_ok(context, nf_result_read(lists, NF_ARRAY_OFFSETS, 0, N + 1, NULL, offsets));
    support_buffer pulls = support_buffer_of(context, NULL, N, 12),
                   energies = support_buffer_of(context, NULL, N, 4),
                   number = support_buffer_of(context, NULL, N, 4),
                   totals = support_buffer_of(context, NULL, 5, nf_context_device(context)->fp64 ? 8 : 4);
    nf_slice places[3] = {pulls.at, energies.at, number.at};
    a.options.places = places;
    a.options.total_place = totals.at;
    support_ok(context, nf_interact_into(cloud, s.cutoff, function, &a.options, NULL));
    support_read(&number, counts);
    for (size_t i = 0; i < N; i++)
        ck_assert_double_eq((double)counts[i], (double)(offsets[i + 1] - offsets[i]));
    places[1] = places[2];
    support_fails(context, NF_ERROR_ARGUMENT, "overlap",
                  nf_interact_into(cloud, s.cutoff, function, &a.options, NULL));
    a.options.places = NULL;
    support_fails(context, NF_ERROR_ARGUMENT, "places",
                  nf_interact_into(cloud, s.cutoff, function, &a.options, NULL));
    support_ok(context, nf_interact_memory(context, &a.points, function, &a.options, &bytes));
    ck_assert_uint_gt(bytes, N * 5 * 4);
    support_release(&pulls), support_release(&energies), support_release(&number), support_release(&totals);
    nf_result_free(lists);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
    release(&a);
    forget(&s);
}
END_TEST

/* Of radii that differ much: points are searched by classes, and neighbours are those of lists. */
static void check_radii(const char *tuning, nf_radii_rule rule) {
    enum { N = 500 };
    nf_context *context = support_context(tuning);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *lists = NULL, *result = NULL;
    setup s = setup_of(N, 0, 3, NF_FLOAT32, &cube, 0, 4, 1.1);
    asked a;
    float radii[N];
    uint64_t offsets[N + 1], most = 0;
    for (size_t k = 0; k < N; k++) radii[k] = k % 25 ? 0.05f + 0.0001f * (float)k : 0.55f;
    const nf_points given = {.n = N, .dims = 1, .type = NF_FLOAT32, .host = radii};
    const nf_conditions conditions = {.radii = &given, .radii_rule = rule};
    const nf_lists_options listed = {.conditions = &conditions};
    prepare(&a, &s);
    a.options.conditions = &conditions;
    support_ok(context, nf_function_create(context, NULL, charges, NULL, &function));
    support_ok(context, nf_cloud_create(context, &a.points, &cube, NULL, &cloud));
    support_ok(context, nf_lists(cloud, 0, &listed, NULL, &lists));
    support_ok(context, nf_result_read(lists, NF_ARRAY_OFFSETS, 0, N + 1, NULL, offsets));
    support_ok(context, nf_interact(cloud, 0, function, &a.options, NULL, &result));
    float *counts = read_all(context, result, COUNTS);
    for (size_t i = 0; i < N; i++) {
        const uint64_t wanted = offsets[i + 1] - offsets[i];
        ck_assert_double_eq((double)counts[i], (double)wanted);
        if (wanted > most) most = wanted;
    }
    ck_assert_uint_gt(most, 5);
    free(counts);
    nf_result_free(lists);
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
    release(&a);
    forget(&s);
}

/* A cloud that moves is ordered without waiting.  Where the new points need other cells, all sums are NaN, and the next call that may wait is right. */
static void check_moved(const char *strategy) {
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
    for (int k = 0; k < 3 * N; k++) at[k] = (float)(3 * number(&state));
    ck_assert_int_eq(error, CL_SUCCESS);
    support_ok(context, nf_function_create(context, "gaussian", NULL, NULL, &function));
    support_ok(context, nf_cloud_create(context, &points, NULL, NULL, &cloud));
    support_ok(context, nf_interact(cloud, 1, function, &options, NULL, &result));
    for (int far = 0; far < 2; far++) {
        for (int k = 0; k < 3 * N; k++) at[k] += (float)(far * 1e6 * number(&state));
        support_ok(context, nf_cloud_move(cloud, &points, NULL, NULL));
        support_ok(context, nf_interact_into(cloud, 1, function, &options, NULL));
        support_ok(context, nf_context_finish(context));
        ck_assert_int_eq(
            clEnqueueReadBuffer(nf_context_queue(context), buffer, 1, 0, sizeof sums, sums, 0, NULL, NULL),
            0);
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

START_TEST(sums_of_moved_clouds_are_right_or_unknown) {
    check_moved("walk");
    check_moved("clusters");
}
END_TEST

START_TEST(neighbours_by_radii_are_those_of_lists) {
    for (int rule = NF_RADII_QUERY; rule <= NF_RADII_SUM; rule++) {
        check_radii(NULL, (nf_radii_rule)rule);
        check_radii(GPU, (nf_radii_rule)rule);
    }
}
END_TEST

START_TEST(numbers_that_are_missing_have_their_names_in_the_error) {
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    setup s = setup_of(10, 0, 3, NF_FLOAT32, NULL, 0, 4, 1);
    const nf_parameter wrong = {"strenght", 1};
    asked a;
    prepare(&a, &s);
    support_ok(context, nf_function_create(context, NULL, charges, NULL, &function));
    support_ok(context, nf_cloud_create(context, &a.points, NULL, NULL, &cloud));
    a.options.field_count = 1;
    support_fails(context, NF_ERROR_ARGUMENT, "\"charge\"",
                  nf_interact(cloud, 1, function, &a.options, NULL, &result));
    a.options.field_count = 2;
    a.fields[1].n = 9;
    support_fails(context, NF_ERROR_ARGUMENT, "9 numbers for 10 points",
                  nf_interact(cloud, 1, function, &a.options, NULL, &result));
    a.fields[1].n = 10;
    a.options.table_count = 0;
    support_fails(context, NF_ERROR_ARGUMENT, "\"springs\"",
                  nf_interact(cloud, 1, function, &a.options, NULL, &result));
    a.options.table_count = 1;
    a.options.parameters = &wrong;
    a.options.parameter_count = 1;
    support_fails(context, NF_ERROR_ARGUMENT, "\"strenght\"",
                  nf_interact(cloud, 1, function, &a.options, NULL, &result));
    a.options.parameter_count = 0;
    support_fails(context, NF_ERROR_ARGUMENT, "function is NULL",
                  nf_interact(cloud, 1, NULL, &a.options, NULL, &result));
    ck_assert_ptr_null(result);
    support_ok(context, nf_interact(cloud, 1, function, &a.options, NULL, &result));
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
    release(&a);
    forget(&s);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {sums_are_those_of_the_host,
                                  sums_of_doubles_are_those_of_the_host,
                                  sums_in_the_shape_of_a_gpu_are_those_of_the_host,
                                  sums_of_clusters_are_those_of_the_host,
                                  the_rule_decides_at_the_cutoff,
                                  sums_of_moved_clouds_are_right_or_unknown,
                                  sums_in_double_and_fast_functions,
                                  a_batch_is_its_systems_one_by_one,
                                  lennard_jones_is_that_of_its_formula,
                                  conditions_and_places_of_the_caller,
                                  neighbours_by_radii_are_those_of_lists,
                                  numbers_that_are_missing_have_their_names_in_the_error};
    return support_main("interact_sums", tests, sizeof tests / sizeof *tests);
}
