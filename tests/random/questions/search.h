/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the calls about pairs, lists and histograms have in common. */
#ifndef RANDOM_QUESTIONS_SEARCH_H
#define RANDOM_QUESTIONS_SEARCH_H

#include "support/calls.h"
#include "random/brute/brute.h"

#define RND_MEASURES (NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS))

/* Distances, vectors and shifts as the option ARRAYS says. */
uint64_t rnd_measures(const rnd_case *c);
/* Those of the host, which the answer takes. */
void rnd_put_measures(rnd_run *run, rnd_answer *answer, const nf_result *result, const rnd_cloud *cloud);
/* Those of row k of an answer. */
void rnd_take_measures(const rnd_answer *answer, uint64_t k, brute_hit *hit);

/* The arrays that are made of pairs or of lists, as the option MADE says, of those that a question has. */
uint64_t rnd_made(const rnd_case *c, uint64_t of);
/* Adds them to the answer of the host, from its pairs, or from its offsets, indices and counts, which may be without. */
void rnd_put_made(rnd_run *run, rnd_answer *answer, uint64_t made);

/* Leaves the hits that half answers name. */
void rnd_keep_first(brute_hits *hits);
/* Both are the same hits; those found are sorted first unless `are_sorted` says that they must be in order. */
void rnd_same_hits(rnd_run *run, const brute_hits *wanted, brute_hits *found, int are_sorted);

/* After an error an existing result is empty, and none was made. */
void rnd_check_empty(rnd_run *run, nf_result *before, nf_result *after);

/* The caller's buffers: a capacity as the option FORM says, and how many rows are written then. */
typedef struct rnd_room {
    uint64_t capacity, written;
} rnd_room;
void rnd_room_make(rnd_run *run, rnd_room *room, const rnd_answer *host, uint64_t arrays,
                   measured_slices *measures);
void rnd_room_check(rnd_run *run, const rnd_room *room, const rnd_answer *host, nf_array array, nf_slice at);
void rnd_room_check_measures(rnd_run *run, const rnd_room *room, const rnd_answer *host, uint64_t arrays,
                             const measured_slices *measures);

/* The chunks of an answer, one after the other. */
typedef struct rnd_chunks {
    rnd_run *run;
    const rnd_answer *host;
    uint64_t arrays;
    uint64_t count, rows; /* taken so far */
    int is_lists;         /* 1: chunks have rows and offsets; k > 1: rows of k */
    char failed[400];
} rnd_chunks;
nf_status rnd_take_chunk(void *user, const nf_chunk *chunk);
void rnd_chunks_check(rnd_chunks *parts);
/* A part of the memory that one result takes, for several chunks.  Where it is too little for a chunk, rnd_chunks_again gives more of it,
   and returns 1. */
nf_chunks rnd_chunks_within(rnd_chunks *parts, uint64_t bytes);
int rnd_chunks_again(nf_chunks *chunks, nf_status status, uint64_t bytes);
/* Calls with chunks end when they return: no event is asked for beside that. */
void rnd_sync_plain(rnd_sync *sync);

#endif
