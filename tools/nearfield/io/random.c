#include "formats.h"
#include "mt19937_64.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIMS = 3, USUAL_SEED = 42 };

/* A number such as 1000 or 1e3; --sizes of the benchmark has the same form. */
static int parse_size(io_word word, uint64_t *n) {
    double value = 0;
    if (io_parse_count(word, n)) return 1;
    if (memchr(word.text, 'e', word.length) == NULL || !io_parse_double(word, &value)) return 0;
    if (!(value >= 0 && value <= 1e18) || value > floor(value)) return 0;
    *n = (uint64_t)value;
    return 1;
}

static int parse(const char *source, uint64_t *n, uint64_t *seed, io_problem *problem) {
    const char *first = source + strlen("random:");
    io_word count = {first, strcspn(first, ":")};
    const char *colon = first[count.length] == ':' ? first + count.length : NULL;
    *seed = USUAL_SEED;
    if (!parse_size(count, n) || *n > IO_MAX_POINTS)
        return io_problem_set(problem, NF_EXIT_USAGE,
                              "%.100s: N of random:N[:SEED] must be a whole number of at most %llu.", source,
                              (unsigned long long)IO_MAX_POINTS);
    if (!colon) return 0;
    io_word rest = {colon + 1, strlen(colon + 1)};
    /* The parser saturates: the largest value is accepted only when it is written out. */
    if (io_parse_count(rest, seed) && (*seed < UINT64_MAX || io_word_is(rest, "18446744073709551615")))
        return 0;
    return io_problem_set(problem, NF_EXIT_USAGE,
                          "%.100s: SEED of random:N[:SEED] must be a whole number of at most 64 bits.",
                          source);
}

int io_read_random(io_input *in, io_frame *frame) {
    uint64_t n = 0, seed = 0;
    io_mt19937_64 generator;
    if (parse(in->name, &n, &seed, in->problem) != 0) return in->problem->code;
    double *positions = NULL;
    if (n <= SIZE_MAX / (DIMS * sizeof *positions))
        positions = malloc(n > 0 ? (size_t)n * DIMS * sizeof *positions : 1);
    if (!positions)
        return io_problem_set(in->problem, NF_EXIT_MEMORY, "%.100s: not enough memory.", in->name);
    io_mt19937_64_seed(&generator, seed);
    for (size_t i = 0; i < (size_t)n * DIMS; i++) positions[i] = io_mt19937_64_uniform(&generator);
    frame->n = n;
    frame->dims = DIMS;
    frame->type = NF_FLOAT64;
    frame->positions = positions;
    snprintf(frame->note, sizeof frame->note, "uniform in the unit cube, mt19937_64 with seed %llu",
             (unsigned long long)seed);
    return 0;
}
