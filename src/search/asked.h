/* A question about a cloud, from the order that it needs to the place of its answer. */
#ifndef NF_SEARCH_ASKED_H
#define NF_SEARCH_ASKED_H

#include "search/search.h"
#include "space/question.h"

/* What the caller has to know of the total when the call returns. */
typedef enum nf_knowing {
    NF_KNOW_NUMBER,          /* the number itself: asked->total.  The call waits for it. */
    NF_KNOW_PLACE,           /* where it stands on the device: asked->found.total */
    NF_KNOW_PLACE_OR_UNKNOWN /* the same, but NF_UNKNOWN may stand there: the order need not be waited for */
} nf_knowing;

typedef struct nf_asked {
    nf_cloud *cloud;
    nf_question question;
    nf_found found; /* what the search has left */
    cl_mem all;     /* the pairs, in scratch: of a method that finds all of them before it writes any */
    int written;    /* those below the room that nf_asked_find was given are written */
    uint64_t total; /* where it is known */
    uint64_t potential;
} nf_asked;

/* Orders the cloud and finds the answer; what fits into `room` pairs is written to `pairs` where the method can do both at
   once. */
nf_status nf_asked_find(nf_work *work, nf_asked *asked, nf_slice pairs, uint64_t room, nf_knowing knowing);

/* Writes the pairs below `room`, unless they are written.  `fits`: the total is known, and all of them have room. */
nf_status nf_asked_write(nf_work *work, nf_asked *asked, nf_slice pairs, uint64_t room, int fits);

/* Scratch bytes that the question takes of n points with so many pairs and potential pairs. */
uint64_t nf_asked_bytes(nf_context *context, const nf_question *question, uint64_t n,
                        const nf_pairs_sizes *sizes);

#endif
