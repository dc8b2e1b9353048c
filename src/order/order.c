#include "order/order.h"

#include "order/bounds.h"
#include "primitives/run.h"
#include "primitives/tile.h"
#include "tune/families.h"

static const nf_tunable order_tunables[] = {
    /* name gpu cpu values tried, holds when */
    {"GROUP", 256, 1, {1, 32, 64, 128, 256, 512, 1024}, nf_fits_group},
    {"ITEMS", 4, 8192, {1, 2, 4, 8, 16, 32, 4096, 8192, 16384, 32768}, NULL},
};
const nf_family nf_order_family = NF_FAMILY("order", order_tunables);

static nf_tile order_tile(const nf_context *context) {
    const nf_tile_need none = {0};
    return nf_tile_fit(context, &nf_order_family, none);
}

/* Whole vectors of 16, and one more. */
static uint64_t stride_of(uint64_t n) { return (n + 15) / 16 * 16 + 16; }

void nf_order_free(nf_context *context, nf_order *order) {
    nf_kept *const all[] = {&order->planes, &order->index, &order->places, &order->grid};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) nf_kept_free(context, all[k]);
    order->valid = 0;
}

void nf_order_define(nf_spec *spec, const nf_cloud *cloud, const nf_cells *cells, int sparse) {
    nf_define(spec, "REAL64", cloud->type == NF_FLOAT64);
    nf_define(spec, "DIMS", cloud->dims);
    nf_define(spec, "CELLS_X", cells ? cells->x : 1);
    nf_define(spec, "CELLS_YZ", cells ? cells->yz : 1);
    nf_define(spec, "SPARSE", sparse);
}

static nf_status program_for(const nf_cloud *cloud, int key64, nf_tile tile, nf_program **out) {
    nf_spec spec = nf_spec_of("order/order.cl");
    nf_order_define(&spec, cloud, NULL, 0);
    nf_define(&spec, "KEY64", key64);
    nf_tile_define(&spec, tile);
    return nf_program_get(cloud->context, &spec, out);
}

/* Where each cell's points are: the ends of all cells, or for a sparse grid the keys. */
static nf_status place_cells(nf_work *work, nf_cloud *cloud, nf_program *program, nf_tile tile, cl_mem key) {
    nf_order *order = &cloud->order;
    nf_context *context = work->context;
    nf_status status = NF_OK;
    const uint32_t n = (uint32_t)cloud->n;
    work->stage = "order";
    if (order->sparse) {
        NF_TRY(nf_keep(context, &order->places, cloud->n * 8, "the sorted keys"));
        return nf_launch(work, program, "widen_keys", nf_tile_shape(tile, cloud->n), nf_in(key), nf_u32(n),
                         nf_out(order->places.buffer));
    }
    const uint64_t entries = order->head.cells + 1;
    NF_TRY(nf_keep(context, &order->places, entries * 4, "the ends of cells"));
    NF_TRY(nf_launch(work, program, "clear_ends", nf_tile_shape(tile, entries), nf_out(order->places.buffer),
                     nf_u64(entries)));
    NF_TRY(nf_launch(work, program, "mark_ends", nf_tile_shape(tile, cloud->n), nf_in(key), nf_u32(n),
                     nf_inout(order->places.buffer)));
    NF_TRY(nf_scan_run(work, NF_UINT32, NF_MAX, NF_INCLUSIVE, nf_at(order->places.buffer, 0),
                       nf_at(order->places.buffer, 0), entries));
done:
    return status;
}

static nf_status sort_points(nf_work *work, nf_cloud *cloud) {
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
    NF_TRY(program_for(cloud, key64, tile, &program));
    order->stride = stride_of(cloud->n);
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

nf_status nf_order_build(nf_work *work, nf_cloud *cloud, const nf_cells *cells) {
    nf_order *order = &cloud->order;
    nf_status status = NF_OK;
    if (order->valid && nf_cells_equal(&order->cells, cells)) return NF_OK;
    order->valid = 0;
    NF_TRY(nf_bounds_plan(work, cloud, cells));
    order->sparse = order->head.cells > nf_cells_dense(cloud->n);
    NF_TRY(sort_points(work, cloud));
    order->cells = *cells;
    order->valid = 1;
done:
    return status;
}

uint64_t nf_order_bytes(nf_context *context, uint64_t n, int dims, nf_type type) {
    const uint64_t element = nf_type_bytes(type), stride = stride_of(n), cells = nf_cells_dense(n) + 1;
    const nf_sort_options sort = {NF_UINT64, NF_UINT32, 0, 64};
    const uint64_t kept = n * element * (uint64_t)dims + stride * element * (uint64_t)dims + n * 4 +
                          nf_grid_bytes(type) + (cells * 4 > n * 8 ? cells * 4 : n * 8);
    const uint64_t sorting = nf_arena_bytes(n * 8) + nf_sort_bytes(context, &sort, n);
    return kept + nf_bounds_scratch(context, n, type) + sorting + nf_scan_bytes(context, NF_UINT32, cells);
}
