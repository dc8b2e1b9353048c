/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What a run is told, and the sequences that it makes. */
#ifndef RANDOM_RUNS_H
#define RANDOM_RUNS_H

#include "random/random.h"

typedef struct settings {
    uint64_t seed, cases, most;
    int64_t only; /* a case that is run with those of its sequence before it, or -1 */
    double seconds;
    int large, verbose, minimise, all_pairs, regressions, quiet;
    const char *device, *questions, *without, *fixed[25];
    int fixed_count;
    char words[600]; /* the arguments that choose the cases, for messages */
} settings;

typedef struct sequence {
    rnd_case cases[RND_SEQUENCE];
    int count, skipped[RND_SEQUENCE];
} sequence;

/* How often each question was asked, by its number. */
extern uint64_t rnd_question_count[RND_VALUES_MOST];

/* Seconds of a clock that only ascends. */
double rnd_now(void);
/* A process that crashes names its case. */
void rnd_watch(void);

/* A context with its queues, for one sequence; 77 if there is none, and no other number but 0. */
int rnd_begin(rnd_run *run, const settings *s, const sequence *q);
void rnd_end(rnd_run *run);
/* Releases what the sequences of a process share. */
void rnd_forget(void);
/* Runs a sequence up to its last case; returns the place of the case that fails, or -1.  note: NULL, or what notes the answers. */
int rnd_run_sequence(const settings *s, sequence *q, rnd_draw *note, rnd_run *run, double stop);

/* Prints a failure, and how it is reproduced. */
void rnd_tell_failure(const settings *s, sequence *q, int at, const rnd_run *run);
/* Leaves out cases before a failure, and shrinks clouds, as long as it fails; prints what is left. */
void rnd_minimise(const settings *s, sequence *q, int at);

#endif
