/* The sums of a function of the library in plain C and double precision, for --verify, and by how much those of a device may differ. */
#include "pair_functions.h"
#include "task_interact.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* How a sum may differ: by ROUNDINGS of each contribution, by what contributions change when the displacement or the cutoff is
 * changed by the rounding of the displacement, and by a rounding of the sum of their absolute values for each of them. */
enum { ROUNDINGS = 256, COMPONENTS = SUM_COMPONENTS };

/* A sum and by how much another one may differ from it: the elements of a reference. */
typedef struct bounded {
    double value, within;
} bounded;

/* A frame, and what its sums are computed from. */
typedef struct frame {
    const task_job *job;
    const nf_function_info *info;
    pair_function *of;
    parameters call;
    real *tables[NF_TABLES_MOST];
    double unit; /* half the spacing of numbers at 1 in the type of the points */
    const io_frame *points, *queries;
    int dims;
} frame;

static double coordinate(const io_frame *points, uint64_t i, int a) {
    return interaction_value(points->positions, i * (uint64_t)points->dims + (uint64_t)a, points->type);
}

/* What point i carries. */
static fields fields_of(const frame *f, int carriers, uint64_t i) {
    const interaction *about = &f->job->interaction;
    fields own = {0};
    for (int k = 0; k < about->word_counts[carriers]; k++) {
        const nf_numbers *numbers = &about->numbers[carriers][k];
        *pair_field(&own, numbers->name) = interaction_value(numbers->host, i, f->points->type);
    }
    return own;
}

static nf_status open_frame(frame *f) {
    const interaction *about = &f->job->interaction;
    const int single = f->points->type == NF_FLOAT32;
    *pair_parameter(&f->call, "cutoff") = f->job->cutoff;
    for (int k = 0; k < f->info->parameters; k++)
        *pair_parameter(&f->call, f->info->parameter[k].name) = f->info->parameter[k].value;
    for (int k = 0; k < about->parameter_count; k++)
        *pair_parameter(&f->call, about->parameters[k].name) = about->parameters[k].value;
    for (int k = 0; single && k < f->info->parameters; k++) {
        real *value = pair_parameter(&f->call, f->info->parameter[k].name);
        *value = (double)(float)*value;
    }
    for (int k = 0; k < about->word_counts[FOR_TABLES]; k++) {
        const nf_numbers *numbers = &about->numbers[FOR_TABLES][k];
        f->tables[k] = malloc((size_t)numbers->n * sizeof *f->tables[k] + 1);
        if (!f->tables[k]) return NF_ERROR_MEMORY;
        for (uint64_t e = 0; e < numbers->n; e++)
            f->tables[k][e] = interaction_value(numbers->host, e, f->points->type);
        *pair_table(&f->call, numbers->name) = f->tables[k];
    }
    return NF_OK;
}

/* The contributions of a pair to all components of the sums. */
static void contribute(const frame *f, const fields *i, const fields *j, const double D[3], double longer,
                       double wider, double to[COMPONENTS]) {
    parameters call = f->call;
    sums added = {0};
    double d2 = 0;
    call.cutoff *= wider;
    for (int a = 0; a < f->dims; a++) d2 += D[a] * longer * (D[a] * longer);
    const double factor = f->of(i, j, d2, &call, &added);
    for (int k = 0, c = 0; k < f->info->sums; k++) {
        if (!f->info->sum[k].vector) to[c++] = *pair_sum(&added, f->info->sum[k].name);
        for (int a = 0; f->info->sum[k].vector && a < f->dims; a++) to[c++] = factor * D[a] * longer;
    }
}

/* Adds what a neighbour does.  `across` is the length of the numbers whose difference D is. */
static void add(const frame *f, const fields *i, const fields *j, const double D[3], double across,
                bounded to[COMPONENTS], double sizes[COMPONENTS]) {
    double d2 = 0, exact[COMPONENTS] = {0}, off[COMPONENTS] = {0};
    for (int a = 0; a < f->dims; a++) d2 += D[a] * D[a];
    const double step = 8 * f->unit * (1 + across / sqrt(d2));
    const double changes[][2] = {{1 + step, 1}, {1 - step, 1}, {1, 1 + step}, {1, 1 - step}};
    contribute(f, i, j, D, 1, 1, exact);
    for (int c = 0; c < f->job->interaction.components; c++) {
        to[c].value += exact[c];
        to[c].within += ROUNDINGS * f->unit * fabs(exact[c]);
        sizes[c] += fabs(exact[c]);
    }
    for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
        contribute(f, i, j, D, changes[k][0], changes[k][1], off);
        for (int c = 0; c < f->job->interaction.components; c++) to[c].within += fabs(off[c] - exact[c]);
    }
}

/* The lists of plain C. */
typedef struct lists {
    uint64_t *offsets;
    int32_t *indices;
    nf_host_arrays more;
} lists;

/* Adds up row i. */
static void sum_row(const frame *f, const lists *l, uint64_t i, bounded to[COMPONENTS]) {
    const int queries = f->queries != NULL;
    const io_frame *own = queries ? f->queries : f->points;
    const fields carried_by_i = fields_of(f, queries ? FOR_QUERY_FIELDS : FOR_FIELDS, i);
    double sizes[COMPONENTS] = {0};
    for (uint64_t e = l->offsets[i]; e < l->offsets[i + 1]; e++) {
        const uint64_t j = (uint64_t)l->indices[e];
        const fields carried_by_j = fields_of(f, FOR_FIELDS, j);
        double D[3] = {0, 0, 0}, across = 0;
        for (int a = 0; a < f->dims; a++) {
            double image = 0;
            for (int v = 0; v < 3; v++) image += l->more.shifts[3 * e + (uint64_t)v] * f->job->box.cell[v][a];
            D[a] = coordinate(f->points, j, a) - coordinate(own, i, a) + image;
            across += fabs(coordinate(f->points, j, a)) + fabs(coordinate(own, i, a)) + fabs(image);
        }
        add(f, &carried_by_i, &carried_by_j, D, across, to, sizes);
    }
    for (int c = 0; c < f->job->interaction.components; c++)
        to[c].within += (double)(l->offsets[i + 1] - l->offsets[i]) * f->unit * sizes[c] + (double)FLT_MIN;
}

/* Sums all rows to the arrays of the answer. */
static nf_status sum_rows(const frame *f, const lists *l, uint64_t n, task_answer *answer) {
    const interaction *about = &f->job->interaction;
    for (int k = 0; k < f->info->sums; k++) {
        answer->arrays[k] = malloc((size_t)n * (size_t)interaction_width(about, k) * sizeof(bounded) + 1);
        if (!answer->arrays[k]) return NF_ERROR_MEMORY;
    }
    for (uint64_t i = 0; i < n; i++) {
        bounded row[COMPONENTS] = {{0, 0}};
        sum_row(f, l, i, row);
        for (int k = 0; k < f->info->sums; k++) {
            const uint64_t width = (uint64_t)interaction_width(about, k);
            memcpy((bounded *)answer->arrays[k] + i * width, row + interaction_first(about, k),
                   (size_t)width * sizeof *row);
        }
    }
    return NF_OK;
}

nf_status interact_ask_host(const task_job *job, const nf_points *points, task_answer *answer,
                            nf_host_times *times, char *message, size_t size) {
    const conditions *c = &job->conditions;
    const nf_lists_options options = {.queries = conditions_queries(c),
                                      .conditions = conditions_asked(c),
                                      .arrays = NF_WANT(NF_ARRAY_SHIFTS)};
    const uint64_t n = conditions_rows(c, points->n);
    frame f = {.job = job,
               .info = nf_function_declares(job->interaction.program),
               .of = pair_function_named(job->interaction.function, points->dims),
               .unit = points->type == NF_FLOAT32 ? 0x1p-24 : 0x1p-53,
               .points = &job->points,
               .queries = c->names[OF_QUERIES] ? &c->files[OF_QUERIES] : NULL,
               .dims = points->dims};
    lists l = {NULL, NULL, {NULL, NULL, NULL, NULL}};
    nf_status status = nf_host_lists(points, &job->box, job->cutoff, &options, NULL, &l.offsets, &l.indices,
                                     &l.more, times, message, size);
    if (status == NF_OK) status = open_frame(&f);
    if (status == NF_OK) status = sum_rows(&f, &l, n, answer);
    answer->total = n * (uint64_t)f.info->sums;
    for (int k = 0; k < NF_TABLES_MOST; k++) free(f.tables[k]);
    free(l.offsets), free(l.indices), free(l.more.shifts);
    return status;
}

int interact_agrees(const task_job *job, size_t array, const void *rows, const void *reference,
                    uint64_t first, uint64_t count) {
    const io_array *file = &job->arrays[array].file;
    const uint64_t width = (uint64_t)file->columns;
    const bounded *wanted = (const bounded *)reference + first * width;
    for (uint64_t v = 0; v < count * width; v++) {
        const double value = interaction_value(rows, v, file->type);
        if (isfinite(value) != isfinite(wanted[v].value)) return 0;
        if (isfinite(value) && fabs(value - wanted[v].value) > wanted[v].within) return 0;
    }
    return 1;
}
