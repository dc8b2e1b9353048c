/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The context: all state that the library keeps between calls.  It is used by one thread at a time. */
#ifndef NF_OPENCL_CONTEXT_H
#define NF_OPENCL_CONTEXT_H

#include "core/fail.h"
#include "core/memory.h"
#include "core/team.h"
#include "opencl/keepsake.h"
#include "opencl/memory/buffer.h"
#include "opencl/memory/staging.h"
#include "opencl/program/program.h"
#include "opencl/stage.h"

/* Users of tile states (opencl/memory/tile_state.h). */
typedef enum nf_tile_state_user {
    NF_TILE_STATE_SCAN,
    NF_TILE_STATE_SORT,
    NF_TILE_STATE_SEARCH,
    NF_TILE_STATE_ORDER,
    NF_TILE_STATES
} nf_tile_state_user;
typedef struct nf_tile_state {
    nf_kept kept;
    int clean;      /* contains only zeros and words of earlier epochs */
    int taken;      /* by a job that has not given it back, or has failed */
    uint32_t epoch; /* the last epoch used */
} nf_tile_state;

struct nf_context {
    uint64_t
        owners; /* the caller, until nf_context_free(), and the clouds, results and functions that are made with it */
    nf_allocator allocator;
    nf_sentence error;
    nf_device_info device;
    const struct nf_device_ops *ops; /* what the device does (opencl/ops.h) */
    cl_context cl;                   /* this and the queue are NULL on the host */
    cl_command_queue queue;          /* the context's own, or the caller's from the options */
    int (*cancelled)(void *user);    /* those of the options, once the context is made */
    void *cancelled_user;
    int profile;
    int plain; /* 1: on the host, where calls are answered in plain C (question/host.h) */
    int lacks; /* 1: a program was asked for that is not compiled for the host; cleared when a call begins */
    nf_keepsake *keepsakes; /* NULL, or the last that was made */
    nf_programs programs;
    nf_arena arena;
    nf_tile_state tile_states[NF_TILE_STATES];
    nf_stages stages;
    nf_staging staging;
    nf_host_memory host_memory;
    nf_team *team;         /* the threads that calls work on */
    cl_command_queue pins; /* which maps pinned memory (opencl/memory/pinned.h); NULL before the first */
    int owns_queue;
    /* The queue whose commands may still use scratch.  If it belongs to the caller, last_event is the last of these
       commands, so that commands of others need not be waited for. */
    cl_command_queue last_queue;
    cl_event last_event;
    /* The last events of earlier works, until they complete.  If last_event fails because an event of the caller failed,
       these works may still be running. */
    cl_event *earlier;
    size_t earlier_count, earlier_capacity;
    /* Events of the caller that works wait for and that had not completed when last queried. */
    cl_event *awaited;
    size_t awaited_count, awaited_capacity;
    uint64_t lost;  /* how often commands failed, or may not have run: nf_work_lost() */
    uint32_t works; /* the number of the last one */
};

/* Creates a context without keepsakes; nf_context_create (library.c) adds those that every context has. */
nf_status nf_context_open(const nf_context_options *options, nf_context **out, nf_sentence *error);

/* For what is made with the context, which calls nf_context_free() as its own last step. */
void nf_context_hold(nf_context *context);

/* After a command that may not have run: all tile states are cleared before they are used again. */
void nf_context_spoil(nf_context *context);

/* Returns NF_ERROR_DEVICE or NF_ERROR_MEMORY; the message names the call and the OpenCL error. */
nf_status nf_fail_cl(nf_context *context, cl_int code, const char *call);

/* clFinish, also on drivers whose clFinish returns early. */
cl_int nf_finish(const nf_context *context, cl_command_queue queue);

/* Runs an OpenCL call that returns an error code; jumps to `done` if it fails. */
#define NF_TRY_CL(context, call)                                                                             \
    do {                                                                                                     \
        cl_int code_ = (call);                                                                               \
        if (code_ != CL_SUCCESS) {                                                                           \
            status = nf_fail_cl(context, code_, #call);                                                      \
            goto done;                                                                                       \
        }                                                                                                    \
    } while (0)

/* NF_TRY_CL for calls that return an object and store the error code. */
#define NF_TRY_CODE(context, code, call)                                                                     \
    do {                                                                                                     \
        if ((code) != CL_SUCCESS) {                                                                          \
            status = nf_fail_cl(context, code, call);                                                        \
            goto done;                                                                                       \
        }                                                                                                    \
    } while (0)

/* 1 for devices that run few, large work-items best (CPUs), 0 for those that need many small ones (GPUs, and a CPU driver
   that ends long loops early). */
int nf_is_cpu(const nf_device_info *device);

#endif
