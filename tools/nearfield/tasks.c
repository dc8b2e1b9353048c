#include "tasks.h"

#include <string.h>

static const task *const tasks[] = {&pairs_task, &lists_task};

const task *task_named(const char *name) {
    for (size_t k = 0; k < sizeof tasks / sizeof *tasks; k++)
        if (strcmp(tasks[k]->name, name) == 0) return tasks[k];
    return NULL;
}
