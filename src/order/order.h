/*
 * A cloud on the device and its order: points sorted by the cells of a grid, kept between questions.
 * cl/space/cells.cl is the rule; order_build makes it, the search reads it.
 */
#ifndef NF_ORDER_ORDER_H
#define NF_ORDER_ORDER_H

#include "opencl/launch.h"
#include "space/cells.h"

#include <nearfield/cloud.h>

/* What the host knows of a grid on the device: the head of nf_grid in cells.cl, same layout. */
typedef struct nf_grid_head {
    uint64_t cells;
    uint32_t n[3];
    uint32_t bits;
    int32_t bad;
    uint32_t cut, refused, shift;
    uint64_t total; /* of the search */
} nf_grid_head;
_Static_assert(sizeof(nf_grid_head) == 48, "nf_grid_head is the head of nf_grid in cells.cl");
enum { NF_GRID_TOTAL = 5 };        /* where `total` stands, in uint64 */
enum { NF_GRID_LOOPS_ENDED = -2 }; /* in `bad`: the driver ended loops of a search (cl/search/loops.cl) */

/* How far an order is: made for a grid that the host expects and has not seen yet, or settled. */
typedef enum nf_order_state { NF_ORDER_NONE, NF_ORDER_EXPECTED, NF_ORDER_SETTLED } nf_order_state;

typedef struct nf_order {
    nf_order_state state;
    uint64_t lost; /* nf_work_lost() when it was made: it stands no longer where more is lost */
    nf_cells cells;
    nf_grid_head head; /* once settled */
    int sparse;
    int seen; /* a grid of `seen_cells` was made for such points and seen to be no other than expected */
    nf_cells seen_cells;
    int look_first;  /* the last one seen was refused, sparse or cut: the next one is looked at first */
    uint64_t stride; /* points a plane has room for: vectors may be read beyond the last point */
    nf_kept planes;  /* sorted coordinates: dims x stride */
    nf_kept index;   /* n x uint32: the caller's number of each point in order */
    nf_kept places;  /* ends of cells (uint32), or the sorted keys (uint64) of a sparse grid */
    nf_kept grid;
    /* What the last search of such cells found, for the shape of the next one. */
    nf_cells found_cells;
    uint64_t found_a_point;
} nf_order;

struct nf_cloud {
    nf_context *context;
    uint64_t n;
    int dims;
    nf_type type;
    cl_mem points; /* n x dims from element `offset` on; the cloud's own copy or the caller's, retained */
    uint64_t offset;
    nf_kept own;
    nf_order order;
};

/*
 * Makes the order for these cells, unless it stands already.  As a rule nothing waits: the grid is expected to have
 * few enough cells for their table, and kernels leave a grid alone that has more or is bad (`refused`).  Whoever then
 * reads a result of the device reads the head of the grid with it, and hands it to nf_order_settle.
 */
nf_status nf_order_build(nf_work *work, nf_cloud *cloud, const nf_cells *cells);

/* 1 where the grid for these cells, unseen, is expected to be what the last one was: same cells, same kind of points. */
int nf_order_foresees(const nf_cloud *cloud, const nf_cells *cells);

/* Settles the order by the head of its grid; `again` is set where the grid was refused: it is now known, the next
   nf_order_build makes it, and what was enqueued since the last one counts for nothing.  NF_ERROR_POINTS names the
   first point that is not finite.  NF_ERROR_DEVICE where the driver ended loops of a search; the order stands no longer,
   and what was found counts for nothing. */
nf_status nf_order_settle(nf_cloud *cloud, const nf_grid_head *head, int *again);

/* An order that stands and is settled when this returns: waits for the head of the grid. */
nf_status nf_order_build_now(nf_work *work, nf_cloud *cloud, const nf_cells *cells);

/* Where the driver is one that ends loops: waits for the last search of the order, and settles it. */
nf_status nf_order_check_loops(nf_work *work, nf_cloud *cloud);

/* The defines that real.cl, cells.cl and loops.cl need for this cloud.  `cells` is NULL for kernels that look for no
   partners: one program then serves every stencil. */
void nf_order_define(nf_spec *spec, const nf_cloud *cloud, const nf_cells *cells, int sparse);

/* How many bits the coarse table of a sparse grid of n points is indexed by. */
uint32_t nf_order_table_bits(uint64_t n);

void nf_order_free(nf_context *context, nf_order *order);

/* The most bytes that the points' own copy and the order hold and take while it is built. */
uint64_t nf_order_bytes(nf_context *context, uint64_t n, int dims, nf_type type);

#endif
