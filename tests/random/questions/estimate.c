/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What a call is said to take of device memory, and what it takes in a new cloud. */
#include "random/random.h"

#include "opencl/context.h"

void rnd_estimate(rnd_run *run, const rnd_cloud *cloud, const rnd_question *question, void *call) {
    nf_context *context = run->context;
    nf_cloud *on = NULL;
    nf_result *result = NULL;
    uint64_t before = 0, peak = 0, said = 0;
    if (!rnd_is(run->now, RND_ESTIMATE, "yes") || run->now->refused) return;
    nf_context_trim(context);
    nf_context_memory(context, &before, NULL);
    context->arena.peak = before;
    nf_status status = cloud ? nf_cloud_create(context, &cloud->packed, cloud->in, NULL, &on) : NF_OK;
    if (status == NF_OK) status = question->ask(call, on, NULL, &result);
    nf_context_memory(context, NULL, &peak);
    const uint64_t used = peak - before, total = nf_result_total(result);
    nf_result_free(result);
    nf_cloud_free(on);
    /* The device may refuse what the host answers. */
    if (status == NF_ERROR_UNSUPPORTED || rnd_device_may_refuse(run->now, (int)status)) return;
    RND_CHECK(run, status == NF_OK, "%s in a new cloud: %s", question->name, nf_context_error(context));
    RND_CHECK(run, question->say(call, total, &said) == NF_OK, "%s_memory: %s", question->name,
              nf_context_error(context));
    RND_CHECK(run, used <= said, "the cost of %s is %llu bytes, and the call takes %llu", question->name,
              (unsigned long long)said, (unsigned long long)used);
}
