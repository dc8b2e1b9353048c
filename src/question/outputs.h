/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The outputs of a call: arrays in memory of the caller. */
#ifndef NF_QUESTION_OUTPUTS_H
#define NF_QUESTION_OUTPUTS_H

#include "question/call.h"

/* Checks which arrays are given, and sets call->arrays to them. */
nf_status nf_outputs_check(nf_call *call);

/* 1 if the host must know the number of results: it is wanted, or an output is in host memory. */
int nf_outputs_want_number(const nf_call *call);

/* After `ask`: checks that each output has room and is apart from what the call reads and from the others, and sets the destinations of those in buffers,
   and the results for which there is room. */
nf_status nf_outputs_check_memory(nf_call *call);

/* Then: sets the destinations of the other arrays, in scratch, and of those that kernels cannot write where they are wanted. */
nf_status nf_outputs_place(nf_work *work, nf_call *call);

/* After `find`: copies the number of results to the output that is to have it. */
nf_status nf_outputs_put_number(nf_work *work, nf_call *call);

/* Copies what is in scratch to its output. */
nf_status nf_outputs_give(nf_work *work, const nf_call *call);

#endif
