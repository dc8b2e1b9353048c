/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What bench and tune measure of interactions: a periodic cloud, and the sums of a function over it by one strategy after another. */
#ifndef NEARFIELD_BENCH_INTERACT_INTERACT_TRIAL_H
#define NEARFIELD_BENCH_INTERACT_INTERACT_TRIAL_H

#include "bench/bench.h"
#include "pair_functions/interaction.h"
#include "pair_functions/pair_sums.h"

/* ---- the points ---------------------------------------------------------------------------------------- */

/* Points about the sites of a cubic lattice, in random order, in a periodic cube: no two overlap, as the distances of sites are about
 * 1.12.  In 2 dimensions the lattice and the box are square; in 1 they are those of a line.  The same numbers in every run. */
typedef struct interact_system {
    uint64_t n;
    int dims;
    double density; /* points in a cube as wide as the cutoff */
    nf_type type;
    double width, cutoff; /* width: of the cube */
    nf_box box;
    void *points[2]; /* positions, and those of a later step, n x dims of the type */
} interact_system;

/* From n, dims, density and type.  The cube is at least two cutoffs wide.  Complains, and returns an exit code. */
int interact_system_make(interact_system *system);
void interact_system_free(interact_system *system);

/* ---- what sums must be --------------------------------------------------------------------------------- */

enum { INTERACT_WATCHED = 32 };

/* The sums of some points of a system by plain C. */
typedef struct interact_reference {
    uint64_t points[INTERACT_WATCHED];
    size_t count; /* 0: the function is not known in plain C */
    pair_bounded rows[INTERACT_WATCHED][PAIR_COMPONENTS];
} interact_reference;

/* For positions[step]. */
void interact_reference_make(interact_reference *reference, const interact_system *system, int step,
                             const interaction *about);

/* ---- the sums ------------------------------------------------------------------------------------------ */

/* What is timed: the sums of new positions, those of an ordered cloud, and those with a list that is kept. */
typedef enum interact_what { INTERACT_FRESH, INTERACT_ALONE, INTERACT_KEPT, INTERACT_TIMES } interact_what;

/* One function over one system on a device. */
typedef struct interact_trial {
    nf_context *context;
    const interact_system *system;
    const interaction *about;
    const char *strategy; /* NULL: as the library chooses */
    cl_mem positions[2], sums[NF_SUMS_MOST];
    nf_output outputs[NF_SUMS_MOST];
    nf_cloud *cloud;
    int step;  /* whose positions the cloud has */
    int keeps; /* the cloud has lists that are kept: 1; -1: the strategy keeps none; 0: this was not tried */
} interact_trial;

/* Makes the buffers and the cloud; the interaction is open, and has taken its numbers.  Complains, and returns an exit code. */
int interact_trial_open(interact_trial *trial, bench_device *on, const interact_system *system,
                        const interaction *about);
void interact_trial_close(interact_trial *trial);

/* Computes sums `repeats` times, and waits; *ms is the wall time of one.  NF_ERROR_UNSUPPORTED for kept lists where the strategy keeps none. */
nf_status interact_trial_run(interact_trial *trial, interact_what what, int repeats, double *ms);

/* Computes the sums of both steps' positions once in a result.  Such a call returns an error where one with outputs writes NaN: for a sum that leaves
 * its range, and points that the strategy cannot serve.  The step stays. */
nf_status interact_trial_check(interact_trial *trial);

/* 1 if an error is one of the strategy alone: others may serve.  An argument that is wrong is one if the sentence names the strategy. */
int interact_trial_is_refused(const interact_trial *trial, nf_status status);

/* Why a strategy cannot serve: the context's sentence, without the name of the strategy before it. */
const char *interact_trial_reason(const interact_trial *trial);

/* Reads sum k, in the type of its array; the caller frees *values. */
nf_status interact_trial_read(interact_trial *trial, int k, void **values, uint64_t *count);

/* Compares the sums of the last run with those of plain C for the same step. */
nf_status interact_trial_agrees(interact_trial *trial, const interact_reference *reference, int *agrees);

#endif
