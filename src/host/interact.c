/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Sums of a pair function in plain C.  Everything is computed in double precision, and rounded once to the type of the sums.  The neighbours of a
 * point are added in ascending order of their index and image, so that the sums depend on nothing else.
 */
#include "host/function.h"
#include "host/measure.h"
#include "core/real.h"
#include "core/slice.h"

#include <string.h>

/* One call. */
typedef struct summer {
    const nf_function_info *info;
    const nf_interact_options *options;
    nf_type type; /* of the sums */
    nf_host_answer *answer;
    nf_pair_function *of;
    nf_pair_parameters call;
    nf_pair_fields *carried,
        *query_carried; /* what points and query points carry; NULL: the function has no fields */
    double *tables[NF_TABLES_MOST];
    double *scalars[NF_SUMS_MOST]; /* of `row`; NULL: the sum is a vector */
    nf_pair_sums row;              /* the scalar sums of a point */
    double vector[3];              /* its vector sum */
    host_entry *neighbours;        /* of a point, in order */
    size_t room;
} summer;

static double number_at(const void *values, uint64_t k, nf_type type) {
    return type == NF_FLOAT32 ? (double)((const float *)values)[k] : ((const double *)values)[k];
}

/* ---- what the caller gives ------------------------------------------------------------------------------- */

/* The numbers of this name, which the caller gives. */
static const nf_numbers *named(const nf_numbers *rows, const char *name) {
    while (strcmp(rows->name, name) != 0) rows++;
    return rows;
}

static double number_of(const nf_numbers *numbers, uint64_t k, nf_type type) {
    return number_at(nf_slice_memory(numbers->values), k * (numbers->stride ? numbers->stride : 1), type);
}

static nf_status take_fields(const summer *s, const nf_host_cloud *cloud, const nf_numbers *rows, uint64_t n,
                             nf_pair_fields **out) {
    nf_status status = NF_OK;
    if (!s->info->fields) return NF_OK;
    NF_TRY(nf_allocate(cloud->allocator, (size_t)n, sizeof **out, "the fields of points", (void **)out,
                       cloud->error));
    for (int k = 0; k < s->info->fields; k++) {
        const nf_numbers *numbers = named(rows, s->info->field[k]);
        for (uint64_t p = 0; p < n; p++)
            *nf_host_field(*out + p, numbers->name) = number_of(numbers, p, cloud->points.type);
    }
done:
    return status;
}

static nf_status take_tables(summer *s, const nf_host_cloud *cloud) {
    nf_status status = NF_OK;
    for (int k = 0; k < s->info->tables; k++) {
        const nf_numbers *numbers = named(s->options->tables, s->info->table[k]);
        NF_TRY(nf_allocate_raw(cloud->allocator, (size_t)numbers->n, sizeof(double), "a table",
                               (void **)&s->tables[k], cloud->error));
        for (uint64_t e = 0; e < numbers->n; e++) s->tables[k][e] = number_of(numbers, e, cloud->points.type);
        *nf_host_table(&s->call, numbers->name) = s->tables[k];
        *nf_host_table_count(&s->call, numbers->name) = (unsigned int)numbers->n;
    }
done:
    return status;
}

static void take_parameters(summer *s, nf_type type) {
    const nf_interact_options *options = s->options;
    for (int k = 0; k < s->info->parameters; k++)
        *nf_host_parameter(&s->call, s->info->parameter[k].name) =
            nf_rounded(s->info->parameter[k].value, type);
    for (size_t k = 0; k < options->parameter_count; k++)
        *nf_host_parameter(&s->call, options->parameters[k].name) =
            nf_rounded(options->parameters[k].value, type);
}

/* ---- sums ------------------------------------------------------------------------------------------------- */

/* Adds a neighbour. */
static void add(summer *s, const host_job *job, const nf_pair_fields *own, const host_entry *e) {
    static const nf_pair_fields none;
    const uint64_t dims = (uint64_t)job->space.dims;
    const double(*H)[3] = job->space.H, s0 = e->image.s[0], s1 = e->image.s[1], s2 = e->image.s[2];
    const nf_pair_fields *other = s->carried ? s->carried + job->system.first + (uint64_t)e->j : &none;
    double D[3], d2 = 0;
    for (uint64_t a = 0; a < dims; a++) {
        D[a] = (number_at(job->points, (uint64_t)e->j * dims + a, job->type) -
                number_at(job->query_points, (uint64_t)e->i * dims + a, job->type)) +
               ((s0 * H[0][a] + s1 * H[1][a]) + s2 * H[2][a]);
        d2 += D[a] * D[a];
    }
    const double factor = s->of(own ? own : &none, other, d2, &s->call, &s->row);
    for (uint64_t a = 0; a < dims; a++) s->vector[a] += factor * D[a];
}

static uint64_t columns_of(const summer *s, int sum_, int dims) {
    return s->info->sum[sum_].vector ? (uint64_t)dims : 1;
}

/* Writes the sums of row i. */
static void put(const summer *s, uint64_t i, int dims) {
    for (int k = 0; k < s->info->sums; k++) {
        void *array = s->answer->arrays[NF_ARRAY_SUMS + k];
        const double *from = s->scalars[k] ? s->scalars[k] : s->vector;
        const uint64_t columns = columns_of(s, k, dims);
        for (uint64_t a = 0; array && a < columns; a++)
            if (s->type == NF_FLOAT32) ((float *)array)[i * columns + a] = (float)from[a];
            else ((double *)array)[i * columns + a] = from[a];
    }
}

static nf_status take(host_job *job, uint64_t first, uint32_t many) {
    summer *s = job->taker;
    const nf_pair_fields *carried = job->queries ? s->query_carried : s->carried;
    nf_status status = NF_OK;
    NF_TRY(nf_grow(job->allocator, (void **)&s->neighbours, &s->room, job->listed + 1, sizeof *s->neighbours,
                   "the neighbours of a point", job->error));
    for (uint32_t lane = 0; lane < many; lane++) {
        const uint32_t own = job->query_index[first + lane];
        const uint64_t row = job->query_first + own;
        size_t count = 0;
        for (size_t k = job->starts[lane]; k < job->starts[lane + 1]; k++)
            s->neighbours[count++] =
                (host_entry){(int32_t)own, (int32_t)job->index[job->list[k]], nf_host_image_of(job, k)};
        nf_host_entries_sort(s->neighbours, count);
        memset(&s->row, 0, sizeof s->row);
        memset(s->vector, 0, sizeof s->vector);
        for (size_t k = 0; k < count; k++) add(s, job, carried ? carried + row : NULL, s->neighbours + k);
        put(s, row, job->space.dims);
    }
done:
    return status;
}

static nf_status answer_system(host_job *job) {
    summer *s = job->taker;
    nf_status status = NF_OK;
    NF_TRY(nf_params_search(&job->params, &job->space, job->system.n, job->type, job->system.cutoff,
                            s->options->filters, job->error));
    s->call.cutoff = nf_rounded(job->system.cutoff, job->type);
    NF_TRY(nf_host_walk(job));
done:
    return status;
}

/* Adds up the columns of all sums. */
static void add_up(const summer *s, uint64_t n, int dims) {
    double *total = s->answer->arrays[NF_ARRAY_TOTALS];
    for (int k = 0; total && k < s->info->sums; k++) {
        const uint64_t columns = columns_of(s, k, dims);
        for (uint64_t a = 0; a < columns; a++, total++)
            for (uint64_t i = 0; i < n; i++)
                *total += number_at(s->answer->arrays[NF_ARRAY_SUMS + k], i * columns + a, s->type);
    }
}

/* Room for the arrays that are wanted, with zeros: not every row is walked. */
static nf_status make_room(const summer *s, const nf_host_cloud *cloud, uint64_t n) {
    const int dims = cloud->points.dims;
    uint64_t totals = 0;
    nf_status status = NF_OK;
    for (int k = 0; k < s->info->sums; k++) {
        const uint64_t row = columns_of(s, k, dims) * nf_type_bytes(s->type);
        NF_TRY(nf_host_answer_take(cloud, s->answer, (nf_array)NF_ARRAY_SUM(k), n, row));
        void *array = s->answer->arrays[NF_ARRAY_SUMS + k];
        if (array) memset(array, 0, (size_t)(n * row));
        totals += columns_of(s, k, dims);
    }
    NF_TRY(nf_host_answer_take(cloud, s->answer, NF_ARRAY_TOTALS, totals, sizeof(double)));
    if (s->answer->arrays[NF_ARRAY_TOTALS])
        memset(s->answer->arrays[NF_ARRAY_TOTALS], 0, (size_t)totals * sizeof(double));
done:
    return status;
}

nf_status nf_host_interact(const nf_host_cloud *cloud, double cutoff, const char *name,
                           const nf_function_info *info, nf_type type, const nf_interact_options *options,
                           nf_host_answer *answer) {
    const int dims = cloud->points.dims;
    summer s = {.info = info,
                .options = options,
                .type = type,
                .answer = answer,
                .of = nf_host_function_named(name, dims)};
    host_job job = {.take = take, .taker = &s, .full = 1};
    nf_status status = NF_OK;
    NF_TRY(nf_host_begin(&job, cloud, options->queries, options->filters, NF_FROM_BOTH, cutoff));
    NF_TRY(make_room(&s, cloud, job.query_all));
    for (int k = 0; k < info->sums; k++)
        if (!info->sum[k].vector) s.scalars[k] = nf_host_sum(&s.row, info->sum[k].name);
    take_parameters(&s, job.type);
    NF_TRY(take_tables(&s, cloud));
    NF_TRY(take_fields(&s, cloud, options->fields, cloud->points.n, &s.carried));
    if (options->queries)
        NF_TRY(take_fields(&s, cloud, options->query_fields, job.query_all, &s.query_carried));
    NF_TRY(nf_host_each_system(&job, answer_system));
    add_up(&s, job.query_all, dims);
    answer->times = job.times;
done:
    if (status != NF_OK) nf_host_answer_free(cloud, answer);
    nf_release(cloud->allocator, s.carried);
    nf_release(cloud->allocator, s.query_carried);
    nf_release(cloud->allocator, s.neighbours);
    for (int k = 0; k < NF_TABLES_MOST; k++) nf_release(cloud->allocator, s.tables[k]);
    nf_host_end(&job);
    return status;
}
