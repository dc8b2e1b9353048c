/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Sums over pairs of charges: a pair function that uses all that a function can declare, systems of charges, the sums of the host in
 * double, and the comparison with those of a device.  They share no code with the library.  Each function fails the calling test.
 */
#ifndef SUPPORT_SUMS_INTERACTIONS_H
#define SUPPORT_SUMS_INTERACTIONS_H

#include <nearfield/nearfield.h>

/* The shape of a GPU, on any device. */
#define INTERACTIONS_GPU "search.GROUP=32 bounds.GROUP=32 order.GROUP=32"

/* Charges: forces along D, which are not those of the other point, an energy and a count; the spring constant comes from a table. */
extern const char interactions_charges[];
extern const double interactions_springs[2];

/* The sums of charges, and the columns of all of them in 3 dimensions. */
enum {
    INTERACTIONS_PULLS,
    INTERACTIONS_ENERGIES,
    INTERACTIONS_COUNTS,
    INTERACTIONS_SUMS,
    INTERACTIONS_COLUMNS = 5
};

/* All of them and their totals, for `arrays` of options. */
#define INTERACTIONS_ARRAYS                                                                                  \
    (NF_WANT(NF_ARRAY_SUM(INTERACTIONS_PULLS)) | NF_WANT(NF_ARRAY_SUM(INTERACTIONS_ENERGIES)) |              \
     NF_WANT(NF_ARRAY_SUM(INTERACTIONS_COUNTS)) | NF_WANT(NF_ARRAY_TOTALS))

/* A cube of 4, and a box that is smaller than cutoffs and periodic in x and y only. */
extern const nf_box interactions_cube, interactions_tiny;

/* A system of charges: points and query points with what they carry, in a box or, if `in` is NULL, in open space. */
typedef struct interactions_setup {
    uint64_t n, queries;
    int dims;
    nf_type type;
    nf_box box;
    const nf_box *in;
    double cutoff;
    double *at, *charge, *kind, *query_at, *query_charge, *query_kind;
} interactions_setup;

/* Random points in [low, high)^dims, the same for the same n.  All values are the same in both types.  Release it with
   interactions_forget. */
interactions_setup interactions_setup_of(uint64_t n, uint64_t queries, int dims, nf_type type,
                                         const nf_box *box, double low, double high, double cutoff);
void interactions_forget(interactions_setup *s);

/* The arguments of a call about a system: its numbers in the type of its points, until interactions_release. */
typedef struct interactions_arguments {
    void *at, *charge, *kind, *springs, *query_at, *query_charge, *query_kind;
    nf_points points, queries;
    nf_numbers fields[2], query_fields[2], tables[1];
    nf_interact_options options;
} interactions_arguments;

void interactions_prepare(interactions_arguments *a, const interactions_setup *s);
void interactions_release(interactions_arguments *a);

/* Compares each row of a result for charges, whose sums are of `type`, with the sum over images up to `reach` cells away, within the
   bound of the header for the type of contributions and of sums. */
void interactions_same(const interactions_setup *s, nf_result *result, int reach, nf_type type);

/* The totals are the sums of the rows. */
void interactions_same_totals(nf_context *context, nf_result *result, int dims);

/* Where the lists of the host begin, n + 1 offsets: the numbers of neighbours by the rule.  Release them with free. */
uint64_t *interactions_offsets(const nf_points *points, const nf_box *box, double cutoff);

/* A copy of the values in a type; release it with free. */
void *interactions_typed(const double *values, uint64_t count, nf_type type);

#endif
