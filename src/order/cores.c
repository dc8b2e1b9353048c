/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/cores.h"

#include "order/cloud/cloud_batch.h"

#include <string.h>

nf_cells nf_batch_cells(const nf_cloud *cloud, const nf_cells *cells, uint64_t system) {
    const nf_cloud_batch *batch = &cloud->batch;
    nf_cells own = nf_cells_like(cells, nf_cloud_batch_cutoff(batch, system, cells->cutoff), cloud->type);
    if (batch->reserves && cells->reserve[0] > 0)
        memcpy(own.reserve, batch->reserves + 3 * system, sizeof own.reserve);
    return own;
}

/* nf_system_sample in cl/order/batch.cl. */
typedef struct system_sample {
    uint32_t system, first, step, count;
} system_sample;

/* The samples of the systems that have far outliers, which the kernel has marked; returns their number. */
static size_t list_samples(const nf_cloud_batch *batch, const uint32_t *cored, system_sample *samples) {
    uint32_t first = 0;
    size_t many = 0;
    for (uint64_t s = 0; s < batch->count; s++) {
        const uint64_t n = batch->offsets[s + 1] - batch->offsets[s];
        if (!cored[s]) continue;
        samples[many] =
            (system_sample){(uint32_t)s, first, (uint32_t)nf_sample_step(n), (uint32_t)nf_sample_count(n)};
        first += samples[many++].count;
    }
    return many;
}

/* Reads the samples, at least one, and writes the cores of their systems. */
static nf_status cores_of(nf_work *work, const nf_cloud *cloud, const nf_cells *cells, const nf_batch_work *w,
                          cl_mem cores_of_all, const system_sample *samples, size_t many) {
    const nf_allocator *allocator = &work->context->allocator;
    const size_t element = nf_type_bytes(cloud->type), point = element * (size_t)cloud->dims,
                 count = (size_t)cloud->batch.count;
    const uint64_t total = (uint64_t)samples[many - 1].first + samples[many - 1].count;
    const nf_shape each = {many, w->tile.group, 0};
    char *points = NULL, *cores = NULL;
    cl_mem list = NULL, sampled = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate_raw(allocator, (size_t)total, point, "samples of systems", (void **)&points,
                           &work->context->error));
    NF_TRY(nf_allocate(allocator, count, 6 * element, "the cores of systems", (void **)&cores,
                       &work->context->error));
    NF_TRY(nf_scratch(work, many * sizeof *samples, &list));
    NF_TRY(nf_scratch(work, total * point, &sampled));
    NF_TRY(nf_write(work, list, 0, samples, many * sizeof *samples));
    NF_TRY(nf_launch(work, w->program, "sample_systems", each, nf_in(cloud->points), nf_u64(cloud->offset),
                     nf_in(cloud->order.layout.offsets), nf_in(w->cells), nf_u32(w->cells_count), nf_in(list),
                     nf_out(sampled)));
    NF_TRY(nf_read(work, sampled, 0, points, total * point));
    for (size_t k = 0; k < many; k++)
        nf_cells_core_as(points + samples[k].first * point, samples[k].count, cloud->dims, cloud->type,
                         nf_batch_cells(cloud, cells, samples[k].system).cutoff,
                         cores + (size_t)samples[k].system * 6 * element);
    NF_TRY(nf_write(work, cores_of_all, 0, cores, count * 6 * element));
done:
    nf_release(allocator, points);
    nf_release(allocator, cores);
    return status;
}

nf_status nf_cores_write(nf_work *work, const nf_cloud *cloud, const nf_cells *cells, const nf_batch_work *w,
                         cl_mem marks, cl_mem cores) {
    const nf_cloud_batch *batch = &cloud->batch;
    const nf_allocator *allocator = &work->context->allocator;
    uint32_t *cored = NULL;
    system_sample *samples = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate_raw(allocator, (size_t)batch->count, sizeof *cored, "the cores of systems",
                           (void **)&cored, &work->context->error));
    NF_TRY(nf_allocate_raw(allocator, (size_t)batch->count, sizeof *samples, "the samples of systems",
                           (void **)&samples, &work->context->error));
    memset(cored, 1, batch->count * 4); /* all may be */
    NF_TRY(nf_read_most(work, marks, 0, cored, batch->count * 4, cored));
    const size_t many = list_samples(batch, cored, samples);
    if (many) NF_TRY(cores_of(work, cloud, cells, w, cores, samples, many));
done:
    nf_release(allocator, cored);
    nf_release(allocator, samples);
    return status;
}
