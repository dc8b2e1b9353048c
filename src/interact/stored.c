/* The names of stored choices among strategies. */
#include "interact/strategy.h"

#include <math.h>
#include <stdio.h>

/* The nearest power of a base; 0 for 0. */
static long power_of(double value, double base) { return value > 0 ? lround(log(value) / log(base)) : 0; }

void nf_strategy_key(const nf_interaction *interaction, char key[sizeof((nf_strategy_use *)NULL)->key]) {
    enum { DENSITIES = 3, SIZES = 8 }; /* how far classes are apart */
    static const char *const types[][2] = {{"float32", "float32-sum64"}, {"float64", "float64"}};
    const nf_cloud *cloud = interaction->asked.cloud;
    const double density =
        nf_space_density(&cloud->space, cloud->n, interaction->asked.question.cells.cutoff);
    key[0] = 0;
    if (interaction->options->skin > 0 || interaction->options->queries || interaction->options->conditions ||
        cloud->batch.count || !(density > 0))
        return;
    snprintf(key, sizeof((nf_strategy_use *)NULL)->key, "interact/%.30s/%dd/%s/density=%d^%ld/n=%d^%ld",
             interaction->function->key, cloud->dims,
             types[cloud->type == NF_FLOAT64][interaction->options->sum64 != 0], DENSITIES,
             power_of(density, DENSITIES), SIZES, power_of((double)cloud->n, SIZES));
}
