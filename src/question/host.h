/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Calls on a context of the host.  A question answers as a whole, into memory of its own. */
#ifndef NF_QUESTION_HOST_H
#define NF_QUESTION_HOST_H

#include "question/call.h"

/* Answers, and hands the arrays over to a result. */
nf_status nf_host_result(nf_call *call, nf_result *result);

/* Answers, and copies what fits to the outputs, which are checked. */
nf_status nf_host_outputs(nf_call *call);

/* Releases what was found; also after an error. */
void nf_host_end_call(nf_call *call);

/* A call in chunks: they are cut from the whole answer, and the budget bounds their arrays alone.  The call's options are taken. */
nf_status nf_host_chunks(nf_call *call, const nf_sync *sync);

#endif
