/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The question nf_zsort(): the order of points along the z-order curve (curve.h). */
#include "host/host.h"
#include "question/call.h"
#include "tree/curve.h"

#include <nearfield/zsort.h>

typedef struct zsort_call {
    nf_call call;
    nf_zsort_options options;
} zsort_call;

static nf_status ask(nf_work *work, nf_call *call) {
    const nf_cloud *cloud = call->cloud;
    nf_context *context = cloud->context;
    (void)work;
    if (cloud->batch.count)
        return nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                       "points are not put in z-order in a batch: make a cloud of each system");
    if (!call->outputs) call->arrays = NF_WANT(NF_ARRAY_ORDER);
    call->needs = NF_WANT(NF_ARRAY_ORDER);
    call->rows[NF_ARRAY_ORDER] = cloud->n;
    return NF_OK;
}

static nf_status find(nf_work *work, nf_call *call) {
    const nf_view points = nf_view_of_cloud(call->cloud);
    return nf_zsort_run(work, &points, nf_call_at(call, NF_ARRAY_ORDER), NULL);
}

static nf_status on_host(nf_call *call, const nf_host_cloud *cloud, nf_host_answer *answer) {
    (void)call;
    return nf_host_zsort(cloud, answer);
}

static const nf_question question = {.name = "nf_zsort",
                                     .arrays = NF_WANT(NF_ARRAY_ORDER),
                                     .options = {NF_OPTIONS(nf_zsort_options)},
                                     .ask = ask,
                                     .find = find,
                                     .host = on_host};

nf_status nf_zsort(nf_cloud *cloud, const nf_zsort_options *options, const nf_sync *sync,
                   nf_result **result) {
    zsort_call zsort = {.options = {.size = 0}};
    return nf_call_run(&zsort.call, &question, cloud, options, &zsort.options, sync, result);
}
