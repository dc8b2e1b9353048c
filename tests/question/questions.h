/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The questions about a cloud in every form that a call has: for tests of what they have in common. */
#ifndef QUESTION_QUESTIONS_H
#define QUESTION_QUESTIONS_H

#include "support/calls.h"
#include "support/clouds/clouds.h"
#include "support/device.h"

enum { PAIRS, LISTS, HISTOGRAM, COORDINATION, KNN, FOF, DBSCAN, CATALOGUE, ZSORT, INTERACT, QUESTIONS };
enum { N = 300, K = 5, BINS = 7, TYPES = 3, ARRAYS_MOST = 11 };
extern const char *const question_names[QUESTIONS];

typedef struct stand {
    nf_context *context;
    support_cloud points;
    nf_cloud *cloud;
    support_buffer labels;
    nf_function *function;
    int32_t *host_labels; /* on the host, where labels.at is here */
} stand;

/* Which form a call has; all zeros make a result. */
typedef struct form {
    uint64_t arrays;
    const nf_outputs *outputs;
    nf_cost *cost;
    const nf_chunks *chunks;
    const nf_sync *sync;
} form;

/* Asks about a cloud, or about that of the stand. */
nf_status ask_about(const stand *s, nf_cloud *cloud, int question, const form *f, nf_result **result);
nf_status ask(const stand *s, int question, const form *f, nf_result **result);

/* 1 if it has a number of results: neither the z-order nor sums do. */
int has_number(int question);

/* On the device of the tests; on the host; and there in plain C. */
stand stand_up(void);
stand stand_up_on_host(void);
stand stand_up_in_plain_c(void);

/* Makes the labels in host memory; and the cloud, whose points have types, and the pair function. */
void make_labels_on_host(stand *s);
void make_cloud(stand *s);
void take_down(stand *s);
#define own_stand OWNED_BY(take_down) stand

/* The arrays that a question has in this form, and their number; and their flags. */
int arrays_of(int question, nf_array arrays[ARRAYS_MOST]);
uint64_t flags_of(int question);

/* The bytes of a row. */
size_t row_of(const nf_array_info *info);

/* 1 if an array has a row for each result, of which there may be too many. */
int is_open(int question, nf_array array);

#endif
