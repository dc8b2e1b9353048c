/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Prints every program that the library builds with its default shapes, one on each line: source|defines|kind.
 * The lane offline compiles them.  The list comes from the library's own code, which runs small jobs on the present device
 * as if it were a GPU of each kind below.  Parts that are no files of the library, the declarations of pair functions, are written
 * below the folder that the command line names, which has a folder "text".
 */
#include "opencl/context.h"
#include "tune/capability.h"

#include <nearfield/experimental/check.h>
#include <nearfield/experimental/papers.h>
#include <nearfield/experimental/tuning.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    cl_device_type type;
    uint64_t max_work_group, local_memory;
} kinds[] = {
    {"gpu", CL_DEVICE_TYPE_GPU, 1024, 49152},
    {"gpu256", CL_DEVICE_TYPE_GPU, 256, 32768},
};

static void stop_unless_ok(nf_context *context, nf_status status, const char *what) {
    if (status == NF_OK) return;
    fprintf(stderr, "%s: %s %s\n", what, nf_context_error(context), nf_context_build_log(context));
    exit(1);
}

/* The paths that change programs and that the present device can run; the lane offline adds LANES_BY for each chip. */
static const char *const paths[] = {"look_back=0", "look_back=1 int64_atomics=1 unproved"};

/* Small clouds, as here, are ordered by one work-group; larger ones use the other paths.  And packets of few points. */
static const char *const words[] = {NULL, "order.SMALL=1", "knn.PACKET=1"};
enum { USUAL, LARGE_CLOUDS, PARTIES };

/* A search: the options that specialise a program. */
typedef struct question {
    nf_type type;
    int dims;
    double cutoff; /* 30: dense; 0.05: sparse; 2^-80: sparse and scaled */
    int queries;   /* 1: also of query points */
} question;
static const question questions[] = {
    {NF_FLOAT64, 3, 30, 0}, {NF_FLOAT64, 3, 0.05, 0}, {NF_FLOAT64, 2, 30, 0},
    {NF_FLOAT64, 1, 30, 0}, {NF_FLOAT32, 3, 30, 1},   {NF_FLOAT32, 3, 0x1p-80, 0},
};

/* Query points of one system, and of several. */
static void ask_queries(nf_context *context, const question *q, nf_points points) {
    const uint64_t offsets[] = {0, points.n / 2, points.n};
    const nf_batch systems = {.count = 2, .offsets = offsets};
    for (int batch = 0; batch < 2; batch++) {
        nf_result *result = NULL;
        nf_cloud *cloud = NULL;
        if (batch) points.batch = &systems;
        const nf_pairs_options pairs = {.queries = &points};
        const nf_points weights = {
            .n = points.n, .dims = 1, .type = points.type, .rows.host = points.rows.host};
        const nf_histogram_options bins = {.queries = &points}, sums = {.queries = &points,
                                                                        .weights = &weights,
                                                                        .query_weights = &weights};
        stop_unless_ok(context, nf_cloud_create(context, &points, NULL, NULL, &cloud), "cloud");
        stop_unless_ok(context, nf_pairs(cloud, q->cutoff, &pairs, NULL, &result), "pairs of query points");
        stop_unless_ok(context, nf_histogram(cloud, q->cutoff, 10, &bins, NULL, &result),
                       "histogram of query points");
        stop_unless_ok(context, nf_histogram(cloud, q->cutoff, 10, &sums, NULL, &result),
                       "histogram of query points with weights");
        nf_result_free(result);
        nf_cloud_free(cloud);
    }
}

/* Points of small whole numbers, and a cloud of them. */
enum { SEARCHED = 40 };
typedef struct searched {
    double wide[3 * SEARCHED];
    float narrow[3 * SEARCHED];
    int32_t types[SEARCHED];
    nf_points points;
    nf_cloud *cloud;
} searched;

static void make_searched(nf_context *context, nf_type type, int dims, searched *to) {
    for (int k = 0; k < 3 * SEARCHED; k++) to->narrow[k] = (float)(to->wide[k] = (double)(k * 37 % 101));
    to->points = (nf_points){.n = SEARCHED,
                             .dims = dims,
                             .type = type,
                             .rows.host = type == NF_FLOAT32 ? (void *)to->narrow : (void *)to->wide,
                             .types.host = memset(to->types, 0, sizeof to->types)};
    stop_unless_ok(context, nf_cloud_create(context, &to->points, NULL, NULL, &to->cloud), "cloud");
}

static void ask_search(nf_context *context, const question *q) {
    const int first = q == questions;
    const nf_pairs_options options = {.sorted = first};
    const nf_lists_options rows = {.half = q->dims == 2, .sorted = first}, skin = {.skin = 3},
                           measured = {
                               .arrays =
                                   NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_SHIFTS) |
                                   (first ? NF_WANT(NF_ARRAY_ROWS) | NF_WANT(NF_ARRAY_INDICES_INT64) : 0)};
    searched on;
    nf_result *result = NULL;
    make_searched(context, q->type, q->dims, &on);
    const nf_points weights = {
        .n = on.points.n, .dims = 1, .type = q->type, .rows.host = on.points.rows.host};
    const nf_histogram_options by_types = {.type_count = 1}, weighted = {.weights = &weights};
    stop_unless_ok(context, nf_pairs(on.cloud, q->cutoff, &options, NULL, &result), "pairs");
    stop_unless_ok(context, nf_lists(on.cloud, q->cutoff, &rows, NULL, &result), "lists");
    stop_unless_ok(context, nf_lists(on.cloud, q->cutoff, &measured, NULL, &result), "lists with distances");
    if (q->queries) ask_queries(context, q, on.points);
    if (first) {
        stop_unless_ok(context, nf_lists(on.cloud, q->cutoff, &skin, NULL, &result), "lists with a skin");
        stop_unless_ok(context, nf_histogram(on.cloud, q->cutoff, 10, &by_types, NULL, &result),
                       "histograms of types");
        stop_unless_ok(context, nf_histogram(on.cloud, q->cutoff, 10, &weighted, NULL, &result),
                       "histogram with weights");
        stop_unless_ok(context, nf_coordination(on.cloud, q->cutoff, 1, NULL, NULL, &result),
                       "coordination numbers");
    }
    stop_unless_ok(context, nf_histogram(on.cloud, q->cutoff, 10, NULL, NULL, &result), "histogram");
    nf_result_free(result);
    nf_cloud_free(on.cloud);
}

/* The pairs of the articles. */
static void ask_papers(nf_context *context, nf_type type, int cells_per_cutoff, double cutoff) {
    const nf_paper_pairs_options options = {.cells_per_cutoff = cells_per_cutoff};
    searched on;
    nf_result *result = NULL;
    make_searched(context, type, 3, &on);
    stop_unless_ok(context, nf_paper_pairs(on.cloud, cutoff, &options, NULL, &result), "pairs of papers");
    nf_result_free(result);
    nf_cloud_free(on.cloud);
}

/* The z-order, with long ties. */
static void ask_zsort(nf_context *context, nf_type type, int dims) {
    enum { N = 200 };
    double wide[8 * N];
    float narrow[8 * N];
    nf_cloud *cloud = NULL;
    nf_result *order = NULL;
    for (int k = 0; k < 8 * N; k++) narrow[k] = (float)(wide[k] = k < dims ? 1e30 : (double)(k * 37 % 101));
    const nf_points points = {
        .n = N, .dims = dims, .type = type, .rows.host = type == NF_FLOAT32 ? (void *)narrow : (void *)wide};
    stop_unless_ok(context, nf_cloud_create(context, &points, NULL, NULL, &cloud), "zsort");
    stop_unless_ok(context, nf_zsort(cloud, NULL, NULL, &order), "zsort");
    nf_result_free(order);
    nf_cloud_free(cloud);
}

/* The k nearest neighbours and groups, in open space and in a box. */
static void ask_tree(nf_context *context, nf_type type, int dims) {
    enum { N = 300 };
    double wide[3 * N];
    float narrow[3 * N];
    for (int k = 0; k < 3 * N; k++) narrow[k] = (float)(wide[k] = (double)(k * 37 % 101) / 101);
    const nf_points points = {
        .n = N, .dims = dims, .type = type, .rows.host = type == NF_FLOAT32 ? (void *)narrow : (void *)wide};
    const nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    const nf_knn_options queries = {.queries = &points},
                         vectors = {.arrays = NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS)};
    const nf_fof_options ordered = {.arrays = NF_WANT(NF_ARRAY_LABELS) | NF_WANT(NF_ARRAY_ORDER)};
    const nf_dbscan_options clustered = {.arrays = NF_WANT(NF_ARRAY_LABELS) | NF_WANT(NF_ARRAY_CORES)};
    for (int periodic = 0; periodic < 2; periodic++) {
        nf_cloud *cloud = NULL;
        nf_result *result = NULL, *groups = NULL, *catalogue = NULL;
        stop_unless_ok(context, nf_cloud_create(context, &points, periodic ? &box : NULL, NULL, &cloud),
                       "tree");
        stop_unless_ok(context, nf_knn(cloud, 8, &vectors, NULL, &result), "knn");
        stop_unless_ok(context, nf_knn(cloud, 100, NULL, NULL, &result), "knn with long lists");
        stop_unless_ok(context, nf_knn(cloud, 8, &queries, NULL, &result), "knn of query points");
        stop_unless_ok(context, nf_fof(cloud, 0.1, &ordered, NULL, &groups), "fof");
        stop_unless_ok(context, nf_dbscan(cloud, 0.1, 4, &clustered, NULL, &groups), "dbscan");
        /* In the box with links so long that groups close on themselves: their images are looked for. */
        const nf_catalogue_options links = {.velocities = &points,
                                            .arrays = NF_WANT(NF_ARRAY_DISPERSIONS) |
                                                      NF_WANT(NF_ARRAY_EXTENTS) | NF_WANT(NF_ARRAY_ORDER),
                                            .min_members = 1,
                                            .linking_length = periodic ? 0.9 : 0};
        stop_unless_ok(context,
                       nf_catalogue(cloud, nf_at(nf_result_array(groups, NF_ARRAY_LABELS)->buffer, 0), &links,
                                    NULL, &catalogue),
                       "catalogue");
        nf_result_free(result);
        nf_result_free(groups);
        nf_result_free(catalogue);
        nf_cloud_free(cloud);
    }
}

/* A pair function over the neighbours of points. */
typedef struct interaction {
    const char *function, *strategy; /* NULL: the rule takes one */
    nf_type type;
    int fast, open, sum64;
    double skin;
} interaction;

/* A strategy that asks for a capability which this path has not is left out. */
static void ask_sums(nf_context *context, interaction one) {
    enum { N = 300 };
    const nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    double wide[3 * N];
    float narrow[3 * N];
    double ranges[NF_SUMS_MOST];
    nf_numbers fields[NF_FIELDS_MOST], tables[NF_TABLES_MOST];
    nf_cloud *cloud = NULL;
    nf_function *function = NULL;
    nf_result *result = NULL;
    for (int k = 0; k < 3 * N; k++) narrow[k] = (float)(wide[k] = (double)(k * 37 % 101) / 101);
    const void *numbers = one.type == NF_FLOAT32 ? (const void *)narrow : wide;
    const nf_points points = {.n = N, .dims = 3, .type = one.type, .rows.host = numbers};
    stop_unless_ok(context, nf_function_create(context, one.function, NULL, NULL, &function), one.function);
    const nf_function_info *info = nf_function_declares(function);
    for (int k = 0; k < info->fields; k++)
        fields[k] = (nf_numbers){.name = info->field[k], .n = N, .values.host = numbers};
    for (int k = 0; k < info->tables; k++)
        tables[k] = (nf_numbers){.name = info->table[k], .n = N, .values.host = numbers};
    uint64_t arrays = NF_WANT(NF_ARRAY_TOTALS);
    for (int k = 0; k < info->sums; k++) arrays |= NF_WANT(NF_ARRAY_SUM(k)), ranges[k] = 1e6;
    const nf_interact_options options = {.fields = fields,
                                         .field_count = (size_t)info->fields,
                                         .tables = tables,
                                         .table_count = (size_t)info->tables,
                                         .fast = one.fast,
                                         .sum64 = one.sum64,
                                         .arrays = arrays,
                                         .ranges = ranges,
                                         .skin = one.skin,
                                         .strategy = one.strategy};
    stop_unless_ok(context, nf_cloud_create(context, &points, one.open ? NULL : &box, NULL, &cloud), "cloud");
    const nf_status status = nf_interact(cloud, 0.2, function, &options, NULL, &result);
    if (status != NF_ERROR_UNSUPPORTED || nf_can(context, NF_CAN_INT64_ATOMICS))
        stop_unless_ok(context, status, one.strategy ? one.strategy : one.function);
    nf_result_free(result);
    nf_function_free(function);
    nf_cloud_free(cloud);
}

/* One function by all strategies in every precision, and all functions by those that the rule takes. */
static void ask_interactions(nf_context *context) {
    static const char lennard_jones[] = "lennard-jones", kept[] = "cluster-lists", walk[] = "walk",
                      *const by_rule[] = {"direct", "point-lists", "cluster-lists", "clusters", "walk"};
    const int doubles = context->device.fp64;
    for (size_t k = 0; nf_strategy_name(k); k++) {
        const interaction usual = {
            .function = lennard_jones, .strategy = nf_strategy_name(k), .type = NF_FLOAT32, .fast = 1};
        interaction exact = usual, wide = usual;
        exact.fast = 0;
        wide.type = NF_FLOAT64;
        ask_sums(context, usual);
        ask_sums(context, exact);
        if (doubles) ask_sums(context, wide);
    }
    for (size_t k = 0; nf_function_name(k); k++)
        for (size_t s = 0; s < sizeof by_rule / sizeof *by_rule; s++)
            ask_sums(context, (interaction){.function = nf_function_name(k),
                                            .strategy = by_rule[s],
                                            .type = NF_FLOAT32,
                                            .fast = (int)(k % 2)});
    ask_sums(context, (interaction){.function = lennard_jones, .type = NF_FLOAT32, .open = 1});
    ask_sums(context,
             (interaction){.function = lennard_jones, .strategy = walk, .type = NF_FLOAT32, .open = 1});
    ask_sums(context,
             (interaction){.function = lennard_jones, .strategy = kept, .type = NF_FLOAT32, .skin = 0.05});
    if (doubles) ask_sums(context, (interaction){.function = lennard_jones, .type = NF_FLOAT32, .sum64 = 1});
}

/* The primitives with every type that they support. */
static void ask_primitives(nf_context *context) {
    enum { N = 20000 }; /* the one compute unit gets tiles of the full size */
    cl_int code = 0;
    cl_mem a = clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE, 8 * N, NULL, &code);
    cl_mem b = clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE, 8 * N, NULL, &code);
    cl_mem c = clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE, 8 * N, NULL, &code);
    const nf_slice x = nf_at(a, 0), y = nf_at(b, 0), z = nf_at(c, 0);
    static const nf_type types[] = {NF_FLOAT32, NF_FLOAT64, NF_INT32, NF_UINT32, NF_UINT64};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (nf_operation o = NF_SUM; o <= NF_MAX; o++) {
            if (types[t] == NF_FLOAT64 && !nf_context_device(context)->fp64) continue;
            stop_unless_ok(context, nf_reduce(context, types[t], o, x, y, N, NULL), "reduce");
            if (types[t] == NF_FLOAT32 || types[t] == NF_FLOAT64 || o == NF_MIN) continue;
            for (nf_scan_kind k = NF_INCLUSIVE; k <= NF_EXCLUSIVE; k++)
                stop_unless_ok(context, nf_scan(context, types[t], o, k, x, y, N, NULL), "scan");
        }
    static const nf_type values[] = {NF_TYPE_NONE, NF_UINT32, NF_UINT64};
    for (int v = 0; v < 3; v++)
        for (int k = 1; k < 3; k++) {
            const nf_sort_options options = {.key = values[k], .value = values[v]};
            stop_unless_ok(context, nf_sort(context, &options, x, y, N, NULL), "sort");
        }
    for (int k = 1; k < 3; k++) {
        stop_unless_ok(context, nf_compact(context, values[k], x, y, z, nf_at(a, (N - 1) * 8), N / 2, NULL),
                       "compact");
        stop_unless_ok(
            context, nf_compact(context, values[k], x, nf_at(NULL, 0), z, nf_at(a, (N - 1) * 8), N / 2, NULL),
            "compact");
        stop_unless_ok(context, nf_gather(context, 2 * k, x, 4, y, z, 4, NULL), "gather");
    }
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(c);
}

/* The probes of the self-check that this device can run, except that of 64-bit atomics, which NVIDIA's driver supports but
   clang's target for it does not. */
static void ask_probes(nf_context *context) {
    size_t count = 0;
    nf_finding finding;
    const nf_probe_info *rows = nf_probes(&count);
    for (size_t k = 0; k < count; k++)
        if (strcmp(rows[k].name, "atomics64") != 0)
            stop_unless_ok(context, nf_probe_run(context, k, &finding), "check");
}

/* Writes the parts of the context's programs that are no files of the library. */
static void write_parts(const nf_context *context, const char *folder) {
    for (size_t k = 0; k < context->programs.text_count; k++) {
        const nf_embedded *part = &context->programs.texts[k]->file;
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, part->name);
        FILE *file = fopen(path, "wb");
        if (!file || fwrite(part->bytes, 1, part->size, file) != part->size || fclose(file) != 0) {
            fprintf(stderr, "%s cannot be written\n", path);
            exit(1);
        }
    }
}

int main(int argc, char **argv) {
    char message[512];
    enum {
        KINDS = sizeof kinds / sizeof *kinds,
        PATHS = sizeof paths / sizeof *paths,
        WORDS = sizeof words / sizeof *words
    };
    for (size_t k = 0; k < (size_t)KINDS * PATHS * WORDS; k++) {
        const size_t kind = k / PATHS % KINDS, word = k / PATHS / KINDS;
        nf_context *context = NULL;
        const nf_context_options options = {.config_folder = "off", .tuning = words[word]};
        setenv("NEARFIELD_PATHS", paths[k % PATHS], 1);
        if (nf_context_create(&options, &context, message, sizeof message) != NF_OK) {
            fprintf(stderr, "%s\n", message);
            return 1;
        }
        context->device.compute_units = 1;
        context->device.type = kinds[kind].type;
        context->device.max_work_group = kinds[kind].max_work_group;
        context->device.local_memory = kinds[kind].local_memory;
        context->device.driver[0] = 0; /* no quirk of the present driver's version */
        for (size_t q = 0; q < sizeof questions / sizeof *questions && word < PARTIES; q++)
            if (questions[q].type == NF_FLOAT32 || context->device.fp64) ask_search(context, &questions[q]);
        if (word == USUAL) {
            ask_papers(context, NF_FLOAT32, 0, 0.05);
            if (context->device.fp64) ask_papers(context, NF_FLOAT64, 2, 30);
            ask_primitives(context);
            ask_zsort(context, NF_FLOAT32, 3);
            ask_zsort(context, NF_FLOAT32, NF_ZSORT_DIMS_MOST);
            if (context->device.fp64) ask_zsort(context, NF_FLOAT64, 3);
            ask_probes(context);
            ask_interactions(context);
        }
        if (word != LARGE_CLOUDS) {
            ask_tree(context, NF_FLOAT32, 3);
            if (context->device.fp64) ask_tree(context, NF_FLOAT64, 3);
        }
        for (size_t p = 0; p < context->programs.count; p++) {
            const nf_spec *spec = &context->programs.list[p]->spec;
            const char *text = *spec->head ? spec->head : spec->text; /* it begins with a space */
            printf("%s|%s%s|%s\n", spec->source, *text ? text + 1 : "", *spec->head ? spec->text : "",
                   kinds[kind].name);
        }
        if (argc > 1) write_parts(context, argv[1]);
        nf_context_free(context);
    }
    return 0;
}
