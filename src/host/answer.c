/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/memory.h"
#include "host/host.h"

void nf_host_answer_free(const nf_host_cloud *cloud, nf_host_answer *answer) {
    for (int a = 0; a < NF_ARRAYS; a++) {
        nf_release(cloud->allocator, answer->arrays[a]);
        answer->arrays[a] = NULL;
    }
    answer->total = 0;
}

nf_status nf_host_answer_take(const nf_host_cloud *cloud, nf_host_answer *answer, nf_array array,
                              uint64_t rows, uint64_t row_bytes) {
    if (!(answer->wanted & NF_WANT(array))) return NF_OK;
    return nf_allocate_raw(cloud->allocator, (size_t)rows, (size_t)row_bytes, "the answer",
                           &answer->arrays[array], cloud->error);
}

nf_status nf_host_go_on(const nf_host_cloud *cloud, uint64_t row) {
    enum { ROWS = 32 };
    if (row % ROWS || !cloud->cancelled || !cloud->cancelled(cloud->cancelled_user)) return NF_OK;
    return nf_fail_cancelled(cloud->error);
}
