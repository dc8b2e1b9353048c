/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* How many partners points have: counted from the arrays of an answer while they pass. */
#ifndef NEARFIELD_TASKS_PARTNERS_H
#define NEARFIELD_TASKS_PARTNERS_H

#include "job/task.h"
#include "tasks/coordination.h"

typedef struct partners {
    uint32_t *each; /* for each of n points or query points; NULL when only the total was asked for */
    uint64_t n, points, total;
    int half; /* each pair is found once: it counts for both of its points */
    uint32_t least, most;
    uint64_t offset;      /* the last one that passed */
    uint64_t potential;   /* pairs tested by --method potential: answer->own of pairs; 0: others */
    coordination by_type; /* of lists --count with types: those of the frame */
} partners;

/* What pairs, lists and rdf make of their rows, and report.  Their states begin with partners. */
extern const task_rows rows_of_partners;

/* The further arrays of pairs and lists. */
enum { PAIR_ARRAYS = 3 };
extern const task_further pair_arrays[PAIR_ARRAYS];

#endif
