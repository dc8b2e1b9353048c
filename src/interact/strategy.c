#include "interact/strategy.h"

#include "core/whole.h"

#include <string.h>

/* The first that serves a call is taken if the options name none.  The walk serves all; those after it are taken only by name. */
static const nf_strategy *const strategies[] = {
    &nf_strategy_cluster_lists, &nf_strategy_point_lists, &nf_strategy_clusters,
    &nf_strategy_walk,          &nf_strategy_symmetric,
};
enum { STRATEGIES = sizeof strategies / sizeof *strategies };

const char *nf_strategy_name(size_t index) { return index < STRATEGIES ? strategies[index]->name : NULL; }

static nf_status check(const nf_strategy *strategy, const nf_interaction *interaction, nf_sentence *why) {
    return strategy->check ? strategy->check(interaction, why) : NF_OK;
}

static nf_status find(const char *name, nf_sentence *error, const nf_strategy **out) {
    for (size_t k = 0; k < STRATEGIES; k++)
        if (strcmp(strategies[k]->name, name) == 0) {
            *out = strategies[k];
            return NF_OK;
        }
    return nf_fail(error, NF_ERROR_ARGUMENT,
                   "there is no strategy \"%.60s\": nf_strategy_name() lists those that there are", name);
}

nf_status nf_strategy_choose(nf_interaction *interaction) {
    const char *name = interaction->options->strategy;
    nf_sentence *error = &interaction->asked.cloud->context->error, why;
    nf_status status = NF_OK;
    if (name) {
        NF_TRY(find(name, error, &interaction->strategy));
        NF_TRY(check(interaction->strategy, interaction, error));
    } else {
        interaction->strategy = &nf_strategy_walk;
        for (size_t k = STRATEGIES; k-- > 0;)
            if (check(strategies[k], interaction, &why) == NF_OK) interaction->strategy = strategies[k];
    }
    interaction->asked.method = &interaction->strategy->method;
    if (interaction->strategy->prepare) interaction->strategy->prepare(interaction);
done:
    return status;
}

uint64_t nf_strategy_bytes(const nf_context *context, const nf_points *points, const nf_function *function,
                           const nf_interact_options *options) {
    uint64_t most = 0;
    for (size_t k = 0; k < STRATEGIES; k++)
        if (strategies[k]->bytes &&
            (!options->strategy || strcmp(options->strategy, strategies[k]->name) == 0))
            most = nf_most(most, strategies[k]->bytes(context, points, function, options));
    return most;
}
