/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parts of nf_lists that its chunks and lists with a skin share. */
#ifndef NF_SEARCH_LISTS_H
#define NF_SEARCH_LISTS_H

#include "search/rows.h"

#include <nearfield/lists.h>

/* A call of nf_lists(). */
typedef struct nf_lists_call {
    nf_search_call search;
    nf_query query;
    nf_lists_options options;
} nf_lists_call;

/* The output into `indices`. */
nf_emit_args nf_lists_output(const nf_query *query, nf_elements indices, uint64_t capacity);

/* Writes up to `room` indices with what belongs to them; they are sorted only if all fit. */
nf_status nf_lists_write(nf_work *work, nf_query *query, nf_elements indices, uint64_t room, int fits);

/* 1 if the answer has the indices, and not the offsets alone. */
int nf_lists_has_indices(const nf_call *call);

extern const nf_question nf_lists_question;

/* The answer in chunks of rows (chunks.c). */
extern const nf_chunked nf_lists_chunked;

#endif
