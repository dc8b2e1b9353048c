/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* std::mt19937_64 and std::uniform_real_distribution<double>(0, 1) of C++: the points of the articles. */
#ifndef SUPPORT_CLOUDS_MT19937_64_H
#define SUPPORT_CLOUDS_MT19937_64_H

#include <stdint.h>

typedef struct support_twister {
    uint64_t state[312];
    int next;
} support_twister;

void support_twister_seed(support_twister *twister, uint64_t seed);
uint64_t support_twister_draw(support_twister *twister);
double support_twister_uniform(support_twister *twister);

#endif
