/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/cloud/cloud_batch.h"

#include "core/check.h"
#include "space/batch.h"

#include <string.h>

void nf_cloud_batch_free(nf_context *context, nf_cloud_batch *batch) {
    void *const all[] = {batch->offsets, batch->spaces, batch->cutoffs, batch->reserves};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) nf_release(&context->allocator, all[k]);
    *batch = (nf_cloud_batch){0};
}

static nf_status copy(nf_context *context, const void *from, size_t count, size_t size, void *to) {
    nf_status status = NF_OK;
    NF_TRY(nf_allocate_raw(&context->allocator, count, size, "the systems of a batch", to, &context->error));
    memcpy(*(void **)to, from, count * size);
done:
    return status;
}

/* The space of each system; of one kind, so that one program serves all. */
static nf_status take_spaces(nf_context *context, nf_cloud_batch *batch, const nf_points *points,
                             const nf_box *box) {
    const nf_batch *systems = points->batch;
    const uint64_t count = systems->boxes ? systems->count : 1;
    nf_sentence *error = &context->error;
    int closed = 0;
    nf_status status = NF_OK;
    batch->one_space = !systems->boxes;
    NF_TRY(nf_allocate(&context->allocator, (size_t)count, sizeof *batch->spaces, "the spaces of a batch",
                       (void **)&batch->spaces, error));
    for (uint64_t s = 0; s < count; s++) {
        const nf_system system = nf_system_of(systems, s, box, 0);
        status = nf_space_for(batch->spaces + s, system.box, points->dims, points->type, error);
        if (status != NF_OK && systems->boxes) nf_batch_blame(s, error);
        if (status != NF_OK) goto done;
        closed |= batch->spaces[s].kind == NF_SPACE_BOX;
    }
    for (uint64_t s = 0; closed && s < count; s++) nf_space_close(batch->spaces + s);
done:
    return status;
}

static nf_status check_cutoffs(const nf_batch *systems, nf_type type, nf_sentence *error) {
    for (uint64_t s = 0; systems->cutoffs && s < systems->count; s++) {
        const nf_status status = nf_check_cutoff(systems->cutoffs[s], type, error);
        if (status == NF_OK) continue;
        nf_batch_blame(s, error);
        return status;
    }
    return NF_OK;
}

nf_status nf_cloud_batch_take(nf_context *context, nf_cloud_batch *batch, const nf_points *points,
                              const nf_box *box, nf_space *space) {
    const nf_batch *systems = points->batch;
    nf_status status = NF_OK;
    if (!systems) {
        nf_cloud_batch_free(context, batch);
        return nf_space_for(space, box, points->dims, points->type, &context->error);
    }
    nf_cloud_batch taken = {.count = systems->count};
    NF_TRY(nf_batch_check_box(systems, box, &context->error));
    NF_TRY(check_cutoffs(systems, points->type, &context->error));
    NF_TRY(take_spaces(context, &taken, points, box));
    NF_TRY(
        copy(context, systems->offsets, (size_t)systems->count + 1, sizeof *taken.offsets, &taken.offsets));
    if (systems->cutoffs)
        NF_TRY(
            copy(context, systems->cutoffs, (size_t)systems->count, sizeof *taken.cutoffs, &taken.cutoffs));
    nf_cloud_batch_free(context, batch);
    *batch = taken;
    *space = taken.spaces[0];
done:
    if (status != NF_OK) nf_cloud_batch_free(context, &taken);
    return status;
}

const nf_space *nf_cloud_batch_space(const nf_cloud_batch *batch, uint64_t system) {
    return batch->spaces + (batch->one_space ? 0 : system);
}

int nf_cloud_batch_own_rules(const nf_cloud_batch *batch) { return batch->cutoffs != NULL; }

double nf_cloud_batch_cutoff(const nf_cloud_batch *batch, uint64_t system, double cutoff) {
    return batch->cutoffs ? batch->cutoffs[system] : cutoff;
}

/* 1 if all systems have one space, and this cutoff is accepted for the largest of them. */
static int accepts_largest(const nf_cloud_batch *batch, double cutoff) {
    nf_sentence refused;
    uint64_t most = 0;
    if (!batch->one_space || batch->cutoffs) return 0;
    for (uint64_t s = 0; s < batch->count; s++) {
        const uint64_t n = batch->offsets[s + 1] - batch->offsets[s];
        if (n > most) most = n;
    }
    return nf_space_check(batch->spaces, most, cutoff, &refused) == NF_OK;
}

nf_status nf_cloud_batch_check_cutoff(const nf_cloud *cloud, double *cutoff) {
    const nf_cloud_batch *batch = &cloud->batch;
    nf_sentence *error = &cloud->context->error;
    double most = 0;
    nf_status status = NF_OK;
    if (!batch->count) return NF_OK;
    NF_TRY(nf_batch_check_cutoff(batch->cutoffs != NULL, *cutoff, error));
    if (!batch->cutoffs) {
        status = nf_check_cutoff(*cutoff, cloud->type, error);
        if (status != NF_OK && *cutoff == 0)
            nf_advise(error, ", as the systems have no cutoffs of their own");
        if (status != NF_OK) goto done;
    }
    if (accepts_largest(batch, *cutoff)) return NF_OK;
    for (uint64_t s = 0; s < batch->count; s++) {
        const double own = nf_cloud_batch_cutoff(batch, s, *cutoff);
        const uint64_t n = batch->offsets[s + 1] - batch->offsets[s];
        status = nf_space_check(nf_cloud_batch_space(batch, s), n, own, error);
        if (status != NF_OK) nf_batch_blame(s, error);
        if (status != NF_OK) goto done;
        if (own > most) most = own;
    }
    *cutoff = most;
done:
    return status;
}
