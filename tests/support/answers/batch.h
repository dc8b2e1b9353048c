/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Random batches of systems, and their answers one by one.  On any error these functions fail the calling test. */
#ifndef SUPPORT_ANSWERS_BATCH_H
#define SUPPORT_ANSWERS_BATCH_H

#include "support/own.h"
#include "support/answers/boxes.h"

/* What a batch has beside its points. */
enum {
    SYSTEMS_MIN_DISTANCE = 1, /* the first three are the filters of box_add_filters */
    SYSTEMS_RADII = 2,
    SYSTEMS_EXCLUSIONS = 4,
    SYSTEMS_QUERIES = 8,
    SYSTEMS_CUTOFFS = 16, /* a cutoff for each system, or else one for all */
    SYSTEMS_BOXES = 32,   /* a box for each system, */
    SYSTEMS_ONE_BOX = 64, /* or one for all; neither: open space */
    SYSTEMS_WAYS = 96     /* the combinations: 0 .. SYSTEMS_WAYS - 1 */
};

/* The arguments of a search in a batch.  It must stay where it is while it is used. */
typedef struct support_systems {
    char name[200];
    nf_points points; /* with systems; the layout is drawn */
    const nf_box *box;
    double cutoff;
    const nf_points *queries;  /* with systems; NULL: none */
    const nf_filters *filters; /* NULL: none */
    /* What these point to; points and radii once more as packed rows. */
    nf_batch systems, query_systems;
    nf_points packed, query_points, packed_queries, radii, query_radii;
    nf_filters all_filters;
    nf_csr exclusions;
    nf_box one_box;
    void *data[16];
    int count; /* of data */
} support_systems;

/* A batch, the same in every run: boxes of support_boxed_make with their points, systems of one point and without points among them. */
void support_systems_random(support_systems *batch, uint64_t seed, int dims, nf_type type, int ways,
                            nf_radii_rule rule);
void support_systems_free(support_systems *batch);

/* The arguments of a search in system s of a batch alone, with indices of its own.  Release it with support_system_free. */
typedef struct support_system {
    nf_points points;
    const nf_box *box;
    double cutoff;
    const nf_points *queries;
    const nf_filters *filters;
    nf_points query_points, radii, query_radii;
    nf_filters all_filters;
    nf_csr exclusions;
    void *data[2]; /* of the exclusions */
} support_system;
void support_system_take(support_system *one, const support_systems *batch, uint64_t s);
void support_system_free(support_system *one);

/* An answer with all its arrays.  Release it with systems_answer_free. */
typedef struct systems_answer {
    uint64_t rows, total;
    uint64_t *offsets; /* of lists: rows + 1; NULL for pairs */
    int32_t *entries;  /* total x 2 for pairs, total for lists */
    box_measures more;
} systems_answer;
void systems_answer_free(systems_answer *answer);
#define own_systems_answer OWNED_BY(systems_answer_free) systems_answer

/* Pairs or lists of the host with systems, and without them for one system after the other. */
systems_answer systems_ask_host(const support_systems *batch, box_question question, int sorted);
systems_answer systems_ask_each(const support_systems *batch, box_question question, int sorted);

/* 1 if the question may be asked: some rules of radii bound no pair that is given once. */
int systems_may_ask(const support_systems *batch, box_question question);

/* Fails unless both are the same bytes. */
void systems_same(const support_systems *batch, const systems_answer *wanted, const systems_answer *got,
                  box_question question);

#endif
