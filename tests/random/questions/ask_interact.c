/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_interact(): sums over the neighbours that the host lists, each in double.  Counts are exact; the others are compared within a bound for
   rounding. */
#include "support/calls.h"
#include "random/questions/search.h"

#include <nearfield/experimental/tuning.h>
#include <math.h>
#include <string.h>

#define DECLARED(of_pulls, of_energies, of_counts)                                                           \
    "#pragma nearfield field charge\n"                                                                       \
    "#pragma nearfield field kind\n"                                                                         \
    "#pragma nearfield parameter strength 1.5\n"                                                             \
    "#pragma nearfield parameter per_square 0\n"                                                             \
    "#pragma nearfield table springs\n"                                                                      \
    "#pragma nearfield sum pulls vector" of_pulls "\n"                                                       \
    "#pragma nearfield sum energies scalar" of_energies "\n"                                                 \
    "#pragma nearfield sum counts scalar" of_counts "\n"                                                     \
    "static real weight_of(const fields *i, const fields *j, const parameters *p) {\n"                       \
    "    return p->strength * i->charge * j->charge * p->springs[(int)i->kind] * "                           \
    "p->springs[(int)j->kind];\n"                                                                            \
    "}\n"
#define RADIAL                                                                                               \
    "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n"     \
    "    to->energies += i->charge * j->charge * ((real)1 - d2 * p->per_square);\n"                          \
    "    to->counts += 1;\n"                                                                                 \
    "    return weight_of(i, j, p);\n"                                                                       \
    "}\n"
static const char *const sources[] = {
    "#pragma nearfield general\n" DECLARED(
        "", "", "") "static void interact(const fields *i, const fields *j, vector D, real d2, const "
                    "parameters *p, sums *to) {\n"
                    "    const real weight = weight_of(i, j, p);\n"
                    "    to->energies += i->charge * j->charge * ((real)1 - d2 * p->per_square);\n"
                    "    to->counts += 1;\n"
                    "    to->pulls.x += weight * D.x;\n"
                    "    to->pulls.y += weight * D.y;\n"
                    "    to->pulls.z += weight * D.z;\n"
                    "}\n",
    "#pragma nearfield radial\n" DECLARED("", "", "") RADIAL,
    "#pragma nearfield radial\n" DECLARED(" odd", " even", " even") RADIAL};

enum { PULLS, ENERGIES, COUNTS, SUMS, COLUMNS = 5 };
static const double springs[2] = {0.5, 2}, strength = 1.25;

typedef struct interact_call {
    rnd_run *run;
    rnd_cloud *cloud;
    rnd_query query;
    nf_interact_options options;
    nf_numbers fields[2], query_fields[2], tables[1];
    nf_parameter parameters[2];
    double ranges[SUMS], inverse;
    void *charge[2], *kind[2]; /* of points and of query points */
    nf_status status;          /* of the host's lists */
    char message[640];
    uint64_t rows;
    double *sums, *bound; /* rows x COLUMNS */
    int dims;
    nf_function *function;
} interact_call;

/* ---- what is given ----------------------------------------------------------------------------------------------- */

static nf_numbers give(interact_call *q, const char *name, const void *values, uint64_t n) {
    const rnd_case *c = q->run->now;
    const nf_type type = q->cloud->packed.type;
    const nf_points packed = {.n = n, .dims = 1, .type = type, .rows.host = values};
    nf_numbers out = {.name = name, .n = n};
    const size_t size = nf_type_bytes(type);
    const uint64_t stride = rnd_is(c, RND_FIELDS, "strided") ? 2 + rnd_below(&q->run->state, 3) : 1;
    unsigned char *host = rnd_keep(q->run, (n * stride + 2) * size), *rows = host + size;
    for (uint64_t k = 0; k < packed.n; k++)
        memcpy(rows + k * stride * size, (const unsigned char *)values + k * size, size);
    out.stride = stride > 1 || rnd_below(&q->run->state, 2) ? stride : 0;
    if (rnd_is(c, RND_FIELDS, "device")) out.values = rnd_buffer(q->run, rows, n * stride, size);
    else out.values = (nf_slice){.host = host, .offset = size};
    return out;
}

static void draw_fields(interact_call *q, int k, uint64_t n) {
    const nf_type type = q->cloud->packed.type;
    q->charge[k] = rnd_keep(q->run, n * nf_type_bytes(type));
    q->kind[k] = rnd_keep(q->run, n * nf_type_bytes(type));
    for (uint64_t p = 0; p < n; p++) {
        support_set_number(q->charge[k], type, p, 2 * rnd_uniform(&q->run->state) - 1);
        support_set_number(q->kind[k], type, p, (double)rnd_below(&q->run->state, 2));
    }
    nf_numbers *to = k ? q->query_fields : q->fields;
    to[0] = give(q, "charge", q->charge[k], n);
    to[1] = give(q, "kind", q->kind[k], n);
}

/* The sums that are wanted, and their totals; of none, 0 is all sums. */
static uint64_t arrays_of(const rnd_case *c) {
    const uint64_t all = (NF_WANT(SUMS) - 1) << NF_ARRAY_SUMS,
                   totals = rnd_number(c, RND_TOTALS) ? NF_WANT(NF_ARRAY_TOTALS) : 0;
    if (rnd_is(c, RND_WANTED, "all")) return totals ? all | totals : 0;
    return totals | (rnd_is(c, RND_WANTED, "first")  ? NF_WANT(NF_ARRAY_SUM(0))
                     : rnd_is(c, RND_WANTED, "last") ? NF_WANT(NF_ARRAY_SUM(SUMS - 1))
                     : rnd_is(c, RND_WANTED, "none") ? 0
                                                     : all);
}

static void draw_options(interact_call *q) {
    const rnd_case *c = q->run->now;
    const double length = q->cloud->lengths[c->value[RND_CUTOFF]];
    const nf_type type = q->cloud->packed.type;
    void *table = rnd_keep(q->run, 2 * nf_type_bytes(type));
    for (uint64_t k = 0; k < 2; k++) support_set_number(table, type, k, springs[k]);
    q->inverse = length > 1e-12 && length < 1e12 ? 1 / (length * length) : 0;
    q->parameters[0] = (nf_parameter){"per_square", q->inverse};
    q->parameters[1] = (nf_parameter){"strength", strength};
    draw_fields(q, 0, q->cloud->packed.n);
    if (q->query.has_queries) draw_fields(q, 1, q->query.packed.n);
    q->tables[0] = give(q, "springs", table, 2);
    for (int k = 0; k < SUMS; k++) q->ranges[k] = k == PULLS ? 1e7 * length : 1e7;
    q->options = (nf_interact_options){.parameters = q->parameters,
                                       .parameter_count = 2,
                                       .fields = q->fields,
                                       .field_count = 2,
                                       .tables = q->tables,
                                       .table_count = 1,
                                       .sum64 = rnd_number(c, RND_SUM64),
                                       .fast = rnd_number(c, RND_FAST),
                                       .arrays = arrays_of(c),
                                       .queries = q->query.has_queries,
                                       .filters = q->query.has,
                                       .ranges = q->ranges};
    if (q->query.has_queries) q->options.query_fields = q->query_fields, q->options.query_field_count = 2;
    if (!rnd_is(c, RND_STRATEGY, "by rule"))
        q->options.strategy = nf_strategy_name((size_t)rnd_number(c, RND_STRATEGY));
    q->options.skin = rnd_is(c, RND_SKIN, "none") ? 0 : length * (rnd_is(c, RND_SKIN, "small") ? 0.1 : 0.5);
}

/* ---- the sums of the host ------------------------------------------------------------------------------------------ */

/* About how far D may be off: the header's bound, with the width of the cloud as that of any group of its points. */
static double slack(const interact_call *q) {
    const nf_points *p = &q->cloud->packed, *r = &q->query.packed;
    double largest = q->cloud->edge;
    for (uint64_t k = 0; k < p->n * (uint64_t)p->dims; k++)
        largest = fmax(largest, fabs(support_number(p->rows.host, p->type, k)));
    for (uint64_t k = 0; q->query.has_queries && k < r->n * (uint64_t)r->dims; k++)
        largest = fmax(largest, fabs(support_number(r->rows.host, r->type, k)));
    return (8 * largest + 4 * q->cloud->lengths[q->run->now->value[RND_CUTOFF]]) *
           (p->type == NF_FLOAT32 ? 0x1p-21 : 0x1p-48);
}

static void add(interact_call *q, uint64_t row, int32_t j, const brute_hit *hit, double off) {
    const nf_type type = q->cloud->packed.type;
    const int own = q->query.has_queries != NULL;
    const double ci = support_number(q->charge[own], type, row),
                 cj = support_number(q->charge[0], type, (uint64_t)j);
    const double si = springs[(int)support_number(q->kind[own], type, row)],
                 sj = springs[(int)support_number(q->kind[0], type, (uint64_t)j)];
    const double epsilon = type == NF_FLOAT32 ? 0x1p-22 : 0x1p-51, weight = strength * ci * cj * si * sj;
    double *to = q->sums + row * COLUMNS, *bound = q->bound + row * COLUMNS, d2 = 0, size = 0;
    for (int a = 0; a < q->dims; a++) {
        to[a] += weight * hit->D[a];
        d2 += hit->D[a] * hit->D[a];
        size += fabs(hit->D[a]);
    }
    for (int a = 0; a < 3; a++) bound[a] += fabs(weight) * (off + 8 * epsilon * size);
    to[3] += ci * cj * (1 - d2 * q->inverse);
    bound[3] +=
        fabs(ci * cj) * (2 * size * off + 3 * off * off) * q->inverse + 8 * epsilon * (1 + d2 * q->inverse);
    if (type == NF_FLOAT32 && d2 > 0x1p127) bound[3] = HUGE_VAL; /* the device's square is not finite */
    to[4] += 1;
}

static void ask_host(interact_call *q) {
    rnd_answer lists = {.status = NF_OK};
    const nf_lists_options options = {.arrays = RND_MEASURES,
                                      .queries = q->query.has_queries ? &q->query.packed : NULL,
                                      .filters = q->query.has ? &q->query.host : NULL};
    nf_result *result = NULL;
    nf_cloud *cloud = rnd_host_cloud(q->run, &lists, &q->cloud->packed, q->cloud->in);
    if (cloud) lists.status = nf_lists(cloud, q->query.cutoff, &options, NULL, &result);
    q->rows = q->query.has_queries ? q->query.packed.n : q->cloud->packed.n;
    lists.total = nf_result_total(result);
    rnd_put_host(q->run, &lists, result, NF_ARRAY_OFFSETS, q->rows + 1, 1, NF_UINT64);
    rnd_put_host(q->run, &lists, result, NF_ARRAY_INDICES, lists.total, 1, NF_INT32);
    rnd_put_measures(q->run, &lists, result, q->cloud);
    rnd_host_end(q->run, &lists, cloud, result);
    q->status = lists.status;
    snprintf(q->message, sizeof q->message, "%s", lists.message);
    const uint64_t *offsets = lists.array[NF_ARRAY_OFFSETS];
    const int32_t *indices = lists.array[NF_ARRAY_INDICES];
    const uint64_t bytes = q->rows * COLUMNS * sizeof(double);
    q->sums = rnd_keep(q->run, bytes);
    q->bound = rnd_keep(q->run, bytes);
    memset(q->sums, 0, bytes);
    memset(q->bound, 0, bytes);
    const double off = q->status == NF_OK ? slack(q) : 0;
    for (uint64_t i = 0; q->status == NF_OK && i < q->rows; i++)
        for (uint64_t k = offsets[i]; k < offsets[i + 1]; k++) {
            brute_hit hit = {.D = {0, 0, 0}};
            rnd_take_measures(&lists, k, &hit);
            add(q, i, indices[k], &hit, off);
        }
}

/* ---- comparison ------------------------------------------------------------------------------------------------------ */

/* 1 if a sum is within the bound, or if squares of its numbers overflow, so that it has none. */
static int is_near(double is, double wanted, double bound) {
    return !(bound < HUGE_VAL) || fabs(is - wanted) <= bound;
}

/* Rows of a sum of the device. */
static void compare(interact_call *q, int sum, const void *rows, nf_type type) {
    const int columns = sum == PULLS ? q->dims : 1, first = sum == PULLS ? 0 : 2 + sum;
    const int symmetric = q->options.strategy && strcmp(q->options.strategy, "symmetric") == 0;
    for (uint64_t i = 0; i < q->rows; i++)
        for (int a = 0; a < columns; a++) {
            const double is = support_number(rows, type, i * (uint64_t)columns + (uint64_t)a),
                         wanted = q->sums[i * COLUMNS + (uint64_t)(first + a)];
            double bound =
                q->bound[i * COLUMNS + (uint64_t)(first + a)] * (1 + 0.5 * q->sums[i * COLUMNS + 4]);
            if (symmetric) bound += q->ranges[sum] * 0x1p-37 * (2 + q->sums[i * COLUMNS + 4]);
            RND_CHECK(q->run, is_near(is, wanted, bound),
                      "sum %d of row %llu is %.9g, and the host has %.9g (bound %.3g, %g neighbours)", sum,
                      (unsigned long long)i, is, wanted, bound, q->sums[i * COLUMNS + 4]);
        }
}

static int is_wanted(const interact_call *q, nf_array array) {
    if (!q->options.arrays) return array != NF_ARRAY_TOTALS;
    return (q->options.arrays & NF_WANT(array)) != 0;
}

static void check_totals(interact_call *q, const void *totals, nf_type type) {
    for (int k = 0, column = 0; k < 3; k++)
        for (int a = 0; a < (k == PULLS ? q->dims : 1); a++, column++) {
            double sum = 0, bound = 0, size = 0;
            const int from = k == PULLS ? a : 2 + k;
            for (uint64_t i = 0; i < q->rows; i++) {
                sum += q->sums[i * COLUMNS + (uint64_t)from];
                size += fabs(q->sums[i * COLUMNS + (uint64_t)from]);
                bound += q->bound[i * COLUMNS + (uint64_t)from] * (1 + 0.5 * q->sums[i * COLUMNS + 4]) +
                         q->ranges[k] * 0x1p-37 * (2 + q->sums[i * COLUMNS + 4]);
            }
            const double is = support_number(totals, type, (uint64_t)column);
            RND_CHECK(q->run, is_near(is, sum, bound + size * 0x1p-22),
                      "total %d is %.9g, and the host has %.9g", column, is, sum);
        }
}

static void read_sums(interact_call *q, nf_result *result) {
    for (int k = 0; k < SUMS; k++) {
        const nf_array_info *info = nf_result_array(result, (nf_array)(NF_ARRAY_SUMS + k));
        RND_CHECK(q->run, info->rows == (is_wanted(q, NF_ARRAY_SUM(k)) ? q->rows : 0), "sum %d has %llu rows",
                  k, (unsigned long long)info->rows);
        if (info->rows == 0) continue;
        RND_CHECK(q->run,
                  info->type == (q->options.sum64 ? NF_FLOAT64 : q->cloud->packed.type) &&
                      info->columns == (k == PULLS ? q->dims : 1),
                  "sum %d has type %d and %d columns", k, info->type, info->columns);
        void *rows = rnd_keep(q->run, info->rows * (uint64_t)info->columns * nf_type_bytes(info->type));
        const nf_status status =
            nf_result_read(result, (nf_array)(NF_ARRAY_SUMS + k), 0, info->rows, NULL, rows);
        RND_CHECK(q->run, status == NF_OK, "sum %d cannot be read: %s", k, nf_context_error(q->run->context));
        compare(q, k, rows, info->type);
    }
    if (!is_wanted(q, NF_ARRAY_TOTALS)) return;
    const nf_array_info *info = nf_result_array(result, NF_ARRAY_TOTALS);
    double totals[COLUMNS] = {0};
    RND_CHECK(q->run,
              info->rows == (uint64_t)q->dims + 2 &&
                  nf_result_read(result, NF_ARRAY_TOTALS, 0, info->rows, NULL, totals) == NF_OK,
              "there are %llu totals", (unsigned long long)info->rows);
    check_totals(q, totals, info->type);
}

/* 1 if the call has an answer.  A strategy that is named may refuse what it cannot serve. */
static int agree(interact_call *q, nf_status status) {
    rnd_answer host = {.status = q->status};
    snprintf(host.message, sizeof host.message, "%s", q->message);
    if (!q->run->now->refused && status == NF_ERROR_UNSUPPORTED && (q->options.strategy || q->options.sum64))
        host.status = status;
    return rnd_agree(q->run, &host, status);
}

static void ask_result(interact_call *q, const nf_function *function, rnd_sync *s, nf_result **result) {
    nf_result *before = *result;
    const nf_status status =
        nf_interact(q->cloud->cloud, q->query.cutoff, function, &q->options, s->give, result);
    const int answered = agree(q, status);
    if (!answered) rnd_check_empty(q->run, before, *result);
    rnd_synced(q->run, s, status);
    if (answered) read_sums(q, *result);
}

/* An output of a call: in a buffer, or in host memory behind one row that is not written. */
typedef struct output_array {
    nf_output output;
    nf_slice buffer;
    unsigned char *host, *rows; /* rows: as read */
    nf_type type;
    uint64_t n;
    size_t row;
} output_array;
enum { CANARY = 0x5a };

static output_array make_output(interact_call *q, nf_array array, int in_host) {
    const int is_sum = array != NF_ARRAY_TOTALS;
    output_array to = {.n = is_sum ? q->rows : (uint64_t)q->dims + 2};
    if (is_sum) to.type = q->options.sum64 ? NF_FLOAT64 : q->cloud->packed.type;
    else to.type = nf_context_device(q->run->context)->fp64 ? NF_FLOAT64 : NF_FLOAT32;
    to.row = nf_type_bytes(to.type) * (size_t)(array == NF_ARRAY_SUM(PULLS) ? q->dims : 1);
    to.rows = rnd_keep(q->run, to.n * to.row);
    to.output = (nf_output){.array = array, .offset = to.row, .capacity = to.n};
    if (in_host) {
        to.output.host = to.host = rnd_keep(q->run, (to.n + 2) * to.row);
        memset(to.host, CANARY, (to.n + 2) * to.row);
    } else {
        to.buffer = rnd_buffer(q->run, NULL, to.n, to.row);
        to.output.buffer = to.buffer.buffer;
        to.output.offset = to.buffer.offset;
    }
    return to;
}

static void read_output(interact_call *q, output_array *from) {
    if (!from->host) {
        rnd_read(q->run, from->buffer, from->rows, from->n, from->n, from->row, "an output");
        return;
    }
    memcpy(from->rows, from->host + from->row, from->n * from->row);
    for (size_t byte = 0; byte < from->row; byte++)
        RND_CHECK(q->run,
                  from->host[byte] == CANARY && from->host[(from->n + 1) * from->row + byte] == CANARY,
                  "array %d was written beyond its rows", (int)from->output.array);
}

static void ask_outputs(interact_call *q, const nf_function *function, rnd_sync *s) {
    output_array to[SUMS + 1];
    nf_output arrays[SUMS + 1];
    uint64_t found = 1;
    nf_outputs outputs = {.arrays = arrays, .found = rnd_below(&q->run->state, 4) ? NULL : &found};
    const int in_host = !rnd_below(&q->run->state, 3);
    int waits = outputs.found != NULL, unknown = 0;
    for (int k = 0; k <= SUMS; k++) {
        const nf_array array = k < SUMS ? NF_ARRAY_SUM(k) : NF_ARRAY_TOTALS;
        if (!is_wanted(q, array)) continue;
        output_array *own = &to[outputs.count];
        *own = make_output(q, array, in_host && rnd_below(&q->run->state, 2));
        waits |= own->host != NULL;
        arrays[outputs.count++] = own->output;
    }
    q->options.outputs = &outputs;
    const nf_status status =
        nf_interact(q->cloud->cloud, q->query.cutoff, function, &q->options, s->give, NULL);
    q->options.outputs = NULL;
    const int answered = agree(q, status);
    rnd_synced(q->run, s, status);
    RND_CHECK(q->run, !outputs.found || !found, "%llu results are found", (unsigned long long)found);
    for (uint32_t k = 0; answered && k < outputs.count; k++) {
        read_output(q, &to[k]);
        unknown |= !waits && to[k].n && isnan(support_number(to[k].rows, to[k].type, 0));
        if (unknown) continue;
        if (arrays[k].array == NF_ARRAY_TOTALS) check_totals(q, to[k].rows, to[k].type);
        else compare(q, (int)arrays[k].array - NF_ARRAY_SUMS, to[k].rows, to[k].type);
    }
    if (!unknown) return;
    /* The order or the lists were not as foreseen: the next call may wait, and is right. */
    rnd_sync none = {.give = NULL};
    ask_result(q, function, &none, &q->run->results[q->run->now->result]);
}

static nf_status ask(void *call, nf_cloud *cloud, const nf_sync *sync, nf_result **result) {
    const interact_call *q = call;
    return nf_interact(cloud, q->query.cutoff, q->function, &q->options, sync, result);
}

static nf_status say(void *call, uint64_t total, uint64_t *bytes) {
    const interact_call *q = call;
    (void)total;
    return interact_cost(q->run->context, &q->cloud->packed, q->function, &q->options, bytes);
}

static const rnd_question question = {"nf_interact", ask, say};

void rnd_ask_interact(rnd_run *run, rnd_cloud *cloud) {
    const rnd_case *c = run->now;
    interact_call q = {.run = run, .cloud = cloud, .dims = cloud->packed.dims};
    nf_function **function = &run->functions[c->value[RND_FUNCTION]];
    rnd_sync s;
    rnd_draw_query(run, cloud, &q.query);
    draw_options(&q);
    ask_host(&q);
    if (!*function) {
        const nf_status status =
            nf_function_create(run->context, NULL, sources[c->value[RND_FUNCTION]], "random.cl", function);
        RND_CHECK(run, status == NF_OK, "nf_function_create: %s", nf_context_error(run->context));
    }
    q.function = *function;
    if (!q.status) rnd_estimate(run, cloud, &question, &q);
    rnd_sync_make(run, &s);
    if (rnd_is(c, RND_FORM, "outputs")) ask_outputs(&q, *function, &s);
    else ask_result(&q, *function, &s, rnd_result(run));
    rnd_spoil(run);
}
