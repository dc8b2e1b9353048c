/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/entries.h"

#include "core/whole.h"
#include "opencl/memory/cost.h"
#include "order/batch.h"
#include "primitives/run.h"
#include "primitives/tile.h"

/* Two images of a point are a height apart or more, along one of the vectors. */
static int has_repeats(const nf_space *space, double cutoff) {
    for (int k = 0; k < space->dims; k++)
        if (space->heights[k] > 0 && space->heights[k] < 2.125 * cutoff) return 1;
    return 0;
}

nf_entries_order nf_entries_order_for(const nf_cloud *cloud, uint64_t queries, double cutoff,
                                      int lower_first) {
    nf_entries_order order = {.n = nf_max(cloud->n, queries), .rows = queries, .lower_first = lower_first};
    const nf_cloud_batch *batch = &cloud->batch;
    for (uint64_t s = 0; s < batch->count && !order.repeats; s++)
        order.repeats = has_repeats(nf_cloud_batch_space(batch, s), nf_cloud_batch_cutoff(batch, s, cutoff));
    if (!batch->count) order.repeats = has_repeats(&cloud->space, cutoff);
    return order;
}

static nf_sort_options sort_by(int upper, uint64_t n, int images) {
    const int first = upper ? 32 : 0;
    return (nf_sort_options){.key = NF_UINT64,
                             .value = images ? NF_UINT32 : NF_TYPE_NONE,
                             .first_bit = first,
                             .last_bit = first + nf_index_bits(n)};
}

static const nf_sort_options by_image = {.key = NF_UINT32, .value = NF_UINT32, .last_bit = 32};

/* Orders entries by their images, which is the least significant part of their order. */
static nf_status sort_by_image(nf_work *work, nf_elements entries, cl_mem images, uint64_t total) {
    const nf_tile tile = nf_tile_fit(work->context, &nf_order_family, (nf_tile_need){0});
    const nf_shape shape = nf_tile_shape(tile, total);
    nf_spec spec = nf_spec_of(work->context, "search/entries.cl");
    nf_program *program = NULL;
    cl_mem keys = NULL, from = NULL, sorted = NULL;
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    if (total > UINT32_MAX)
        return nf_fail(&work->context->error, NF_ERROR_UNSUPPORTED,
                       "%llu results with several images of one pair are too many to be sorted (2^32)",
                       (unsigned long long)total);
    nf_tile_define(&spec, tile);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_scratch(work, total * 4, &keys));
    NF_TRY(nf_scratch(work, total * 4, &from));
    NF_TRY(nf_scratch(work, total * 8, &sorted));
    NF_TRY(nf_launch(work, program, "images_as_keys", shape, nf_in(images), nf_u64(total), nf_out(keys),
                     nf_out(from)));
    NF_TRY(nf_sort_run(work, &by_image, nf_elements_at(keys, 0), nf_elements_at(from, 0), total));
    NF_TRY(nf_launch(work, program, "keys_as_images", shape, nf_in(keys), nf_u64(total), nf_out(images)));
    NF_TRY(nf_gather_run(work, 2, entries, total, nf_elements_at(from, 0), nf_elements_at(sorted, 0), total));
    NF_TRY(nf_copy(work, sorted, 0, entries.buffer, entries.offset * 8, total * 8));
done:
    nf_scratch_back(work, mark);
    return status;
}

nf_status nf_entries_sort(nf_work *work, const nf_entries_order *order, nf_elements entries, cl_mem images,
                          uint64_t total) {
    nf_status status = NF_OK;
    work->stage = "sorted";
    const int fits = total <= UINT32_MAX; /* more are refused, unless they have no repeats */
    if (images && nf_cost_worst(work->context, (uint64_t)order->repeats, (uint64_t)fits))
        NF_TRY(sort_by_image(work, entries, images, total));
    for (int half = 0; half < 2; half++) { /* the last sort is the most significant */
        const nf_sort_options by =
            sort_by(half == 0 ? order->lower_first : !order->lower_first, order->n, images != NULL);
        NF_TRY(nf_sort_run(work, &by, entries, nf_elements_at(images, 0), total));
    }
done:
    return status;
}
