/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/whole.h"
#include "interact/strategy.h"
#include "order/bounds.h"
#include "search/ways.h"

/* The most points that it serves; and those for which it takes less time than other strategies: in float without a skin, and in double or against lists that
   are kept (measured on an H200). */
enum { MOST = 65536, FEW = 4096, FEWER = 2048 };

/* Work-items of a group, and of a point; the points of a work-item if they are few, and if they are more; and the points in local memory. */
enum { GROUP = 256, LANES = 64, OWN_FEW = 1, OWN = 2, MORE = 2048, TILE = 512 };

static nf_status check(const nf_strategy *strategy, const nf_interaction *c, nf_sentence *why) {
    const char *name = strategy->name;
    const nf_cloud *cloud = c->query.cloud;
    if (nf_search_is_cpu(cloud->context))
        return nf_fail(why, NF_ERROR_UNSUPPORTED,
                       "strategy %s: it needs work-groups of a GPU, and this device is a CPU", name);
    if (cloud->context->device.max_work_group < GROUP)
        return nf_fail(
            why, NF_ERROR_UNSUPPORTED,
            "strategy %s: it needs work-groups of several work-items, %d, and the device has at most %zu",
            name, GROUP, cloud->context->device.max_work_group);
    if (c->options->queries || c->options->filters || cloud->batch.count)
        return nf_fail(why, NF_ERROR_UNSUPPORTED,
                       "strategy %s: it serves neither query points, nor filters, nor systems", name);
    if (cloud->n > MOST)
        return nf_fail(why, NF_ERROR_UNSUPPORTED,
                       "strategy %s: it looks at all pairs, and serves at most %d points", name, MOST);
    if (!nf_space_has_nearest(&cloud->space, c->query.params.cells.cutoff))
        return nf_fail(
            why, NF_ERROR_UNSUPPORTED,
            "strategy %s: the cutoff is so long that more than one image of a point may be within it", name);
    return NF_OK;
}

static int suits(const nf_interaction *c) {
    const int fewer = c->query.cloud->type == NF_FLOAT64 || c->query.params.skin > 0;
    return c->query.cloud->n <= (fewer ? FEWER : FEW);
}

static nf_status sum(nf_work *work, nf_query *query, const nf_emit_args *output) {
    nf_interaction *c = (nf_interaction *)(void *)query;
    const nf_cloud *cloud = query->cloud;
    const nf_view points = nf_view_of_cloud(cloud);
    const nf_rule *rule = &query->params.rule;
    nf_spec spec = nf_spec_of(work->context, "interact/direct.cl");
    nf_program *program = NULL;
    nf_space_args space;
    nf_arg args[NF_INTERACTION_ARGS_MOST + sizeof space.args / sizeof *space.args];
    const uint64_t own = points.n < MORE ? OWN_FEW : OWN;
    const double reach = nf_space_reach(&cloud->space, query->params.cells.cutoff) * (1 + 0x1p-10);
    nf_status status = NF_OK;
    (void)output;
    work->stage = "direct";
    nf_order_define(&spec, &points, NULL, 0);
    nf_define(&spec, "GROUP", GROUP);
    nf_define(&spec, "LANES", LANES);
    nf_define(&spec, "OWN", (int64_t)own);
    nf_define(&spec, "TILE", TILE);
    nf_define(&spec, "FUSED", work->context->device.fma);
    nf_define(&spec, "STRAIGHT", nf_space_is_orthorhombic(&cloud->space));
    if (rule->scaled) nf_define(&spec, "SCALED", 1);
    nf_interaction_add(c, &spec);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_scratch(work, sizeof(uint32_t), &c->far));
    nf_space_args_for(&space, &points, &query->params.cells);
    size_t count = nf_interaction_function_args(c, args);
    for (size_t k = 0; k < space.count; k++) args[count++] = space.args[k];
    NF_TRY(nf_launch_more(work, program, "nf_direct", nf_shape_for(points.n, GROUP / LANES * own, GROUP),
                          (const nf_arg[]){nf_in(points.points), nf_u64(nf_view_begin(&points)),
                                           nf_u32((uint32_t)points.n), nf_real(points.type, rule->r2),
                                           nf_real(points.type, rule->scale),
                                           nf_real(points.type, reach * reach), nf_out(c->far)},
                          7, args, count));
done:
    return status;
}

/* Returns the error of a point that the kernel has not accepted. */
static nf_status read_error(nf_work *work, const nf_interaction *c) {
    const nf_view points = nf_view_of_cloud(c->query.cloud);
    uint32_t far = 0;
    nf_status status = NF_OK;
    NF_TRY(nf_read(work, c->far, 0, &far, sizeof far));
    if (far) status = nf_bounds_refuse_point(work, &points, "point", (int)~far);
done:
    return status;
}

const nf_strategy nf_strategy_direct = {.name = "direct",
                                        .method = {.kept = 1, .find = sum},
                                        .suits = suits,
                                        .check = check,
                                        .read_error = read_error};
