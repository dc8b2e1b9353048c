/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* An emitter and runs that are not part of the library, combined with the walks: more files, without a change of a walk. */
#include "search/ways.h"
#include "support/answers/pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 16, SUMS = 2 + BINS };

/* ---- the files that programs are made of: the library's, and those of this test -------------------------- */

static const char *const names[] = {"search/emit_sums.cl", "search/emit_sums_cpu.cl", "search/runs_split.cl"};
enum { FILES = sizeof names / sizeof *names };

typedef struct files {
    nf_embedded *all;
    unsigned char text[FILES][16384];
} files;

static void add_files(nf_context *context, files *f) {
    f->all = support_allocate((nf_embedded_count + FILES) * sizeof *f->all);
    memcpy(f->all, nf_embedded_files, nf_embedded_count * sizeof *f->all);
    for (size_t k = 0; k < FILES; k++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", EMITTERS, strchr(names[k], '/') + 1);
        FILE *file = fopen(path, "rb");
        ck_assert_msg(file != NULL, "%s cannot be read", path);
        const size_t size = fread(f->text[k], 1, sizeof f->text[k], file);
        fclose(file);
        ck_assert(size > 0 && size < sizeof f->text[k]);
        f->all[nf_embedded_count + k] = (nf_embedded){names[k], f->text[k], size};
    }
    context->programs.files = f->all;
    context->programs.file_count = nf_embedded_count + FILES;
}

/* ---- what the emitter is to find --------------------------------------------------------------------------- */

static double coordinate(const nf_points *points, int32_t p, int axis) {
    const size_t at = (size_t)p * (size_t)points->dims + (size_t)axis;
    if (points->type == NF_FLOAT32) return (double)((const float *)points->rows.host)[at];
    return ((const double *)points->rows.host)[at];
}

/* A squared distance, rounded as in the rule, and its bin. */
static int bin_of(const nf_points *points, const nf_rule *rule, int32_t i, int32_t j) {
    const int is_float = points->type == NF_FLOAT32;
    double sum = 0;
    int bin = 0;
    for (int a = 0; a < points->dims; a++) {
        double d = coordinate(points, j, a) - coordinate(points, i, a);
        if (is_float) d = (double)(float)d;
        d *= d;
        if (is_float) d = (double)(float)d;
        sum += d;
        if (is_float) sum = (double)(float)sum;
    }
    for (; bin + 1 < BINS; bin++) {
        const double edge = rule->r2 * (bin + 1) / BINS;
        if (sum < (is_float ? (double)(float)edge : edge)) break;
    }
    return bin;
}

static void expect(const support_cloud *cloud, const nf_rule *rule, uint32_t sums[SUMS]) {
    own_reference wanted = reference_pairs(&cloud->points, cloud->cutoff);
    memset(sums, 0, SUMS * sizeof *sums);
    for (uint64_t k = 0; k < wanted.count; k++) {
        const int32_t *pair = wanted.pairs + 2 * k;
        sums[0]++;
        sums[1] ^= (uint32_t)pair[0] * 2654435761u ^ (uint32_t)pair[1] * 2246822519u;
        sums[2 + bin_of(&cloud->points, rule, pair[0], pair[1])]++;
    }
}

/* ---- the walks --------------------------------------------------------------------------------------- */

typedef nf_status (*launcher)(nf_work *work, const nf_search *search, cl_mem sums);

static const nf_parts
    half = {{"space/runs_half.cl"}, "search/emit_sums.cl", "search/emit_sums_cpu.cl", NULL, NULL, NULL, 0},
    split = {{"search/runs_split.cl"}, "search/emit_sums.cl", "search/emit_sums_cpu.cl", NULL, NULL, NULL, 0};

static nf_status by_lanes(nf_work *work, const nf_search *search, cl_mem sums) {
    const nf_walk_form form = nf_walk_form_for(search, 0);
    nf_program *program = NULL;
    cl_mem search_status = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_search_status_take(work, &search_status));
    NF_TRY(nf_search_program(search, &form, "search/search.cl", search->parts->emit, &program));
    NF_TRY(nf_launch_walk(work, search, program, "nf_search", nf_search_shape(search, &form),
                          nf_lanes_inverse(search), NULL, 0, nf_inout(search_status), nf_inout(sums)));
done:
    return status;
}

/* One work-item; few entries at a time, so that a group needs several. */
static nf_status by_cpu(nf_work *work, const nf_search *search, cl_mem sums) {
    enum { LIST = 16, TILES = 4 };
    const nf_shape shape = {1, 1, 0};
    const uint32_t zero = 0;
    nf_spec spec = nf_search_spec(search, "search/search_cpu.cl");
    nf_program *program = NULL;
    cl_mem rooms = NULL;
    nf_status status = NF_OK;
    nf_define(&spec, "LIST", LIST);
    nf_define(&spec, "FLOAT_FIRST", search->sources.type == NF_FLOAT64 && !search->rule->scaled);
    nf_part(&spec, search->parts->emit_cpu);
    NF_TRY(nf_program_get(search->context, &spec, &program));
    NF_TRY(nf_scratch(work, 64 + nf_search_cpu_room_bytes(NF_SPACE_OPEN, LIST), &rooms));
    NF_TRY(nf_fill(work, rooms, &zero, sizeof zero, 0, sizeof zero));
    NF_TRY(nf_launch_walk(work, search, program, "nf_search", shape, nf_cpu_inverse(search), NULL, 0,
                          nf_u32(TILES), nf_u32((uint32_t)(search->sources.n / 32 + 1)), nf_inout(rooms),
                          nf_inout(sums)));
done:
    return status;
}

static nf_status add_up(nf_work *work, nf_cloud *on, double cutoff, const nf_rule *rule,
                        const nf_parts *parts, launcher launch, uint32_t *sums) {
    const nf_cells cells = nf_cells_for(cutoff, on->type);
    nf_search search = {.context = on->context, .rule = rule, .parts = parts};
    const uint32_t zero = 0;
    cl_mem buffer = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_order_build_now(work, on, &cells));
    search.sources = search.targets = nf_view_of_cloud(on);
    NF_TRY(nf_scratch(work, SUMS * sizeof *sums, &buffer));
    NF_TRY(nf_fill(work, buffer, &zero, sizeof zero, 0, SUMS * sizeof *sums));
    NF_TRY(launch(work, &search, buffer));
    NF_TRY(nf_read(work, buffer, 0, sums, SUMS * sizeof *sums));
done:
    return status;
}

static void check(nf_context *context, const support_cloud *cloud, const nf_parts *parts, launcher launch) {
    const nf_rule rule = nf_rule_for(cloud->cutoff, cloud->points.type);
    own_cloud on = support_cloud_on(context, &cloud->points, NULL);
    uint32_t wanted[SUMS], got[SUMS] = {0};
    nf_work work;
    expect(cloud, &rule, wanted);
    ck_assert_uint_gt(wanted[0], 20);
    support_ok(context, nf_work_begin(&work, context, NULL));
    const nf_status status = add_up(&work, on, cloud->cutoff, &rule, parts, launch, got);
    support_ok(context, nf_work_end(&work, status));
    for (int k = 0; k < SUMS; k++)
        ck_assert_msg(wanted[k] == got[k], "%s: sum %d is %u and not %u", cloud->name, k, got[k], wanted[k]);
}

/* Clouds with points in masks, with more candidates than stored numbers, with single points, and with rows of many points in
   every direction. */
static void check_all(const char *tuning, const nf_parts *parts, launcher launch) {
    static const char *const clouds[] = {"33 points", "uniform", "dense cell", "outlier at 1e9"};
    nf_context *context = support_context(tuning);
    files *f = support_allocate(sizeof *f);
    add_files(context, f);
    for (size_t k = 0; k < sizeof clouds / sizeof *clouds; k++) {
        own_points cloud = support_cloud_make(support_cloud_named(clouds[k]), 3, NF_FLOAT32);
        check(context, &cloud, parts, launch);
    }
    nf_context_free(context);
    free(f->all);
    free(f);
}

#define LANES "search.GROUP=64 search.KEPT=128"

TEST(a_histogram_of_pairs_is_a_file_beside_the_walk_of_gpus) { check_all(LANES, &half, by_lanes); }

/* They come in batches of 32. */
TEST(the_walk_of_gpus_takes_any_number_of_runs) { check_all(LANES, &split, by_lanes); }

/* The walk of CPUs loads vectors at any place, which is tried on CPUs alone. */
TEST(a_histogram_and_other_runs_are_files_beside_the_walk_of_cpus) {
    nf_context *context = support_context(NULL);
    const int cpu = nf_is_cpu(nf_context_device(context));
    nf_context_free(context);
    if (!cpu) return;
    check_all("search.GROUP=1", &half, by_cpu);
    check_all("search.GROUP=1", &split, by_cpu);
}
