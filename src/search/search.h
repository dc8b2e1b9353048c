/* The search of an ordered cloud: how many pairs, and which. */
#ifndef NF_SEARCH_H
#define NF_SEARCH_H

#include "order/order.h"
#include "space/rule.h"

/* What a search says of itself: nf_tally in cl/search/tally.cl.  It is scratch of the work. */
typedef struct nf_tally {
    uint64_t total; /* NF_UNKNOWN where the grid was refused */
    uint32_t ended; /* the driver ended loops: nothing counts */
    uint32_t unused;
} nf_tally;
_Static_assert(sizeof(nf_tally) == 16, "nf_tally is that of cl/search/tally.cl");
nf_status nf_tally_take(nf_work *work, cl_mem *tally);

/* NF_ERROR_DEVICE where the driver ended loops. */
nf_status nf_tally_check(nf_context *context, const nf_tally *tally);

/* The same of the device's tally, where the driver is one that ends loops: waits for it. */
nf_status nf_tally_check_now(nf_work *work, cl_mem tally);

/* A program of `source` for the cloud's space and the rule: what cells.cl and pair_rule.cl need is in it. */
nf_spec nf_search_spec(const nf_cloud *cloud, const nf_rule *rule, const char *source);

/* What kernels that walk an ordered cloud take first: WALK_CLOUD in cl/search/walk.cl. */
#define NF_WALK_CLOUD(cloud, rule)                                                                           \
    nf_in((cloud)->order.planes.buffer), nf_u64((cloud)->order.stride), nf_in((cloud)->points),              \
        nf_u64((cloud)->offset), nf_in((cloud)->order.index.buffer), nf_in((cloud)->order.places.buffer),    \
        nf_in((cloud)->order.grid.buffer), nf_u32((uint32_t)(cloud)->n), nf_real((cloud)->type, (rule)->r2), \
        nf_real((cloud)->type, (rule)->scale), nf_real(NF_FLOAT32, (rule)->inverse)

/* What a search leaves for the step that writes the pairs; scratch of the work. */
typedef struct nf_found {
    const struct nf_way *way; /* how they were found (search/ways.h) */
    size_t mark;              /* of the scratch before it was counted */
    uint64_t kept;            /* how many candidates a tile was to keep when it was counted */
    cl_mem
        counts; /* n x uint32: the pairs of each point (search), or what need not be decided again (search_cpu) */
    cl_mem bases; /* tiles + 1 x uint64: where each tile's pairs start; the last is the total */
    cl_mem tally;
    cl_mem total;      /* the buffer that holds the total: the tally, or bases */
    uint64_t total_at; /* and where: an index of uint64 */
} nf_found;

/* Counts the pairs of the ordered cloud, however many there are. */
nf_status nf_search_count(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_found *found);

/* Writes those below `capacity`, which is not 0, of what was counted or found before; the offset of `pairs` counts
   pairs.  The total then stands in the tally, but for search_cpu. */
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

/* What the last search of such cells found, for the shape of the next one.  Without memory for it nothing is kept. */
struct nf_search_hint {
    nf_cells cells;
    uint64_t pairs_a_point;
};
void nf_search_learn(nf_cloud *cloud, uint64_t total);

/* sizeof(walk_room) in cl/search/walk.cl, and what the kernels hold in local memory beside it. */
uint64_t nf_search_room_bytes(uint64_t kept);

/* Scratch bytes of all. */
uint64_t nf_search_bytes(nf_context *context, uint64_t n);

/* What the kernels may vary (tune/tunable.h). */
extern const nf_family nf_search_family, nf_search_cpu_family, nf_potential_family;

#endif
