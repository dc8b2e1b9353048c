/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The strategies of D. Algis et al. (arXiv:2406.16091), a row each: what a row launches, and for which cells and shapes. */
#include "papers/strategies.h"

#include "core/whole.h"
#include "opencl/memory/cost.h"
#include "tune/capability.h"

/* The points of the fullest cell, and the shape of the grid: nf_filling in cl/papers/fullest.cl. */
typedef struct nf_filling {
    uint32_t most, n[3], reach[3];
} nf_filling;

/* A launch. */
typedef struct plan {
    uint64_t groups;
    uint32_t group;   /* the work-items of each */
    uint32_t sources; /* the points for which it has room in local memory; 0: it uses none */
    uint32_t size[3]; /* the cells whose points are the targets of a group */
    nf_arg args[4];
    size_t count;
} plan;

typedef struct paper_row {
    const char *source, *kernel;
    uint32_t group; /* work-items of a group; where they depend on the fullest cell, at least so many */
    uint32_t
        sources; /* points in local memory: at most so many; 0: none; ALL: as many as fit, by the fullest cell */
    uint32_t cells; /* CELLS of all_in_sm.cl */
    int loop;       /* LOOP of par_part.cl */
    int table;      /* 1: it needs a table of all cells */
    nf_status (*plan)(const nf_interaction *c, const nf_filling *filling, plan *to);
} paper_row;
#define ALL UINT32_MAX

enum { LEAST_GROUP = 32, MOST_GROUP = 1024, LEAST_SOURCES = 32, LOCAL_MOST = 48 << 10 };

static const nf_parts parts = {.runs = {"space/runs_full.cl", "space/runs_full_box.cl"}};

static const paper_row *row_of(const nf_strategy *strategy) { return strategy->what; }

/* ---- limits ---------------------------------------------------------------------------------------------- */

/* The work-items of the largest group, a power of two. */
static uint32_t group_most(const nf_interaction *c) {
    const uint64_t most = nf_min(c->query.cloud->context->device.max_work_group, MOST_GROUP);
    uint32_t group = 1;
    while (group <= most / 2) group *= 2;
    return group;
}

/* The points for which local memory has room, beside the cells of a row. */
static uint32_t sources_most(const nf_strategy *strategy, const nf_interaction *c) {
    const nf_cloud *cloud = c->query.cloud;
    const uint64_t real = nf_type_bytes(cloud->type), boxed = cloud->space.kind == NF_SPACE_BOX,
                   cell = 8 + boxed * (4 + 3 * real), cells = row_of(strategy)->cells * cell + 8,
                   local = nf_min(cloud->context->device.local_memory, LOCAL_MOST),
                   point = (uint64_t)(cloud->dims + c->function->info.fields) * real;
    return local < cells ? 0 : (uint32_t)((local - cells) / point / LEAST_SOURCES * LEAST_SOURCES);
}

static nf_status check(const nf_strategy *strategy, const nf_interaction *c, nf_sentence *why) {
    const nf_context *context = c->query.cloud->context;
    if (!nf_can(context, NF_CAN_GROUPS) || group_most(c) < LEAST_GROUP)
        return nf_fail(
            why, NF_ERROR_UNSUPPORTED,
            "strategy %s: it needs work-groups of several work-items, which this device does not have",
            strategy->name);
    if (c->options->queries || c->options->filters || c->query.cloud->batch.count)
        return nf_fail(why, NF_ERROR_UNSUPPORTED,
                       "strategy %s: it serves neither query points, nor filters, nor systems",
                       strategy->name);
    if (row_of(strategy)->sources && sources_most(strategy, c) < LEAST_SOURCES)
        return nf_fail(why, NF_ERROR_UNSUPPORTED,
                       "strategy %s: local memory has room for less than %d points with these fields",
                       strategy->name, LEAST_SOURCES);
    return NF_OK;
}

static void prepare(nf_interaction *c) {
    nf_params *params = &c->query.params;
    params->cells = nf_cells_with(params->cells.cutoff, c->query.cloud->type, 1, 1);
}

/* ---- plans ----------------------------------------------------------------------------------------------- */

static uint64_t units_of(const nf_interaction *c) { return c->query.cloud->context->device.compute_units; }

static nf_status plan_points(const nf_interaction *c, const nf_filling *filling, plan *to) {
    (void)filling;
    to->groups = nf_ceiling(c->query.cloud->n, to->group);
    return NF_OK;
}

static nf_status plan_point_loops(const nf_interaction *c, const nf_filling *filling, plan *to) {
    enum { GROUPS = 16 }; /* of a compute unit */
    (void)filling;
    to->groups = nf_min(nf_ceiling(c->query.cloud->n, to->group), units_of(c) * GROUPS);
    return NF_OK;
}

static nf_status plan_cells(const nf_interaction *c, const nf_filling *filling, plan *to) {
    enum { GROUPS = 64 };
    (void)filling;
    to->groups = nf_min(nf_cells_dense(c->query.cloud->n), units_of(c) * GROUPS);
    return NF_OK;
}

static uint64_t boxes_of(const nf_filling *filling, const uint32_t size[3]) {
    uint64_t boxes = 1;
    for (int a = 0; a < 3; a++) boxes *= nf_ceiling(filling->n[a], size[a]);
    return boxes;
}

/* The groups for targets in so many cells; smaller ones if there were fewer groups than compute units (section 7.1). */
static void plan_boxes(const nf_interaction *c, const nf_filling *filling, plan *to) {
    uint32_t *size = to->size;
    for (int a = 0; a < 3; a++) size[a] = (uint32_t)nf_min(size[a], filling->n[a]);
    while (boxes_of(filling, size) < units_of(c) && (size[0] > 1 || size[1] > 1 || size[2] > 1)) {
        int longest = 0;
        for (int a = 1; a < 3; a++)
            if (size[a] > size[longest]) longest = a;
        size[longest] = (size[longest] + 1) / 2;
    }
    to->groups = boxes_of(filling, size);
    for (int a = 0; a < 3; a++) to->args[to->count++] = nf_u32(size[a]);
}

/* The largest of the sub-boxes of section 5.1 that have at most `most` cells, at least 1: a cube, or one that is longer along some axes. */
static void sub_box(uint64_t most, int dims, uint32_t size[3]) {
    static const uint32_t longer[][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {2, 0, 0}};
    uint64_t best = 0;
    uint32_t edge = 0;
    for (uint64_t cells = 1; cells <= most;) {
        edge++;
        cells = 1;
        for (int a = 0; a < dims; a++) cells *= edge + 1;
    }
    for (size_t k = 0; k < sizeof longer / sizeof *longer; k++) {
        uint64_t cells = 1;
        for (int a = 0; a < dims; a++) cells *= edge + longer[k][a];
        if (cells > most || cells <= best) continue;
        best = cells;
        for (int a = 0; a < 3; a++) size[a] = a < dims ? edge + longer[k][a] : 1;
    }
}

static nf_status too_full(const nf_interaction *c, const nf_filling *filling, uint32_t sources,
                          uint64_t cells) {
    return nf_fail(
        &c->query.cloud->context->error, NF_ERROR_UNSUPPORTED,
        "strategy %s: the fullest cell has %u points, and local memory holds %u points: %llu such cells "
        "do not fit together",
        c->strategy->name, filling->most, sources, (unsigned long long)cells);
}

static nf_status plan_sub_boxes(const nf_interaction *c, const nf_filling *filling, plan *to) {
    const uint64_t fits = nf_min(to->sources / filling->most, row_of(c->strategy)->cells);
    uint64_t least = 1;
    int small = 0;
    for (int a = 0; a < 3; a++) least *= 2 * (uint64_t)filling->reach[a] + 1;
    if (fits < least) return too_full(c, filling, to->sources, least);
    sub_box(fits, c->query.cloud->dims, to->size);
    for (int a = 0; a < 3; a++) small |= to->size[a] <= 2 * filling->reach[a];
    for (int a = 0; a < 3; a++) to->size[a] = small ? 1 : to->size[a] - 2 * filling->reach[a];
    plan_boxes(c, filling, to);
    to->args[to->count++] = nf_u32(filling->most);
    return NF_OK;
}

/* The group that has a work-item for each point of a cell, and `size`: as many cells as it has work-items for, and a pencil of which with its
   ghosts has room. */
static nf_status plan_targets(const nf_interaction *c, const nf_filling *filling, plan *to, int dims) {
    const uint32_t most = filling->most, ghosts = 2 * filling->reach[0];
    while (to->group < most && to->group < group_most(c)) to->group *= 2;
    if (to->group < most)
        return nf_fail(&c->query.cloud->context->error, NF_ERROR_UNSUPPORTED,
                       "strategy %s: the fullest cell has %u points, and a work-group takes at most %u",
                       c->strategy->name, most, to->group);
    to->sources = (uint32_t)nf_min(to->sources, 3 * (uint64_t)to->group);
    if (to->sources / most <= ghosts) return too_full(c, filling, to->sources, ghosts + 1);
    sub_box(to->group / most, dims, to->size);
    to->size[0] = (uint32_t)nf_min(to->size[0], to->sources / most - ghosts);
    plan_boxes(c, filling, to);
    return NF_OK;
}

static nf_status plan_pencils(const nf_interaction *c, const nf_filling *filling, plan *to) {
    const nf_status status = plan_targets(c, filling, to, 1);
    to->count = 1; /* along x */
    return status;
}

static nf_status plan_register_boxes(const nf_interaction *c, const nf_filling *filling, plan *to) {
    return plan_targets(c, filling, to, c->query.cloud->dims);
}

/* ---- the run --------------------------------------------------------------------------------------------- */

/* Finds the fullest cell of an order with a table of all cells. */
static nf_status find_fullest(nf_work *work, const nf_interaction *c, nf_filling *filling) {
    enum { GROUP = LEAST_GROUP, CELLS = 16 * GROUP }; /* of a group */
    const nf_view points = nf_view_of_cloud(c->query.cloud);
    static const nf_filling served = {1, {1, 1, 1}, {1, 1, 1}}; /* the memory does not depend on it */
    const uint32_t zero = 0;
    nf_spec spec = nf_spec_of(work->context, "papers/fullest.cl");
    nf_program *program = NULL;
    cl_mem found = NULL;
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    work->stage = "cells";
    nf_order_define(&spec, &points, &points.cells, 0);
    nf_define(&spec, "GROUP", GROUP);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_scratch(work, sizeof *filling, &found));
    NF_TRY(nf_fill(work, found, &zero, sizeof zero, 0, sizeof *filling));
    NF_TRY(nf_launch(work, program, "fullest", nf_shape_for(nf_cells_dense(points.n), CELLS, GROUP),
                     nf_in(points.places), nf_in(points.grid), nf_inout(found)));
    NF_TRY(nf_read_most(work, found, 0, filling, sizeof *filling, &served));
done:
    nf_scratch_back(work, mark);
    return status;
}

static nf_status program_for(const nf_search *search, const paper_row *row, const plan *of,
                             nf_program **out) {
    nf_spec spec = nf_search_spec(search, row->source);
    nf_lanes_define(&spec, nf_lanes_of(search->context));
    nf_define(&spec, "GROUP", of->group);
    nf_define(&spec, "LOOP", row->loop);
    if (of->sources) nf_define(&spec, "SOURCES", of->sources);
    if (row->cells) nf_define(&spec, "CELLS", row->cells);
    return nf_program_get(search->context, &spec, out);
}

static nf_status sum(nf_work *work, nf_query *query, const nf_emit_args *output) {
    const nf_interaction *c = (const nf_interaction *)(const void *)query;
    const paper_row *row = row_of(c->strategy);
    nf_filling filling = {0};
    plan to = {.group = row->group < group_most(c) ? row->group : group_most(c), .size = {1, 1, 1}};
    nf_arg args[NF_INTERACTION_ARGS_MOST + sizeof to.args / sizeof *to.args];
    nf_program *program = NULL;
    nf_status status = NF_OK;
    (void)output;
    if (row->table && nf_cost_worst(work->context, (uint64_t)query->cloud->order.sparse, 0))
        return nf_fail(&work->context->error, NF_ERROR_UNSUPPORTED,
                       "strategy %s: there are so many more cells than points that only occupied ones are "
                       "stored, and it needs all",
                       c->strategy->name);
    if (row->sources) to.sources = (uint32_t)nf_min(row->sources, sources_most(c->strategy, c));
    query->parts = &parts;
    query->found = (nf_found){0};
    nf_search search = nf_query_search(query);
    search.add = nf_interaction_add;
    search.what = c;
    NF_TRY(nf_search_status_take(work, &query->found.status));
    if (row->sources == ALL) NF_TRY(find_fullest(work, c, &filling));
    NF_TRY(row->plan(c, &filling, &to));
    NF_TRY(program_for(&search, row, &to, &program));
    work->stage = "search";
    for (size_t k = 0; k < to.count; k++) args[k] = to.args[k];
    NF_TRY(nf_launch_walk(work, &search, program, row->kernel,
                          ((nf_shape){.groups = to.groups, .group = to.group}), nf_lanes_inverse(&search),
                          args, to.count + nf_interaction_args(c, args + to.count),
                          nf_inout(query->found.status)));
    NF_TRY(nf_search_status_check_now(work, query->found.status));
done:
    return status;
}

/* ---- the rows -------------------------------------------------------------------------------------------- */

enum { NO_LOOP, LOOP };
enum { ANY_CELLS, TABLE };
static const paper_row rows[NF_PAPER_STRATEGIES] = {
    /* file and kernel, group, sources, cells, loop, table, plan */
    {"papers/par_part.cl", "nf_par_part", 128, 0, 0, NO_LOOP, ANY_CELLS, plan_points},
    {"papers/par_part.cl", "nf_par_part", 128, 0, 0, LOOP, ANY_CELLS, plan_point_loops},
    {"papers/par_cell.cl", "nf_par_cell", 128, 0, 0, NO_LOOP, TABLE, plan_cells},
    {"papers/par_cell_sm.cl", "nf_par_cell_sm", 128, 512, 0, NO_LOOP, TABLE, plan_cells},
    {"papers/all_in_sm.cl", "nf_all_in_sm", 256, ALL, 216, NO_LOOP, TABLE, plan_sub_boxes},
    {"papers/x_pencil.cl", "nf_x_pencil", 128, ALL, 0, NO_LOOP, TABLE, plan_pencils},
    {"papers/x_pencil_reg.cl", "nf_x_pencil_reg", 128, ALL, 0, NO_LOOP, TABLE, plan_register_boxes},
};

#define STRATEGY(name_, row_, ...)                                                                           \
    {                                                                                                        \
        .name = (name_), .taken = NF_TAKEN_IF_STORED, .check = check, .prepare = prepare,                    \
        .what = &rows[row_], __VA_ARGS__                                                                     \
    }
#define EXPECTS .method = {.expects = 1, .find = sum}
#define LOOKS   .method = {.expects = 0, .find = sum} /* for the fullest cell */
const nf_strategy nf_strategies_of_paper[NF_PAPER_STRATEGIES] = {
    STRATEGY("par-part-noloop", 0, EXPECTS), STRATEGY("par-part-loop", 1, EXPECTS),
    STRATEGY("par-cell", 2, EXPECTS),        STRATEGY("par-cell-sm", 3, EXPECTS),
    STRATEGY("all-in-sm", 4, LOOKS),         STRATEGY("x-pencil", 5, LOOKS),
    STRATEGY("x-pencil-reg", 6, LOOKS),
};
