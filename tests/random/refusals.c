/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the public headers say is refused, whatever the points are: a table of conditions and statuses. */
#include "random/random.h"

#define IS(option, value) rnd_is(c, RND_##option, value)

static int has_queries(const rnd_case *c) { return c->value[RND_QUERIES] >= 0 && !IS(QUERIES, "none"); }
static int has_radii(const rnd_case *c) { return c->value[RND_RADII] >= 0 && !IS(RADII, "none"); }
static int has_filters(const rnd_case *c) {
    return has_radii(c) || (c->value[RND_MINIMUM] >= 0 && !IS(MINIMUM, "0")) ||
           (c->value[RND_TYPES] >= 0 && !IS(TYPES, "none")) ||
           (c->value[RND_EXCLUSIONS] >= 0 && !IS(EXCLUSIONS, "none"));
}
static int has_box(const rnd_case *c) {
    return c->value[RND_BOX] >= 0 && !IS(BOX, "none") && !IS(BOX, "zeros") && !IS(PERIODIC, "no");
}
/* 1 if the box is periodic along a vector that the points have. */
static int is_periodic(const rnd_case *c) {
    if (IS(DIMS, "1") && (IS(PERIODIC, "y") || IS(PERIODIC, "z") || IS(PERIODIC, "yz"))) return 0;
    return has_box(c) && !(IS(DIMS, "2") && IS(PERIODIC, "z"));
}
static int is_batch(const rnd_case *c) { return c->value[RND_BATCH] >= 0 && !IS(BATCH, "none"); }
static int is_tree(const rnd_case *c) {
    return IS(QUESTION, "knn") || IS(QUESTION, "fof") || IS(QUESTION, "catalogue");
}
static int has_cutoffs(const rnd_case *c) { return IS(BATCH, "cutoffs") || IS(BATCH, "boxes and cutoffs"); }

int rnd_is_paper(const rnd_case *c) {
    return c->value[RND_METHOD] > 0 && !has_queries(c) && !has_filters(c) && !IS(FORM, "chunks");
}

/* ---- the rows -------------------------------------------------------------------------------------------- */

static int wide(const rnd_case *c) { return IS(DIMS, "5") && !IS(QUESTION, "knn") && !IS(QUESTION, "zsort"); }
static int wide_box(const rnd_case *c) { return IS(DIMS, "5") && has_box(c); }
static int wide_axes(const rnd_case *c) { /* without points no layout is looked at */
    return IS(DIMS, "5") && !IS(SIZE, "0") &&
           (IS(LAYOUT, "axes") || IS(LAYOUT, "strided axes") || IS(LAYOUT, "device axes") ||
            IS(LAYOUT, "strided device axes"));
}
static int wide_batch(const rnd_case *c) { return IS(DIMS, "5") && is_batch(c); }
static int wide_query_axes(const rnd_case *c) {
    return IS(DIMS, "5") && has_queries(c) && !IS(QUERIES, "no points") &&
           !(IS(QUERIES, "same") && IS(SIZE, "0")) &&
           (IS(QUERY_LAYOUT, "axes") || IS(QUERY_LAYOUT, "strided axes") || IS(QUERY_LAYOUT, "device axes") ||
            IS(QUERY_LAYOUT, "strided device axes"));
}
static int tree_of_batch(const rnd_case *c) { return is_tree(c) && is_batch(c); }
static int order_of_batch(const rnd_case *c) { return IS(QUESTION, "zsort") && is_batch(c); }
static int paper(const rnd_case *c) { return rnd_is_paper(c) && (is_periodic(c) || is_batch(c)); }
static int chunks(const rnd_case *c) {
    return IS(FORM, "chunks") &&
           ((IS(QUESTION, "pairs") && IS(SORTED, "1")) ||
            (IS(QUESTION, "lists") && (IS(CELL_ORDER, "1") || IS(ARRAYS, "offsets alone"))));
}
static int skin(const rnd_case *c) {
    return IS(QUESTION, "lists") && !IS(SKIN, "none") &&
           (has_queries(c) || has_filters(c) || is_batch(c) || IS(CELL_ORDER, "1"));
}
static int half_queries(const rnd_case *c) { return IS(HALF, "1") && has_queries(c); }
static int has_bins(const rnd_case *c) {
    return IS(QUESTION, "histogram") && !IS(COUNTS_OF, "rows by types");
}
static int own_radii(const rnd_case *c) {
    return has_radii(c) && IS(RULE, "query") && !has_queries(c) &&
           (IS(QUESTION, "pairs") || IS(QUESTION, "count") || has_bins(c) || IS(HALF, "1"));
}
static int radii_of_batch(const rnd_case *c) {
    return has_radii(c) && IS(BY_RADII, "yes") && is_batch(c) && !has_cutoffs(c);
}
static int bins_of_cutoffs(const rnd_case *c) { return has_bins(c) && has_cutoffs(c); }
/* 1 if the box is periodic along as many vectors as the points have dims. */
static int is_periodic_along_all(const rnd_case *c) {
    return has_box(c) && (IS(PERIODIC, "xyz") || (IS(PERIODIC, "xy") && !IS(DIMS, "3")) ||
                          (IS(DIMS, "1") && (IS(PERIODIC, "x") || IS(PERIODIC, "xz"))));
}
static int spacings(const rnd_case *c) { return IS(SPACINGS, "1") && !is_periodic_along_all(c); }
static int linking_spacings(const rnd_case *c) {
    return IS(LINKING, "spacings") && !is_periodic_along_all(c);
}
static int percolation(const rnd_case *c) { return IS(MEASURES_OF, "percolates") && IS(LINKING, "none"); }

static const struct {
    int (*holds)(const rnd_case *c);
    nf_status status;
    const char *why;
} rows[] = {
    {wide_axes, NF_ERROR_ARGUMENT, "more than 3 dims only in rows"},
    {order_of_batch, NF_ERROR_UNSUPPORTED, "nf_zsort() takes no systems"},
    {tree_of_batch, NF_ERROR_UNSUPPORTED, "trees know no systems"},
    {wide_box, NF_ERROR_ARGUMENT, "more than 3 dims only in open space"},
    {wide, NF_ERROR_ARGUMENT, "at most 3 dims"},
    {wide_batch, NF_ERROR_ARGUMENT, "systems of at most 3 dims"},
    {wide_query_axes, NF_ERROR_ARGUMENT, "query points of more than 3 dims only in rows"},
    {chunks, NF_ERROR_UNSUPPORTED, "options that need all results at once, in chunks"},
    {paper, NF_ERROR_UNSUPPORTED, "nf_paper_pairs() knows neither boxes nor batches"},
    {skin, NF_ERROR_UNSUPPORTED, "a skin with query points, filters, systems or cell order"},
    {half_queries, NF_ERROR_ARGUMENT, "half lists of query points"},
    {own_radii, NF_ERROR_ARGUMENT, "NF_RADII_QUERY bounds no pair that is given once"},
    {radii_of_batch, NF_ERROR_ARGUMENT, "a cutoff by radii in a batch"},
    {bins_of_cutoffs, NF_ERROR_UNSUPPORTED, "a histogram of systems with cutoffs of their own"},
    {spacings, NF_ERROR_ARGUMENT, "spacings in a box that is not periodic along all axes"},
    {linking_spacings, NF_ERROR_ARGUMENT, "spacings in a box that is not periodic along all axes"},
    {percolation, NF_ERROR_ARGUMENT, "percolation without a linking length"},
};

const char *rnd_refusal(const rnd_case *c, int *status) {
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].holds(c)) {
            *status = (int)rows[k].status;
            return rows[k].why;
        }
    *status = NF_OK;
    return NULL;
}

int rnd_refuses_with(const rnd_case *c, int status) {
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if ((int)rows[k].status == status && rows[k].holds(c)) return 1;
    return 0;
}

int rnd_device_may_refuse(const rnd_case *c, int status) {
    /* Systems in more than 2^62 cells; points that are not finite in a system without query points (nf_cloud_create, nf_batch). */
    return is_batch(c) && (status == NF_ERROR_UNSUPPORTED || (status == NF_ERROR_POINTS && has_queries(c)));
}
