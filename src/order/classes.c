#include "order/classes.h"

#include "core/whole.h"
#include "order/bounds.h"
#include "order/layout.h"
#include "primitives/tile.h"

#include <string.h>

nf_status nf_classes_take(nf_cloud *cloud, const nf_classes *classes, nf_class_radii radii, int has_queries,
                          nf_cloud **out) {
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
    nf_order_drop(classed, 1);
    nf_batch *batch = &classed->batch;
    batch->count = NF_CLASSES;
    batch->spaces = &classed->space;
    batch->one_space = 1;
    batch->classes = *classes;
    batch->radii = has_queries ? radii.other : radii.own;
    batch->query_radii = radii.own;
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

nf_cells nf_classes_cells(nf_cloud *cloud, const nf_cells *cells) {
    nf_cells own = *cells;
    own.edition = ++cloud->batch.editions;
    return own;
}

/* Marks n radii from `first` on with their classes, and counts these. */
static nf_status mark(nf_work *work, nf_type type, cl_mem radii, uint64_t first, uint64_t n, double most,
                      int last, cl_mem marks, uint64_t counts[NF_CLASSES]) {
    const nf_tile tile = nf_bounds_tile(work->context);
    const uint32_t zero = 0;
    nf_spec spec = nf_spec_of(work->context, "order/radii.cl");
    uint32_t found[NF_CLASSES];
    nf_program *program = NULL;
    cl_mem sums = NULL;
    nf_status status = NF_OK;
    nf_define(&spec, "REAL64", type == NF_FLOAT64);
    nf_define(&spec, "CLASSES", NF_CLASSES);
    nf_tile_define(&spec, tile);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_scratch(work, sizeof found, &sums));
    NF_TRY(nf_fill(work, sums, &zero, sizeof zero, 0, sizeof found));
    NF_TRY(nf_launch(work, program, "mark", nf_tile_shape(tile, n), nf_in(radii ? radii : sums),
                     nf_u64(first), nf_u32((uint32_t)n), nf_u32(radii != NULL), nf_u32((uint32_t)last), nf_real(type, most),
                     nf_out(marks), nf_inout(sums)));
    NF_TRY(nf_read(work, sums, 0, found, sizeof found));
    for (int c = 0; c < NF_CLASSES; c++) counts[c] = found[c];
done:
    return status;
}

nf_status nf_classes_small(nf_work *work, nf_type type, cl_mem radii, uint64_t n, double most,
                           uint64_t *small) {
    uint64_t counts[NF_CLASSES];
    cl_mem marks = NULL;
    nf_status status = NF_OK;
    const size_t mark_of = nf_scratch_mark(work);
    NF_TRY(nf_scratch(work, n * 4, &marks));
    NF_TRY(mark(work, type, radii, 0, n, most, NF_CLASSES - 1, marks, counts));
    *small = n - counts[0];
done:
    nf_scratch_back(work, mark_of);
    return status;
}

static nf_status program_for(nf_work *work, const nf_cloud *cloud, nf_tile tile, nf_program **program) {
    nf_spec spec = nf_spec_of(work->context, "order/classes.cl");
    nf_order_define(&spec, cloud, NULL, 0);
    nf_tile_define(&spec, tile);
    return nf_program_get(work->context, &spec, program);
}

/* nf_classes_given in cl/space/classes.cl. */
enum { GIVEN_REALS = NF_CLASSES + 2, GIVEN_WORDS = 2 * NF_CLASSES + 2 };

static nf_status write_given(nf_work *work, const nf_cloud *cloud, const uint32_t levels[NF_CLASSES],
                             const uint64_t counts[NF_CLASSES], cl_mem *given) {
    const nf_classes *classes = &cloud->batch.classes;
    const size_t element = nf_type_bytes(cloud->type);
    char bytes[GIVEN_REALS * 8 + GIVEN_WORDS * 4] = {0};
    uint32_t words[GIVEN_WORDS] = {0};
    nf_status status = NF_OK;
    for (int k = 0; k <= NF_CLASSES; k++) {
        const nf_arg number =
            nf_real(cloud->type, k < NF_CLASSES ? classes->limits[k] : cloud->batch.scale);
        memcpy(bytes + (size_t)k * element, &number.value, element);
    }
    for (int c = 0; c < NF_CLASSES; c++) {
        words[c] = levels[c];
        words[NF_CLASSES + c] = (uint32_t)counts[c];
    }
    words[2 * NF_CLASSES] = (uint32_t)classes->rule;
    words[2 * NF_CLASSES + 1] = nf_order_table_bits(cloud->n);
    memcpy(bytes + GIVEN_REALS * element, words, sizeof words);
    NF_TRY(nf_scratch(work, sizeof bytes, given));
    NF_TRY(nf_write(work, *given, 0, bytes, GIVEN_REALS * element + sizeof words));
done:
    return status;
}

static void set_offsets(const uint64_t counts[NF_CLASSES], uint64_t offsets[NF_CLASSES + 1]) {
    offsets[0] = 0;
    for (int c = 0; c < NF_CLASSES; c++) offsets[c + 1] = offsets[c] + counts[c];
}

static nf_status mark_cloud(nf_work *work, const nf_cloud *cloud, int last, uint64_t counts[NF_CLASSES]) {
    const nf_batch *batch = &cloud->batch;
    return mark(work, cloud->type, batch->radii, 0, cloud->n, batch->classes.limits[0], last,
                batch->kept[3].buffer, counts);
}

/* Chooses the last class and the levels of all from a sample of the points. */
static nf_status choose_levels(nf_work *work, nf_cloud *cloud, const nf_cells *cells, nf_program *program,
                               uint64_t counts[NF_CLASSES], uint32_t levels[NF_CLASSES]) {
    nf_batch *batch = &cloud->batch;
    const nf_order *order = &cloud->order;
    const size_t count = nf_sample_count(cloud->n);
    const int finest = nf_classes_finest(cloud->dims, cloud->type, order->head.n);
    nf_class_sample sample[NF_SAMPLE_MOST];
    cl_mem sampled = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, count * sizeof *sample, &sampled));
    NF_TRY(nf_launch(work, program, "sample_classes", nf_tile_shape(nf_bounds_tile(work->context), count),
                     nf_in(cloud->points), nf_u64(cloud->offset), nf_u64(nf_sample_step(cloud->n)),
                     nf_u32((uint32_t)count), nf_in(batch->kept[3].buffer), nf_u32((uint32_t)finest),
                     nf_in(order->grid.buffer), nf_out(sampled)));
    NF_TRY(nf_read(work, sampled, 0, sample, count * sizeof *sample));
    batch->last_class = nf_classes_levels(&batch->classes, cells->cutoff / cells->yz, cloud->dims, finest,
                                          order->head.cells, sample, count, counts, levels);
done:
    return status;
}

nf_status nf_classes_plan(nf_work *work, nf_cloud *cloud, const nf_cells *cells) {
    nf_context *context = work->context;
    nf_order *order = &cloud->order;
    nf_batch *batch = &cloud->batch;
    const nf_tile tile = nf_bounds_tile(context);
    uint64_t counts[NF_CLASSES], offsets[NF_CLASSES + 1];
    uint32_t levels[NF_CLASSES];
    nf_program *program = NULL;
    cl_mem given = NULL;
    nf_status status = NF_OK;
    const size_t mark_of = nf_scratch_mark(work);
    NF_TRY(nf_bounds_plan(work, cloud, cells, NULL));
    NF_TRY(nf_keep(context, batch->kept + 3, cloud->n * 4, "the classes of points"));
    NF_TRY(program_for(work, cloud, tile, &program));
    NF_TRY(mark_cloud(work, cloud, NF_CLASSES - 1, counts));
    NF_TRY(choose_levels(work, cloud, cells, program, counts, levels));
    if (batch->last_class < NF_CLASSES - 1) NF_TRY(mark_cloud(work, cloud, batch->last_class, counts));
    set_offsets(counts, offsets);
    NF_TRY(nf_layout_cloud(work, cloud, offsets));
    batch->layout.marks = batch->kept[3].buffer;
    NF_TRY(write_given(work, cloud, levels, counts, &given));
    NF_TRY(nf_launch(work, program, "plan_classes", nf_tile_shape(tile, 1), nf_in(given),
                     nf_inout(order->grid.buffer)));
    NF_TRY(nf_read(work, order->grid.buffer, 0, &order->head, sizeof order->head));
done:
    nf_scratch_back(work, mark_of);
    return status;
}

nf_status nf_classes_queries(nf_work *work, nf_cloud *cloud, nf_queries *queries, nf_cells *cells) {
    const nf_batch *batch = &cloud->batch;
    const nf_tile tile = nf_bounds_tile(work->context);
    uint64_t counts[NF_CLASSES], offsets[NF_CLASSES + 1];
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_bounds_queries(work, cloud, queries, cells));
    if (queries->refused) return NF_OK;
    NF_TRY(nf_scratch(work, queries->n * 4, &queries->layout.marks));
    NF_TRY(mark(work, cloud->type, batch->query_radii, queries->first, queries->n, batch->classes.limits[0],
                batch->last_class, queries->layout.marks, counts));
    set_offsets(counts, offsets);
    NF_TRY(nf_layout_queries(work, cloud, offsets, 0, queries));
    NF_TRY(program_for(work, cloud, tile, &program));
    NF_TRY(nf_launch(work, program, "spread_classes", nf_tile_shape(tile, 1),
                     nf_in(cloud->order.grid.buffer), nf_inout(queries->grid)));
done:
    return status;
}

uint64_t nf_classes_bytes(uint64_t n, nf_type type) {
    return nf_layout_bytes(NF_CLASSES, n) + NF_CLASSES * nf_class_grid_bytes(type) +
           2 * nf_arena_bytes(n * 4) + nf_arena_bytes(GIVEN_REALS * 8 + GIVEN_WORDS * 4) +
           nf_arena_bytes(NF_SAMPLE_MOST * sizeof(nf_class_sample)) +
           nf_arena_bytes(NF_CLASSES * 4);
}
