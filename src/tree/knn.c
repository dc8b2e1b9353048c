#include "tree/knn.h"

#include "core/check_tree.h"
#include "core/whole.h"
#include "tree/folds.h"
#include "tree/loops.h"
#include "tree/zsort.h"

#include <float.h>
#include <limits.h>
#include <math.h>

static const nf_tunable knn_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 64, 1, {1, 32, 64, 128, 256}, nf_fits_group},
    {"ITEMS", 1, 16, {1, 2, 4, 16, 64, 256, 1024}, nf_fits_item},
};
const nf_family nf_knn_family = NF_FAMILY("knn", knn_tunables);

/* Fewer queries than this are not sorted along the curve first. */
enum { SORTED_LEAST = 8192, TOGETHER_MOST = 64 };

const nf_knn_array nf_knn_arrays[NF_KNN_ARRAYS] = {
    {NF_ARRAY_INDICES, "INDICES", 1},   {NF_ARRAY_DISTANCES, "DISTANCES", 1},
    {NF_ARRAY_KTH_DISTANCES, "KTH", 0}, {NF_ARRAY_MEAN_DISTANCES, "MEAN", 0},
    {NF_ARRAY_DENSITIES, "DENSITY", 0},
};

/* ---- asking ----------------------------------------------------------------------------------------------- */

/* The order of the rows with z_order, but for the points of a tree that is in it already. */
static nf_status sort_rows(nf_work *work, nf_knn_asked *asked) {
    const nf_queries *q = &asked->queries;
    const nf_zpoints points = {asked->cloud->type, asked->cloud->dims, q->n, q->points, q->offset};
    nf_status status = NF_OK;
    if (!asked->z_order || q->n == 0 || (!asked->has_queries && !asked->tree->folded)) return NF_OK;
    NF_TRY(nf_scratch(work, q->n * 4, &asked->order));
    NF_TRY(nf_zsort_run(work, &points, nf_at(asked->order, 0), NULL));
done:
    return status;
}

nf_status nf_knn_ask(nf_work *work, nf_cloud *cloud, int k, const nf_knn_options *options,
                     nf_knn_asked *asked) {
    nf_sentence *error = &cloud->context->error;
    const nf_points *queries = options ? options->queries : NULL;
    int exponent = INT_MIN;
    nf_status status = NF_OK;
    *asked = (nf_knn_asked){.cloud = cloud, .k = k, .has_queries = queries != NULL};
    NF_TRY(nf_check_knn_options(k, options, error));
    if (cloud->batch.count)
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "the k nearest neighbours are not found in a batch: make a cloud of each system");
    NF_TRY(nf_check_knn_queries(queries, cloud->dims, cloud->type, 1, error));
    if (options) {
        asked->include_self = options->include_self || queries;
        asked->z_order = options->z_order;
        asked->max_distance = options->max_distance;
    }
    if (queries) {
        NF_TRY(nf_queries_take(work, cloud, queries, &asked->queries));
        const nf_queries *q = &asked->queries;
        const nf_zpoints points = {cloud->type, cloud->dims, q->n, q->points, q->offset};
        if (q->n) NF_TRY(nf_zlook_run(work, &points, "query point", &exponent));
        NF_TRY(nf_tree_check_far(work, cloud, &points, "query point"));
    } else asked->queries = nf_queries_slice(cloud->points, cloud->offset, cloud->dims, 0, cloud->n);
    if (nf_knn_rows(asked) && cloud->n) NF_TRY(nf_tree_build(work, cloud, exponent, &asked->tree));
    NF_TRY(sort_rows(work, asked));
    NF_TRY(nf_scratch(work, 4, &asked->refused));
done:
    return status;
}

uint64_t nf_knn_rows(const nf_knn_asked *asked) { return asked->queries.n; }

/* ---- the kernel -------------------------------------------------------------------------------------------- */

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

/* How the queries of a launch are found. */
typedef struct knn_queries {
    int self;       /* 1: the points of the tree */
    uint64_t first; /* otherwise rows from this one on, in this order unless it is NULL */
    cl_mem order;
    uint64_t order_offset;
} knn_queries;

/* Sixteen queries walk together if they are near each other and have no wraps, and their lists are short enough for the nearest caches. */
static int walks_together(const nf_knn_asked *asked, const knn_queries *queries) {
    const nf_cloud *cloud = asked->cloud;
    if (!nf_is_alone(cloud->context, &nf_knn_family) || asked->k > TOGETHER_MOST) return 0;
    return queries->self ? !asked->tree->folded : queries->order && cloud->space.kind == NF_SPACE_OPEN;
}

static nf_status knn_program(const nf_knn_asked *asked, const nf_slice places[NF_KNN_ARRAYS],
                             const knn_queries *queries, nf_tile tile, nf_program **out) {
    nf_context *context = asked->cloud->context;
    nf_spec spec = nf_spec_of(context, "tree/knn.cl");
    int most = 8;
    while (most < asked->k) most *= 2;
    nf_tile_define(&spec, tile);
    nf_tree_define(&spec, asked->cloud, asked->tree);
    nf_define(&spec, "K_MOST", most);
    if (walks_together(asked, queries)) nf_part(&spec, "tree/walker_sixteen.cl");
    else nf_part(&spec, "tree/walker_one.cl");
    nf_define(&spec, "SELF", queries->self);
    nf_define(&spec, "HAS_ORDER", queries->order != NULL);
    nf_define(&spec, "ROOT64", context->device.fp64 != 0);
    for (int a = 0; a < NF_KNN_ARRAYS; a++)
        nf_define(&spec, nf_knn_arrays[a].define, places[a].buffer != NULL);
    return nf_program_get(context, &spec, out);
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

static nf_status launch(nf_work *work, const nf_knn_asked *asked, const knn_queries *queries, uint64_t rows,
                        const nf_slice places[NF_KNN_ARRAYS]) {
    const nf_cloud *cloud = asked->cloud;
    const nf_tile tile = nf_tile_fit(work->context, &nf_knn_family, (nf_tile_need){0});
    const int box = cloud->space.kind == NF_SPACE_BOX;
    static const uint32_t none = 0;
    cl_mem any = asked->tree->index.buffer;
    nf_folds folds;
    knn_numbers numbers;
    nf_loops loops;
    nf_arg args[NF_TREE_ARGS + 6 + 2 * NF_KNN_ARRAYS + 3];
    size_t count = NF_TREE_ARGS;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(numbers_of(asked, queries->first, &numbers));
    NF_TRY(knn_program(asked, places, queries, tile, &program));
    nf_tree_args(asked->tree, args);
    args[count++] = nf_in(asked->queries.points);
    args[count++] = nf_u64(asked->queries.offset + queries->first * (uint64_t)cloud->dims);
    args[count++] = nf_in(queries->order ? queries->order : any);
    args[count++] = nf_u64(queries->order_offset);
    args[count++] = nf_u32((uint32_t)rows);
    args[count++] = cloud->type == NF_FLOAT32 ? nf_struct(&numbers.f32, sizeof numbers.f32)
                                              : nf_struct(&numbers.f64, sizeof numbers.f64);
    for (int a = 0; a < NF_KNN_ARRAYS; a++) {
        args[count++] = nf_out(places[a].buffer ? places[a].buffer : any);
        args[count++] = nf_u64(places[a].buffer ? places[a].offset : 0);
    }
    NF_TRY(nf_fill(work, asked->refused, &none, sizeof none, 0, sizeof none));
    args[count++] = nf_inout(asked->refused);
    if (box) {
        folds = nf_folds_of(&cloud->space, &asked->tree->scaling);
        args[count++] = nf_folds_arg(&cloud->space, &folds);
    }
    NF_TRY(nf_loops_take(work, &loops));
    if (loops.count) args[count++] = loops.args[0];
    work->stage = "knn";
    NF_TRY(nf_launch_args(work, program, "knn",
                          nf_tile_shape(tile, walks_together(asked, queries) ? nf_ceiling(rows, 16) : rows),
                          args, count));
    if (box) NF_TRY(check_images(work, asked, &numbers, queries->first));
    NF_TRY(nf_loops_check(work, &loops));
done:
    return status;
}

/* ---- writing ----------------------------------------------------------------------------------------------- */

/* The rows of a cloud without points. */
static nf_status fill(nf_work *work, const nf_knn_asked *asked, uint64_t rows,
                      const nf_slice places[NF_KNN_ARRAYS]) {
    static const int32_t nobody = -1;
    static const float far32 = INFINITY;
    static const double far64 = INFINITY, zero = 0;
    const nf_type type = asked->cloud->type;
    nf_status status = NF_OK;
    for (int a = 0; a < NF_KNN_ARRAYS; a++) {
        const nf_knn_array *array = &nf_knn_arrays[a];
        const int is_index = array->array == NF_ARRAY_INDICES;
        const void *pattern = is_index                             ? (const void *)&nobody
                              : array->array == NF_ARRAY_DENSITIES ? (const void *)&zero
                              : type == NF_FLOAT32                 ? (const void *)&far32
                                                                   : (const void *)&far64;
        const uint64_t bytes = is_index ? 4 : nf_type_bytes(type);
        if (places[a].buffer)
            NF_TRY(nf_fill(work, places[a].buffer, pattern, bytes, places[a].offset * bytes,
                           rows * (array->per_k ? (uint64_t)asked->k : 1) * bytes));
    }
done:
    return status;
}

/* The rows are points of the tree in its own order. */
static int is_self(const nf_knn_asked *asked, uint64_t rows) {
    return !asked->has_queries && rows == asked->cloud->n && !asked->order;
}

nf_status nf_knn_write(nf_work *work, const nf_knn_asked *asked, uint64_t first, uint64_t rows,
                       const nf_slice places[NF_KNN_ARRAYS], nf_slice order) {
    const nf_cloud *cloud = asked->cloud;
    const nf_zpoints points = {cloud->type, cloud->dims, rows, asked->queries.points,
                               asked->queries.offset + first * (uint64_t)cloud->dims};
    knn_queries queries = {.first = first};
    const size_t mark = nf_scratch_mark(work);
    nf_status status = NF_OK;
    if (rows == 0) return NF_OK;
    cl_mem along = !asked->z_order ? NULL : asked->order ? asked->order : asked->tree->index.buffer;
    if (along) NF_TRY(nf_copy(work, along, first * 4, order.buffer, order.offset * 4, rows * 4));
    if (cloud->n == 0) return fill(work, asked, rows, places);
    if (is_self(asked, rows)) queries.self = 1;
    else if (along) queries = (knn_queries){.order = along, .order_offset = first};
    else if (rows >= SORTED_LEAST) {
        NF_TRY(nf_scratch(work, rows * 4, &queries.order));
        NF_TRY(nf_zsort_run(work, &points, nf_at(queries.order, 0), NULL));
    }
    NF_TRY(launch(work, asked, &queries, rows, places));
done:
    nf_scratch_back(work, mark);
    return status;
}

uint64_t nf_knn_scratch_bytes(nf_context *context, uint64_t rows, int dims, nf_type type) {
    return rows ? nf_arena_bytes(rows * 4) + nf_zsort_bytes(context, rows, dims, type) : 0;
}
