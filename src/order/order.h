/*
 * A cloud on the device and its order: points sorted by the cells of a grid, kept between questions.
 * cl/space/cells.cl is the rule; order_build makes it, the search reads it.
 */
#ifndef NF_ORDER_ORDER_H
#define NF_ORDER_ORDER_H

#include "opencl/launch.h"
#include "space/cells.h"
#include "space/space.h"
#include "tune/tunable.h"

#include <nearfield/cloud.h>

/* What the host knows of a grid on the device: the head of nf_grid in cells.cl, same layout. */
typedef struct nf_grid_head {
    uint64_t cells;
    uint32_t n[3];
    uint32_t bits;
    int32_t bad;
    uint32_t cut, refused, shift;
} nf_grid_head;
_Static_assert(sizeof(nf_grid_head) == 40, "nf_grid_head is the head of nf_grid in cells.cl");

/*
 * The state of an order.  Usually the host does not wait for the grid: it assumes a dense grid, and kernels return early
 * if the grid is of another kind (`refused`).  The host learns which it was when it next reads a result.
 *
 *     NONE --build--> EXPECTED --accept (the device took the grid)-----> SETTLED
 *      |                  |----look: it did-------------------------------^  ^
 *      |                  |----look: refused------> NONE, `look_first` and   |
 *      |                  |                         `again`: what was        |
 *      |                  |                         enqueued since the build |
 *      |                  |                         counts for nothing       |
 *      |                  '----look: a bad point--> NONE, NF_ERROR_POINTS    |
 *      '--build_now; build, where there is `look_first` or no room for a ----'
 *         table of all that the grid may be: waits for the grid
 *     any --other points or cells, commands that were lost, drop--> NONE
 *
 * `seen`, which outlives an order: the last grid for `seen_cells` was no other than expected, or looked at.
 */
typedef enum nf_order_state { NF_ORDER_NONE, NF_ORDER_EXPECTED, NF_ORDER_SETTLED } nf_order_state;

typedef struct nf_order {
    nf_order_state state;
    uint64_t lost; /* nf_work_lost() when it was made: it stands no longer where more is lost */
    nf_cells cells;
    nf_grid_head head; /* of the last grid that was looked at */
    int sparse;
    int seen;
    nf_cells seen_cells;
    int look_first;  /* the last one looked at was refused, sparse or cut: the next one is looked at first */
    uint64_t stride; /* points a plane has room for: vectors may be read beyond the last point */
    nf_kept planes;  /* sorted coordinates: dims x stride */
    nf_kept index;   /* n x uint32: the caller's number of each point in order */
    nf_kept places;  /* ends of cells (uint32), or the sorted keys (uint64) of a sparse grid */
    nf_kept grid;
} nf_order;

/* What the search keeps of a cloud from one question to the next; see search/search.h. */
typedef struct nf_search_hint nf_search_hint;

struct nf_cloud {
    nf_context *context;
    uint64_t n;
    int dims;
    nf_type type;
    nf_space space; /* of the box that it was given */
    cl_mem points;  /* n x dims from element `offset` on; the cloud's own copy or the caller's, retained */
    uint64_t offset;
    nf_kept own;
    nf_order order;
    nf_search_hint *hint; /* NULL, or from the context's allocator */
};

/* The order for these cells, unless it stands already: EXPECTED or SETTLED when this returns. */
nf_status nf_order_build(nf_work *work, nf_cloud *cloud, const nf_cells *cells);

/* The same, SETTLED. */
nf_status nf_order_build_now(nf_work *work, nf_cloud *cloud, const nf_cells *cells);

/* 1 where the grid for these cells, unseen, is expected to be what the last one was: same cells, same kind of points. */
int nf_order_foresees(const nf_cloud *cloud, const nf_cells *cells);

/* A result of the device says that it took the grid. */
void nf_order_accept(nf_cloud *cloud);

/* Reads whether the device took the grid, unless that is known; `again` is set where it did not. */
nf_status nf_order_look(nf_work *work, nf_cloud *cloud, int *again);

/* The order stands no longer; with `kind` nothing is known of the points any more, either. */
void nf_order_drop(nf_cloud *cloud, int kind);

/* The defines that real.cl, cells.cl and loops.cl need for this cloud.  `cells` is NULL for kernels that look for no
   partners: one program then serves every stencil. */
void nf_order_define(nf_spec *spec, const nf_cloud *cloud, const nf_cells *cells, int sparse);

/* Defines LANES_BY for groups of so many work-items that act together by lanes, or by local memory where they cannot. */
void nf_order_define_lanes(nf_spec *spec, const nf_context *context, uint32_t group);

/* How many bits the coarse table of a sparse grid of n points is indexed by. */
uint32_t nf_order_table_bits(uint64_t n);

void nf_order_free(nf_context *context, nf_order *order);

/* The most bytes that the points' own copy and the order hold and take while it is built. */
uint64_t nf_order_bytes(nf_context *context, uint64_t n, int dims, nf_type type);

/* What the kernels may vary (tune/tunable.h). */
extern const nf_family nf_bounds_family, nf_order_family;

#endif
