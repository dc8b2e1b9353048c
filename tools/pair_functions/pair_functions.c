/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "pair_functions/pair_functions.h"

#include <string.h>

pair_function *pair_function_named(const char *name, int dims) {
    static const pair_row *const tables[] = {pair_functions_1, pair_functions_2, pair_functions_3};
    for (const pair_row *row = tables[dims - 1]; row->name; row++)
        if (strcmp(row->name, name) == 0) return row->of;
    return NULL;
}

/* A member, by its name. */
typedef struct member {
    const char *name;
    size_t at;
} member;
#define FIELD_ROW(name)     {#name, offsetof(fields, name)},
#define PARAMETER_ROW(name) {#name, offsetof(parameters, name)},
#define COUNT_ROW(name)     {#name, offsetof(parameters, name##_count)},
#define SUM_ROW(name)       {#name, offsetof(sums, name)},
static const member field_rows[] = {PAIR_FIELDS(FIELD_ROW){NULL, 0}},
                    parameter_rows[] = {PAIR_PARAMETERS(PARAMETER_ROW){NULL, 0}},
                    table_rows[] = {PAIR_TABLES(PARAMETER_ROW){NULL, 0}},
                    count_rows[] = {PAIR_TABLES(COUNT_ROW){NULL, 0}},
                    sum_rows[] = {PAIR_SUMS(SUM_ROW){NULL, 0}};

static void *find(const member *rows, void *of, const char *name) {
    for (const member *row = rows; row->name; row++)
        if (strcmp(row->name, name) == 0) return (char *)of + row->at;
    return NULL;
}

real *pair_field(fields *of, const char *name) { return find(field_rows, of, name); }
real *pair_parameter(parameters *of, const char *name) { return find(parameter_rows, of, name); }
const real **pair_table(parameters *of, const char *name) { return find(table_rows, of, name); }
uint *pair_table_count(parameters *of, const char *name) { return find(count_rows, of, name); }
real *pair_sum(sums *of, const char *name) { return find(sum_rows, of, name); }
