#include "tasks.h"

#include <string.h>

static const task *const tasks[] = {&pairs_task, &lists_task, &rdf_task};

const task_array task_more[TASK_MORE] = {
    {NF_ARRAY_DISTANCES, VALUES_OTHER, {"distances", NF_TYPE_NONE, 1, "distance", 0}},
    {NF_ARRAY_VECTORS, VALUES_OTHER, {"vectors", NF_TYPE_NONE, 0, "dx,dy,dz", 0}},
    {NF_ARRAY_SHIFTS, VALUES_OTHER, {"shifts", NF_INT32, 3, "Sx,Sy,Sz", 0}},
};

const task *task_named(const char *name) {
    for (size_t k = 0; k < sizeof tasks / sizeof *tasks; k++)
        if (strcmp(tasks[k]->name, name) == 0) return tasks[k];
    return NULL;
}

size_t task_files(const task *about, const task_array *arrays, size_t count, io_array *files) {
    const size_t written = about->sums.take ? about->sums.written_count : count;
    for (size_t k = 0; k < written; k++)
        files[k] = about->sums.take ? about->sums.written[k] : arrays[k].file;
    return written;
}
