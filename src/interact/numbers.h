/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The numbers of a call: fields, parameters and tables, checked and on the device; work: NULL to check alone. */
#ifndef NF_INTERACT_NUMBERS_H
#define NF_INTERACT_NUMBERS_H

#include "function/function.h"
#include "opencl/launch.h"

#include <nearfield/interact.h>

/* Each of the arrays of the options is there, if it has a count.  The other functions need that. */
nf_status nf_numbers_check(const nf_interact_options *options, nf_sentence *error);

/* The fields of n points, or query points: n x fields, in scratch.  NULL in *out without fields. */
nf_status nf_fields_take(nf_work *work, const nf_function *function, int of_queries, const nf_numbers *rows,
                         size_t count, uint64_t n, nf_type type, cl_mem *out);

/* The cutoff and the parameters of a call, which are finite in the type of the points. */
nf_status nf_parameters_take(const nf_function *function, double cutoff, const nf_parameter *rows,
                             size_t count, nf_type type, double values[1 + NF_PARAMETERS_MOST]);

/* The tables, in scratch: tables[k] and counts[k] of the k-th. */
nf_status nf_tables_take(nf_work *work, const nf_function *function, const nf_numbers *rows, size_t count,
                         nf_type type, cl_mem tables[NF_TABLES_MOST], uint64_t counts[NF_TABLES_MOST]);

/* Numbers by these names of which only the shape is known, as a context that adds up costs takes them; returns their number. */
size_t nf_numbers_shaped(const char (*names)[NF_NAME_BYTES], int count, uint64_t n, nf_numbers *rows);
#endif
