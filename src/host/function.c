/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "host/function.h"

#include <string.h>

host_function *nf_host_function_named(const char *name, int dims) {
    static const host_function_row *const tables[] = {nf_host_functions_1, nf_host_functions_2,
                                                      nf_host_functions_3};
    for (const host_function_row *row = tables[dims - 1]; row->name; row++)
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
static const member field_rows[] = {HOST_FIELDS(FIELD_ROW){NULL, 0}},
                    parameter_rows[] = {HOST_PARAMETERS(PARAMETER_ROW){NULL, 0}},
                    table_rows[] = {HOST_TABLES(PARAMETER_ROW){NULL, 0}},
                    count_rows[] = {HOST_TABLES(COUNT_ROW){NULL, 0}},
                    sum_rows[] = {HOST_SUMS(SUM_ROW){NULL, 0}};

static void *find(const member *rows, void *of, const char *name) {
    for (const member *row = rows; row->name; row++)
        if (strcmp(row->name, name) == 0) return (char *)of + row->at;
    return NULL;
}

real *nf_host_field(fields *of, const char *name) { return find(field_rows, of, name); }
real *nf_host_parameter(parameters *of, const char *name) { return find(parameter_rows, of, name); }
const real **nf_host_table(parameters *of, const char *name) { return find(table_rows, of, name); }
uint *nf_host_table_count(parameters *of, const char *name) { return find(count_rows, of, name); }
real *nf_host_sum(sums *of, const char *name) { return find(sum_rows, of, name); }
