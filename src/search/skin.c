/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/skin.h"

#include "question/result.h"
#include "primitives/run.h"
#include "primitives/tile.h"
#include "search/rows.h"
#include "question/verlet.h"
#include "tune/capability.h"

#include <string.h>

typedef struct skin_list {
    nf_verlet verlet;
    nf_result *list; /* offsets, indices and, in a periodic box, shifts */
} skin_list;

/* ---- the kept list -------------------------------------------------------------------------------------- */

static void release(nf_context *context, nf_keepsake *keepsake) {
    skin_list *skin = (skin_list *)keepsake;
    nf_result_free(skin->list);
    nf_verlet_free(context, &skin->verlet);
}
static const nf_keepsake_kind kind = {"a list with a skin", sizeof(skin_list), release};

static skin_list *skin_of(const nf_cloud *cloud) {
    return (skin_list *)nf_keepsake_of(cloud->keepsakes, &kind);
}

nf_status nf_skin_begin(const nf_query *query, nf_query *wide, nf_result **list) {
    nf_cloud *cloud = query->cloud;
    const nf_params *params = &query->params;
    nf_keepsake *kept = NULL;
    nf_status status = NF_OK;
    int is_new = 0;
    NF_TRY(nf_keepsake_take(cloud->context, &cloud->keepsakes, &kind, &kept));
    skin_list *skin = (skin_list *)kept;
    skin->verlet.built = 0;
    NF_TRY(nf_result_open(cloud, &skin->list, &is_new));
    *list = skin->list;
    *wide = (nf_query){.cloud = cloud,
                       .params = {.cells = nf_cells_for(params->wide, cloud->type),
                                  .rule = nf_rule_for(params->wide, cloud->type),
                                  .sorted = 1,
                                  .half = params->half},
                       .parts = query->parts,
                       .method = &nf_method_rows,
                       .assumed = query->assumed};
    if (cloud->space.kind != NF_SPACE_OPEN) wide->measures.arrays = NF_WANT(NF_ARRAY_SHIFTS);
done:
    return status;
}

nf_status nf_skin_built(nf_work *work, const nf_query *query) {
    nf_cloud *cloud = query->cloud;
    nf_verlet *list = &skin_of(cloud)->verlet;
    nf_status status = NF_OK;
    NF_TRY(nf_verlet_keep(list, cloud));
    NF_TRY(nf_copy(work, cloud->points, cloud->offset * nf_type_bytes(cloud->type), list->reference.buffer, 0,
                   list->reference.used));
    NF_TRY(nf_copy(work, cloud->order.grid.buffer, 0, list->grid.buffer, 0, list->grid.used));
    nf_verlet_built(list, cloud, &query->params);
    nf_verlet_count(cloud);
done:
    return status;
}

/* ---- asking it ------------------------------------------------------------------------------------------ */

/* The shape of the kernels: 32 lanes share a row, or, where groups are no multiple of 32, a work-item has it. */
typedef struct skin_form {
    nf_tile tile;   /* of points */
    nf_shape shape; /* of rows */
    int rows;
} skin_form;

static skin_form form_of(const nf_cloud *cloud) {
    const nf_context *context = cloud->context;
    skin_form form = {.tile = nf_tile_fit(context, &nf_order_family, (nf_tile_need){0}), .rows = 1};
    if (form.tile.group % 32 == 0) {
        if (nf_lanes_of(context) == NF_LANES_LOCAL) form.tile.group = 32;
        form.rows = 32;
        form.tile.size = (uint64_t)form.tile.group * form.tile.items;
    } else form.tile = nf_tile_of_rows(form.tile);
    form.shape = form.rows == 32 ? nf_shape_for(cloud->n, form.tile.group / 32, form.tile.group)
                                 : nf_tile_shape(form.tile, cloud->n);
    return form;
}

static nf_status program_for(const nf_query *query, const skin_form *form, nf_program **out) {
    const nf_cloud *cloud = query->cloud;
    const nf_view points = nf_view_of_cloud(cloud);
    nf_spec spec = nf_spec_of(cloud->context, "search/skin.cl");
    nf_order_define(&spec, &points, NULL, 0);
    nf_tile_define(&spec, form->tile);
    nf_define(&spec, "ROWS", form->rows);
    if (form->rows == 32) nf_order_define_lanes(&spec, cloud->context, form->tile.group);
    if (query->params.rule.scaled) nf_define(&spec, "SCALED", 1);
    nf_measures_define(&spec, query->measures.arrays);
    return nf_program_get(cloud->context, &spec, out);
}

nf_status nf_skin_look(nf_work *work, const nf_query *query, int *stands) {
    const nf_cloud *cloud = query->cloud;
    const nf_verlet_steps steps =
        nf_verlet_steps_of(&query->params, cloud->type, nf_cells_slack(cloud->type));
    const skin_list *skin = skin_of(cloud);
    const skin_form form = form_of(cloud);
    const uint32_t zero = 0;
    uint32_t far = 1;
    cl_mem on_device = NULL;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    *stands = skin && nf_verlet_is_for(&skin->verlet, cloud, &query->params);
    if (!*stands) return NF_OK;
    work->stage = "moved";
    NF_TRY(program_for(query, &form, &program));
    NF_TRY(nf_scratch(work, sizeof far, &on_device));
    NF_TRY(nf_fill(work, on_device, &zero, sizeof zero, 0, sizeof zero));
    NF_TRY(nf_launch(work, program, "moved", nf_tile_shape(form.tile, cloud->n), nf_in(cloud->points),
                     nf_u64(cloud->offset), nf_in(skin->verlet.reference.buffer), nf_u32((uint32_t)cloud->n),
                     steps.args[0], steps.args[1], steps.args[2], nf_in(skin->verlet.grid.buffer),
                     nf_out(on_device)));
    NF_TRY(nf_read(work, on_device, 0, &far, sizeof far));
    *stands = !far;
done:
    return status;
}

/* An array of the kept list as an argument; any buffer stands for one that is empty, or not there in open space. */
static nf_arg listed(const skin_list *skin, nf_array array) {
    cl_mem buffer = skin->list->arrays[array].buffer;
    return nf_in(buffer ? buffer : skin->list->arrays[NF_ARRAY_OFFSETS].buffer);
}

static uint64_t masks_bytes(uint64_t n, uint64_t total) { return (total / 32 + n + 1) * 4; }

static nf_status find(nf_work *work, nf_query *query, const nf_emit_args *output) {
    const nf_cloud *cloud = query->cloud;
    const skin_list *skin = skin_of(cloud);
    const nf_rule *rule = &query->params.rule;
    const skin_form form = form_of(cloud);
    const nf_elements offsets = query->rows.offsets;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    (void)output;
    query->found = (nf_found){.total = offsets.buffer, .total_at = offsets.offset + cloud->n};
    work->stage = "within";
    NF_TRY(program_for(query, &form, &program));
    NF_TRY(nf_scratch(work, masks_bytes(cloud->n, skin->list->total), &query->found.counts));
    NF_TRY(nf_launch(work, program, "within", form.shape, nf_in(cloud->points), nf_u64(cloud->offset),
                     nf_u32((uint32_t)cloud->n), nf_real(cloud->type, rule->r2),
                     nf_real(cloud->type, rule->scale), nf_in(skin->verlet.grid.buffer),
                     listed(skin, NF_ARRAY_OFFSETS), listed(skin, NF_ARRAY_INDICES),
                     listed(skin, NF_ARRAY_SHIFTS), nf_out(query->found.counts), nf_out(offsets.buffer),
                     nf_u64(offsets.offset)));
    NF_TRY(nf_scan_run(work, NF_UINT64, NF_SUM, NF_EXCLUSIVE, offsets, offsets, cloud->n + 1));
done:
    return status;
}

static nf_status write(nf_work *work, nf_query *query, const nf_emit_args *output, int fits) {
    const nf_cloud *cloud = query->cloud;
    const skin_list *skin = skin_of(cloud);
    const nf_rule *rule = &query->params.rule;
    const skin_form form = form_of(cloud);
    const nf_measures_args to = nf_measures_args_for(&query->measures, output->array.buffer);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    const nf_arg first[] = {nf_in(cloud->points),
                            nf_u64(cloud->offset),
                            nf_u32((uint32_t)cloud->n),
                            nf_real(cloud->type, rule->scale),
                            nf_real(cloud->type, 1 / rule->scale),
                            nf_in(skin->verlet.grid.buffer),
                            listed(skin, NF_ARRAY_OFFSETS),
                            listed(skin, NF_ARRAY_INDICES),
                            listed(skin, NF_ARRAY_SHIFTS),
                            nf_in(query->found.counts)};
    enum { FIRST = sizeof first / sizeof *first };
    nf_arg all[FIRST + sizeof to.args / sizeof *to.args];
    (void)fits;
    memcpy(all, first, sizeof first);
    memcpy(all + FIRST, to.args, to.count * sizeof *all);
    work->stage = "take";
    NF_TRY(program_for(query, &form, &program));
    NF_TRY(nf_launch_more(work, program, "take", form.shape, all, FIRST + to.count, output->args,
                          output->count));
done:
    return status;
}

static const nf_method method = {.find = find, .write = write, .kept = 1};

void nf_skin_ask(nf_query *query) {
    query->method = &method;
    query->params.sorted = 0; /* the kept list is sorted */
}
