/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/rows.h"

#include "core/whole.h"
#include "primitives/run.h"
#include "primitives/tile.h"
#include "search/second_pass.h"
#include "search/ways.h"

static nf_status rows_program(nf_context *context, nf_tile tile, nf_program **out) {
    nf_spec spec = nf_spec_of(context, "search/rows.cl");
    nf_tile_define(&spec, tile);
    return nf_program_get(context, &spec, out);
}

/* ---- finding and writing ------------------------------------------------------------------------------- */

static nf_status write_rows(nf_work *work, nf_query *query, const nf_emit_args *output, int fits) {
    const nf_search search = nf_query_search(query);
    nf_status status = NF_OK;
    (void)fits;
    NF_TRY(nf_second_pass_write(work, &search, &query->found, output));
    if (query->found.masks) nf_search_total_in_status(&query->found);
    NF_TRY(nf_search_status_check_now(work, query->found.status));
done:
    return status;
}

/* Of rows in cell order: writes the offsets and counts by the index of the points, unless the second pass has written the rows. */
static nf_status place(nf_work *work, const nf_query *query) {
    const nf_tile tile = nf_tile_fit(work->context, &nf_order_family, (nf_tile_need){0});
    const uint64_t n = nf_query_count(query);
    const nf_elements offsets = query->rows.to.offsets, counts = query->rows.to.counts;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    if (!query->params.cell_order || (query->written && query->found.masks)) return NF_OK;
    NF_TRY(rows_program(work->context, tile, &program));
    NF_TRY(nf_launch(work, program, "place", nf_tile_shape(tile, n), nf_in(query->rows.offsets.buffer),
                     nf_in(nf_query_targets(query).index), nf_u64(n), nf_out(offsets.buffer),
                     nf_u64(offsets.offset), nf_out(counts.buffer), nf_u64(counts.offset)));
done:
    return status;
}

static nf_status find_rows(nf_work *work, nf_query *query, const nf_emit_args *output) {
    const nf_search search = nf_query_search(query);
    const uint64_t n = nf_query_count(query);
    const nf_elements offsets = query->rows.offsets;
    const nf_arg args[] = {nf_out(offsets.buffer), nf_u64(offsets.offset)};
    nf_found *found = &query->found;
    nf_status status = NF_OK;
    *found = (nf_found){.total = offsets.buffer,
                        .total_at = offsets.offset + n,
                        .tells = !nf_search_is_cpu(work->context),
                        .overflow = query->reads_total ? NF_OVERFLOW_ASKED : NF_OVERFLOW_NOW};
    NF_TRY(nf_search_status_take(work, &found->status));
    work->stage = "search";
    if (query->rows.counts_only)
        NF_TRY(nf_search_pass(work, &search, query->parts->count, query->parts->count_cpu, found->status,
                              args, 2));
    else NF_TRY(nf_second_pass_count(work, &search, found, args));
    NF_TRY(nf_search_status_check_now(work, found->status));
    NF_TRY(nf_scan_run(work, NF_UINT64, NF_SUM, NF_EXCLUSIVE, offsets, offsets, n + 1));
    query->written = output->capacity > 0;
    NF_TRY(place(work, query));
    if (query->written) NF_TRY(write_rows(work, query, output, 0));
done:
    return status;
}

static nf_status write_overflow(nf_work *work, nf_query *query, const nf_emit_args *output) {
    const nf_search search = nf_query_search(query);
    return nf_overflow_write(work, &search, &query->found, output);
}

const nf_method nf_method_rows = {
    .expects = 1, .find = find_rows, .write = write_rows, .overflow = write_overflow, .rows = 1};

nf_status nf_rows_rebase(nf_work *work, nf_elements offsets, uint64_t first, uint64_t n, nf_elements part) {
    const nf_tile tile = nf_tile_fit(work->context, &nf_order_family, (nf_tile_need){0});
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(rows_program(work->context, tile, &program));
    NF_TRY(nf_launch(work, program, "rebase", nf_tile_shape(tile, n + 1), nf_in(offsets.buffer),
                     nf_u64(offsets.offset + first), nf_u64(n), nf_out(part.buffer), nf_u64(part.offset)));
done:
    return status;
}

/* ---- sorting ------------------------------------------------------------------------------------------- */

/* Each row by itself, for CPUs. */
static nf_status sort_each(nf_work *work, nf_tile tile, uint64_t n, nf_elements offsets, nf_elements indices,
                           cl_mem images) {
    nf_spec spec = nf_spec_of(work->context, "search/rows_cpu.cl");
    nf_program *program = NULL;
    nf_status status = NF_OK;
    tile = nf_tile_of_rows(tile);
    nf_tile_define(&spec, tile);
    nf_define(&spec, "IMAGES", images != NULL);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_launch(work, program, "sort_rows", nf_tile_shape(tile, n), nf_in(offsets.buffer),
                     nf_u64(offsets.offset), nf_u64(n), nf_out(indices.buffer), nf_u64(indices.offset),
                     nf_out(images ? images : indices.buffer)));
done:
    return status;
}

nf_status nf_rows_sort(nf_work *work, const nf_entries_order *order, nf_elements offsets, nf_elements indices,
                       cl_mem images, uint64_t total) {
    const nf_tile tile = nf_tile_fit(work->context, &nf_order_family, (nf_tile_need){0});
    const nf_shape shape = nf_tile_shape(tile, total);
    nf_program *program = NULL;
    cl_mem keys = NULL;
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    work->stage = "sorted";
    if (tile.group == 1) return sort_each(work, tile, order->rows, offsets, indices, images);
    NF_TRY(rows_program(work->context, tile, &program));
    NF_TRY(nf_scratch(work, nf_multiply(total, 8), &keys));
    NF_TRY(nf_launch(work, program, "join", shape, nf_in(offsets.buffer), nf_u64(offsets.offset),
                     nf_u64(order->rows), nf_in(indices.buffer), nf_u64(indices.offset), nf_u64(total),
                     nf_out(keys)));
    NF_TRY(nf_entries_sort(work, order, nf_elements_at(keys, 0), images, total));
    NF_TRY(nf_launch(work, program, "part", shape, nf_in(keys), nf_u64(total), nf_out(indices.buffer),
                     nf_u64(indices.offset)));
done:
    nf_scratch_back(work, mark);
    return status;
}
