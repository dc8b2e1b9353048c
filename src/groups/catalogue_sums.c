/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/whole.h"
#include "space/constants.cl"
#include "groups/catalogue.h"

#include <math.h>
#include <string.h>

/* The most blocks of so many groups of n points: each has one that is not full. */
static uint64_t blocks_most(uint64_t n, uint64_t groups) { return n / NF_GROUP_BLOCK + groups; }

enum { ROWS_ARGS = NF_ROWS_ARGS, POSITIONS_ARGS = NF_POSITIONS_ARGS, VALUES_ARGS = NF_VALUES_ARGS };

void nf_rows_args(const nf_catalogue_query *c, nf_arg *args) {
    const nf_arg all[ROWS_ARGS] = {nf_in(c->order),           nf_in(c->ends),
                                   nf_in(c->first),           nf_in(c->blocks),
                                   nf_u32((uint32_t)c->rows), nf_catalogue_wanted(c)};
    for (int k = 0; k < ROWS_ARGS; k++) args[k] = all[k];
}

void nf_positions_args(const nf_catalogue_query *c, nf_arg *args) {
    const nf_cloud *cloud = c->cloud;
    args[0] = nf_in(cloud->points);
    args[1] = nf_u64(cloud->offset);
    args[2] = nf_real(cloud->type, c->tree->scaling.scale);
    args[3] = nf_in(c->images ? c->images : c->order);
    args[4] = nf_inout(c->flags);
    args[5] = nf_u32(c->images != NULL);
    args[6] = cloud->type == NF_FLOAT32 ? nf_struct(c->box.f32, sizeof c->box.f32)
                                        : nf_struct(c->box.f64, sizeof c->box.f64);
}

void nf_values_args(const nf_catalogue_query *c, nf_arg *args) {
    const int has_weights = c->weights.buffer != NULL, has_velocities = c->velocities.buffer != NULL;
    args[0] = nf_in(has_weights ? c->weights.buffer : c->cloud->points);
    args[1] = nf_u64(has_weights ? c->weights.offset : 0);
    args[2] = nf_in(has_velocities ? c->velocities.buffer : c->cloud->points);
    args[3] = nf_u64(has_velocities ? c->velocities.offset : 0);
}

/* The arguments that begin kernels of points: what they are, where, and their weights and velocities. */
enum { POINTS_ARGS = ROWS_ARGS + POSITIONS_ARGS + VALUES_ARGS, MORE_MOST = 8 };
static void points_args(const nf_catalogue_query *c, nf_arg args[POINTS_ARGS]) {
    nf_rows_args(c, args);
    nf_positions_args(c, args + ROWS_ARGS);
    nf_values_args(c, args + ROWS_ARGS + POSITIONS_ARGS);
}

/* Launches a kernel: its arguments, further ones, and that of loops. */
static nf_status launch(nf_work *work, const nf_catalogue_query *c, const char *kernel, nf_shape shape,
                        const nf_arg *args, size_t count, const nf_arg *more, size_t more_count) {
    nf_arg all[POINTS_ARGS + MORE_MOST];
    memcpy(all, args, count * sizeof *args);
    memcpy(all + count, more, more_count * sizeof *more);
    return nf_launch_more(work, c->program, kernel, shape, all, count + more_count, c->loops.args,
                          c->loops.count);
}

nf_status nf_catalogue_fold(nf_work *work, const nf_catalogue_query *c, uint32_t columns,
                            uint32_t sum_columns) {
    nf_arg args[ROWS_ARGS];
    nf_status status = NF_OK;
    nf_rows_args(c, args);
    for (uint32_t step = 1; step < c->step; step *= NF_GROUP_BLOCK) {
        const nf_arg more[] = {nf_inout(c->sums), nf_u32(c->stride), nf_u32(columns), nf_u32(sum_columns),
                               nf_u32(step)};
        NF_TRY(launch(work, c, "fold", nf_tile_shape(c->tile, (uint64_t)columns * c->stride), args, ROWS_ARGS,
                      more, 5));
    }
done:
    return status;
}

/* The place of an array; any buffer where it is not wanted. */
static nf_arg place_of(const nf_catalogue_query *c, int array) {
    return nf_out(c->outputs[array] ? c->outputs[array] : c->sums);
}

static nf_status measure_masses(nf_work *work, const nf_catalogue_query *c, nf_shape blocks, nf_shape rows) {
    nf_arg args[ROWS_ARGS + VALUES_ARGS];
    const nf_arg by_row[] = {nf_in(c->sums), nf_u32(c->step), nf_out(c->masses),
                             place_of(c, NF_CATALOGUE_MASSES)},
                 by_block[] = {nf_out(c->sums)};
    nf_status status = NF_OK;
    nf_rows_args(c, args);
    nf_values_args(c, args + ROWS_ARGS);
    if (c->weights.buffer) {
        NF_TRY(launch(work, c, "mass_blocks", blocks, args, ROWS_ARGS + VALUES_ARGS, by_block, 1));
        NF_TRY(nf_catalogue_fold(work, c, 1, 1));
    }
    NF_TRY(launch(work, c, "mass_rows", rows, args, ROWS_ARGS, by_row, 4));
done:
    return status;
}

static nf_status measure_centres(nf_work *work, const nf_catalogue_query *c, nf_shape blocks, nf_shape rows) {
    const nf_arg unscale = nf_real(c->cloud->type, c->tree->scaling.unscale), stride = nf_u32(c->stride),
                 by_block[] = {nf_in(c->masses), nf_out(c->sums), stride},
                 by_row[] = {unscale,
                             nf_in(c->sums),
                             stride,
                             nf_u32(c->step),
                             nf_out(c->middles),
                             place_of(c, NF_CATALOGUE_CENTRES),
                             place_of(c, NF_CATALOGUE_SPEEDS),
                             place_of(c, NF_CATALOGUE_CHAINS)};
    const uint32_t dims = (uint32_t)c->cloud->dims,
                   columns = c->wanted & NF_WANT(NF_ARRAY_VELOCITIES) ? 2 * dims : dims;
    nf_arg args[POINTS_ARGS];
    nf_status status = NF_OK;
    points_args(c, args);
    NF_TRY(launch(work, c, "centre_blocks", blocks, args, POINTS_ARGS, by_block, 3));
    NF_TRY(nf_catalogue_fold(work, c, columns, columns));
    NF_TRY(launch(work, c, "centre_rows", rows, args, ROWS_ARGS + POSITIONS_ARGS, by_row, 8));
done:
    return status;
}

static nf_status measure_sizes(nf_work *work, const nf_catalogue_query *c, nf_shape blocks, nf_shape rows) {
    const nf_type type = c->cloud->type;
    const nf_arg stride = nf_u32(c->stride),
                 by_block[] = {nf_in(c->masses), nf_in(c->middles), nf_out(c->sums), stride},
                 by_row[] = {nf_real(type, c->tree->scaling.scale),
                             nf_real(type, c->tree->scaling.unscale),
                             nf_in(c->sums),
                             stride,
                             nf_u32(c->step),
                             place_of(c, NF_CATALOGUE_RADII),
                             place_of(c, NF_CATALOGUE_EXTENTS)};
    nf_arg args[POINTS_ARGS];
    nf_status status = NF_OK;
    points_args(c, args);
    NF_TRY(launch(work, c, "size_blocks", blocks, args, POINTS_ARGS, by_block, 4));
    NF_TRY(nf_catalogue_fold(work, c, 2, 1));
    NF_TRY(launch(work, c, "size_rows", rows, args, ROWS_ARGS, by_row, 7));
done:
    return status;
}

/* What depends on the places of members. */
static nf_status measure_places(nf_work *work, const nf_catalogue_query *c, nf_shape blocks, nf_shape rows) {
    const uint64_t sizes = NF_WANT(NF_ARRAY_INERTIA_RADII) | NF_WANT(NF_ARRAY_EXTENTS);
    nf_status status = NF_OK;
    NF_TRY(measure_centres(work, c, blocks, rows));
    if (c->wanted & sizes) NF_TRY(measure_sizes(work, c, blocks, rows));
done:
    return status;
}

/* Measures again if members are far from the base of their group: where links lead to is found only then. */
static nf_status measure_far(nf_work *work, nf_catalogue_query *c, nf_shape blocks, nf_shape rows) {
    const uint32_t most = 1;
    uint32_t far = 0;
    nf_status status = NF_OK;
    if (!(c->length > 0) || c->cloud->space.kind != NF_SPACE_BOX) return NF_OK;
    NF_TRY(nf_read_most(work, c->flags, c->rows * 4, &far, sizeof far, &most));
    if (!far) return NF_OK;
    NF_TRY(nf_catalogue_chains(work, c));
    work->stage = "measure";
    NF_TRY(measure_places(work, c, blocks, rows));
done:
    return status;
}

/* The box, in which members are far only if links are known. */
static nf_status take_box(nf_work *work, nf_catalogue_query *c) {
    static const uint32_t zero = 0;
    nf_status status = NF_OK;
    c->box = nf_group_box_of(&c->cloud->space, &c->tree->scaling, sqrt(c->square));
    NF_TRY(nf_scratch(work, (c->rows + 1) * 4, &c->flags));
    NF_TRY(nf_fill(work, c->flags, &zero, sizeof zero, 0, (c->rows + 1) * 4));
done:
    return status;
}

nf_status nf_catalogue_measure(nf_work *work, nf_catalogue_query *c) {
    const nf_cloud *cloud = c->cloud;
    const uint64_t element = nf_type_bytes(cloud->type), dims = (uint64_t)cloud->dims,
                   stride = blocks_most(cloud->n, c->rows), columns = 2 * dims;
    const nf_shape blocks = nf_tile_shape(c->tile, stride), rows = nf_tile_shape(c->tile, c->rows);
    const uint64_t places = NF_WANT(NF_ARRAY_CENTRES) | NF_WANT(NF_ARRAY_VELOCITIES) |
                            NF_WANT(NF_ARRAY_INERTIA_RADII) | NF_WANT(NF_ARRAY_EXTENTS) |
                            NF_WANT(NF_ARRAY_PERCOLATES);
    const uint64_t blocks_of_a_row = nf_ceiling(c->largest, NF_GROUP_BLOCK);
    nf_status status = NF_OK;
    c->stride = (uint32_t)stride;
    for (c->step = 1; blocks_of_a_row > (uint64_t)c->step * NF_GROUP_BLOCK;) c->step *= NF_GROUP_BLOCK;
    NF_TRY(take_box(work, c));
    NF_TRY(nf_scratch(work, stride * columns * element, &c->sums));
    NF_TRY(nf_scratch(work, c->rows * element, &c->masses));
    NF_TRY(nf_scratch(work, c->rows * dims * element, &c->middles));
    NF_TRY(nf_loops_take(work, &c->loops));
    work->stage = "measure";
    if (c->wanted & (NF_WANT(NF_ARRAY_MASSES) | places)) NF_TRY(measure_masses(work, c, blocks, rows));
    if (c->wanted & places) {
        NF_TRY(measure_places(work, c, blocks, rows));
        NF_TRY(measure_far(work, c, blocks, rows));
    }
    if (c->spreads) NF_TRY(nf_catalogue_spread(work, c, blocks, rows));
    NF_TRY(nf_loops_check(work, &c->loops));
done:
    return status;
}
