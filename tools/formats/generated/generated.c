/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/generated/generated.h"
#include "text/suggest.h"
#include "text/words.h"
#include "text/append.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_DIMS = 3, USUAL_SEED = 42 };

static const io_generator generators[] = {
    {"random", "SD", "random:N[:SEED[:D]]", "uniform in the unit cube", "uniform in the unit cube",
     io_fill_random},
    {"clustered", "SD", "clustered:N[:SEED[:D]]",
     "N / 1000 Gaussian blobs of widths from 0.002 to 0.012 in the unit cube, through its sides",
     "Gaussian blobs in the unit cube", io_fill_clustered},
    {"halton", "D", "halton:N[:D]", "the Halton sequence in the unit cube, to the bases 2, 3 and 5",
     "Halton sequence", io_fill_halton},
    {"graded-halton", "D", "graded-halton:N[:D]", "the same, each x moved to |x|^2 x: dense at the origin",
     "Halton sequence, x at |x|^2 x", io_fill_graded_halton},
    {"regular", "D", "regular:N[:D]", "a lattice in the unit cube, to the spacing that has room for N",
     "regular lattice", io_fill_regular},
    {"graded-regular", "D", "graded-regular:N[:D]", "the same, each x moved to |x|^2 x",
     "regular lattice, x at |x|^2 x", io_fill_graded_regular},
};

const io_generator *io_generator_at(size_t index) {
    return index < sizeof generators / sizeof *generators ? &generators[index] : NULL;
}

const io_generator *io_generator_of(const char *source) {
    const span name = {source, strcspn(source, ":")};
    if (!source[name.length]) return NULL;
    for (size_t k = 0; k < sizeof generators / sizeof *generators; k++)
        if (word_is(name, generators[k].name)) return &generators[k];
    return NULL;
}

static const char *generator_name(const void *table, size_t k) {
    const io_generator *about = io_generator_at(k);
    (void)table;
    return about ? about->name : NULL;
}

/* The name is what stands before the number: the colon may be missing. */
void io_generator_suggest(const char *source, char *text, size_t size) {
    char name[64];
    const size_t length = strcspn(source, ":0123456789");
    snprintf(text, size, "; clouds are");
    for (size_t k = 0; io_generator_at(k); k++)
        append(text, size, k ? ", " : " ", "%s:N", io_generator_at(k)->name);
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), source);
    const char *nearest = source[length] && *name ? nearest_known(name, generator_name, NULL) : NULL;
    if (nearest)
        append(text, size, "; ", "did you mean %s:%.60s?", nearest,
               source + length + (source[length] == ':'));
}

/* ---- N and the operands behind it ------------------------------------------------------------------------ */

/* A number such as 1000 or 1e3; --sizes of the benchmark has the same form. */
static int parse_size(span word, uint64_t *n) {
    double value = 0;
    if (parse_count(word, n)) return 1;
    if (memchr(word.text, 'e', word.length) == NULL || !parse_double(word, &value)) return 0;
    if (!(value >= 0 && value <= 1e18) || value > floor(value)) return 0;
    *n = (uint64_t)value;
    return 1;
}

/* The parser saturates: the largest value is accepted only when it is written out. */
static int parse_seed(span word, uint64_t *seed) {
    return parse_count(word, seed) && (*seed < UINT64_MAX || word_is(word, "18446744073709551615"));
}

static int parse_operand(const io_generator *about, char operand, span word, io_cloud *cloud,
                         const char *source, text_problem *problem) {
    uint64_t dims = 0;
    if (operand == 'S') {
        if (parse_seed(word, &cloud->seed)) return 0;
        return problem_set(problem, EXIT_USAGE,
                           "%.100s: SEED of %s must be a whole number of at most 64 bits.", source,
                           about->form);
    }
    if (operand != 'D')
        return problem_set(problem, EXIT_USAGE, "%.100s has more numbers than %s.", source, about->form);
    if (!parse_count(word, &dims) || dims < 1 || dims > IO_CLOUD_DIMS)
        return problem_set(problem, EXIT_USAGE, "%.100s: D of %s must be 1, 2 or 3.", source, about->form);
    cloud->dims = (int)dims;
    return 0;
}

static int parse(const io_generator *about, const char *source, io_cloud *cloud, text_problem *problem) {
    const char *at = source + strlen(about->name) + 1, *operand = about->operands;
    const span count = {at, strcspn(at, ":")};
    if (!parse_size(count, &cloud->n) || cloud->n > IO_MAX_POINTS)
        return problem_set(problem, EXIT_USAGE, "%.100s: N of %s must be a whole number of at most %llu.",
                           source, about->form, (unsigned long long)IO_MAX_POINTS);
    for (at += count.length; *at; operand += *operand != 0) {
        const span word = {at + 1, strcspn(at + 1, ":")};
        if (parse_operand(about, *operand, word, cloud, source, problem) != 0) return problem->code;
        at += 1 + word.length;
    }
    return 0;
}

int io_read_generated(io_input *in, io_frame *frame) {
    const io_generator *about = io_generator_of(in->name);
    io_cloud cloud = {.dims = USUAL_DIMS, .seed = USUAL_SEED};
    if (parse(about, in->name, &cloud, in->problem) != 0) return in->problem->code;
    const size_t row_bytes = (size_t)cloud.dims * sizeof *cloud.positions;
    if (cloud.n <= SIZE_MAX / row_bytes)
        cloud.positions = malloc(cloud.n > 0 ? (size_t)cloud.n * row_bytes : 1);
    if (!cloud.positions || !about->fill(&cloud)) {
        free(cloud.positions);
        return problem_set(in->problem, EXIT_MEMORY, "%.100s: not enough memory.", in->name);
    }
    frame->n = cloud.n;
    frame->dims = cloud.dims;
    frame->type = NF_FLOAT64;
    frame->positions = cloud.positions;
    snprintf(frame->note, sizeof frame->note, "%s", about->note);
    if (strchr(about->operands, 'S'))
        append(frame->note, sizeof frame->note, ", ", "mt19937_64 with seed %llu",
               (unsigned long long)cloud.seed);
    return 0;
}
