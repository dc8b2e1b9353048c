/*
 * The work of one call: commands enqueued one behind the other, with the scratch they use.
 *
 * A public function begins a work from its nf_sync, hands it to the functions of its room (which may call
 * those of rooms to the left with the same work), and ends it.  Each command waits for the one before it, on
 * in-order and out-of-order queues alike.  On an error in between, nf_work_end still cleans up.
 */
#ifndef NF_OPENCL_WORK_H
#define NF_OPENCL_WORK_H

#include "opencl/context.h"

enum { NF_WORK_SCRATCH = 48 };

typedef struct nf_work {
    nf_context *context;
    cl_command_queue queue; /* NULL until nf_work_begin has found it to be this context's */
    cl_event *event_out;
    int out_of_order;
    int enqueued;      /* there is a command of this work in the queue */
    cl_event last;     /* out-of-order queues: what the next command waits for */
    const char *stage; /* static storage: under which name commands are timed */
    cl_mem scratch[NF_WORK_SCRATCH];
    size_t scratch_count;
} nf_work;

/* NF_ERROR_ARGUMENT unless the queue, which a sentence calls `name`, is one of this context and device, and timed where
   the context is. */
nf_status nf_queue_check(nf_context *context, cl_command_queue queue, const char *name,
                         cl_command_queue_properties *properties);

/* Begins: checks the sync, makes the first command wait for its events and for who used the scratch before. */
nf_status nf_work_begin(nf_work *work, nf_context *context, const nf_sync *sync);

/* Ends: gives the scratch back, hands out the event, and flushes the queue where its commands might not start
   otherwise.  Answers `status`, or what failed here when `status` is NF_OK. */
nf_status nf_work_end(nf_work *work, nf_status status);

/* How often commands of works were seen not to run because an event that they waited for has failed: what was made by
   commands stands only while this does not change.  nf_work_begin looks. */
uint64_t nf_work_lost(const nf_context *context);

/* NF_ERROR_DEVICE where an event of the caller's that commands waited for has failed.  Drivers may answer CL_SUCCESS for a
   blocking command that did not run for that reason. */
nf_status nf_work_ran(nf_work *work);

/* Waits for the last command of the works of this context; nothing of them is remembered any more. */
void nf_work_leave(nf_context *context);

/* Waits until all commands so far are done. */
nf_status nf_work_wait(nf_work *work);

/* Scratch for this work; given back by nf_work_end, or earlier by nf_scratch_back(work, mark), after which
   later commands of this work may be handed the same memory. */
nf_status nf_scratch(nf_work *work, uint64_t bytes, cl_mem *out);
size_t nf_scratch_mark(const nf_work *work);
void nf_scratch_back(nf_work *work, size_t mark);

#endif
