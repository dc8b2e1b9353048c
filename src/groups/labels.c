/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "groups/labels.h"

#include "core/whole.h"
#include "groups/fof.h"
#include "primitives/run.h"

/* The points of a work-item, in groups of one and in larger ones. */
enum { SLOTS_ALONE = 4096, SLOTS = 4 };

nf_status nf_labels_take(nf_context *context, const nf_groups *groups, nf_labels *labels) {
    const nf_tree *tree = groups->leaves.tree;
    nf_tile tile = nf_tile_fit(context, &nf_fof_family, (nf_tile_need){0});
    nf_status status = NF_OK;
    tile.items = nf_is_alone(context, &nf_fof_family) ? SLOTS_ALONE : SLOTS;
    tile.size = (uint64_t)tile.group * tile.items;
    nf_spec spec = nf_tree_spec(context, tree, "groups/labels.cl", tile);
    nf_define(&spec, "CORES", groups->dbscan);
    labels->shape = nf_tile_shape(tile, tree->of.n);
    NF_TRY(nf_program_get(context, &spec, &labels->program));
done:
    return status;
}

nf_status nf_labels_put(nf_work *work, const nf_groups *groups, const nf_labels *labels,
                        const nf_label_outputs *outputs) {
    const nf_tree *tree = groups->leaves.tree;
    cl_mem any = tree->index.buffer;
    nf_status status = NF_OK;
    NF_TRY(nf_launch(work, labels->program, "put", labels->shape, nf_in(any), nf_in(groups->parents),
                     nf_in(groups->labels), nf_u32((uint32_t)tree->of.n),
                     nf_in(groups->dbscan ? groups->cores : any), nf_out(outputs->labels.buffer),
                     nf_u64(outputs->labels.offset), nf_u32(outputs->cores.buffer != NULL),
                     nf_out(outputs->cores.buffer ? outputs->cores.buffer : any),
                     nf_u64(outputs->cores.buffer ? outputs->cores.offset : 0), nf_inout(tree->found.buffer),
                     nf_u32(NF_TREE_OWN_WORD)));
done:
    return status;
}

nf_status nf_labels_order(nf_work *work, const nf_groups *groups, const nf_labels *labels,
                          const nf_label_outputs *outputs) {
    const uint64_t n = groups->leaves.tree->of.n;
    const nf_sort_options options = {.key = NF_UINT32, .value = NF_UINT32, .last_bit = nf_bits(n)};
    cl_mem keys = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, n * 4, &keys));
    NF_TRY(nf_launch(work, labels->program, "keys", labels->shape, nf_in(outputs->labels.buffer),
                     nf_u64(outputs->labels.offset), nf_u32((uint32_t)n), nf_out(keys),
                     nf_out(outputs->order.buffer), nf_u64(outputs->order.offset)));
    work->stage = "sort";
    NF_TRY(nf_sort_run(work, &options, nf_elements_at(keys, 0), outputs->order, n));
done:
    return status;
}
