/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tasks/job/job.h"

#include <string.h>

static const task *const tasks[] = {&pairs_task, &lists_task, &rdf_task,
                                    &knn_task,   &fof_task,   &interact_task};

const task_further task_more[TASK_MORE] = {
    {TAKES_MORE,
     "distances",
     "also the distance of each pair",
     {NF_ARRAY_DISTANCES, VALUES_OTHER, {"distances", NF_TYPE_NONE, 1, "distance", 0}}},
    {TAKES_MORE,
     "vectors",
     "also the vector from the first point to the second, through the sides",
     {NF_ARRAY_VECTORS, VALUES_OTHER, {"vectors", NF_TYPE_NONE, COLUMNS_DIMS, "dx,dy,dz", 0}}},
    {TAKES_MORE,
     "shifts",
     "also the cell vectors that are added to the second point",
     {NF_ARRAY_SHIFTS, VALUES_OTHER, {"shifts", NF_INT32, 3, "Sx,Sy,Sz", 0}}},
    {TAKES_K,
     "kth-distances",
     "write the distance of the k-th neighbour, and not the neighbours",
     {NF_ARRAY_KTH_DISTANCES, VALUES_EACH, {"kth_distances", NF_TYPE_NONE, 1, "kth_distance", 0}}},
    {TAKES_K,
     "mean-distances",
     "write the mean distance of the k neighbours, and not the neighbours",
     {NF_ARRAY_MEAN_DISTANCES, VALUES_EACH, {"mean_distances", NF_TYPE_NONE, 1, "mean_distance", 0}}},
    {TAKES_K,
     "densities",
     "write the density, k over the volume of the ball that reaches to the k-th neighbour, likewise",
     {NF_ARRAY_DENSITIES, VALUES_EACH, {"densities", NF_TYPE_NONE, 1, "density", 0}}},
    {TAKES_LINKS,
     "cores",
     "also which points are core points",
     {NF_ARRAY_CORES, VALUES_EACH, {"cores", NF_UINT32, 1, "core", 0}}},
    {TAKES_FUNCTION,
     "totals",
     "also the total of each component of the sums, one after the other: the array totals",
     {NF_ARRAY_TOTALS, VALUES_TOTALS, {"totals", NF_FLOAT64, 1, "total", IO_OWN_ROWS}}},
};

const task *task_named(const char *name) {
    for (size_t k = 0; k < sizeof tasks / sizeof *tasks; k++)
        if (strcmp(tasks[k]->name, name) == 0) return tasks[k];
    return NULL;
}

/* The report of knn is about the distances of the k-th neighbours, whatever is written. */
static const task_array unwritten = {NF_ARRAY_KTH_DISTANCES, VALUES_EACH, {NULL, NF_TYPE_NONE, 1, NULL, 0}};

size_t task_arrays(const task_job *job, task_array arrays[TASK_ARRAYS]) {
    const int numbers = task_writes_numbers(job);
    size_t count = numbers                                     ? 0
                   : job->count_only && job->task->counts.name ? 1 /* the offsets */
                                                               : job->task->array_count;
    memcpy(arrays, job->task->arrays, sizeof job->task->arrays);
    if (job->task->declare) count += job->task->declare(job, arrays + count);
    int has_kth = 0;
    for (size_t k = 0; k < TASK_MORE; k++) {
        if (!job->more[k]) continue;
        has_kth |= task_more[k].about.array == NF_ARRAY_KTH_DISTANCES;
        arrays[count++] = task_more[k].about;
    }
    if (numbers && !has_kth) arrays[count++] = unwritten;
    return count;
}

int task_writes_numbers(const task_job *job) {
    int asked = 0;
    for (size_t k = 0; k < TASK_MORE; k++) asked |= job->more[k];
    return asked && job->task->takes & TAKES_K && !job->neighbours;
}

size_t task_files(const task *about, const task_array *arrays, size_t count, io_array *files) {
    size_t written = about->sums.take ? about->sums.written_count : count;
    if (!about->sums.take && written > 0 && !arrays[written - 1].file.name) written--;
    for (size_t k = 0; k < written; k++)
        files[k] = about->sums.take ? about->sums.written[k] : arrays[k].file;
    return written;
}
