/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The grids of classes of radii; a part of walk_body.h. */
/* Makes the grids of all classes from the first ones. */
static nf_status HOST(plan_classes)(host_job *job, nf_grid *grids, nf_grid *query_grids) {
    const nf_classes *classes = &job->classes;
    const nf_grid first = *query_grids;
    const int finest = nf_classes_finest(DIMS, job->type, grids->n);
    const uint64_t step = nf_sample_step(job->n);
    nf_classes_given given = {.scale = (real)job->question.rule.scale,
                              .rule = (uint)classes->rule,
                              .each_once = (uint)job->each_once};
    nf_class_sample sample[NF_SAMPLE_MOST];
    const nf_class_cloud of = {.dims = DIMS,
                               .finest = finest,
                               .cells = grids->cells,
                               .edge = nf_classes_edge(&job->space, &job->question.cells, grids->n),
                               .has_queries = job->queries != NULL,
                               .sampled = nf_sample_count(job->n),
                               .sample = sample};
    nf_status status = NF_OK;
    for (size_t k = 0; k < of.sampled; k++) {
        real r[3];
        HOST(folded)(grids, (const real *)job->points + k * step * DIMS, r);
        sample[k] = (nf_class_sample){{NF_CLASS_CELL(grids, finest, 0, r[0], r[1], r[2]),
                                       NF_CLASS_CELL(grids, finest, 1, r[0], r[1], r[2]),
                                       NF_CLASS_CELL(grids, finest, 2, r[0], r[1], r[2])},
                                      job->marks[k * step]};
    }
    const nf_class_plan plan = nf_classes_plan_for(classes, &of, job->marked);
    NF_TRY(host_expand(job, &plan));
    for (int c = 0; c < CLASSES; c++) given.limits[c] = (real)classes->limits[c];
    for (int g = 0; g < NF_CLASS_GRIDS; g++) {
        given.levels[g] = plan.levels[g];
        given.points[g] = (uint)(plan.offsets[g + 1] - plan.offsets[g]);
    }
    nf_classes_plan(grids, &given);
    memcpy(query_grids, grids, NF_CLASS_GRIDS * sizeof *grids);
    query_grids->lattice = first.lattice;
    query_grids->blur = first.blur;
    nf_classes_spread(grids, query_grids);
done:
    return status;
}
