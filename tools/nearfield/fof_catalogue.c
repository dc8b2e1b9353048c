/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The file of --catalogue: a row for each group. */
#include "task_fof.h"

/* The arrays, and their rows if there is a catalogue.  Whether velocities are missing is known then, too. */
static size_t list(const task_job *job, io_array *files, const void **rows) {
    static const nf_host_groups none = {0};
    const nf_host_groups *c = job->groups.catalogue ? job->groups.catalogue : &none;
    const nf_type type = job->points.type;
    const int dims = job->points.dims, known = job->groups.catalogue != NULL;
    const struct {
        io_array file;
        const void *rows;
        int missing;
    } all[] = {
        {{"groups", NF_INT32, 1, "group", 0}, c->groups, 0},
        {{"members", NF_UINT32, 1, "members", 0}, c->members, 0},
        {{"masses", type, 1, "mass", 0}, c->masses, 0},
        {{"centres", type, dims, "x,y,z", IO_MATRIX}, c->centres, 0},
        {{"velocities", type, dims, "vx,vy,vz", IO_MATRIX},
         c->velocities,
         known && !job->groups.velocities.positions},
        {{"inertia_radii", type, 1, "inertia_radius", 0}, c->inertia_radii, 0},
        {{"extents", type, 1, "extent", 0}, c->extents, 0},
    };
    _Static_assert(sizeof all / sizeof *all <= IO_MOST_ARRAYS, "a file has room for the catalogue");
    size_t count = 0;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (all[k].missing) continue;
        files[count] = all[k].file;
        if (rows) rows[count] = all[k].rows;
        count++;
    }
    return count;
}

size_t fof_files(const task_job *job, io_array *files) { return list(job, files, NULL); }

int fof_write(const task_job *job, io_sink *sink, io_problem *problem) {
    io_array files[IO_MOST_ARRAYS];
    const void *rows[IO_MOST_ARRAYS];
    const size_t count = list(job, files, rows), together = io_sink_together(sink);
    const uint64_t number = job->groups.catalogue->count;
    for (size_t k = 0; k < count; k += together)
        if (io_sink_begin(sink, number, problem) != 0 || io_sink_write(sink, rows + k, number, problem) != 0)
            return problem->code;
    return 0;
}
