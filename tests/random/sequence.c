/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The clouds of a sequence: made, moved, drifted. */
#include "random/random.h"

#include <stdlib.h>
#include <string.h>

/* Kinds with many points at one place have few points, and fewer in less than 3 dims: the pairs are all of these. */
static const struct {
    const char *kind;
    uint64_t most, flat;
} dense[] = {{"one place", 300, 300},     {"few places", 800, 300},     {"negative zero", 900, 300},
             {"subnormal", 1500, 400},    {"faces", 2000, 400},         {"integers", 4000, 400},
             {"duplicates", 20000, 5000}, {"next floats", 20000, 1000}, {"two clumps", 20000, 20000},
             {"line", 20000, 20000}};

static uint64_t draw_size(rnd_run *run) {
    const rnd_case *c = run->now;
    const char *size = rnd_option_value(RND_SIZE, c->value[RND_SIZE]);
    const char *kind = rnd_option_value(RND_KIND, c->value[RND_KIND]);
    static const struct {
        const char *size;
        uint64_t from, to;
    } sizes[] = {{"few", 3, 8},
                 {"tens", 9, 64},
                 {"hundreds", 65, 300},
                 {"thousands", 301, 4000},
                 {"+many", 4001, 120000}};
    uint64_t n = strtoull(size, NULL, 10);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        if (strcmp(size, sizes[k].size) == 0)
            n = sizes[k].from + rnd_below(&run->state, sizes[k].to - sizes[k].from + 1);
    for (size_t k = 0; k < sizeof dense / sizeof *dense; k++)
        if (strcmp(kind, dense[k].kind) == 0) {
            const uint64_t most = rnd_is(c, RND_DIMS, "3") ? dense[k].most : dense[k].flat;
            if (n > most) n = most - rnd_below(&run->state, most / 4);
        }
    return n > run->most ? run->most : n;
}

/* Memory of the cloud, in place of what it had. */
static void *memory(rnd_cloud *cloud, int k, uint64_t bytes) {
    free(cloud->memory[k]);
    cloud->memory[k] = malloc(bytes ? (size_t)bytes : 1);
    if (!cloud->memory[k]) exit(2);
    return cloud->memory[k];
}

static void draw_numbers(rnd_run *run, rnd_cloud *cloud) {
    const rnd_case *c = run->now;
    const char *kind = rnd_option_value(RND_KIND, c->value[RND_KIND]);
    nf_points *p = &cloud->packed;
    p->n = draw_size(run);
    p->dims = rnd_number(c, RND_DIMS);
    p->type = rnd_is(c, RND_TYPE, "float32") ? NF_FLOAT32 : NF_FLOAT64;
    p->rows.host = memory(cloud, 0, p->n * (uint64_t)p->dims * nf_type_bytes(p->type));
    rnd_points(&run->state, kind, p->n, p->dims, p->type, cloud->in, cloud->edge, cloud->memory[0]);
    p->types.host = memory(cloud, 4, p->n * sizeof(int32_t));
    rnd_types(p->n, cloud->memory[4]);
}

static void drift(rnd_run *run, rnd_cloud *cloud) {
    static const double steps[] = {0, 0.003, 0.05, 0.4};
    const double step = cloud->lengths[1] * steps[rnd_below(&run->state, 4)];
    nf_points *p = &cloud->packed;
    for (uint64_t k = 0; k < p->n * (uint64_t)p->dims; k++)
        support_set_number(cloud->memory[0], p->type, k,
                           support_number(p->rows.host, p->type, k) +
                               step * (rnd_uniform(&run->state) - 0.5));
}

const nf_batch *rnd_systems(rnd_run *run, rnd_cloud *cloud) {
    const rnd_case *c = run->now;
    nf_batch *s = &cloud->systems;
    const uint64_t n = cloud->packed.n;
    if (c->value[RND_BATCH] < 0 || rnd_is(c, RND_BATCH, "none")) return NULL;
    memset(s, 0, sizeof *s);
    s->count = rnd_is(c, RND_BATCH, "one") ? 1 : 2 + rnd_below(&run->state, 6);
    uint64_t *offsets = memory(cloud, 1, (s->count + 1) * sizeof *offsets);
    for (uint64_t k = 0; k <= s->count; k++) { /* some systems are empty */
        const uint64_t at = k * n / s->count, moved = at + rnd_below(&run->state, n / s->count + 1);
        offsets[k] = k == 0                      ? 0
                     : k == s->count             ? n
                     : rnd_below(&run->state, 4) ? (moved < n ? moved : n)
                                                 : offsets[k - 1];
        if (k && offsets[k] < offsets[k - 1]) offsets[k] = offsets[k - 1];
    }
    s->offsets = offsets;
    if (rnd_is(c, RND_BATCH, "boxes") || rnd_is(c, RND_BATCH, "boxes and cutoffs")) {
        nf_box *boxes = memory(cloud, 2, s->count * sizeof *boxes);
        for (uint64_t k = 0; k < s->count; k++) {
            boxes[k] = cloud->box;
            for (int v = 0; v < 9 && k % 2; v++) boxes[k].cell[v / 3][v % 3] *= 1.2;
        }
        s->boxes = boxes;
        cloud->in = NULL;
    }
    if (rnd_is(c, RND_BATCH, "cutoffs") || rnd_is(c, RND_BATCH, "boxes and cutoffs")) {
        double *cutoffs = memory(cloud, 3, s->count * sizeof *cutoffs);
        /* Others are refused with the cloud, before anything is asked. */
        const double least = cloud->packed.type == NF_FLOAT32 ? 0x1p-100 : 0x1p-960;
        for (uint64_t k = 0; k < s->count; k++) {
            cutoffs[k] = cloud->lengths[c->value[RND_CUTOFF] < 0 ? 2 : c->value[RND_CUTOFF]] *
                         (0.4 + 0.6 * rnd_uniform(&run->state));
            if (cutoffs[k] < least) cutoffs[k] = least;
        }
        s->cutoffs = cutoffs;
    }
    return s;
}

void rnd_cloud_end(rnd_cloud *cloud) {
    nf_cloud_free(cloud->cloud);
    for (size_t k = 0; k < sizeof cloud->memory / sizeof *cloud->memory; k++) free(cloud->memory[k]);
    memset(cloud, 0, sizeof *cloud);
}

/* The points and the box of the case, drawn into the cloud. */
static void draw_cloud(rnd_run *run, rnd_cloud *cloud, int with_box) {
    const rnd_case *c = run->now;
    const double before = cloud->edge;
    double lengths[RND_LENGTHS];
    memcpy(lengths, cloud->lengths, sizeof lengths);
    if (with_box) {
        const int boxed = c->value[RND_BOX] > 0;
        cloud->edge = rnd_edge(&run->state, rnd_option_value(RND_KIND, c->value[RND_KIND]),
                               rnd_is(c, RND_TYPE, "float32") ? NF_FLOAT32 : NF_FLOAT64, boxed);
        cloud->in = NULL;
        if (boxed) {
            rnd_box(&run->state, c, cloud->edge, &cloud->box);
            cloud->in = &cloud->box;
        } else memset(&cloud->box, 0, sizeof cloud->box);
    }
    if (!cloud->in && cloud->packed.batch && cloud->systems.boxes && !with_box) cloud->in = &cloud->box;
    const uint64_t n = cloud->packed.n;
    draw_numbers(run, cloud);
    rnd_lengths(&run->state, cloud);
    /* A moved cloud is mostly asked with the same cutoff, if it does not have many more points. */
    if (!with_box && before == cloud->edge && cloud->packed.n <= n + n / 4 && cloud->packed.n < 3000 &&
        rnd_below(&run->state, 4))
        memcpy(cloud->lengths, lengths, sizeof lengths);
    cloud->packed.batch = rnd_systems(run, cloud);
}

rnd_cloud *rnd_cloud_for(rnd_run *run) {
    const rnd_case *c = run->now;
    const int is_same = rnd_is(c, RND_MOVE, "same"),
              is_new = rnd_is(c, RND_MOVE, "new") || (c->refused && !is_same);
    rnd_cloud *cloud = &run->clouds[c->refused && !is_same ? RND_CLOUDS : c->slot];
    if (is_new) rnd_cloud_end(cloud);
    else if (!cloud->cloud) return NULL;
    if (is_same) return cloud;
    if (rnd_is(c, RND_MOVE, "drifted") && !is_new) drift(run, cloud);
    else draw_cloud(run, cloud, is_new || rnd_is(c, RND_MOVE, "moved with box"));
    nf_points points = rnd_layout(run, &cloud->packed, RND_LAYOUT);
    const nf_status status = is_new ? nf_cloud_create(run->context, &points, cloud->in, NULL, &cloud->cloud)
                                    : nf_cloud_move(cloud->cloud, &points, cloud->in, NULL);
    const char *sentence = nf_context_error(run->context);
    rnd_spoil(run);
    if (status == NF_OK) return cloud;
    RND_CHECK(run, *sentence, "%s without a sentence", nf_status_name(status));
    RND_CHECK(run, c->refused && rnd_refuses_with(c, (int)status), "the cloud is refused with %s: %s",
              nf_status_name(status), sentence);
    rnd_count_refusal(status, sentence);
    rnd_cloud_end(cloud);
    return NULL;
}

void rnd_draw_points(rnd_run *run, rnd_cloud *cloud) {
    const char *kind = rnd_option_value(RND_KIND, run->now->value[RND_KIND]);
    cloud->edge =
        rnd_edge(&run->state, kind, rnd_is(run->now, RND_TYPE, "float32") ? NF_FLOAT32 : NF_FLOAT64, 0);
    draw_numbers(run, cloud);
    cloud->lengths[2] = cloud->edge;
    cloud->packed.batch = rnd_systems(run, cloud);
}
