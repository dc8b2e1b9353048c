/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "interact/strategy.h"

#include <stdio.h>
#include <string.h>

static const nf_keepsake_kind kind = {"the strategies", sizeof(nf_strategies), NULL};

nf_strategies *nf_strategies_of(const nf_context *context) {
    return (nf_strategies *)nf_keepsake_of(context->keepsakes, &kind);
}

nf_status nf_strategies_keep(nf_context *context, const nf_strategy *const *rows) {
    nf_keepsake *made = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_keepsake_take(context, &context->keepsakes, &kind, &made));
    ((nf_strategies *)made)->rows = rows;
done:
    return status;
}

static nf_status check(const nf_strategy *strategy, const nf_interaction *interaction, nf_sentence *why) {
    return strategy->check ? strategy->check(strategy, interaction, why) : NF_OK;
}

static const nf_strategy *find(const nf_context *context, const char *name) {
    for (const nf_strategy *const *row = nf_strategies_of(context)->rows; *row; row++)
        if (strcmp((*row)->name, name) == 0) return *row;
    return NULL;
}

static nf_status refuse_name(nf_context *context, const char *name) {
    nf_sentence *error = &context->error;
    const nf_strategy *const *all = nf_strategies_of(context)->rows;
    nf_fail(error, NF_ERROR_ARGUMENT, "there is no strategy \"%.60s\": it is one of", name);
    for (size_t k = 0; all[k]; k++) nf_advise(error, "%s%s", k ? ", " : " ", all[k]->name);
    return NF_ERROR_ARGUMENT;
}

/* The strategy that is stored for such calls or the nearest, if it can serve this one; or NULL. */
static const nf_strategy *stored(const nf_interaction *interaction, nf_strategy_use *use) {
    nf_sentence why;
    const nf_profile_choice *choice = nf_strategy_stored(interaction->query.cloud->context, use->key);
    const nf_strategy *strategy = choice ? find(interaction->query.cloud->context, choice->choice) : NULL;
    if (strategy && strategy->taken != NF_TAKEN_BY_NAME && check(strategy, interaction, &why) == NF_OK) {
        snprintf(use->from, sizeof use->from, "%s", choice->name);
        return strategy;
    }
    if (choice) snprintf(use->ignored, sizeof use->ignored, "%.31s", choice->choice);
    return NULL;
}

/* The first row that suits a call and serves it. */
static const nf_strategy *by_rule(const nf_interaction *interaction) {
    nf_sentence why;
    for (const nf_strategy *const *at = nf_strategies_of(interaction->query.cloud->context)->rows; *at;
         at++) {
        const nf_strategy *row = *at;
        if (row->taken == NF_TAKEN_BY_RULE && (!row->suits || row->suits(interaction)) &&
            check(row, interaction, &why) == NF_OK)
            return row;
    }
    return &nf_strategy_walk;
}

/* The call gets a strategy, which changes the question as it needs. */
static void take(nf_interaction *interaction, const nf_strategy *strategy) {
    interaction->strategy = strategy;
    interaction->query.method = &strategy->method;
    if (strategy->prepare) strategy->prepare(interaction);
}

nf_status nf_strategy_choose(nf_interaction *interaction) {
    nf_context *context = interaction->query.cloud->context;
    const char *name = interaction->options->strategy, *source = "asked";
    const nf_strategy *strategy = NULL;
    nf_strategy_use use = {.name = ""};
    nf_status status = NF_OK;
    nf_strategy_key(interaction, use.key);
    if (name) {
        strategy = find(context, name);
        if (!strategy) return refuse_name(context, name);
        NF_TRY(check(strategy, interaction, &context->error));
    } else {
        const nf_strategy *rule = by_rule(interaction), *best = stored(interaction, &use);
        snprintf(use.rule, sizeof use.rule, "%s", rule->name);
        strategy = best ? best : rule;
        interaction->rule = best ? rule : NULL;
        source = !best ? "rule" : strcmp(use.from, use.key) == 0 ? "stored" : "nearest";
    }
    snprintf(use.name, sizeof use.name, "%s", strategy->name);
    snprintf(use.source, sizeof use.source, "%s", source);
    nf_strategies_of(context)->used = use;
    interaction->as_asked = interaction->query.params;
    take(interaction, strategy);
done:
    return status;
}

int nf_strategy_instead(nf_interaction *interaction) {
    nf_context *context = interaction->query.cloud->context;
    const nf_strategy *rule = interaction->rule;
    nf_strategy_use *use = &nf_strategies_of(context)->used;
    if (!rule) return 0;
    context->error.text[0] = 0;
    snprintf(use->ignored, sizeof use->ignored, "%s", interaction->strategy->name);
    snprintf(use->name, sizeof use->name, "%s", rule->name);
    snprintf(use->source, sizeof use->source, "rule");
    use->from[0] = 0;
    interaction->rule = NULL;
    interaction->side = NULL;
    interaction->query.params = interaction->as_asked;
    take(interaction, rule);
    return 1;
}

const nf_strategy_use *nf_strategy_used(const nf_context *context) {
    static const nf_strategy_use none;
    return context ? &nf_strategies_of(context)->used : &none;
}
