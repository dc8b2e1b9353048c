/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Clouds that are computed and not read: a row for each kind.  The same numbers on every machine. */
#ifndef NEARFIELD_FORMATS_GENERATED_GENERATED_H
#define NEARFIELD_FORMATS_GENERATED_GENERATED_H

#include "formats/formats.h"

#include <stdint.h>

enum { IO_CLOUD_DIMS = 3 }; /* the most */

typedef struct io_cloud {
    uint64_t n, seed;
    int dims;
    double *positions; /* n x dims */
} io_cloud;

typedef struct io_generator {
    const char *name;        /* before the colon of the source */
    const char *operands;    /* behind N, each optional: D is the number of dimensions, S the seed */
    const char *form;        /* for messages: "random:N[:SEED[:D]]" */
    const char *description; /* for the help */
    const char *note;        /* for the report */
    int (*fill)(const io_cloud *cloud); /* returns 0 where there is no memory */
} io_generator;

/* The row of this index, or NULL behind the last. */
const io_generator *io_generator_at(size_t index);

/* The row of a source, "NAME:...", or NULL: the source is a file. */
const io_generator *io_generator_of(const char *source);

/* Writes what the name of a file that does not tell its format may have been meant to be: "; clouds are random:N, ...", and "; did you
 * mean random:1000?" where it is near one. */
void io_generator_suggest(const char *source, char *text, size_t size);

/* Reads no file: computes the cloud that in->name names. */
io_reader io_read_generated;

/* The kinds.  clouds.c */
int io_fill_random(const io_cloud *cloud);
int io_fill_clustered(const io_cloud *cloud);
int io_fill_halton(const io_cloud *cloud);
int io_fill_graded_halton(const io_cloud *cloud);
int io_fill_regular(const io_cloud *cloud);
int io_fill_graded_regular(const io_cloud *cloud);

enum { IO_MT_WORDS = 312 };

typedef struct io_mt19937_64 {
    uint64_t state[IO_MT_WORDS];
    int next;
} io_mt19937_64;

void io_mt19937_64_seed(io_mt19937_64 *generator, uint64_t seed);
uint64_t io_mt19937_64_draw(io_mt19937_64 *generator);

/* A number in [0, 1), equal to that of std::uniform_real_distribution<double>(0, 1) in libstdc++. */
double io_mt19937_64_uniform(io_mt19937_64 *generator);

#endif
