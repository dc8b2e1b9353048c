/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Calls on a context of the host.  A question answers as a whole, into memory of its own, which becomes that of a result, or is copied to outputs or to the
   result of each chunk; a budget bounds the arrays of a chunk alone. */
#ifndef NF_QUESTION_HOST_H
#define NF_QUESTION_HOST_H

#include "question/call.h"

/* Runs a call whose options are taken. */
nf_status nf_host_call(nf_call *call, const nf_sync *sync, nf_result **result);

#endif
