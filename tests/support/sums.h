/* Sums of pair functions, and the same in double on the host over all images within the cutoff.  On any error these functions fail the calling
   test. */
#ifndef SUPPORT_SUMS_H
#define SUPPORT_SUMS_H

#include "support/device.h"

#include <nearfield/nearfield.h>

/* Words of tuning for the shapes of GPUs. */
#define GPU "search.GROUP=32 bounds.GROUP=32 order.GROUP=32"

/* Charges: forces along D by the partner's charge, an energy and a count; the spring constant comes from a table.  As a general function, and as a
   radial one with the same sums. */
extern const char sums_charges[], sums_charges_radial[];
enum { SUMS_PULLS, SUMS_ENERGIES, SUMS_COUNTS };

/* Points with charges and kinds, or query points with theirs, in double; all numbers are the same in both types. */
typedef struct sums_setup {
    uint64_t n, queries;
    int dims;
    nf_type type;
    nf_box box;
    const nf_box *in;
    double cutoff;
    double *at, *charge, *kind, *query_at, *query_charge, *query_kind;
} sums_setup;

/* Points in [low, high) along each axis. */
sums_setup sums_setup_of(uint64_t n, uint64_t queries, int dims, nf_type type, const nf_box *box, double low,
                         double high, double cutoff);
void sums_forget(sums_setup *s);

/* The arguments of a call about them, which live as long as their typed copies. */
typedef struct sums_asked {
    void *at, *charge, *kind, *springs, *query_at, *query_charge, *query_kind;
    nf_points points, queries;
    nf_numbers fields[2], query_fields[2], tables[1];
    nf_interact_options options;
} sums_asked;
void sums_prepare(sums_asked *a, const sums_setup *s);
void sums_release(sums_asked *a);

/* Numbers in a type, allocated; one of them; and all rows of the k-th sum of a result, allocated. */
void *sums_typed(const double *values, uint64_t count, nf_type type);
double sums_value(const void *values, uint64_t k, nf_type type);
void *sums_read(nf_context *context, nf_result *result, int k);

/* Compares the rows and totals of both functions, or of sums_charges, by a strategy, with those of the host: images up to `reach`. */
void sums_check_in(nf_context *context, const nf_function *function, const char *strategy,
                   const sums_setup *s, int reach, int sum64, int fast);
void sums_check(const char *tuning, const char *strategy, const sums_setup *s, int reach, int sum64,
                int fast);

/* Points of a lattice in a box, each moved by at most some units in the last place, with a cutoff of the lattice constant: only the rule can
   decide.  The neighbours that are counted are those of the lists.  outside: some points are a box away. */
void sums_check_lattice(const char *tuning, const char *strategy, nf_type type, int outside);

/* A cloud that moves is ordered without waiting.  Where the new points need other cells, all sums are NaN, and the next call that may wait is right.
   Where the strategy cannot serve them, a word of the sentence: of the first call, if it waits, and of the next; otherwise NULL. */
void sums_check_moved(const char *strategy, const char *first, const char *next);

#endif
