/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * An OpenCL layer (OPENCL_LAYERS of the loader) that makes the n-th call fail, and counts objects created and released.  The
 * test opens it with dlopen, so that the loader and the test share one copy.
 */
#ifndef FAULTS_LAYER_H
#define FAULTS_LAYER_H

/* Kinds of objects that are counted. */
#define FAULTS_OBJECTS(X) X(context) X(queue) X(buffer) X(program) X(kernel) X(event)

#define FAULTS_ENUM(name) FAULTS_##name,
typedef enum faults_object { FAULTS_OBJECTS(FAULTS_ENUM) FAULTS_OBJECT_COUNT } faults_object;
#undef FAULTS_ENUM

enum { FAULTS_TRACED = 4096 };

typedef struct faults_layer {
    long calls;                       /* calls since it was set to 0 */
    long fail_at;                     /* the call that fails, counted from 1; 0: none */
    const char *fail_name;            /* calls of this name fail */
    int fail_times;                   /* the number of these that fail */
    int as_unknown_gpu;               /* devices report that they are GPUs with an unknown driver */
    int lost;                         /* kernels are enqueued but never run, until the failing call */
    const char *failed;               /* the name of the call that failed; NULL: none */
    long alive[FAULTS_OBJECT_COUNT];  /* created and retained minus released */
    long mapped;                      /* mapped minus unmapped */
    const char *names[FAULTS_TRACED]; /* the names of the calls, in order */
} faults_layer;

/* The symbol that the test looks up: `faults_layer *faults_layer_state(void)`. */
typedef faults_layer *(*faults_layer_state_function)(void);

/* Installs the layer; call it before the first OpenCL call of the process, as the loader looks for layers once.  Returns
   NULL, with a message on standard error, if it fails. */
faults_layer *faults_layer_open(const char *program);

/* Resets the layer: no failures, no counts. */
void faults_layer_clean(faults_layer *layer);

/* Fails the test if objects are left. */
void faults_nothing_is_left(const faults_layer *layer, const char *when, long number);

#endif
