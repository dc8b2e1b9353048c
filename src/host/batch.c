/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The systems of a batch on the host: one search after the other, each appended to the result. */
#include "host/job.h"

static nf_status answer_system(host_job *job, uint64_t s, nf_status (*answer)(host_job *job)) {
    const nf_host_cloud *cloud = job->cloud;
    const nf_points *all = job->all;
    const size_t mark = cloud->scratch_mark(cloud->scratch_user);
    nf_status status = NF_OK;
    job->system = nf_system_of(all->batch, s, NULL, job->cutoff);
    job->query_first = job->queries ? job->queries->batch->offsets[s] : job->system.first;
    job->query_count = job->queries ? job->queries->batch->offsets[s + 1] - job->query_first : job->system.n;
    if (!cloud->one_space) job->space = cloud->spaces[s];
    NF_TRY(answer(job));
done:
    nf_host_end_system(job);
    cloud->scratch_back(cloud->scratch_user, mark);
    if (status == NF_ERROR_ARGUMENT || status == NF_ERROR_POINTS) nf_batch_blame(s, job->error);
    return status;
}

nf_status nf_host_each_system(host_job *job, nf_status (*answer)(host_job *job)) {
    const nf_points *all = job->all;
    nf_status status = NF_OK;
    if (!all->batch) {
        job->system = (nf_system){.n = all->n, .cutoff = job->cutoff};
        job->query_count = job->query_all;
        return answer(job);
    }
    for (uint64_t s = 0; s < all->batch->count; s++) NF_TRY(answer_system(job, s, answer));
done:
    return status;
}
