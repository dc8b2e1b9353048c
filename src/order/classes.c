/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/classes.h"

#include "core/whole.h"
#include "order/bounds.h"
#include "order/layout.h"
#include "order/radii.h"
#include "primitives/run.h"
#include "primitives/tile.h"

#include <string.h>

nf_status nf_classes_take(nf_work *work, nf_cloud *cloud, const nf_classes *classes, nf_class_radii radii,
                          int has_queries, int each_once, nf_cloud **out) {
    nf_context *context = cloud->context;
    nf_status status = NF_OK;
    if (!cloud->classed)
        NF_TRY(nf_allocate(&context->allocator, 1, sizeof *cloud->classed, "a cloud of classes",
                           (void **)&cloud->classed, &context->error));
    nf_cloud *classed = cloud->classed;
    classed->context = context;
    classed->n = cloud->n;
    classed->dims = cloud->dims;
    classed->type = cloud->type;
    classed->points = cloud->points;
    classed->offset = cloud->offset;
    classed->space = cloud->space;
    nf_space_close(&classed->space);
    nf_order_drop(classed, 1); /* it depends on the radii, and its grids on each_once */
    nf_batch *batch = &classed->batch;
    batch->count = NF_CLASSES;
    batch->spaces = &classed->space;
    batch->one_space = 1;
    batch->classing.classes = *classes;
    batch->classing.radii = radii;
    nf_scratch_lend(work, &batch->classing.radii, sizeof radii);
    batch->classing.has_queries = has_queries;
    batch->classing.each_once = each_once;
    *out = classed;
done:
    return status;
}

void nf_classes_free(nf_cloud *cloud) {
    nf_cloud *classed = cloud->classed;
    if (!classed) return;
    classed->batch.spaces = NULL; /* its own */
    nf_order_free(cloud->context, &classed->order);
    nf_batch_free(cloud->context, &classed->batch);
    nf_release(&cloud->context->allocator, classed->hint);
    nf_release(&cloud->context->allocator, classed);
    cloud->classed = NULL;
}

static nf_status program_for(nf_work *work, const nf_cloud *cloud, nf_tile tile, nf_program **program) {
    nf_spec spec = nf_spec_of(work->context, "order/classes.cl");
    nf_order_define(&spec, cloud, NULL, 0);
    nf_tile_define(&spec, tile);
    return nf_program_get(work->context, &spec, program);
}

/* nf_classes_given in cl/space/classes.cl. */
enum {
    GIVEN_REALS = NF_CLASSES + 2,
    GIVEN_WORDS = 2 * NF_CLASS_GRIDS + 4,
    GIVEN_BYTES = GIVEN_REALS * 8 + GIVEN_WORDS * 4
};

static nf_status write_given(nf_work *work, const nf_cloud *cloud, const nf_class_plan *plan, cl_mem *given) {
    const nf_classing *classing = &cloud->batch.classing;
    const size_t element = nf_type_bytes(cloud->type);
    char bytes[GIVEN_BYTES] = {0};
    uint32_t words[GIVEN_WORDS] = {0};
    nf_status status = NF_OK;
    for (int k = 0; k <= NF_CLASSES; k++) {
        const nf_arg number =
            nf_real(cloud->type, k < NF_CLASSES ? classing->classes.limits[k] : classing->scale);
        memcpy(bytes + (size_t)k * element, &number.value, element);
    }
    for (int g = 0; g < NF_CLASS_GRIDS; g++) {
        words[g] = plan->levels[g];
        words[NF_CLASS_GRIDS + g] = (uint32_t)(plan->offsets[g + 1] - plan->offsets[g]);
    }
    words[GIVEN_WORDS - 4] = (uint32_t)classing->classes.rule;
    words[GIVEN_WORDS - 3] = nf_order_table_bits(cloud->order.n);
    words[GIVEN_WORDS - 2] = (uint32_t)classing->each_once;
    memcpy(bytes + GIVEN_REALS * element, words, sizeof words);
    NF_TRY(nf_scratch(work, sizeof bytes, given));
    NF_TRY(nf_write(work, *given, 0, bytes, GIVEN_REALS * element + sizeof words));
done:
    return status;
}

/* The buffers of planning. */
typedef struct planning {
    nf_program *program;
    nf_tile tile;
    cl_mem numbers; /* n x uint32: 0 .. n - 1, then sorted by class */
} planning;

static nf_status mark_cloud(nf_work *work, const nf_cloud *cloud, const planning *p,
                            uint64_t counts[NF_CLASSES]) {
    const nf_classing *of = &cloud->batch.classing;
    cl_mem radii = of->has_queries ? of->radii.other : of->radii.own;
    return nf_radii_mark(work, cloud->type, radii, 0, cloud->n, of->classes.limits[0], NF_CLASSES - 1,
                         of->marks.buffer, p->numbers, counts);
}

/* Plans the grids of the classes, to judge by a sample of the points. */
static nf_status plan_grids(nf_work *work, nf_cloud *cloud, const nf_cells *cells, const planning *p,
                            const uint64_t counts[NF_CLASSES], nf_class_plan *plan) {
    const nf_classing *classing = &cloud->batch.classing;
    const nf_order *order = &cloud->order;
    nf_class_sample sample[NF_SAMPLE_MOST];
    const nf_class_cloud of = {.dims = cloud->dims,
                               .finest = nf_classes_finest(cloud->dims, cloud->type, order->head.n),
                               .cells = order->head.cells,
                               .edge = nf_classes_edge(&cloud->space, cells, order->head.n),
                               .has_queries = classing->has_queries,
                               .sampled = nf_sample_count(cloud->n),
                               .sample = sample};
    cl_mem sampled = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, of.sampled * sizeof *sample, &sampled));
    NF_TRY(nf_launch(work, p->program, "sample_classes", nf_tile_shape(p->tile, of.sampled),
                     nf_in(cloud->points), nf_u64(cloud->offset), nf_u64(nf_sample_step(cloud->n)),
                     nf_u32((uint32_t)of.sampled), nf_in(classing->marks.buffer), nf_u32((uint32_t)of.finest),
                     nf_in(order->grid.buffer), nf_out(sampled)));
    NF_TRY(nf_read(work, sampled, 0, sample, of.sampled * sizeof *sample));
    *plan = nf_classes_plan_for(&classing->classes, &of, counts);
done:
    return status;
}

static const nf_sort_options by_class = {NF_UINT32, NF_UINT32, 0, 3};

/* Merges the classes after the last one, sorts the points by class, and writes those of all grids. */
static nf_status expand(nf_work *work, nf_cloud *cloud, const planning *p, const nf_class_plan *plan) {
    nf_context *context = work->context;
    nf_batch *batch = &cloud->batch;
    nf_classing *classing = &batch->classing;
    const uint64_t total = cloud->order.n;
    uint32_t from[NF_CLASS_GRIDS], offsets[NF_CLASS_GRIDS + 1] = {0};
    cl_mem keys = NULL, starts = NULL, ends = NULL;
    nf_status status = NF_OK;
    for (int g = 0; g < NF_CLASS_GRIDS; g++) {
        from[g] = (uint32_t)plan->from[g];
        offsets[g + 1] = (uint32_t)plan->offsets[g + 1];
    }
    NF_TRY(nf_scratch(work, cloud->n * 4, &keys));
    NF_TRY(nf_scratch(work, sizeof from, &starts));
    NF_TRY(nf_scratch(work, sizeof offsets, &ends));
    NF_TRY(nf_launch(work, p->program, "merge_classes", nf_tile_shape(p->tile, cloud->n),
                     nf_u32((uint32_t)cloud->n), nf_u32((uint32_t)plan->last),
                     nf_inout(classing->marks.buffer), nf_out(keys)));
    NF_TRY(nf_sort_run(work, &by_class, nf_at(keys, 0), nf_at(p->numbers, 0), cloud->n));
    NF_TRY(nf_write(work, starts, 0, from, sizeof from));
    NF_TRY(nf_write(work, ends, 0, offsets, sizeof offsets));
    NF_TRY(nf_keep(context, &batch->kept.system, total * 4, "the systems of points"));
    NF_TRY(nf_keep(context, &classing->entries, total * 4, "the points of classes"));
    NF_TRY(
        nf_layout_cloud(work, cloud, plan->offsets)); /* the tiles: each point is in those of its own class */
    batch->layout.marks = classing->marks.buffer;
    NF_TRY(nf_launch(work, p->program, "expand_classes", nf_tile_shape(p->tile, total), nf_in(p->numbers),
                     nf_in(starts), nf_in(ends), nf_u32((uint32_t)total), nf_out(classing->entries.buffer),
                     nf_out(batch->layout.system)));
done:
    return status;
}

nf_status nf_classes_plan(nf_work *work, nf_cloud *cloud, const nf_cells *cells) {
    nf_order *order = &cloud->order;
    nf_classing *classing = &cloud->batch.classing;
    uint64_t counts[NF_CLASSES];
    nf_class_plan plan;
    planning p = {.tile = nf_bounds_tile(work->context)};
    cl_mem given = NULL;
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(nf_bounds_plan(work, cloud, cells, NULL));
    NF_TRY(nf_keep(work->context, &classing->marks, cloud->n * 4, "the classes of points"));
    NF_TRY(nf_scratch(work, cloud->n * 4, &p.numbers));
    NF_TRY(program_for(work, cloud, p.tile, &p.program));
    NF_TRY(mark_cloud(work, cloud, &p, counts));
    NF_TRY(plan_grids(work, cloud, cells, &p, counts, &plan));
    classing->last = plan.last;
    order->n = plan.offsets[NF_CLASS_GRIDS];
    NF_TRY(expand(work, cloud, &p, &plan));
    NF_TRY(write_given(work, cloud, &plan, &given));
    NF_TRY(nf_launch(work, p.program, "plan_classes", nf_tile_shape(p.tile, 1), nf_in(given),
                     nf_inout(order->grid.buffer)));
    NF_TRY(nf_read(work, order->grid.buffer, 0, &order->head, sizeof order->head));
done:
    nf_scratch_back(work, mark);
    return status;
}

nf_status nf_classes_queries(nf_work *work, nf_cloud *cloud, nf_queries *queries, nf_cells *cells) {
    const nf_classing *classing = &cloud->batch.classing;
    const nf_tile tile = nf_bounds_tile(work->context);
    uint64_t counts[NF_CLASSES], offsets[NF_CLASSES + 1] = {0};
    nf_program *program = NULL;
    cl_mem numbers = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_bounds_queries(work, cloud, cloud->order.grid.buffer, queries, cells));
    if (queries->refused) return NF_OK;
    NF_TRY(nf_scratch(work, queries->n * 4, &queries->layout.marks));
    NF_TRY(nf_scratch(work, queries->n * 4, &numbers));
    NF_TRY(nf_radii_mark(work, cloud->type, classing->radii.own, queries->first, queries->n,
                         classing->classes.limits[0], classing->last, queries->layout.marks, numbers,
                         counts));
    for (int c = 0; c < NF_CLASSES; c++) offsets[c + 1] = offsets[c] + counts[c];
    NF_TRY(nf_layout_queries(work, cloud, offsets, 0, queries));
    NF_TRY(program_for(work, cloud, tile, &program));
    NF_TRY(nf_launch(work, program, "spread_classes", nf_tile_shape(tile, 1), nf_in(cloud->order.grid.buffer),
                     nf_inout(queries->grid)));
done:
    return status;
}

uint64_t nf_classes_bytes(nf_context *context, uint64_t n, uint64_t entries, int dims, nf_type type) {
    return nf_order_bytes(context, entries, dims, type) + nf_layout_bytes(NF_CLASSES, entries) +
           NF_CLASS_GRIDS * nf_class_grid_bytes(type) + 3 * nf_arena_bytes(n * 4) +
           nf_arena_bytes(entries * 4) + nf_sort_job_bytes(context, &by_class, n) +
           nf_arena_bytes(sizeof(nf_class_sample) * NF_SAMPLE_MOST) + nf_arena_bytes(GIVEN_BYTES) +
           4 * nf_arena_bytes((uint64_t)NF_CLASS_GRIDS * 8);
}

uint64_t nf_classes_most(uint64_t n) { return nf_multiply(n, NF_CLASSES + 1); }

uint64_t nf_classes_queries_bytes(uint64_t n, nf_type type) {
    return nf_layout_bytes(NF_CLASSES, n) + 2 * nf_arena_bytes(n * 4) +
           nf_arena_bytes(NF_CLASS_GRIDS * nf_class_grid_bytes(type)) +
           nf_arena_bytes((uint64_t)NF_CLASSES * 4);
}
