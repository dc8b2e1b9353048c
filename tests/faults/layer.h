/*
 * An OpenCL layer (OPENCL_LAYERS of the loader) that lets the n-th call fail, and counts what is created and
 * released.  The test finds it with dlopen: the loader and the test then share one copy.
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
    const char *fail_name;            /* calls of this name fail, */
    int fail_times;                   /* so many of them */
    int as_unknown_gpu;               /* devices say that they are GPUs, of an unknown driver */
    int lost;                         /* kernels are enqueued but never run, until that call */
    const char *failed;               /* the name of the call that did; NULL: none did */
    long alive[FAULTS_OBJECT_COUNT];  /* created and retained, less released */
    const char *names[FAULTS_TRACED]; /* of the calls, in their order */
} faults_layer;

/* What the test looks up: `faults_layer *faults_layer_state(void)`. */
typedef faults_layer *(*faults_layer_state_function)(void);

/* The layer, put before the first OpenCL call of the process: the loader looks for it once.  NULL, and a message on
   standard error, where it cannot be had. */
faults_layer *faults_layer_open(const char *program);

/* Nothing fails, nothing is counted. */
void faults_layer_clean(faults_layer *layer);

/* Fails the test where objects are left. */
void faults_nothing_is_left(const faults_layer *layer, const char *when, long number);

#endif
