#include "order/order.h"

#include "primitives/run.h"
#include "primitives/tile.h"
#include "tune/tunable.h"

#include <string.h>

static const nf_tunable order_tunables[] = {
    /* name   gpu   cpu */
    {"GROUP", 256, 1},
    {"ITEMS", 4, 8192},
};
static const nf_tunable bounds_tunables[] = {
    {"GROUP", 256, 1},
    {"ITEMS", 32, 8192},
};

/* sizeof(nf_bounds) and sizeof(nf_grid) in the kernels. */
static uint64_t bounds_bytes(nf_type type) { return 6 * nf_type_bytes(type) + 8; }
static uint64_t grid_bytes(nf_type type) { return sizeof(nf_grid_head) + 6 * nf_type_bytes(type); }

static nf_tile bounds_tile(const nf_context *context) {
    const nf_tile_need need = {.item = bounds_bytes(NF_FLOAT64)};
    return nf_tile_fit(context, "bounds", bounds_tunables, need);
}

static nf_tile order_tile(const nf_context *context) {
    const nf_tile_need none = {0};
    return nf_tile_fit(context, "order", order_tunables, none);
}

nf_status nf_keep(nf_context *context, nf_kept *kept, uint64_t bytes, const char *what) {
    if (kept->bytes >= bytes) return NF_OK;
    nf_kept_free(context, kept);
    const nf_status status = nf_buffer_create(context, bytes, what, &kept->buffer);
    if (status == NF_OK) kept->bytes = bytes;
    return status;
}

void nf_kept_free(nf_context *context, nf_kept *kept) {
    nf_buffer_release(context, kept->buffer);
    kept->buffer = NULL;
    kept->bytes = 0;
}

void nf_order_free(nf_context *context, nf_order *order) {
    nf_kept *const all[] = {&order->planes, &order->index, &order->places, &order->grid};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) nf_kept_free(context, all[k]);
    order->valid = 0;
}

void nf_order_define(nf_spec *spec, const nf_cloud *cloud, const nf_cells *cells, int sparse) {
    nf_define(spec, "REAL64", cloud->type == NF_FLOAT64);
    nf_define(spec, "DIMS", cloud->dims);
    nf_define(spec, "CELLS_X", cells->x);
    nf_define(spec, "CELLS_YZ", cells->yz);
    nf_define(spec, "SPARSE", sparse);
}

static nf_status program_for(const nf_cloud *cloud, const char *source, const nf_cells *cells, int sparse,
                             int key64, nf_tile tile, nf_program **out) {
    nf_spec spec = nf_spec_of(source);
    nf_order_define(&spec, cloud, cells, sparse);
    if (key64 >= 0) nf_define(&spec, "KEY64", key64);
    nf_tile_define(&spec, tile);
    return nf_program_get(cloud->context, &spec, out);
}

static nf_status read_head(nf_work *work, nf_cloud *cloud) {
    return nf_read(work, cloud->order.grid.buffer, 0, &cloud->order.head, sizeof cloud->order.head);
}

/* lo and hi of the core of the cloud, as the kernel reads them. */
static nf_status write_core(nf_work *work, const nf_cloud *cloud, double cutoff, cl_mem core) {
    const size_t element = nf_type_bytes(cloud->type), point = element * (size_t)cloud->dims;
    const size_t count = nf_sample_count(cloud->n);
    void *sample = NULL;
    double bounds[6];
    float narrow[6];
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(&work->context->allocator, count, point, "a sample of the points", &sample,
                       &work->context->error));
    NF_TRY(nf_read_strided(work, cloud->points, cloud->offset * element, point,
                           nf_sample_step(cloud->n) * point, count, sample));
    nf_cells_core(sample, count, cloud->dims, cloud->type, cutoff, bounds);
    for (int k = 0; k < 6; k++) narrow[k] = (float)bounds[k];
    NF_TRY(nf_write(work, core, 0, cloud->type == NF_FLOAT32 ? (const void *)narrow : (const void *)bounds,
                    6 * element));
done:
    nf_release(&work->context->allocator, sample);
    return status;
}

/* Bounds of the points, and the grid planned from them, head on the host. */
static nf_status plan_grid(nf_work *work, nf_cloud *cloud, const nf_cells *cells, double cutoff) {
    nf_context *context = work->context;
    nf_order *order = &cloud->order;
    nf_program *program = NULL;
    cl_mem partial = NULL, core = NULL;
    nf_status status = NF_OK;
    const nf_tile tile = bounds_tile(context);
    const nf_shape shape = nf_tile_shape(tile, cloud->n), one = {1, tile.group};
    const size_t mark = nf_scratch_mark(work);
    work->stage = "bounds";
    NF_TRY(program_for(cloud, "order/bounds.cl", cells, 0, -1, tile, &program));
    NF_TRY(nf_keep(context, &order->grid, grid_bytes(cloud->type), "the grid"));
    NF_TRY(nf_scratch(work, shape.groups * bounds_bytes(cloud->type), &partial));
    NF_TRY(nf_scratch(work, 6 * nf_type_bytes(cloud->type), &core));
    NF_TRY(nf_launch(work, program, "bounds", shape, nf_in(cloud->points), nf_u64(cloud->offset),
                     nf_u32((uint32_t)cloud->n), nf_out(partial)));
    for (uint32_t given = 0; given < 2; given++) {
        NF_TRY(nf_launch(work, program, "plan", one, nf_in(partial), nf_u32((uint32_t)shape.groups),
                         nf_real(cloud->type, cells->inv_x), nf_real(cloud->type, cells->inv_yz),
                         nf_u32(given), nf_in(core), nf_out(order->grid.buffer)));
        NF_TRY(read_head(work, cloud));
        if (given || !order->head.cut || order->head.bad >= 0) break;
        NF_TRY(write_core(work, cloud, cutoff, core)); /* far outliers: once more, for the core */
    }
    if (order->head.bad >= 0)
        status = nf_fail(&context->error, NF_ERROR_POINTS, "point %d has a coordinate that is not finite",
                         order->head.bad);
done:
    nf_scratch_back(work, mark);
    return status;
}

/* Where each cell's points are: the ends of all cells, or for a sparse grid the keys. */
static nf_status place_cells(nf_work *work, nf_cloud *cloud, nf_program *program, nf_tile tile, cl_mem key) {
    nf_order *order = &cloud->order;
    nf_context *context = work->context;
    nf_status status = NF_OK;
    const uint32_t n = (uint32_t)cloud->n, zero = 0;
    work->stage = "order";
    if (order->sparse) {
        NF_TRY(nf_keep(context, &order->places, cloud->n * 8, "the sorted keys"));
        return nf_launch(work, program, "widen_keys", nf_tile_shape(tile, cloud->n), nf_in(key), nf_u32(n),
                         nf_out(order->places.buffer));
    }
    const uint64_t entries = order->head.cells + 1;
    NF_TRY(nf_keep(context, &order->places, entries * 4, "the ends of cells"));
    NF_TRY(nf_fill(work, order->places.buffer, &zero, sizeof zero, 0, entries * 4));
    NF_TRY(nf_launch(work, program, "mark_ends", nf_tile_shape(tile, cloud->n), nf_in(key), nf_u32(n),
                     nf_inout(order->places.buffer)));
    NF_TRY(nf_scan_run(work, NF_UINT32, NF_MAX, NF_INCLUSIVE, nf_at(order->places.buffer, 0),
                       nf_at(order->places.buffer, 0), entries));
done:
    return status;
}

static nf_status sort_points(nf_work *work, nf_cloud *cloud, const nf_cells *cells) {
    nf_order *order = &cloud->order;
    nf_context *context = work->context;
    nf_program *program = NULL;
    cl_mem key = NULL;
    nf_status status = NF_OK;
    const int key64 = order->head.bits > 32;
    const nf_sort_options sort = {key64 ? NF_UINT64 : NF_UINT32, NF_UINT32, 0, (int)order->head.bits};
    const nf_tile tile = order_tile(context);
    const nf_shape shape = nf_tile_shape(tile, cloud->n);
    const uint32_t n = (uint32_t)cloud->n;
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(program_for(cloud, "order/order.cl", cells, order->sparse, key64, tile, &program));
    order->stride = (cloud->n + 15) / 16 * 16;
    NF_TRY(nf_keep(context, &order->index, cloud->n * 4, "the order"));
    NF_TRY(nf_keep(context, &order->planes,
                   order->stride * (uint64_t)cloud->dims * nf_type_bytes(cloud->type), "the sorted points"));
    NF_TRY(nf_scratch(work, cloud->n * nf_type_bytes(sort.key), &key));
    work->stage = "keys";
    NF_TRY(nf_launch(work, program, "keys", shape, nf_in(cloud->points), nf_u64(cloud->offset), nf_u32(n),
                     nf_in(order->grid.buffer), nf_out(key), nf_out(order->index.buffer)));
    work->stage = "sort";
    if (order->head.bits)
        NF_TRY(nf_sort_run(work, &sort, nf_at(key, 0), nf_at(order->index.buffer, 0), cloud->n));
    work->stage = "order";
    NF_TRY(nf_launch(work, program, "gather_planes", shape, nf_in(cloud->points), nf_u64(cloud->offset),
                     nf_u32(n), nf_in(order->index.buffer), nf_out(order->planes.buffer),
                     nf_u64(order->stride)));
    NF_TRY(place_cells(work, cloud, program, tile, key));
done:
    nf_scratch_back(work, mark);
    return status;
}

nf_status nf_order_build(nf_work *work, nf_cloud *cloud, const nf_cells *cells, double cutoff) {
    nf_order *order = &cloud->order;
    nf_status status = NF_OK;
    if (order->valid && nf_cells_equal(&order->cells, cells)) return NF_OK;
    order->valid = 0;
    NF_TRY(plan_grid(work, cloud, cells, cutoff));
    order->sparse = order->head.cells > nf_cells_dense(cloud->n);
    NF_TRY(sort_points(work, cloud, cells));
    order->cells = *cells;
    order->valid = 1;
done:
    return status;
}

uint64_t nf_order_bytes(nf_context *context, uint64_t n, int dims, nf_type type) {
    const uint64_t element = nf_type_bytes(type), stride = (n + 15) / 16 * 16, cells = nf_cells_dense(n) + 1;
    const nf_sort_options sort = {NF_UINT64, NF_UINT32, 0, 64};
    const nf_tile tile = bounds_tile(context);
    const uint64_t kept = n * element * (uint64_t)dims + stride * element * (uint64_t)dims + n * 4 +
                          grid_bytes(type) + (cells * 4 > n * 8 ? cells * 4 : n * 8);
    const uint64_t bounds =
        nf_arena_bytes(nf_tile_shape(tile, n).groups * bounds_bytes(type)) + nf_arena_bytes(6 * element);
    const uint64_t sorting = nf_arena_bytes(n * 8) + nf_sort_bytes(context, &sort, n);
    return kept + bounds + sorting + nf_scan_bytes(context, NF_UINT32, cells);
}
