#include "tree/walkers.h"

#include "core/whole.h"
#include "opencl/quirks.h"
#include "tree/folds.h"
#include "tree/loops.h"
#include "tune/capability.h"

#include <float.h>
#include <math.h>

static const nf_tunable knn_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 64, 1, {1, 32, 64, 128, 256}, nf_fits_group},
    {"ITEMS", 1, 16, {1, 2, 4, 16, 64, 256, 1024}, nf_fits_item},
    {"PARTY", 8192, 8192, {2048, 4096, 8192, 16384, 32768}, NULL}, /* queries, at least, for parties */
};
const nf_family nf_knn_family = NF_FAMILY("knn", knn_tunables);
enum { PARTY = 2 };

/* The most neighbours for 16 queries of a work-item, and for parties, and for a list that has one a lane. */
enum { TOGETHER_MOST = 64, PARTY_MOST = 64, LISTED_MOST = 32 };

/* ---- what is asked, as numbers ------------------------------------------------------------------------------ */

/* The numbers of nf_knn_asked in cl/tree/knn.cl. */
typedef struct knn_numbers32 {
    float scale, unscale, start, per_k, ball;
    uint32_t k, first, excludes, z_order;
} knn_numbers32;
typedef struct knn_numbers64 {
    double scale, unscale, start, per_k, ball;
    uint32_t k, first, excludes, z_order;
} knn_numbers64;
typedef union knn_numbers {
    knn_numbers32 f32;
    knn_numbers64 f64;
} knn_numbers;

/* The largest d2 that counts: below that of the largest distance. */
static nf_status start_of(const nf_knn_asked *asked, double *start) {
    const nf_cloud *cloud = asked->cloud;
    const int narrow = cloud->type == NF_FLOAT32;
    double r2;
    nf_status status = NF_OK;
    *start = narrow ? (double)FLT_MAX : DBL_MAX;
    if (!(asked->max_distance > 0)) return NF_OK;
    NF_TRY(nf_scaling_square(&asked->tree->scaling, asked->max_distance, "max_distance", &r2,
                             &cloud->context->error));
    *start = narrow ? (double)nextafterf((float)r2, 0) : nextafter(r2, 0);
done:
    return status;
}

static nf_status numbers_of(const nf_knn_asked *asked, uint64_t first, knn_numbers *numbers) {
    const nf_type type = asked->cloud->type;
    const nf_scaling *scaling = &asked->tree->scaling;
    const double per_k = nf_inverse(asked->k, type), ball = nf_ball(asked->cloud->dims, type);
    const uint32_t k = (uint32_t)asked->k, from = (uint32_t)first, excludes = !asked->include_self,
                   z_order = asked->z_order != 0;
    double start;
    nf_status status = NF_OK;
    NF_TRY(start_of(asked, &start));
    if (type == NF_FLOAT32)
        numbers->f32 = (knn_numbers32){(float)scaling->scale,
                                       (float)scaling->unscale,
                                       (float)start,
                                       (float)per_k,
                                       (float)ball,
                                       k,
                                       from,
                                       excludes,
                                       z_order};
    else
        numbers->f64 =
            (knn_numbers64){scaling->scale, scaling->unscale, start, per_k, ball, k, from, excludes, z_order};
done:
    return status;
}

/* ---- the programs ------------------------------------------------------------------------------------------ */

/* Sixteen queries walk together if they are near each other and have no wraps, and their lists are short enough for the nearest caches. */
static int walks_together(const nf_knn_asked *asked, const nf_knn_queries *queries) {
    const nf_cloud *cloud = asked->cloud;
    if (!nf_is_alone(cloud->context, &nf_knn_family) || asked->k > TOGETHER_MOST) return 0;
    return queries->self ? !asked->tree->folded : queries->order && cloud->space.kind == NF_SPACE_OPEN;
}

/* 32 lanes do, for which trees are 32 wide; not where drivers end loops, which lanes do not look for. */
static int has_lanes(const nf_knn_asked *asked) {
    const nf_context *context = asked->cloud->context;
    return asked->tree->width == 32 && !nf_is_alone(context, &nf_knn_family) &&
           !nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS);
}

/* 32 queries walk together if sixteen would, and if there are enough for all lanes of the device. */
static int has_parties(const nf_knn_asked *asked, const nf_knn_queries *queries, uint64_t rows) {
    const nf_cloud *cloud = asked->cloud;
    if (asked->k > PARTY_MOST || rows < (uint64_t)nf_tuned(cloud->context, &nf_knn_family, PARTY)) return 0;
    return queries->self ? !asked->tree->folded : queries->order && cloud->space.kind == NF_SPACE_OPEN;
}

static int power_for(int k, int least) {
    int power = least;
    while (power < k) power *= 2;
    return power;
}

/* What all kernels need. */
static void define(nf_spec *spec, const nf_knn_asked *asked, const nf_slice places[NF_KNN_ARRAYS],
                   const nf_knn_queries *queries) {
    nf_tree_define(spec, asked->cloud, asked->tree);
    nf_define(spec, "SELF", queries->self);
    nf_define(spec, "HAS_ORDER", queries->order != NULL);
    nf_define(spec, "ROOT64", asked->cloud->context->device.fp64 != 0);
    for (int a = 0; a < NF_KNN_ARRAYS; a++)
        nf_define(spec, nf_knn_arrays[a].define, places[a].buffer != NULL);
}

static nf_status alone_program(const nf_knn_asked *asked, const nf_slice places[NF_KNN_ARRAYS],
                               const nf_knn_queries *queries, nf_tile tile, nf_program **out) {
    nf_context *context = asked->cloud->context;
    nf_spec spec = nf_spec_of(context, "tree/knn.cl");
    nf_tile_define(&spec, tile);
    define(&spec, asked, places, queries);
    nf_define(&spec, "K_MOST", power_for(asked->k, 8));
    if (walks_together(asked, queries)) nf_part(&spec, "tree/walker_sixteen.cl");
    else nf_part(&spec, "tree/walker_one.cl");
    return nf_program_get(context, &spec, out);
}

/* Groups of as many work-items as run in step: larger ones would wait for their slowest lanes. */
static uint32_t lanes_group(const nf_context *context) {
    const uint32_t wave = nf_lanes_wave(nf_lanes_of(context));
    return wave > 32 ? wave : 32;
}

/* What the kernels of lanes need. */
static void define_lanes(nf_spec *spec, const nf_knn_asked *asked, const nf_slice places[NF_KNN_ARRAYS],
                         const nf_knn_queries *queries) {
    const nf_context *context = asked->cloud->context;
    nf_define(spec, "GROUP", lanes_group(context));
    nf_lanes_define(spec, nf_lanes_of(context));
    define(spec, asked, places, queries);
}

/* Reads whether a query was refused, unless none can be. */
static nf_status check_images(nf_work *work, const nf_knn_asked *asked, const knn_numbers *numbers,
                              uint64_t first) {
    const nf_cloud *cloud = asked->cloud;
    const double start = cloud->type == NF_FLOAT32 ? (double)numbers->f32.start : numbers->f64.start;
    uint32_t refused = 0;
    nf_status status = NF_OK;
    if (nf_folds_are_few(&cloud->space, &asked->tree->scaling, cloud->n, (uint64_t)asked->k, sqrt(start)))
        return NF_OK;
    NF_TRY(nf_read(work, asked->refused, 0, &refused, sizeof refused));
    const uint64_t number = first + (uint32_t)~refused;
    if (refused)
        status = nf_fail(&cloud->context->error, NF_ERROR_POINTS,
                         "%s %llu is so far from the others along the axes that are not periodic that it "
                         "reaches more than 10^7 images of the box: give a larger cell",
                         asked->has_queries ? "query point" : "point", (unsigned long long)number);
done:
    return status;
}

/* ---- launches ---------------------------------------------------------------------------------------------- */

enum { ARGS_MOST = NF_TREE_ARGS + 6 + 2 * NF_KNN_ARRAYS + 5 };
typedef struct walk_args {
    knn_numbers numbers;
    nf_folds folds;
    nf_arg args[ARGS_MOST];
    size_t count;
} walk_args;

/* The arguments that all kernels begin with. */
static nf_status begin_args(const nf_knn_asked *asked, const nf_knn_queries *queries, uint64_t rows,
                            const nf_slice places[NF_KNN_ARRAYS], walk_args *walk) {
    const nf_cloud *cloud = asked->cloud;
    cl_mem any = asked->tree->index.buffer;
    nf_arg *args = walk->args;
    size_t count = NF_TREE_ARGS;
    nf_status status = NF_OK;
    NF_TRY(numbers_of(asked, queries->first, &walk->numbers));
    nf_tree_args(asked->tree, args);
    args[count++] = nf_in(asked->queries.points);
    args[count++] = nf_u64(asked->queries.offset + queries->first * (uint64_t)cloud->dims);
    args[count++] = nf_in(queries->order ? queries->order : any);
    args[count++] = nf_u64(queries->order_offset);
    args[count++] = nf_u32((uint32_t)rows);
    args[count++] = cloud->type == NF_FLOAT32 ? nf_struct(&walk->numbers.f32, sizeof walk->numbers.f32)
                                              : nf_struct(&walk->numbers.f64, sizeof walk->numbers.f64);
    for (int a = 0; a < NF_KNN_ARRAYS; a++) {
        args[count++] = nf_out(places[a].buffer ? places[a].buffer : any);
        args[count++] = nf_u64(places[a].buffer ? places[a].offset : 0);
    }
    walk->count = count;
done:
    return status;
}

static void add_folds(const nf_knn_asked *asked, walk_args *walk) {
    const nf_cloud *cloud = asked->cloud;
    if (cloud->space.kind != NF_SPACE_BOX) return;
    walk->folds = nf_folds_of(&cloud->space, &asked->tree->scaling);
    walk->args[walk->count++] = nf_folds_arg(&cloud->space, &walk->folds);
}

static nf_status walk_alone(nf_work *work, const nf_knn_asked *asked, const nf_knn_queries *queries,
                            uint64_t rows, const nf_slice places[NF_KNN_ARRAYS], walk_args *walk) {
    const nf_tile tile = nf_tile_fit(work->context, &nf_knn_family, (nf_tile_need){0});
    nf_loops loops;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(alone_program(asked, places, queries, tile, &program));
    walk->args[walk->count++] = nf_inout(asked->refused);
    add_folds(asked, walk);
    NF_TRY(nf_loops_take(work, &loops));
    if (loops.count) walk->args[walk->count++] = loops.args[0];
    NF_TRY(nf_launch_args(work, program, "knn",
                          nf_tile_shape(tile, walks_together(asked, queries) ? nf_ceiling(rows, 16) : rows),
                          walk->args, walk->count));
    NF_TRY(nf_loops_check(work, &loops));
done:
    return status;
}

/* Parties, which leave some of their queries in left[]. */
static nf_status walk_parties(nf_work *work, const nf_knn_asked *asked, const nf_knn_queries *queries,
                              uint64_t rows, const nf_slice places[NF_KNN_ARRAYS], const walk_args *walk,
                              cl_mem left) {
    const uint32_t group = lanes_group(work->context);
    walk_args own = *walk;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    nf_spec spec = nf_spec_of(work->context, "tree/walkers_lanes.cl");
    define_lanes(&spec, asked, places, queries);
    nf_define(&spec, "KEYS", power_for(asked->k, 8));
    NF_TRY(nf_program_get(work->context, &spec, &program));
    own.args[own.count++] = nf_inout(asked->refused);
    own.args[own.count++] = nf_inout(left);
    add_folds(asked, &own);
    NF_TRY(nf_launch_args(work, program, "knn_party", nf_shape_for(rows, group, group), own.args, own.count));
done:
    return status;
}

/* Lanes for each query; if `left` is not NULL, for those that it has. */
static nf_status walk_lanes(nf_work *work, const nf_knn_asked *asked, const nf_knn_queries *queries,
                            uint64_t rows, const nf_slice places[NF_KNN_ARRAYS], walk_args *walk,
                            cl_mem left) {
    enum { GROUPS_A_UNIT = 32 };
    nf_context *context = work->context;
    const uint32_t group = lanes_group(context);
    const uint64_t units = context->device.compute_units ? context->device.compute_units : 1;
    nf_shape shape = nf_shape_for(rows, group / 32, group);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    nf_spec spec = nf_spec_of(context, "tree/knn_lanes.cl");
    define_lanes(&spec, asked, places, queries);
    if (asked->k <= LISTED_MOST) nf_part(&spec, "tree/list_lanes.cl");
    else nf_part(&spec, "tree/list_local.cl");
    nf_define(&spec, "K_MOST", power_for(asked->k, LISTED_MOST));
    nf_define(&spec, "LISTED", left != NULL);
    NF_TRY(nf_program_get(context, &spec, &program));
    if (left) shape.groups = nf_least(shape.groups, units * GROUPS_A_UNIT);
    walk->args[walk->count++] = nf_inout(asked->refused);
    walk->args[walk->count++] = nf_in(left ? left : asked->tree->index.buffer);
    add_folds(asked, walk);
    NF_TRY(nf_launch_args(work, program, "knn_lanes", shape, walk->args, walk->count));
done:
    return status;
}

nf_status nf_knn_walk(nf_work *work, const nf_knn_asked *asked, const nf_knn_queries *queries, uint64_t rows,
                      const nf_slice places[NF_KNN_ARRAYS]) {
    static const uint32_t none[2] = {0};
    walk_args walk;
    cl_mem left = NULL;
    nf_status status = NF_OK;
    NF_TRY(begin_args(asked, queries, rows, places, &walk));
    NF_TRY(nf_fill(work, asked->refused, none, sizeof none[0], 0, sizeof none));
    work->stage = "knn";
    if (!has_lanes(asked)) NF_TRY(walk_alone(work, asked, queries, rows, places, &walk));
    else {
        if (has_parties(asked, queries, rows)) {
            NF_TRY(nf_scratch(work, rows * 4, &left));
            NF_TRY(walk_parties(work, asked, queries, rows, places, &walk, left));
        }
        NF_TRY(walk_lanes(work, asked, queries, rows, places, &walk, left));
    }
    if (asked->cloud->space.kind == NF_SPACE_BOX)
        NF_TRY(check_images(work, asked, &walk.numbers, queries->first));
done:
    return status;
}

uint64_t nf_knn_walk_bytes(uint64_t rows) { return nf_arena_bytes(rows * 4); }
