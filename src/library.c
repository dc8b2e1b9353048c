/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The composition root, which includes all rooms: creates contexts, and lists the tunable families of all kernels and the strategies for sums. */
#include "library.h"

#include "core/sized.h"
#include "native/native.h"
#include "opencl/host_device.h"
#include "order/order.h"
#include "question/host.h"
#include "primitives/run.h"
#include "groups/catalogue.h"
#include "groups/fof.h"
#include "papers/potential.h"
#include "papers/strategies.h"
#include "knn/query.h"
#include "tree/tree.h"
#include "search/search.h"
#include "tune/known.h"
#include "tune/probe.h"
#include "tune/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the order in which they are tuned: later kernels build on earlier ones. */
const nf_family *const nf_families[] = {
    &nf_reduce_family, &nf_scan_family,  &nf_compact_family, &nf_gather_family,     &nf_sort_family,
    &nf_bounds_family, &nf_order_family, &nf_search_family,  &nf_search_cpu_family, &nf_potential_family,
    &nf_tree_family,   &nf_knn_family,   &nf_fof_family,     &nf_catalogue_family,  NULL};

/* The first that serves a call and suits it is taken if the options name none and no choice is stored for it or near it, of those that are taken by
   rule; the walk serves all. */
static const nf_strategy *const strategies[] = {&nf_strategy_direct,        &nf_strategy_point_lists,
                                                &nf_strategy_cluster_lists, &nf_strategy_clusters,
                                                &nf_strategy_walk,          &nf_strategy_symmetric,
                                                &nf_strategies_of_paper[0], &nf_strategies_of_paper[1],
                                                &nf_strategies_of_paper[2], &nf_strategies_of_paper[3],
                                                &nf_strategies_of_paper[4], &nf_strategies_of_paper[5],
                                                &nf_strategies_of_paper[6], NULL};

const char *nf_strategy_name(size_t index) {
    return index + 1 < sizeof strategies / sizeof *strategies ? strategies[index]->name : NULL;
}

/* On a CPU groups have one work-item and no fast path is faster, so the check is not worth its time. */
static int is_check_wanted(const nf_context *context, const nf_context_options *options) {
    const char *word = getenv("NEARFIELD_SELF_CHECK");
    if (!nf_is_unchecked(context) || options->self_check < 0) return 0;
    return options->self_check > 0 || (!(word && strcmp(word, "off") == 0) && !nf_known_of(context)->off &&
                                       strcmp(nf_profile_type(&context->device), "cpu") != 0);
}

/* Runs the quick part of the self-check.  If it cannot run, the context works without it. */
static nf_status check_first(nf_context *context) {
    nf_status status = nf_self_check(context);
    if (status != NF_OK && !nf_is_out_of_host_memory(context, status)) {
        const nf_sentence why = context->error;
        context->error.text[0] = 0;
        nf_store_serve(context, 0, 0, why.text); /* nothing is proved */
        status = NF_OK;
    }
    /* It is not part of the work that the caller times. */
    nf_context_reset_stages(context);
    nf_context_trim(context);
    return status;
}

/* The kernels of the host have one shape, so that they have no tunables.  A word of the options or of NEARFIELD_TUNING, "host.PLAIN=1", has it answer all
   calls in plain C. */
static nf_status begin_host(nf_context *context, const char *words) {
    static const nf_family *const of_host[] = {&nf_host_family, NULL};
    nf_device_info *device = &context->device;
    nf_status status = NF_OK;
    NF_TRY(nf_known_begin(context, of_host, words));
    context->plain = !nf_native_runs() || nf_word_value(nf_known_of(context)->tuning, "host.PLAIN") == 1;
    if (context->plain) device->compute_units = 1; /* the thread of the call */
    else snprintf(device->version, sizeof device->version, "kernels compiled by %s", nf_native_compiler);
done:
    return status;
}

/* Adds what rooms keep with every context. */
static nf_status furnish(nf_context *context, const nf_context_options *options) {
    nf_status status = NF_OK;
    if (nf_on_host(context)) NF_TRY(begin_host(context, options->tuning));
    else NF_TRY(nf_known_begin(context, nf_families, options->tuning));
    NF_TRY(nf_strategies_keep(context, strategies));
    NF_TRY(nf_store_learn(context, options->config_folder));
    if (is_check_wanted(context, options)) NF_TRY(check_first(context));
done:
    return status;
}

static const nf_sized options_sized = {NF_SIZED(nf_context_options)};

nf_status nf_context_create(const nf_context_options *options, nf_context **out, char *message,
                            size_t message_size) {
    nf_context_options own;
    nf_sentence error = {.text = ""};
    nf_context *context = NULL;
    nf_status status = NF_OK;
    if (message && message_size) message[0] = 0;
    if (out) *out = NULL;
    else NF_TRY(nf_fail(&error, NF_ERROR_ARGUMENT, "out is NULL: give the address of a context"));
    NF_TRY(nf_sized_take(&options_sized, "options", options, &own, NULL, &error));
    options = &own;
    NF_TRY(nf_context_open(options, &context, &error));
    status = furnish(context, options);
    context->cancelled = options->cancelled;
    context->cancelled_user = options->cancelled_user;
    if (status != NF_OK) error = context->error;
done:
    if (status != NF_OK) {
        nf_sentence_copy(&error, message, message_size);
        nf_context_free(context);
        context = NULL;
    }
    if (out) *out = context;
    return status;
}
