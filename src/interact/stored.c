/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Stored choices among strategies: their names, and the one for a call. */
#include "interact/strategy.h"
#include "tune/choice.h"
#include "tune/known.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DENSITIES = 3, SIZES = 8 }; /* how far classes are apart */

/* The nearest power of a base; 0 for 0. */
static long power_of(double value, double base) { return value > 0 ? lround(log(value) / log(base)) : 0; }

void nf_strategy_key(const nf_interaction *interaction, char key[sizeof((nf_strategy_use *)NULL)->key]) {
    static const char *const types[][2] = {{"float32", "float32-sum64"}, {"float64", "float64"}};
    const nf_cloud *cloud = interaction->query.cloud;
    const double density = nf_space_density(&cloud->space, cloud->n, interaction->query.params.cells.cutoff);
    key[0] = 0;
    if (interaction->options->skin > 0 || interaction->options->queries || interaction->options->filters ||
        cloud->batch.count || !(density > 0))
        return;
    snprintf(key, sizeof((nf_strategy_use *)NULL)->key, "interact/%.30s/%dd/%s%s/density=%d^%ld/n=%d^%ld",
             interaction->function->key, cloud->dims,
             types[cloud->type == NF_FLOAT64][interaction->options->sum64 != 0],
             interaction->options->fast ? "-fast" : "", DENSITIES, power_of(density, DENSITIES), SIZES,
             power_of((double)cloud->n, SIZES));
}

/* The number k of "<word><base>^k" at the text, behind which *end is; 0 in *end if it is not there. */
static long class_of(const char *text, const char *word, int base, const char **end) {
    char *after = NULL;
    const size_t length = strlen(word);
    *end = NULL;
    if (strncmp(text, word, length) != 0 || strtol(text + length, &after, 10) != base || *after != '^')
        return 0;
    const long k = strtol(after + 1, &after, 10);
    *end = after;
    return k;
}

/* The classes in a key, ".../density=3^K/n=8^K"; the length of what is before them, or 0 if it has none.  By hand: each call without a strategy
   looks at all that is stored, for which sscanf took 5 us. */
static size_t classes_of(const char *key, long *density, long *size) {
    const char *at = strstr(key, "/density="), *end = NULL;
    if (!at) return 0;
    *density = class_of(at, "/density=", DENSITIES, &end);
    if (end) *size = class_of(end, "/n=", SIZES, &end);
    return end ? (size_t)(at - key) : 0;
}

/* The logarithm of the factor by which density and size differ between classes. */
static double apart(long densities, long sizes) {
    return (double)labs(densities) * log(DENSITIES) + (double)labs(sizes) * log(SIZES);
}

/* The choice of the nearest class, in the logarithms; NULL if none is within FARTHEST. */
static const nf_profile_choice *nearest(const nf_context *context, const char *key) {
    enum { FARTHEST = 64 };
    const nf_known *known = nf_known_of(context);
    const nf_profile_choice *best = NULL;
    long density = 0, size = 0, its_density = 0, its_size = 0, best_density = 0, best_size = 0;
    double least = log(FARTHEST) + 1e-6;
    const size_t stem = classes_of(key, &density, &size);
    for (uint32_t k = 0; k < known->choice_count && stem; k++) {
        const nf_profile_choice *row = &known->choices[k];
        if (strncmp(row->name, key, stem) != 0 || classes_of(row->name, &its_density, &its_size) != stem)
            continue;
        const double far = apart(its_density - density, its_size - size);
        const int is_larger =
            its_density > best_density || (its_density == best_density && its_size > best_size);
        if (far > least || (best && !(far < least) && !is_larger)) continue;
        best = row;
        least = far;
        best_density = its_density;
        best_size = its_size;
    }
    return best;
}

const nf_profile_choice *nf_strategy_stored(const nf_context *context, const char *key) {
    const nf_profile_choice *own = nf_choice_stored(context, key);
    return own ? own : nearest(context, key);
}
