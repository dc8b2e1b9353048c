/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "arguments/tree.h"
#include "core/whole.h"
#include "primitives/run.h"
#include "groups/catalogue.h"

/* Labels and numbers of members: at most n. */
static nf_sort_options keys_of(uint64_t n) {
    return (nf_sort_options){.key = NF_UINT32, .value = NF_UINT32, .last_bit = nf_bits(n)};
}

/* What the host reads: `bad` of `members`, and `state` of `tails` in catalogue.cl. */
typedef struct catalogue_state {
    uint32_t bad, largest;
    uint64_t count;
} catalogue_state;

static nf_status refuse(nf_work *work, const nf_catalogue_query *c, uint32_t p) {
    int32_t label = 0;
    nf_status status = NF_OK;
    NF_TRY(nf_read(work, c->labels.buffer, (c->labels.offset + p) * 4, &label, sizeof label));
    status = nf_refuse_label(p, label, c->cloud->n, &work->context->error);
done:
    return status;
}

nf_status nf_catalogue_find(nf_work *work, nf_catalogue_query *c) {
    static const uint32_t zero = 0;
    const uint64_t n = c->cloud->n;
    const nf_sort_options by_key = keys_of(n);
    const nf_shape shape = nf_tile_shape(c->tile, n);
    const nf_arg all = nf_u32((uint32_t)n);
    catalogue_state state;
    cl_mem flags = NULL, shared = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, n * 4, &c->keys));
    NF_TRY(nf_scratch(work, n * 4, &c->order));
    NF_TRY(nf_scratch(work, n * 4, &c->starts));
    NF_TRY(nf_scratch(work, n / c->least * 4, &c->ends));
    NF_TRY(nf_scratch(work, n, &flags));
    NF_TRY(nf_scratch(work, sizeof state, &shared));
    NF_TRY(nf_fill(work, shared, &zero, sizeof zero, 0, sizeof state));
    work->stage = "members";
    NF_TRY(nf_launch(work, c->program, "members", shape, nf_in(c->labels.buffer), nf_u64(c->labels.offset),
                     all, nf_out(c->keys), nf_out(c->order), nf_inout(shared)));
    NF_TRY(nf_sort_run(work, &by_key, nf_elements_at(c->keys, 0), nf_elements_at(c->order, 0), n));
    NF_TRY(nf_launch(work, c->program, "heads", shape, nf_in(c->keys), all, nf_out(c->starts)));
    NF_TRY(nf_launch(work, c->program, "tails", shape, nf_in(c->keys), all, nf_in(c->starts),
                     nf_u32(c->least), nf_out(flags), nf_inout(shared)));
    NF_TRY(nf_compact_run(work, NF_UINT32, nf_elements_at(flags, 0), nf_elements_at(NULL, 0),
                          nf_elements_at(c->ends, 0), nf_elements_at(shared, 1), n));
    const catalogue_state most = {.largest = (uint32_t)n, .count = n / c->least};
    NF_TRY(nf_read_most(work, shared, 0, &state, sizeof state, &most));
    if (state.bad) NF_TRY(refuse(work, c, ~state.bad));
    c->found = state.count;
    c->largest = state.largest;
done:
    return status;
}

nf_status nf_catalogue_order(nf_work *work, const nf_catalogue_query *c) {
    const uint64_t n = c->cloud->n;
    const nf_sort_options by_size = keys_of(n);
    cl_mem less = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, c->found * 4, &less));
    NF_TRY(nf_launch(work, c->program, "sizes", nf_tile_shape(c->tile, c->found), nf_in(c->ends),
                     nf_u32((uint32_t)c->found), nf_in(c->keys), nf_in(c->starts), nf_u32((uint32_t)n),
                     nf_out(less)));
    NF_TRY(nf_sort_run(work, &by_size, nf_elements_at(less, 0), nf_elements_at(c->ends, 0), c->found));
done:
    return status;
}

nf_status nf_catalogue_rows(nf_work *work, nf_catalogue_query *c) {
    const uint64_t m = c->rows;
    cl_mem any = c->keys;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, m * 4, &c->first));
    NF_TRY(nf_scratch(work, (m + 1) * 4, &c->blocks));
    NF_TRY(nf_launch(work, c->program, "rows", nf_tile_shape(c->tile, m), nf_in(c->ends), nf_u32((uint32_t)m),
                     nf_in(c->keys), nf_in(c->starts), nf_catalogue_wanted(c), nf_out(c->first),
                     nf_out(c->blocks),
                     nf_out(c->outputs[NF_CATALOGUE_GROUPS] ? c->outputs[NF_CATALOGUE_GROUPS] : any),
                     nf_out(c->outputs[NF_CATALOGUE_MEMBERS] ? c->outputs[NF_CATALOGUE_MEMBERS] : any)));
    NF_TRY(nf_scan_run(work, NF_UINT32, NF_SUM, NF_EXCLUSIVE, nf_elements_at(c->blocks, 0),
                       nf_elements_at(c->blocks, 0), m + 1));
done:
    return status;
}
