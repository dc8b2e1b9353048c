/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Arrays that are made of others of an answer, once these are written: what the questions write stays as it is, whatever is made of it. */
#ifndef NF_QUESTION_DERIVED_H
#define NF_QUESTION_DERIVED_H

#include "question/call.h"

/* The arrays from which those of `arrays` are made that a question does not write itself. */
uint64_t nf_derived_sources(const nf_question *question, uint64_t arrays);

/* After `ask`: derived arrays are open, or have as many rows, as those that they follow. */
void nf_derived_ask(nf_call *call);

/* The part of an answer that the destinations of a call have. */
typedef struct nf_part_of_answer {
    uint64_t first_row, rows; /* of what has offsets, or a known number of rows */
    uint64_t count;           /* results */
} nf_part_of_answer;

/* Enqueues what makes the derived arrays of a call from what was written.  part: NULL for the whole answer. */
nf_status nf_derive(nf_work *work, const nf_call *call, const nf_part_of_answer *part);

/* On the host: makes them in call->answer. */
nf_status nf_derive_on_host(nf_call *call);

/* On the host, of open arrays that were written where they go: makes `rows` rows of those that have a place in `at`, by array. */
void nf_derive_in_place(const nf_call *call, uint64_t rows, void *const *at);

#endif
