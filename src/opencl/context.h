/* What a context holds.  One thread at a time; everything the library keeps between calls is in here. */
#ifndef NF_OPENCL_CONTEXT_H
#define NF_OPENCL_CONTEXT_H

#include "core/fail.h"
#include "core/memory.h"
#include "opencl/buffer.h"
#include "opencl/program.h"
#include "opencl/stage.h"

#include <nearfield/tuning.h>

/* What is known of the device beyond its facts; the room tune fills it (tune/profile.h). */
typedef struct nf_known {
    char *folder;                     /* of stored profiles; NULL when there is none */
    char path[1024];                  /* of this device's own; "" when there is none */
    uint32_t checked, proved;         /* capabilities, a bit each (tune/capability.h) */
    uint32_t own_checked, own_proved; /* by a verdict that this context found and could not store */
    char own_why[512];                /* why not */
    int off;                          /* the configuration is "off" */
    uint32_t forced, forced_on;       /* capabilities that the environment decides, and how */
    uint32_t value_count;             /* tunables that are not at their defaults */
    nf_profile_value *values;
    char note[1280];
} nf_known;

/* Who has a board (opencl/board.h). */
typedef enum nf_board_user { NF_BOARD_SCAN, NF_BOARD_SORT, NF_BOARD_SEARCH, NF_BOARDS } nf_board_user;
typedef struct nf_board {
    nf_kept kept;
    int clean;      /* nothing but zeros and words of earlier epochs */
    uint32_t epoch; /* of the last taker */
} nf_board;

struct nf_context {
    nf_allocator allocator;
    nf_sentence error;
    nf_device_info device;
    cl_context cl;
    cl_command_queue queue; /* the context's own, or the caller's from the options */
    int profile;
    char *tuning; /* overrides of tunables, "scan.GROUP=64 sort.ITEMS=8"; "" when none */
    const struct nf_family *const *families; /* of tunables (tune/tunable.h), with NULL at the end */
    nf_known known;
    nf_programs programs;
    nf_arena arena;
    nf_board boards[NF_BOARDS];
    nf_stages stages;
    int owns_queue;
    /* The queue whose commands may still be using scratch; and where that is the caller's, the last of them: what others
       enqueue there is not waited for. */
    cl_command_queue last_queue;
    cl_event last_event;
    /* Events that works waited for before they used the scratch, until they are over.  Where last_event fails because an
       event of the caller's has failed, the works of these may still be running. */
    cl_event *earlier;
    size_t earlier_count, earlier_capacity;
    /* Events of the caller's that works wait for and that were not over when last looked at; and how many of such were
       seen to fail.  What a work made before is then not to be trusted (nf_work_lost). */
    cl_event *awaited;
    size_t awaited_count, awaited_capacity;
    uint64_t lost;
};

/* A context that knows its device's facts alone; nf_context_create (library.c) does the rest. */
nf_status nf_context_open(const nf_context_options *options, nf_context **out, nf_sentence *error);

/* NF_ERROR_DEVICE or NF_ERROR_MEMORY with the call's name and the OpenCL error's name. */
nf_status nf_fail_cl(nf_context *context, cl_int code, const char *call);

/* clFinish, also where the driver's own waits for less than that. */
cl_int nf_finish(const nf_context *context, cl_command_queue queue);

/* Runs one OpenCL call that answers a code, and leaves to `done` when it fails. */
#define NF_TRY_CL(context, call)                                                                             \
    do {                                                                                                     \
        cl_int code_ = (call);                                                                               \
        if (code_ != CL_SUCCESS) {                                                                           \
            status = nf_fail_cl(context, code_, #call);                                                      \
            goto done;                                                                                       \
        }                                                                                                    \
    } while (0)

/* The same for calls that answer an object and give their code apart. */
#define NF_TRY_CODE(context, code, call)                                                                     \
    do {                                                                                                     \
        if ((code) != CL_SUCCESS) {                                                                          \
            status = nf_fail_cl(context, code, call);                                                        \
            goto done;                                                                                       \
        }                                                                                                    \
    } while (0)

/* 1 on devices that want few, large work-items (CPUs), 0 on those that want many small ones (GPUs, and a CPU driver
   that ends long loops early). */
int nf_is_cpu(const nf_device_info *device);

#endif
