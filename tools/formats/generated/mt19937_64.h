/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The 64-bit Mersenne Twister of Matsumoto and Nishimura, as std::mt19937_64 of C++. */
#ifndef NEARFIELD_FORMATS_GENERATED_MT19937_64_H
#define NEARFIELD_FORMATS_GENERATED_MT19937_64_H

#include <stdint.h>

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
