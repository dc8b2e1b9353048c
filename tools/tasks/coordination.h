/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Coordination numbers by type: how many neighbours of each type the points of each type have. */
#ifndef NEARFIELD_TASKS_COORDINATION_H
#define NEARFIELD_TASKS_COORDINATION_H

#include "points/types.h"
#include "text/json.h"

/* How the numbers of neighbours of a type are distributed over the points of a type: points[k] have k neighbours. */
typedef struct coordination_numbers {
    uint64_t *points;
    uint64_t size;
} coordination_numbers;

typedef struct coordination {
    uint32_t types;
    coordination_numbers *of; /* types x types: of the points of a type, the neighbours of another */
} coordination;

/* Begins without points, unless that was done before.  Both return 0 or problem->code. */
int coordination_begin(coordination *c, uint32_t types, text_problem *problem);

/* Adds so many points of type a with `neighbours` neighbours of type b. */
int coordination_add(coordination *c, uint32_t a, uint32_t b, uint64_t neighbours, uint64_t points,
                     text_problem *problem);

/* Adds the points of another one of as many types. */
int coordination_add_all(coordination *c, const coordination *other, text_problem *problem);

void coordination_free(coordination *c);

/* A line for each pair of types that may be neighbours, and a member "coordination". */
void coordination_print(const coordination *c, const point_types *t);
void coordination_print_json(const coordination *c, const point_types *t, json_out *j);

#endif
