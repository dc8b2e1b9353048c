/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The work of one call: a sequence of commands with the scratch that they use.
 *
 * A public function begins a work from its nf_sync, passes it to the functions of its room (which may pass it on to
 * rooms to the left), and ends it.  Each command waits for the previous one, on in-order and out-of-order queues.
 * nf_work_end must be called after an error, too.
 */
#ifndef NF_OPENCL_WORK_H
#define NF_OPENCL_WORK_H

#include "opencl/queue/sync.h"

#include <fenv.h>

enum { NF_WORK_SCRATCH = 48 };

typedef struct nf_work {
    nf_context *context;
    uint32_t number;        /* of the works of the context */
    int begun;              /* 1: nf_work_begin has accepted the sync */
    cl_command_queue queue; /* NULL on the host */
    cl_event *event_out;
    int out_of_order;
    int enqueued; /* nonzero: a command of this work is in the queue */
    int makes; /* 1: the work makes what clouds keep for later calls, and its commands may not have ended: if it fails, that is lost */
    int cancelled; /* nonzero: the caller cancelled: enqueue nothing more, not even a retry */
    int few;       /* 1: the call is about so few points that one thread of the host is faster than several */
    int saves_memory; /* 1: the call has a budget, so that the host waits for sizes rather than make room for the largest */
    cl_event last;     /* for out-of-order queues: the next command waits for it */
    const char *stage; /* the name under which commands are timed; static storage */
    cl_mem scratch[NF_WORK_SCRATCH];
    size_t scratch_count;
    int restores;   /* 1: the caller's floating-point environment is not the default one: */
    fenv_t callers; /* which nf_work_end restores */
} nf_work;

/* Begins a work: checks the sync, and makes the first command wait for its events and for the last user of the scratch.  Until it ends, the thread has the
   default floating-point environment, which the threads that it makes take over, so that results do not depend on that of the caller. */
nf_status nf_work_begin(nf_work *work, nf_context *context, const nf_sync *sync);

/* Makes later works on other queues wait for the commands that are in the queue of this one now: what the caller's
   commands there write is read by works to come.  On an out-of-order queue only the events of the sync say that. */
void nf_work_follows(nf_work *work);

/* Ends a work: gives the scratch back, returns the event, and flushes the queue if its commands might not start
   otherwise.  Returns `status`, or if that is NF_OK, the error of this call. */
nf_status nf_work_end(nf_work *work, nf_status status);

/* Counts works whose commands may not have run: an event that they waited for failed, or they failed and had begun to make what clouds keep.  What
   clouds keep is valid only while this count does not change. */
uint64_t nf_work_lost(const nf_context *context);

/* Waits until all commands so far have completed. */
nf_status nf_work_wait(nf_work *work);

/* Call it after code of the caller that may have made other calls of the context: further commands wait for those of these calls, which
   may still use scratch that they gave back. */
nf_status nf_work_resume(nf_work *work);

/* Before each command: NF_ERROR_CANCELLED if the caller of the library cancels the call. */
nf_status nf_work_go_on(nf_work *work);

/* Takes scratch for this work.  nf_work_end gives it back; nf_scratch_back(work, mark) gives it back earlier, for later
   commands of the same work. */
nf_status nf_scratch(nf_work *work, uint64_t bytes, cl_mem *out);

/* For memory whose contents nobody may use: debug builds fill it with NF_SPOILED, so that an answer that depends on what memory held is wrong every
   time.  Others do nothing. */
nf_status nf_spoil(nf_work *work, cl_mem buffer, uint64_t bytes);

size_t nf_scratch_mark(const nf_work *work);
void nf_scratch_back(nf_work *work, size_t mark);

#endif
