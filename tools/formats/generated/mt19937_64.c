/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/generated/mt19937_64.h"

enum { MIDDLE = 156 };

void io_mt19937_64_seed(io_mt19937_64 *generator, uint64_t seed) {
    uint64_t *s = generator->state;
    s[0] = seed;
    for (uint64_t i = 1; i < IO_MT_WORDS; i++)
        s[i] = UINT64_C(6364136223846793005) * (s[i - 1] ^ (s[i - 1] >> 62)) + i;
    generator->next = IO_MT_WORDS;
}

static void twist(io_mt19937_64 *generator) {
    const uint64_t low = UINT64_C(0x7FFFFFFF);
    uint64_t *s = generator->state;
    for (int i = 0; i < IO_MT_WORDS; i++) {
        uint64_t joined = (s[i] & ~low) | (s[(i + 1) % IO_MT_WORDS] & low);
        uint64_t matrix = (joined & 1) != 0 ? UINT64_C(0xB5026F5AA96619E9) : 0;
        s[i] = s[(i + MIDDLE) % IO_MT_WORDS] ^ (joined >> 1) ^ matrix;
    }
    generator->next = 0;
}

uint64_t io_mt19937_64_draw(io_mt19937_64 *generator) {
    if (generator->next >= IO_MT_WORDS) twist(generator);
    uint64_t x = generator->state[generator->next++];
    x ^= (x >> 29) & UINT64_C(0x5555555555555555);
    x ^= (x << 17) & UINT64_C(0x71D67FFFEDA60000);
    x ^= (x << 37) & UINT64_C(0xFFF7EEE000000000);
    return x ^ (x >> 43);
}

double io_mt19937_64_uniform(io_mt19937_64 *generator) {
    /* A draw near 2^64 is rounded up to 2^64 by the conversion. */
    double r = (double)io_mt19937_64_draw(generator) * 0x1p-64;
    return r < 1.0 ? r : 0x1.fffffffffffffp-1;
}
