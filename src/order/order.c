#include "order/order.h"

#include "core/whole.h"
#include "order/bounds.h"
#include "order/classes.h"
#include "order/counted.h"
#include "order/expected.h"
#include "order/queries.h"
#include "order/small.h"
#include "order/systems.h"
#include "primitives/run.h"
#include "primitives/tile.h"

static int is_small(const nf_context *context, int value) { return nf_small_points(context, value) > 0; }
static int has_groups(const nf_context *context, int value) {
    (void)value;
    return !nf_is_alone(context, &nf_order_family);
}
static const nf_tunable order_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 256, 1, {1, 32, 64, 128, 256, 512, 1024}, nf_fits_group},
    {"ITEMS", 4, 8192, {1, 2, 4, 8, 16, 32, 64, 4096, 8192, 16384, 32768}, nf_fits_item},
    {"KEY_GROUPS", 4, 1024, {2, 4, 8, 16, 32, 256, 1024}, NULL}, /* for each compute unit */
    /* Up to this many points are ordered by one work-group. */
    {"SMALL", NF_SMALL_MOST, NF_SMALL_MOST, {NF_SMALL_MOST}, is_small},
    /* Up to this many, by counting, if no cell has many of them. */
    {"COUNTED", 1 << 19, 1, {1, 1 << 17, 1 << 18, 1 << 19, 1 << 20}, has_groups},
    /* Up to this many of these in one launch, if its work-groups may wait for each other or one is enough. */
    {"ONCE", 1 << 19, 1 << 19, {1, 1 << 14, 1 << 16, 1 << 17, 1 << 18, 1 << 19}, has_groups},
};
enum { KEY_GROUPS = 2, SMALL = 3, COUNTED = 4, ONCE = 5 };
const nf_family nf_order_family = NF_FAMILY("order", order_tunables);

static nf_tile order_tile(const nf_context *context) {
    const nf_tile_need none = {0};
    return nf_tile_fit(context, &nf_order_family, none);
}

/* Rounded up to vectors of 16, plus one. */
static uint64_t stride_of(uint64_t n) { return (n + 15) / 16 * 16 + 16; }

void nf_order_free(nf_context *context, nf_order *order) {
    nf_kept *const all[] = {&order->planes, &order->index, &order->places, &order->grid,
                            &order->unreserved.grid};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) nf_kept_free(context, all[k]);
    order->state = NF_ORDER_NONE;
}

/* Between half as many entries as points, and as many. */
uint32_t nf_order_table_bits(uint64_t n) { return n ? (uint32_t)nf_bits(n) - 1 : 0; }

/* The plan of an order: the bits of a cell number, and the room of the table of cells, 0 for a sparse grid. */
typedef struct order_plan {
    uint32_t bits;
    uint64_t cells;
    int sparse;
} order_plan;

static uint32_t bits_of(uint64_t cells) { return (uint32_t)nf_bits(cells - 1); }

/* The bits of a dense grid depend only on the number of points: kernels are specialised by them, and a cloud that moves
   must not need new kernels. */
static order_plan dense_plan(uint64_t n, uint64_t cells) {
    return (order_plan){.bits = bits_of(nf_cells_dense(n)), .cells = cells};
}
static order_plan sparse_plan(uint32_t bits) { return (order_plan){.bits = bits, .sparse = 1}; }

static nf_status program_for(const nf_cloud *cloud, const order_plan *plan, const nf_sort_job *job,
                             int has_entries, nf_tile tile, nf_program **out) {
    nf_spec spec = nf_spec_of(cloud->context, "order/order.cl");
    nf_order_define(&spec, cloud, NULL, plan->sparse);
    nf_order_add_keys(&spec);
    if (has_entries) nf_define(&spec, "ENTRIES", 1);
    nf_define(&spec, "KEY64", job->options.key == NF_UINT64);
    nf_tile_define(&spec, tile);
    nf_sort_define(cloud->context, job, &spec);
    return nf_program_get(cloud->context, &spec, out);
}

/* The limit is for drivers that end loops. */
nf_shape nf_order_keys_shape(const nf_context *context, nf_tile tile, uint64_t n) {
    nf_shape shape = nf_tile_shape(tile, n);
    const uint64_t most =
        (uint64_t)context->device.compute_units * (uint64_t)nf_tuned(context, &nf_order_family, KEY_GROUPS);
    const uint64_t least = nf_ceiling(shape.groups, nf_tile_turns_most(context, tile));
    if (shape.groups > most) shape.groups = nf_most(most, least);
    return shape;
}

uint64_t nf_order_table_bytes(uint64_t cells) { return (cells + 1) * 4; }

/* The bytes of the table of all cells, or of the sorted keys with their coarse table. */
static uint64_t places_bytes(uint64_t n, const order_plan *plan) {
    return plan->sparse ? (n + (UINT64_C(1) << nf_order_table_bits(n)) + 2) * 8
                        : nf_order_table_bytes(plan->cells);
}

static nf_status keep_order(nf_context *context, nf_cloud *cloud, const order_plan *plan) {
    nf_order *order = &cloud->order;
    nf_status status = NF_OK;
    order->stride = stride_of(order->n);
    NF_TRY(nf_keep(context, &order->index, (order->n + NF_ORDER_BEYOND) * 4, "the order"));
    NF_TRY(nf_keep(context, &order->planes,
                   order->stride * (uint64_t)cloud->dims * nf_type_bytes(cloud->type), "the sorted points"));
    NF_TRY(nf_keep(context, &order->places, places_bytes(order->n, plan), "the places of cells"));
done:
    return status;
}

static nf_sort_options sort_options(const order_plan *plan) {
    const nf_type key = plan->bits > 32 ? NF_UINT64 : NF_UINT32;
    return (nf_sort_options){key, NF_UINT32, 0, plan->bits ? (int)plan->bits : 1};
}

/* Points to be sorted by the cells of a grid. */
typedef struct order_set {
    uint64_t n;
    cl_mem points;
    uint64_t offset;
    cl_mem grid, index;
    cl_mem entries; /* the numbers of the points; NULL: 0 .. n - 1 */
    const nf_layout *layout;
    nf_program *program; /* set by sort_by_cell */
    nf_tile tile;
} order_set;

static nf_layout_args layout_args(const order_set *set, int by_index) {
    nf_layout_args args = nf_layout_args_of(set->layout, by_index && !set->entries);
    if (set->entries) args.args[args.count++] = nf_in(set->entries);
    return args;
}

/* Computes the cells of the points, and set->index by them.  job->keys has the sorted keys; they are scratch. */
static nf_status sort_by_cell(nf_work *work, const nf_cloud *cloud, const order_plan *plan, order_set *set,
                              nf_sort_job *job) {
    nf_context *context = work->context;
    const nf_layout_args systems = layout_args(set, 1);
    nf_status status = NF_OK;
    *job = (nf_sort_job){.options = sort_options(plan), .n = set->n};
    set->tile = order_tile(context);
    NF_TRY(nf_scratch(work, set->n * nf_type_bytes(job->options.key), &job->keys.buffer));
    job->values = nf_at(set->index, 0);
    NF_TRY(nf_sort_begin(work, job));
    NF_TRY(program_for(cloud, plan, job, set->entries != NULL, set->tile, &set->program));
    work->stage = "keys";
    NF_TRY(nf_launch_with(work, set->program, "keys", nf_order_keys_shape(context, set->tile, set->n),
                          &systems, nf_in(set->points), nf_u64(set->offset), nf_u32((uint32_t)set->n),
                          nf_in(set->grid), nf_out(job->made.buffer), nf_u64(job->made.offset),
                          nf_out(job->values.buffer), nf_u64(job->values.offset), nf_inout(job->counts),
                          nf_out(job->words), nf_u64(job->word_count)));
    work->stage = "sort";
    NF_TRY(nf_sort_finish(work, job));
    work->stage = "order";
done:
    return status;
}

static nf_status sort_points(nf_work *work, nf_cloud *cloud, const order_plan *plan) {
    nf_order *order = &cloud->order;
    nf_sort_job job;
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(keep_order(work->context, cloud, plan));
    order_set set = {.n = order->n,
                     .entries = cloud->batch.classing.entries.buffer,
                     .points = cloud->points,
                     .offset = cloud->offset,
                     .grid = order->grid.buffer,
                     .index = order->index.buffer,
                     .layout = &cloud->batch.layout};
    const nf_layout_args systems = layout_args(&set, 0);
    NF_TRY(sort_by_cell(work, cloud, plan, &set, &job));
    NF_TRY(nf_launch_with(work, set.program, "arrange", nf_tile_shape(set.tile, set.n), &systems,
                          nf_in(set.points), nf_u64(set.offset), nf_u32((uint32_t)set.n),
                          set.entries ? nf_inout(set.index) : nf_in(set.index), nf_in(job.keys.buffer),
                          nf_in(set.grid), nf_out(order->planes.buffer), nf_u64(order->stride),
                          nf_out(order->places.buffer)));
done:
    nf_scratch_back(work, mark);
    return status;
}

/* The plan that the order of a cloud was built by. */
static order_plan plan_of(const nf_cloud *cloud) {
    return cloud->order.sparse ? sparse_plan(cloud->order.head.bits) : dense_plan(cloud->order.n, 0);
}

nf_status nf_order_sort_queries(nf_work *work, const nf_cloud *cloud, nf_queries *queries) {
    const order_plan plan = plan_of(cloud);
    order_set set = {.n = queries->n,
                     .points = queries->points,
                     .offset = queries->offset,
                     .grid = queries->grid,
                     .layout = &queries->layout};
    const nf_layout_args systems = nf_layout_args_of(set.layout, 0);
    nf_sort_job job;
    nf_status status = NF_OK;
    queries->stride = stride_of(queries->n);
    NF_TRY(nf_scratch(work, queries->n * 4, &queries->index));
    NF_TRY(nf_scratch(work, queries->stride * (uint64_t)cloud->dims * nf_type_bytes(cloud->type),
                      &queries->planes));
    set.index = queries->index;
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(sort_by_cell(work, cloud, &plan, &set, &job));
    NF_TRY(nf_launch_with(work, set.program, "arrange_queries", nf_tile_shape(set.tile, set.n), &systems,
                          nf_in(set.points), nf_u64(set.offset), nf_u32((uint32_t)set.n),
                          nf_u32((uint32_t)queries->first), nf_inout(set.index), nf_in(set.grid),
                          nf_out(queries->planes), nf_u64(queries->stride)));
    nf_scratch_back(work, mark);
done:
    return status;
}

/* 1 if so many points may be ordered by counting. */
static int may_count(const nf_context *context, uint64_t n) {
    return !nf_is_alone(context, &nf_order_family) &&
           n <= (uint64_t)nf_tuned(context, &nf_order_family, COUNTED);
}

static uint64_t once_most(const nf_context *context) {
    return (uint64_t)nf_tuned(context, &nf_order_family, ONCE);
}

int nf_order_is_counted(const nf_cloud *cloud) {
    return !cloud->order.crowded && may_count(cloud->context, cloud->n);
}

/* A point for each work-item: there are few. */
static nf_tile counted_tile(const nf_context *context) {
    nf_tile tile = order_tile(context);
    tile.size = tile.group;
    tile.items = 1;
    return tile;
}

nf_status nf_order_make_expected(nf_work *work, nf_cloud *cloud, const nf_cells *cells, uint64_t most) {
    nf_context *context = work->context;
    const order_plan plan = dense_plan(cloud->n, most);
    const nf_grid_limits limits = {most, plan.bits};
    const int counted = nf_order_is_counted(cloud), kept = counted && nf_order_keeps_grid(cloud, cells),
              small = cloud->n <= nf_small_points(context, nf_tuned(context, &nf_order_family, SMALL));
    nf_order *order = &cloud->order;
    nf_status status = NF_OK;
    order->n = cloud->n;
    order->sparse = 0;
    if (!kept) order->planned = 0;
    if (small && !kept) {
        NF_TRY(keep_order(context, cloud, &plan));
        NF_TRY(nf_small_run(work, cloud, cells, &limits));
    } else {
        if (!kept) NF_TRY(nf_bounds_plan(work, cloud, cells, &limits));
        if (counted) {
            NF_TRY(keep_order(context, cloud, &plan));
            NF_TRY(nf_counted_run(work, cloud, counted_tile(context), once_most(context), most, kept));
        } else NF_TRY(sort_points(work, cloud, &plan));
    }
    order->cells = *cells;
done:
    return status;
}

nf_status nf_order_make_seen(nf_work *work, nf_cloud *cloud, const nf_cells *cells) {
    nf_order *order = &cloud->order;
    nf_status status = NF_OK;
    order->n = cloud->n;
    if (cloud->batch.classing.classes.used) NF_TRY(nf_classes_plan(work, cloud, cells));
    else if (cloud->batch.count) NF_TRY(nf_systems_plan(work, cloud, cells));
    else NF_TRY(nf_bounds_plan(work, cloud, cells, NULL));
    order->sparse = order->head.cells > nf_cells_dense(order->n);
    const uint64_t count = order->head.cells, room = nf_least(count + count / 4, nf_cells_dense(order->n));
    const order_plan plan = order->sparse ? sparse_plan(order->head.bits) : dense_plan(order->n, room);
    NF_TRY(sort_points(work, cloud, &plan));
    order->cells = *cells;
done:
    return status;
}

/* The scratch of the keys and their sort. */
static uint64_t sorting_bytes(nf_context *context, uint64_t n, const order_plan *plan) {
    const nf_sort_options by = sort_options(plan);
    return nf_arena_bytes(n * nf_type_bytes(by.key)) + nf_sort_job_bytes(context, &by, n);
}

/* The largest scratch of a sort, for any grid of a cloud of `cells_for` points: more bits may need fewer passes, and less. */
static uint64_t sorting_most(nf_context *context, uint64_t n, uint64_t cells_for) {
    const order_plan dense = dense_plan(cells_for, nf_cells_dense(cells_for));
    uint64_t sorting = sorting_bytes(context, n, &dense);
    for (uint32_t bits = dense.bits; bits <= 64; bits++) {
        const order_plan sparse = sparse_plan(bits);
        sorting = nf_most(sorting, sorting_bytes(context, n, &sparse));
    }
    return sorting;
}

/* The points, a copy in order, and its index. */
static uint64_t points_bytes(uint64_t n, int dims, nf_type type) {
    return (n + stride_of(n)) * nf_type_bytes(type) * (uint64_t)dims + (n + NF_ORDER_BEYOND) * 4;
}

uint64_t nf_order_bytes(nf_context *context, uint64_t n, int dims, nf_type type) {
    const order_plan dense = dense_plan(n, nf_cells_dense(n)), sparse = sparse_plan(64);
    return points_bytes(n, dims, type) + nf_grid_bytes(type) +
           nf_most(places_bytes(n, &dense), places_bytes(n, &sparse)) + nf_bounds_scratch(context, n, type) +
           nf_most(sorting_most(context, n, n),
                   may_count(context, n) ? nf_counted_bytes(context, n, once_most(context), nf_cells_dense(n))
                                         : 0);
}

uint64_t nf_queries_bytes(nf_context *context, uint64_t queries, const nf_points *points) {
    const uint64_t row = nf_type_bytes(points->type) * (uint64_t)points->dims;
    if (!queries) return 0;
    return nf_arena_bytes(queries * row) + nf_arena_bytes(stride_of(queries) * row) +
           nf_arena_bytes(queries * 4) + nf_arena_bytes(nf_grid_bytes(points->type)) +
           nf_grid_bytes(points->type) + nf_bounds_scratch(context, queries, points->type) +
           sorting_most(context, queries, points->n);
}
