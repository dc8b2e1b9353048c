/* The 64-bit Mersenne Twister of Matsumoto and Nishimura, as std::mt19937_64 of C++. */
#ifndef NEARFIELD_IO_MT19937_64_H
#define NEARFIELD_IO_MT19937_64_H

#include <stdint.h>

enum { NF_MT_WORDS = 312 };

typedef struct {
    uint64_t state[NF_MT_WORDS];
    int next;
} nf_mt19937_64;

void nf_mt19937_64_seed(nf_mt19937_64 *generator, uint64_t seed);
uint64_t nf_mt19937_64_draw(nf_mt19937_64 *generator);

/* In [0, 1), as std::uniform_real_distribution<double>(0, 1) of libstdc++ draws it. */
double nf_mt19937_64_uniform(nf_mt19937_64 *generator);

#endif
