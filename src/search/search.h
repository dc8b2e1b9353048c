/* The search of an ordered cloud: how many pairs, and which. */
#ifndef NF_SEARCH_H
#define NF_SEARCH_H

#include "space/rule.h"
#include "order/order.h"

/* What a search leaves for the step that writes the pairs; scratch of the work. */
typedef struct nf_found {
    size_t mark;   /* of the scratch before it was counted */
    uint64_t kept; /* how many candidates a tile was to keep when it was counted */
    cl_mem
        counts; /* n x uint32: the pairs of each point (search), or what need not be decided again (search_cpu) */
    cl_mem bases; /* tiles + 1 x uint64: where each tile's pairs start; the last is the total.  NULL where one
                          launch found the pairs, written or not */
    cl_mem total; /* the buffer that holds the total */
    uint64_t total_at; /* and where: an index of uint64 */
} nf_found;

/* Counts the pairs of the ordered cloud, however many there are. */
nf_status nf_search_count(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_found *found);

/* Writes those below `capacity`, which is not 0, of what was counted or found before; the offset of `pairs` counts
   pairs.  The total then stands in the cloud's grid. */
nf_status nf_search_fill(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_found *found, nf_slice pairs,
                         uint64_t capacity);

/* Both, in one launch where work-groups may wait for others; of more pairs than NF_SEARCH_ONCE_MOST that launch finds as
   many.  With a capacity of 0 nothing is written, and `pairs` may be nowhere. */
#define NF_SEARCH_ONCE_MOST ((UINT64_C(1) << 48) - 1)
nf_status nf_search_write(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_slice pairs,
                          uint64_t capacity, nf_found *found);

/* Whether the grid must be seen before a search of it is enqueued: the kernels of CPUs take none that was refused. */
int nf_search_looks_first(const nf_context *context);

/* The tiles of a group that keeps so many candidates of each. */
uint64_t nf_search_tiles(const nf_context *context, uint64_t kept);

/* Tells later searches of the cloud how many pairs there were. */
void nf_search_learn(nf_cloud *cloud, uint64_t total);

/* sizeof(walk_room) in cl/search/walk.cl, and what the kernels hold in local memory beside it. */
uint64_t nf_search_room_bytes(uint64_t kept);

/* Scratch bytes of all. */
uint64_t nf_search_bytes(nf_context *context, uint64_t n);

#endif
