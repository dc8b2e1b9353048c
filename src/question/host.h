/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the driver of calls has of the host in the place of a question's own steps.  A question answers in plain C as a whole, into memory that the call has
   until it ends (nf_call.answer) and that does not count as memory of the context; or it finds the results in scratch memory, and writes them once it is known
   where they go (nf_call.answer_write). */
#ifndef NF_QUESTION_HOST_H
#define NF_QUESTION_HOST_H

#include "question/call.h"
#include "tune/tunable.h"

/* The tunables of the host. */
extern const nf_family nf_host_family;

/* The one rule of which calls are answered in plain C.  Elsewhere than on the host none is.  There it is all calls of a context in plain C
   (nf_context.plain), those of questions of which no program is compiled (nf_question.in_plain_c), and those about at most host.FEW points and query
   points, or about a batch, that tables of images may answer (nf_question.by_table).  All others run kernels, and begin again in plain C if one is not compiled. */
int nf_host_is_plain(const nf_call *call);

/* `find` and `write` of a question.  A cost has no answer, and its assumed number of results. */
nf_status nf_host_find(nf_work *work, nf_call *call);
nf_status nf_host_write(nf_work *work, nf_call *call);

/* Releases the answer; once, as the last step of a call. */
void nf_host_forget(nf_call *call);

/* Chunks that are cut from the answer. */
extern const nf_chunked nf_host_chunked;

#endif
