/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The host memory of cases from host arrays to host arrays: ordinary memory, or memory of the library. */
#include "bench/cases/case.h"

#include <stdlib.h>
#include <string.h>

static void drop(bench_job *job, int block) {
    if (job->what->place == BENCH_IN_LIBRARY_MEMORY) nf_host_free(job->host.context, job->host.blocks[block]);
    else free(job->host.blocks[block]);
    job->host.blocks[block] = NULL;
    job->host.bytes[block] = 0;
}

/* Makes a block large enough, with its pages touched, as callers that ask many times have it. */
static nf_status keep(bench_job *job, nf_context *context, int block, uint64_t bytes) {
    nf_status status = NF_OK;
    if (job->host.blocks[block] && job->host.bytes[block] >= bytes) return NF_OK;
    drop(job, block);
    job->host.context = context;
    if (job->what->place == BENCH_IN_LIBRARY_MEMORY)
        status = nf_host_allocate(context, bytes, &job->host.blocks[block]);
    else job->host.blocks[block] = malloc(bytes ? (size_t)bytes : 1);
    if (!job->host.blocks[block]) return status == NF_OK ? NF_ERROR_MEMORY : status;
    memset(job->host.blocks[block], 0, (size_t)bytes);
    job->host.bytes[block] = bytes;
    return NF_OK;
}

const void *bench_host_points(bench_job *job, nf_context *context) {
    const uint64_t bytes = bench_input_bytes(job);
    if (job->what->place == BENCH_IN_HOST_MEMORY) return job->input;
    if (job->host.blocks[0]) return job->host.blocks[0];
    if (keep(job, context, 0, bytes) != NF_OK) return NULL;
    memcpy(job->host.blocks[0], job->input, (size_t)bytes);
    return job->host.blocks[0];
}

nf_status bench_read_back(bench_job *job, nf_context *context) {
    static const nf_array arrays[] = {NF_ARRAY_PAIRS, NF_ARRAY_OFFSETS, NF_ARRAY_INDICES, NF_ARRAY_DISTANCES,
                                      NF_ARRAY_LABELS};
    nf_status status = NF_OK;
    for (int k = 0; k < (int)(sizeof arrays / sizeof *arrays) && status == NF_OK; k++) {
        const nf_array_info *info = nf_result_array(job->result, arrays[k]);
        if (!info || !info->rows) continue;
        status = keep(job, context, k + 1, info->rows * (uint64_t)info->columns * nf_type_bytes(info->type));
        if (status == NF_OK)
            status = nf_result_read(job->result, arrays[k], 0, info->rows, NULL, job->host.blocks[k + 1]);
    }
    return status;
}

void bench_leave(bench_job *job) {
    nf_result_free(job->result);
    nf_cloud_free(job->cloud);
    job->result = NULL;
    job->cloud = NULL;
    for (int k = 0; k < BENCH_BLOCKS; k++) drop(job, k);
}
