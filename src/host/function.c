/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "host/function.h"

#include <string.h>

nf_pair_function *nf_host_function_named(const char *name, int dims) {
    static const nf_pair_row *const tables[] = {nf_host_functions_1, nf_host_functions_2,
                                                nf_host_functions_3};
    for (const nf_pair_row *row = tables[dims - 1]; row->name; row++)
        if (strcmp(row->name, name) == 0) return row->of;
    return NULL;
}

/* A member, by its name. */
typedef struct member {
    const char *name;
    size_t at;
} member;
#define FIELD_ROW(name)     {#name, offsetof(nf_pair_fields, name)},
#define PARAMETER_ROW(name) {#name, offsetof(nf_pair_parameters, name)},
#define COUNT_ROW(name)     {#name, offsetof(nf_pair_parameters, name##_count)},
#define SUM_ROW(name)       {#name, offsetof(nf_pair_sums, name)},
static const member field_rows[] = {NF_PAIR_FIELDS(FIELD_ROW){NULL, 0}},
                    parameter_rows[] = {NF_PAIR_PARAMETERS(PARAMETER_ROW){NULL, 0}},
                    table_rows[] = {NF_PAIR_TABLES(PARAMETER_ROW){NULL, 0}},
                    count_rows[] = {NF_PAIR_TABLES(COUNT_ROW){NULL, 0}},
                    sum_rows[] = {NF_PAIR_SUMS(SUM_ROW){NULL, 0}};

static void *find(const member *rows, void *of, const char *name) {
    for (const member *row = rows; row->name; row++)
        if (strcmp(row->name, name) == 0) return (char *)of + row->at;
    return NULL;
}

double *nf_host_field(nf_pair_fields *of, const char *name) { return find(field_rows, of, name); }
double *nf_host_parameter(nf_pair_parameters *of, const char *name) { return find(parameter_rows, of, name); }
const double **nf_host_table(nf_pair_parameters *of, const char *name) { return find(table_rows, of, name); }
unsigned int *nf_host_table_count(nf_pair_parameters *of, const char *name) {
    return find(count_rows, of, name);
}
double *nf_host_sum(nf_pair_sums *of, const char *name) { return find(sum_rows, of, name); }
