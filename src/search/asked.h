/* A search of a cloud: building the order, finding pairs, writing them. */
#ifndef NF_SEARCH_ASKED_H
#define NF_SEARCH_ASKED_H

#include "search/search.h"
#include "space/question.h"

/* What the caller needs to know about the total when the call returns. */
typedef enum nf_knowing {
    NF_KNOW_NUMBER,          /* the number, asked->total; the call waits for it */
    NF_KNOW_PLACE,           /* its position on the device, asked->found.total */
    NF_KNOW_PLACE_OR_UNKNOWN /* the same, but it may be NF_UNKNOWN, so that the call need not wait for the order */
} nf_knowing;

typedef struct nf_asked {
    nf_cloud *cloud;
    nf_question question;
    const nf_parts *parts;
    nf_found found; /* the output of the search */
    cl_mem all;     /* all pairs in scratch, for a method that finds all before it writes any */
    int written;    /* 1: the pairs that fit were already written by nf_asked_find */
    uint64_t total; /* if it is known */
    uint64_t potential;
} nf_asked;

/* Orders the cloud and finds the pairs.  If the method can do both at once, it also writes the output, up to its capacity. */
nf_status nf_asked_find(nf_work *work, nf_asked *asked, const nf_output *output, nf_knowing knowing);

/* Writes the output, up to its capacity, unless it is written.  `fits`: the total is known and at most the capacity. */
nf_status nf_asked_write(nf_work *work, nf_asked *asked, const nf_output *output, int fits);

/* The scratch, in bytes, of the search for n points with so many pairs and potential pairs. */
uint64_t nf_asked_bytes(nf_context *context, const nf_question *question, uint64_t n,
                        const nf_pairs_sizes *sizes);

#endif
