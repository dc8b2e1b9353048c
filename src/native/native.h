/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Programs of cl/ in the shape of CPUs that are compiled with the library as code of the host: those of programs.txt, where the build has clang
 * (programs.cmake).  A group is one work-item; groups run on the threads of a team.
 */
#ifndef NF_NATIVE_H
#define NF_NATIVE_H

#include "core/team.h"

#include <stddef.h>
#include <stdint.h>

/* A program.  The build makes the table. */
typedef struct nf_native {
    const char *
        words; /* what it is made of: the source, parts and defines, as of its nf_spec (opencl/program/spec.h) */
    const char *
        kernels; /* a line for each: its name, a blank, and a letter for each argument: p for a pointer, v for a value */
    void (*run)(unsigned kernel, void *const *arguments); /* the group of nf_native_here() */
} nf_native;
extern const nf_native nf_natives[];
extern const size_t nf_native_count;    /* 0: the build has no clang */
extern const char nf_native_compiler[]; /* "clang 19.1.7" */

/* 1 if the processor runs the programs, and there are any. */
int nf_native_runs(void);

/* The program that is made of these words, in two pieces, or NULL. */
const nf_native *nf_native_find(const char *source, const char *head, const char *text);

/* The number of a kernel, with the letters of its arguments; -1 if the program has none of this name. */
int nf_native_kernel(const nf_native *program, const char *name, const char **letters);

/* The group that a thread computes, for the kernels (opencl.h). */
typedef struct nf_native_place {
    size_t group, groups, first;
} nf_native_place;
const nf_native_place *nf_native_here(void);

/* 0 once the call is cancelled: what the thread computes is of no use then.  For kernels with few long groups. */
int nf_native_goes_on(void);

/* Groups, and the number that the first has in get_global_id. */
typedef struct nf_native_shape {
    uint64_t groups, first;
    uint32_t threads;
} nf_native_shape;

/* A function of the caller that says whether to stop; NULL: none.  The thread of the call alone calls it, before each of its groups and
   tickets (opencl.h). */
typedef struct nf_native_stop {
    int (*asked)(void *user);
    void *user;
} nf_native_stop;

/* Runs a kernel: 1 when it has ended, 0 if it was stopped, so that groups are missing.  The arguments are the addresses of values, or of pointers. */
int nf_native_run(nf_team *team, const nf_native *program, unsigned kernel, nf_native_shape shape,
                  void *const *arguments, nf_native_stop stop);

#endif
