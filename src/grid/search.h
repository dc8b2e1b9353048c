/* The search of an ordered cloud: how many pairs, and which. */
#ifndef NF_GRID_SEARCH_H
#define NF_GRID_SEARCH_H

#include "grid/rule.h"
#include "order/order.h"

/* What a search leaves for the step that writes the pairs; scratch of the work. */
typedef struct nf_found {
    cl_mem
        counts; /* n x uint32: the pairs of each point (search), or what need not be decided again (search_cpu),
                          or n + 1 x uint64: where each point's potential pairs start (potential) */
    cl_mem bases;      /* tiles + 1 x uint64: where each tile's pairs start; the last is the total */
    cl_mem total;      /* the buffer that holds the total */
    uint64_t total_at; /* and where: an index of uint64 */
} nf_found;

/* Counts the pairs of the ordered cloud. */
nf_status nf_search_count(nf_work *work, const nf_cloud *cloud, const nf_rule *rule, nf_found *found);

/* Writes those below `capacity`; the offset of `pairs` counts pairs. */
nf_status nf_search_fill(nf_work *work, const nf_cloud *cloud, const nf_rule *rule, const nf_found *found,
                         nf_slice pairs, uint64_t capacity);

/* Scratch bytes of both. */
uint64_t nf_search_bytes(nf_context *context, uint64_t n);

#endif
