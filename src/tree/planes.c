#include "tree/planes.h"

#include "core/whole.h"
#include "opencl/quirks.h"
#include "tree/folds.h"
#include "tree/zsort.h"

#include <math.h>

/* ---- what the cloud keeps ------------------------------------------------------------------------------- */

static void release(nf_context *context, nf_keepsake *keepsake) {
    nf_tree *tree = (nf_tree *)keepsake;
    nf_kept *const all[] = {&tree->points, &tree->index, &tree->boxes, &tree->least, &tree->wraps};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) nf_kept_free(context, all[k]);
    nf_release(&context->allocator, tree);
}

static nf_status tree_of(nf_cloud *cloud, nf_tree **out) {
    nf_context *context = cloud->context;
    nf_tree *tree = (nf_tree *)cloud->tree;
    nf_status status = NF_OK;
    if (!tree) {
        NF_TRY(nf_allocate(&context->allocator, 1, sizeof *tree, "a tree", (void **)&tree, &context->error));
        tree->keepsake.free = release;
        cloud->tree = &tree->keepsake;
    }
    *out = tree;
done:
    return status;
}

/* ---- shapes ---------------------------------------------------------------------------------------------- */

static const nf_tunable tree_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 256, 1, {1, 32, 64, 128, 256, 512}, nf_fits_group},
    {"ITEMS", 1, 64, {1, 2, 4, 16, 64, 256, 1024}, nf_fits_item},
    {"WIDTH", 32, 16, {16, 32}, NULL},
};
const nf_family nf_tree_family = NF_FAMILY("tree", tree_tunables);
enum { WIDTH_ROW = 2 };

uint32_t nf_tree_width(const nf_context *context) {
    return nf_tuned(context, &nf_tree_family, WIDTH_ROW) < 32 ? 16 : 32;
}

static uint64_t padded(uint64_t nodes, uint32_t width) { return nf_ceiling(nodes, width) * width; }

/* The levels over n points, n > 0; returns the number of blocks. */
static uint64_t planes_for(uint64_t n, uint32_t width, nf_planes *planes, uint64_t nodes[NF_LEVELS]) {
    uint64_t blocks = 0;
    *planes = (nf_planes){.levels = 0};
    for (uint64_t count = nf_ceiling(n, width);; count = nf_ceiling(count, width)) {
        nodes[planes->levels] = count;
        planes->start[planes->levels++] = blocks;
        blocks += nf_ceiling(count, width);
        if (count <= width) return blocks;
    }
}

/* The arrays of a tree in bytes; leaves and blocks are whole, as they are read as vectors. */
typedef struct tree_bytes {
    uint64_t points, index, boxes, least, wraps;
} tree_bytes;

static tree_bytes bytes_of(uint64_t n, uint64_t blocks, uint32_t width, int dims, nf_type type) {
    const uint64_t slots = padded(n, width), row = (uint64_t)dims * nf_type_bytes(type);
    return (tree_bytes){slots * row, slots * 4, blocks * width * 2 * row, blocks * width * 4, slots * 12};
}

uint64_t nf_tree_bytes(const nf_context *context, uint64_t n, int dims, nf_type type, int periodic) {
    const uint32_t width = nf_tree_width(context);
    nf_planes planes;
    uint64_t nodes[NF_LEVELS] = {0};
    if (n == 0) return 0;
    const tree_bytes bytes = bytes_of(n, planes_for(n, width, &planes, nodes), width, dims, type);
    return bytes.points + bytes.index + bytes.boxes + bytes.least + (periodic ? bytes.wraps : 0);
}

uint64_t nf_tree_scratch_bytes(nf_context *context, uint64_t n, int dims, nf_type type, int periodic) {
    if (n == 0) return 0;
    return nf_arena_bytes(n * 4) + nf_zsort_bytes(context, n, dims, type) + nf_arena_bytes(8) +
           (periodic ? nf_arena_bytes(n * (uint64_t)dims * nf_type_bytes(type)) + nf_arena_bytes(n * 12) : 0);
}

/* ---- building --------------------------------------------------------------------------------------------- */

/* The points in the box, their wraps, and whether there are any. */
typedef struct tree_folded {
    nf_zpoints points; /* those of the cloud in open space, and if all are in the box */
    cl_mem wraps, state;
    int any;
} tree_folded;

void nf_tree_define(nf_spec *spec, const nf_cloud *cloud, const nf_tree *tree) {
    const int box = cloud->space.kind == NF_SPACE_BOX;
    nf_define(spec, "REAL64", cloud->type == NF_FLOAT64);
    nf_define(spec, "DIMS", cloud->dims);
    nf_define(spec, "TREE_WIDTH", tree->width);
    nf_define(spec, "BOX", box);
    nf_define(spec, "FOLDED", tree->folded);
    if (nf_has_quirk(&cloud->context->device, NF_QUIRK_ENDS_LOOPS)) nf_define(spec, "LOOPS_END", 1);
    nf_part(spec, nf_space_part(&cloud->space));
}

static nf_status planes_program(const nf_cloud *cloud, const nf_tree *tree, nf_tile tile, nf_program **out) {
    nf_spec spec = nf_spec_of(cloud->context, "tree/planes.cl");
    nf_tile_define(&spec, tile);
    nf_tree_define(&spec, cloud, tree);
    return nf_program_get(cloud->context, &spec, out);
}

static nf_tile tile_of(const nf_context *context) {
    return nf_tile_fit(context, &nf_tree_family, (nf_tile_need){0});
}

/* NF_ERROR_POINTS for point `index`, which is too far from the box. */
static nf_status refuse(nf_work *work, const nf_cloud *cloud, const nf_zpoints *points, const char *name,
                        uint32_t index) {
    const size_t element = nf_type_bytes(points->type);
    const uint64_t row = (uint64_t)points->dims * element;
    double point[3] = {0};
    nf_status status = NF_OK;
    NF_TRY(nf_read(work, points->points, points->offset * element + index * row, point, row));
    status = nf_space_refuse(&cloud->space, name, (int)index, point, &work->context->error);
done:
    return status;
}

static nf_status fold(nf_work *work, const nf_cloud *cloud, const nf_tree *tree, const char *name,
                      tree_folded *folded) {
    static const uint32_t zeros[2] = {0};
    const nf_zpoints given = folded->points;
    const nf_lattice_numbers lattice = nf_folds_lattice(&cloud->space);
    const nf_tile tile = tile_of(work->context);
    uint32_t state[2];
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(
        nf_scratch(work, given.n * (uint64_t)given.dims * nf_type_bytes(given.type), &folded->points.points));
    NF_TRY(nf_scratch(work, given.n * 12, &folded->wraps));
    NF_TRY(nf_scratch(work, sizeof state, &folded->state));
    NF_TRY(planes_program(cloud, tree, tile, &program));
    NF_TRY(nf_fill(work, folded->state, zeros, 4, 0, sizeof state));
    NF_TRY(nf_launch(work, program, "fold", nf_tile_shape(tile, given.n), nf_in(given.points),
                     nf_u64(given.offset), nf_u32((uint32_t)given.n),
                     given.type == NF_FLOAT32 ? nf_struct(lattice.f32, sizeof lattice.f32)
                                              : nf_struct(lattice.f64, sizeof lattice.f64),
                     nf_real(given.type, NF_FOLDS_MOST), nf_out(folded->points.points), nf_out(folded->wraps),
                     nf_inout(folded->state)));
    NF_TRY(nf_read(work, folded->state, 0, state, sizeof state));
    if (state[1]) return refuse(work, cloud, &given, name, ~state[1]);
    folded->any = state[0] > 0;
    folded->points.offset = 0;
    if (!folded->any) folded->points = given;
done:
    return status;
}

static nf_status keep(nf_context *context, const nf_cloud *cloud, nf_tree *tree, uint64_t blocks) {
    const tree_bytes bytes = bytes_of(cloud->n, blocks, tree->width, cloud->dims, cloud->type);
    nf_status status = NF_OK;
    NF_TRY(nf_keep(context, &tree->points, bytes.points, "the points of a tree"));
    NF_TRY(nf_keep(context, &tree->index, bytes.index, "the indices of a tree"));
    NF_TRY(nf_keep(context, &tree->boxes, bytes.boxes, "the boxes of a tree"));
    NF_TRY(nf_keep(context, &tree->least, bytes.least, "the smallest indices of a tree"));
    if (tree->folded) NF_TRY(nf_keep(context, &tree->wraps, bytes.wraps, "the wraps of a tree"));
    tree->keepsake.bytes =
        tree->points.bytes + tree->index.bytes + tree->boxes.bytes + tree->least.bytes + tree->wraps.bytes;
done:
    return status;
}

static nf_status build_levels(nf_work *work, const nf_cloud *cloud, nf_tree *tree, const tree_folded *folded,
                              cl_mem order) {
    const nf_tile tile = tile_of(work->context);
    uint64_t nodes[NF_LEVELS] = {0};
    const uint64_t blocks = planes_for(cloud->n, tree->width, &tree->planes, nodes);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(keep(work->context, cloud, tree, blocks));
    NF_TRY(planes_program(cloud, tree, tile, &program));
    work->stage = "tree";
    NF_TRY(nf_launch(
        work, program, "leaves", nf_tile_shape(tile, padded(nodes[0], tree->width)), nf_in(cloud->points),
        nf_u64(cloud->offset), nf_in(folded->points.points), nf_u64(folded->points.offset), nf_in(order),
        nf_u64(0), nf_u32((uint32_t)cloud->n), nf_u32((uint32_t)padded(nodes[0], tree->width)),
        nf_real(cloud->type, tree->scaling.scale), nf_in(tree->folded ? folded->wraps : order),
        nf_out(tree->points.buffer), nf_out(tree->index.buffer), nf_out(tree->boxes.buffer),
        nf_out(tree->least.buffer), nf_out(tree->folded ? tree->wraps.buffer : tree->index.buffer)));
    for (uint32_t level = 1; level < tree->planes.levels; level++)
        NF_TRY(nf_launch(work, program, "upper", nf_tile_shape(tile, padded(nodes[level], tree->width)),
                         nf_u64(tree->planes.start[level - 1]), nf_u64(tree->planes.start[level]),
                         nf_u32((uint32_t)nodes[level]), nf_u32((uint32_t)padded(nodes[level], tree->width)),
                         nf_inout(tree->boxes.buffer), nf_inout(tree->least.buffer)));
done:
    return status;
}

static nf_status scaling_for(const nf_cloud *cloud, const nf_tree *tree, int exponent, nf_scaling *scaling) {
    const int all = exponent > tree->own_exponent ? exponent : tree->own_exponent;
    return nf_scaling_for(scaling, &cloud->space, ldexp(0.5, all), &cloud->context->error);
}

static nf_status build(nf_work *work, nf_cloud *cloud, nf_tree *tree, int exponent) {
    const size_t mark = nf_scratch_mark(work);
    tree_folded folded = {.points = {.type = cloud->type,
                                     .dims = cloud->dims,
                                     .n = cloud->n,
                                     .points = cloud->points,
                                     .offset = cloud->offset}};
    cl_mem order = NULL;
    nf_status status = NF_OK;
    tree->built = tree->folded = 0;
    tree->width = nf_tree_width(work->context);
    NF_TRY(nf_zlook_run(work, &folded.points, "point", &tree->own_exponent));
    NF_TRY(scaling_for(cloud, tree, exponent, &tree->scaling));
    if (cloud->space.kind == NF_SPACE_BOX) NF_TRY(fold(work, cloud, tree, "point", &folded));
    tree->folded = folded.any;
    NF_TRY(nf_scratch(work, cloud->n * 4, &order));
    NF_TRY(nf_zsort_run(work, &folded.points, nf_at(order, 0)));
    NF_TRY(build_levels(work, cloud, tree, &folded, order));
    tree->n = cloud->n;
    tree->moves = cloud->moves;
    tree->lost = nf_work_lost(work->context);
    tree->built = 1;
done:
    nf_scratch_back(work, mark);
    return status;
}

nf_status nf_tree_check_far(nf_work *work, const nf_cloud *cloud, const nf_zpoints *points,
                            const char *name) {
    const size_t mark = nf_scratch_mark(work);
    const nf_tree any = {.width = nf_tree_width(work->context)};
    tree_folded folded = {.points = *points};
    nf_status status = NF_OK;
    if (cloud->space.kind != NF_SPACE_BOX || points->n == 0) return NF_OK;
    NF_TRY(fold(work, cloud, &any, name, &folded));
    nf_scratch_back(work, mark);
done:
    return status;
}

nf_status nf_tree_build(nf_work *work, nf_cloud *cloud, int exponent, const nf_tree **out) {
    nf_tree *tree = NULL;
    nf_status status = NF_OK;
    NF_TRY(tree_of(cloud, &tree));
    *out = tree;
    if (tree->built && tree->moves == cloud->moves && tree->lost == nf_work_lost(work->context)) {
        nf_scaling wanted;
        NF_TRY(scaling_for(cloud, tree, exponent, &wanted));
        if (tree->scaling.exponent == wanted.exponent) return NF_OK;
    }
    NF_TRY(build(work, cloud, tree, exponent));
done:
    return status;
}

void nf_tree_args(const nf_tree *tree, nf_arg *args) {
    args[0] = nf_in(tree->points.buffer);
    args[1] = nf_in(tree->index.buffer);
    args[2] = nf_in(tree->boxes.buffer);
    args[3] = nf_in(tree->least.buffer);
    args[4] = nf_in(tree->folded ? tree->wraps.buffer : tree->index.buffer);
    args[5] = nf_struct(&tree->planes, sizeof tree->planes);
}
