/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "interact/symmetric.h"

#include "core/whole.h"
#include "interact/cluster_lists.h"
#include "interact/clusters.h"
#include "primitives/tile.h"
#include "tune/capability.h"

#include <math.h>

/* The state: marks of parts, and of whole sums; FIXED_ALONE in cl/interact/symmetric/fixed.cl. */
enum { STATE_WORDS = 2 };
static const uint32_t alone = 0x80000000u;

/* ---- ranges --------------------------------------------------------------------------------------------- */

static double range_of(const nf_interaction *c, int k) {
    return c->options->ranges && c->options->ranges[k] > 0 ? c->options->ranges[k]
                                                           : c->function->info.sum[k].most;
}

/* The bits of the range of a sum, so that no sum of parts within the range wraps.  A point gets a part from each of its neighbours at most, one of its
   own, and a correction.  More bits than a double has would be lost in the end. */
static int bits_of(const nf_interaction *c) {
    enum { MOST = 52, ALL = 62, OWN = 2 };
    const nf_space *space = &c->query.cloud->space;
    double parts = (double)c->query.cloud->n;
    for (int k = 0; k < space->dims; k++)
        if (space->heights[k] > 0) parts *= floor(2 * c->query.params.cells.cutoff / space->heights[k]) + 1;
    const int left = ALL - 1 - ilogb(parts + OWN);
    return left < MOST ? left : MOST;
}

/* Puts the numbers of the sums that the call wants into `sums`, in their order, which is that of kernels; returns how many there are. */
static int sums_of(const nf_interaction *c, int sums[NF_SUMS_MOST]) {
    int count = 0;
    for (int k = 0; k < c->function->info.sums; k++)
        if (nf_interaction_wants(c, k)) sums[count++] = k;
    return count;
}

/* nf_ranges in cl/interact/symmetric/fixed.cl. */
static void set_ranges(const nf_interaction *c, nf_fixed *fixed) {
    int sums[NF_SUMS_MOST];
    const int count = sums_of(c, sums), bits = bits_of(c);
    float *f32 = fixed->ranges.f32;
    double *f64 = fixed->ranges.f64;
    fixed->ranges_bytes = 3 * (size_t)count * nf_type_bytes(c->type);
    for (int k = 0; k < count; k++) {
        const double most = range_of(c, sums[k]), scale = ldexp(1, bits - ilogb(most) - 1),
                     numbers[3] = {most, scale, 1 / scale};
        for (int a = 0; a < 3; a++)
            if (c->type == NF_FLOAT64) f64[a * count + k] = numbers[a];
            else f32[a * count + k] = (float)numbers[a];
    }
}

static nf_status check_ranges(const nf_interaction *c, nf_sentence *why) {
    enum { LEAST = 24 }; /* bits: as many as a float has */
    const nf_function_info *info = &c->function->info;
    if (bits_of(c) < LEAST)
        return nf_fail(why, NF_ERROR_UNSUPPORTED, "strategy symmetric: a point has too many neighbours");
    for (int k = 0; k < info->sums; k++) {
        const double most = range_of(c, k);
        if (!nf_interaction_wants(c, k)) continue;
        if (!info->sum[k].sign)
            return nf_fail(why, NF_ERROR_UNSUPPORTED,
                           "strategy symmetric: the sum \"%s\" does not declare whether it is odd or even",
                           info->sum[k].name);
        if (!(most > 0))
            return nf_fail(why, NF_ERROR_UNSUPPORTED,
                           "strategy symmetric: the sum \"%s\" has no range: declare its largest value, or "
                           "give it in ranges",
                           info->sum[k].name);
        if (!(most >= 0x1p-60 && most <= 0x1p60))
            return nf_fail(why, NF_ERROR_UNSUPPORTED,
                           "strategy symmetric: the range %g of the sum \"%s\" is not within 2^-60 and 2^60",
                           most, info->sum[k].name);
    }
    return NF_OK;
}

static nf_status check(const nf_strategy *strategy, const nf_interaction *c, nf_sentence *why) {
    nf_status status = NF_OK;
    NF_TRY(nf_cluster_lists_check(strategy, c, why));
    if (!nf_can(c->query.cloud->context, NF_CAN_INT64_ATOMICS))
        return nf_fail(
            why, NF_ERROR_UNSUPPORTED,
            "strategy symmetric: it needs 64-bit atomics, which the self-check has not proved here");
    NF_TRY(check_ranges(c, why));
done:
    return status;
}

static void prepare(nf_interaction *c) {
    nf_clusters_prepare(c);
    c->side = "interact/symmetric/side_both.cl";
    c->query.params.half = 1; /* lists have each pair once */
}

/* ---- sums ------------------------------------------------------------------------------------------------ */

static uint64_t sums_bytes(uint64_t n, const nf_function_info *info, uint32_t wanted, int dims) {
    uint64_t components = 0;
    for (int k = 0; k < info->sums; k++)
        if (wanted >> k & 1) components += info->sum[k].vector ? (uint64_t)dims : 1;
    return n * components * sizeof(int64_t);
}

nf_status nf_symmetric_begin(nf_work *work, nf_interaction *c) {
    const nf_cloud *cloud = c->query.cloud;
    const uint64_t bytes = sums_bytes(cloud->n, &c->function->info, c->wanted, cloud->dims), zero = 0;
    nf_fixed *fixed = &c->fixed;
    nf_status status = NF_OK;
    if (!c->strategy->fixed) return NF_OK;
    set_ranges(c, fixed);
    fixed->state_at = bytes / sizeof(uint32_t);
    NF_TRY(nf_scratch(work, bytes + STATE_WORDS * sizeof(uint32_t), &fixed->sums));
    NF_TRY(nf_fill(work, fixed->sums, &zero, sizeof zero, 0, bytes + STATE_WORDS * sizeof(uint32_t)));
done:
    return status;
}

nf_status nf_symmetric_end(nf_work *work, const nf_interaction *c, const nf_view *points) {
    nf_context *context = work->context;
    const nf_tile tile = nf_tile_single(nf_tile_fit(context, &nf_order_family, (nf_tile_need){0}));
    const uint64_t n = points->n;
    nf_arg args[NF_INTERACTION_ARGS_MOST];
    nf_spec spec = nf_spec_of(context, "interact/symmetric/symmetric.cl");
    nf_program *program = NULL;
    nf_status status = NF_OK;
    if (!c->strategy->fixed) return NF_OK;
    work->stage = "settle";
    nf_order_define(&spec, points, NULL, 0);
    nf_tile_define(&spec, tile);
    nf_function_add(c->function, c->options->sum64 != 0, c->options->fast != 0, c->wanted, &spec);
    NF_TRY(nf_program_get(context, &spec, &program));
    NF_TRY(nf_launch_more(work, program, "nf_settle", nf_tile_shape(tile, n),
                          (const nf_arg[]){nf_in(points->index), nf_in(points->grid), nf_u32((uint32_t)n),
                                           nf_inout(c->fixed.sums), nf_u64(n), nf_u64(c->fixed.state_at),
                                           nf_struct(&c->fixed.ranges, c->fixed.ranges_bytes)},
                          7, args, nf_interaction_function_args(c, args)));
done:
    return status;
}

/* Returns an error if a sum left its range, or could not be summed in this way. */
static nf_status read_error(nf_work *work, const nf_interaction *c) {
    nf_sentence *error = &work->context->error;
    uint32_t state[STATE_WORDS] = {0};
    int sums[NF_SUMS_MOST];
    nf_status status = NF_OK;
    NF_TRY(nf_read(work, c->fixed.sums, c->fixed.state_at * sizeof *state, state, sizeof state));
    const uint32_t marks = state[0] | state[1];
    for (int k = 0, count = sums_of(c, sums); k < count; k++)
        if (marks >> k & 1)
            return nf_fail(
                error, NF_ERROR_ARGUMENT,
                "strategy symmetric: the sum \"%s\", or a part of one, is beyond its range of %g, or "
                "not a number: declare a larger one, or give it in ranges",
                c->function->info.sum[sums[k]].name, range_of(c, sums[k]));
    if (marks & alone)
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "strategy symmetric: points that follow each other in order are too far apart: use "
                       "another strategy");
done:
    return status;
}

const nf_strategy nf_strategy_symmetric = {
    .name = "symmetric",
    .taken = NF_TAKEN_BY_NAME,
    .fixed = 1,
    .method = {.expects = 1, .find = nf_cluster_lists_find},
    .check = check,
    .again = nf_cluster_lists_again,
    .read_error = read_error,
    .prepare = prepare,
};
