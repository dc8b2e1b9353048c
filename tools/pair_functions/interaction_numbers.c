/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The numbers that a pair function takes for the points of a frame, and its tables. */
#include "pair_functions/interaction.h"
#include "formats/source.h"
#include "text/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(text_problem *problem) {
    return problem_set(problem, EXIT_MEMORY, "there is no memory for the fields of the function");
}

static void put(void *values, uint64_t k, nf_type type, double value) {
    if (type == NF_FLOAT64) ((double *)values)[k] = value;
    else ((float *)values)[k] = (float)value;
}

/* Copies n numbers to those of the field, in the type of the points. */
static int convert(carried *c, const void *values, nf_type from, uint64_t n, nf_type type,
                   text_problem *problem) {
    c->values = malloc((size_t)n * nf_type_bytes(type) + 1);
    if (!c->values) return no_memory(problem);
    for (uint64_t k = 0; k < n; k++) {
        const double value = values ? io_value(values, k, from) : c->number;
        if (type == NF_FLOAT32 && isinf((float)value))
            return problem_set(problem, EXIT_INPUT, "%s=%.200s: %g is beyond single precision", c->name,
                               c->from, value);
        put(c->values, k, type, value);
    }
    return 0;
}

static int take_column(carried *c, const io_frame *points, const char *source, nf_type type,
                       text_problem *problem) {
    const io_column *column = io_frame_column(points, c->from);
    if (!column)
        return problem_set(problem, EXIT_INPUT, "%.300s has no column named '%.100s'", source, c->from);
    if (column->width != 1)
        return problem_set(problem, EXIT_INPUT,
                           "%.300s: %.100s has %d values a point: a field is one (FILE:COLUMN chooses it)",
                           source, c->from, column->width);
    return convert(c, column->data, column->type, points->n, type, problem);
}

static int read_file(carried *c, text_problem *problem) {
    const io_source_options options = {.value = "a number", .integers = 1};
    if (c->file.positions) return 0;
    if (io_read_first(c->from, &options, &c->file, problem) != 0) return problem->code;
    if (c->file.more)
        return problem_set(problem, EXIT_INPUT,
                           "%.300s has several frames: the numbers of a file are for all frames", c->from);
    if (c->file.dims == 1) return 0;
    return problem_set(problem, EXIT_INPUT,
                       "%.300s has %d columns: a field or a table has one (FILE:COLUMN chooses it)", c->from,
                       c->file.dims);
}

static int take_file(carried *c, uint64_t n, const char *source, nf_type type, text_problem *problem) {
    if (read_file(c, problem) != 0) return problem->code;
    if (source && c->file.n != n)
        return problem_set(problem, EXIT_INPUT, "%.300s has %llu number%s, but %.300s has %llu point%s",
                           c->from, (unsigned long long)c->file.n, c->file.n == 1 ? "" : "s", source,
                           (unsigned long long)n, n == 1 ? "" : "s");
    return convert(c, c->file.positions, c->file.type, c->file.n, type, problem);
}

/* "1,0.7,0.7,2": kept as a file of numbers. */
static int read_list(carried *c, text_problem *problem) {
    size_t count = 1;
    if (c->file.positions) return 0;
    for (const char *at = c->from; *at; at++) count += *at == ',';
    double *values = malloc(count * sizeof *values);
    if (!values) return no_memory(problem);
    c->file = (io_frame){.n = count, .dims = 1, .type = NF_FLOAT64, .positions = values};
    const char *at = c->from;
    for (size_t k = 0; k < count; k++) {
        const span word = trim((span){at, strcspn(at, ",")});
        if (!parse_double(word, &values[k]) || !isfinite(values[k]))
            return problem_set(
                problem, EXIT_USAGE,
                "--table %s takes finite numbers separated by commas, or a file, not \"%.200s\"", c->name,
                c->from);
        at += strcspn(at, ",");
        at += *at == ',';
    }
    return 0;
}

/* The points that carry the numbers: of a table none. */
typedef struct carrier {
    const io_frame *points;
    const char *name;
} carrier;

static int take_one(carried *c, const carrier *of, nf_type type, text_problem *problem) {
    const io_frame *points = of->points;
    if (c->kind == FROM_FILE) return take_file(c, points ? points->n : 0, of->name, type, problem);
    if (points && c->kind == FROM_NUMBER) return convert(c, NULL, type, points->n, type, problem);
    if (points && c->kind == FROM_COLUMN) return take_column(c, points, of->name, type, problem);
    if (read_list(c, problem) != 0) return problem->code;
    return convert(c, c->file.positions, NF_FLOAT64, c->file.n, type, problem);
}

/* Parameters have the type of the points. */
static int check_parameters(const interaction *about, nf_type type, text_problem *problem) {
    const nf_function_info *info = nf_function_declares(about->program);
    for (int k = 0; k < info->parameters && type == NF_FLOAT32; k++) {
        const double value = interaction_parameter(about, &info->parameter[k]);
        if (isinf((float)value))
            return problem_set(
                problem, EXIT_INPUT,
                "the parameter %s of %.200s is %g, which is beyond single precision (--precision double)",
                info->parameter[k].name, about->function, value);
    }
    return 0;
}

int interaction_take(interaction *about, const io_frame *points, const char *source, const io_frame *queries,
                     const char *queries_name, text_problem *problem) {
    const carrier of[CARRIERS] = {{points, source}, {queries, queries_name}, {NULL, NULL}};
    about->dims = points->dims;
    if (check_parameters(about, points->type, problem) != 0) return problem->code;
    for (int o = 0; o < CARRIERS; o++)
        for (int k = 0; k < about->word_counts[o]; k++) {
            carried *c = &about->carried[o][k];
            if (take_one(c, &of[o], points->type, problem) != 0) return problem->code;
            about->numbers[o][k] = (nf_numbers){
                .name = c->name, .n = of[o].points ? of[o].points->n : c->file.n, .values.host = c->values};
        }
    const nf_function_info *info = nf_function_declares(about->program);
    about->components = interaction_first(about, info->sums);
    for (int k = 0; k < SUM_COMPONENTS; k++) about->least[k] = about->largest[k] = NAN, about->totals[k] = 0;
    return 0;
}
