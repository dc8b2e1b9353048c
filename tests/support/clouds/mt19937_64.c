/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/clouds/mt19937_64.h"

enum { WORDS = 312, MIDDLE = 156 };

void support_twister_seed(support_twister *twister, uint64_t seed) {
    twister->state[0] = seed;
    for (int k = 1; k < WORDS; k++) {
        const uint64_t before = twister->state[k - 1];
        twister->state[k] = UINT64_C(6364136223846793005) * (before ^ before >> 62) + (uint64_t)k;
    }
    twister->next = WORDS;
}

static void renew(support_twister *twister) {
    uint64_t *s = twister->state;
    for (int k = 0; k < WORDS; k++) {
        const uint64_t x = (s[k] & ~UINT64_C(0x7fffffff)) | (s[(k + 1) % WORDS] & UINT64_C(0x7fffffff));
        s[k] = s[(k + MIDDLE) % WORDS] ^ x >> 1 ^ (x & 1 ? UINT64_C(0xb5026f5aa96619e9) : 0);
    }
    twister->next = 0;
}

uint64_t support_twister_draw(support_twister *twister) {
    if (twister->next == WORDS) renew(twister);
    uint64_t x = twister->state[twister->next++];
    x ^= x >> 29 & UINT64_C(0x5555555555555555);
    x ^= x << 17 & UINT64_C(0x71d67fffeda60000);
    x ^= x << 37 & UINT64_C(0xfff7eee000000000);
    return x ^ x >> 43;
}

double support_twister_uniform(support_twister *twister) {
    const double value = (double)support_twister_draw(twister) * 0x1p-64;
    return value < 1 ? value : 0x1.fffffffffffffp-1;
}
