/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * A cloud on the device and its order: the points sorted by the cells of a grid, kept between searches.
 * cl/space/cells.cl defines the order.
 */
#ifndef NF_ORDER_ORDER_H
#define NF_ORDER_ORDER_H

#include "core/check.h"
#include "opencl/launch.h"
#include "primitives/tile.h"
#include "order/cloud/view.h"
#include "space/space.h"
#include "tune/tunable.h"

#include <nearfield/cloud.h>

/* The head of a grid, which the host reads from the device: the first members of nf_grid in cells.cl, with the same
   layout. */
typedef struct nf_grid_head {
    uint64_t cells;
    uint32_t n[3];
    uint32_t bits;
    int32_t bad;
    uint32_t cut, refused, shift;
} nf_grid_head;
/* `refused` of a grid that is as expected, but has a cell with many points; and of one that was kept (`planned` below), but has a point
   outside of the box. */
enum { NF_GRID_CROWDED = 2, NF_GRID_OUTSIDE };
_Static_assert(sizeof(nf_grid_head) == 40, "nf_grid_head is the head of nf_grid in cells.cl");

/*
 * The state of an order.  Usually the host does not wait for the grid: it assumes a dense grid, and kernels return early
 * if the grid is of another kind (`refused`).  The host learns which it was when it next reads a result.
 *
 *     NONE --build--> EXPECTED --accept (the device took the grid)-----> SETTLED
 *      |                  |----look: it did-------------------------------^  ^
 *      |                  |----look: refused------> NONE and `again`: what   |
 *      |                  |                         was enqueued since the   |
 *      |                  |                         build is not valid       |
 *      |                  '----look: a bad point--> NONE, NF_ERROR_POINTS    |
 *      '--where there is `look_first`, `saves_memory` (nf_work) or no room for a -'
 *         table of all that the grid may be: waits for the grid
 *     build_now: the same and `look`; where points are not counted, or after `again`, it waits for the grid
 *     any --other points or cells, commands that were lost, drop--> NONE
 */
typedef enum nf_order_state { NF_ORDER_NONE, NF_ORDER_EXPECTED, NF_ORDER_SETTLED } nf_order_state;

/* The grid for some cells without the reserve that far query points need (order/cloud/view.h). */
typedef struct nf_unreserved {
    int wanted; /* 1: the last query points were far: the next ones are asked about it before the cloud is ordered */
    nf_kept grid;
    nf_cells cells;
    uint64_t moves, lost; /* of the cloud, and nf_work_lost(), when it was planned */
} nf_unreserved;

/* nf_order_free() and nf_order_bytes() have one list of the buffers. */
typedef struct nf_order {
    nf_order_state state;
    uint64_t lost; /* nf_work_lost() when it was built; if it has changed, the order is invalid */
    nf_cells cells;
    nf_space space;    /* of the cloud when the order was built */
    nf_grid_head head; /* of the last grid that the host read */
    int sparse; /* 1: its grid has no table of cells, as there are too many; points are found by their sorted keys */
    int is_counted; /* 1: it was made by counting, not by sorting */
    /* 1: the grid on the device is that of `cells` and `space` for any points inside the box, so that the next order may use it. */
    int planned;

    /* What orders have told about points of this kind.  It outlives an order; nf_order_drop() with `kind` forgets it, but for `look_first`. */
    nf_cells seen; /* of the last grid that was as expected, or that the host has read; zeros: none */
    int look_first; /* 1: the last grid was of another kind than expected; the host reads the next one before it builds */
    int crowded; /* 1: a cell had too many points to count, or work-groups did not meet; points are sorted */
    int outside; /* 1: points were outside of the box for which a grid was kept; each order plans its grid */
    /* 1: the last order of these cells that was made by counting was accepted, so that the next one is, too, even if the host will not learn whether
       it is accepted. */
    int counting_held;

    uint64_t stride; /* the points of a plane, padded: vectors may be read beyond the last point */
    nf_kept axes;    /* sorted coordinates: dims x stride */
    nf_kept index;   /* n x uint32: the caller's index of each point in order */
    nf_kept places;  /* ends of cells (uint32), or the sorted keys (uint64) of a sparse grid */
    nf_kept grid;
    nf_unreserved unreserved;
    nf_layout layout; /* in a batch, of the points in order; its buffers are the next three */
    nf_kept layout_offsets, layout_system, layout_places;
} nf_order;

/* A cloud of many systems; see order/batch.h. */
typedef struct nf_cloud_batch {
    uint64_t count;    /* of systems; 0: the points are one system, and the rest is zeros */
    uint64_t *offsets; /* count + 1 */
    nf_space *spaces;  /* of each system, or one for all; all of one kind, which is the cloud's */
    int one_space;
    double *cutoffs;   /* of each system; NULL: that of the search */
    double *reserves;  /* of each system, for cells with `reserve` (nf_cells): 3 x count, or NULL */
    uint64_t reserved; /* how often they were set */
} nf_cloud_batch;

/* Vectors may be read so many elements beyond the last point in order. */
enum { NF_ORDER_BEYOND = 16 };

/* An ordered point set: the points of a cloud, or others that are to be looked up in the same way. */
struct nf_cloud {
    nf_context *context;
    uint64_t n;
    int dims;
    nf_type type;
    int in_chunks;  /* 1: the caller has a chunk of a call for this cloud */
    int is_shape;   /* 1: of the points only n, dims, type and the number of systems are known */
    nf_space space; /* from the box; in a batch that of the first system, and its kind that of all */
    nf_cloud_batch batch;
    cl_mem points; /* n x dims from element `offset` on: a copy, or the caller's buffer, retained */
    uint64_t offset;
    nf_kept own;
    nf_elements types; /* n x int32: a copy, or the caller's buffer, retained; no buffer: they have none */
    nf_type_range type_range;
    int has_types; /* 1: also where their shape alone is known */
    nf_kept own_types;
    nf_order order;
    nf_keepsake *keepsakes; /* NULL, or the last that was made */
    uint64_t moves;         /* how often the points were replaced */
};

/* 1 if the order was made for these cells, and no command that made it is known to have failed. */
int nf_order_stands(const nf_cloud *cloud, const nf_cells *cells);

/* Builds the order for these cells if needed; its state is EXPECTED or SETTLED afterwards.  looks: 1 if the host learns in this call whether it was
   accepted. */
nf_status nf_order_build(nf_work *work, nf_cloud *cloud, const nf_cells *cells, int looks);

/* Builds the order for these cells if needed, and waits until it is accepted: its state is SETTLED afterwards. */
nf_status nf_order_build_now(nf_work *work, nf_cloud *cloud, const nf_cells *cells);

/* 1 if an unread grid for these cells is expected to be like the last one: same cells, same kind of points. */
int nf_order_foresees(const nf_cloud *cloud, const nf_cells *cells);

/* Call it when a result of the device shows that the grid was accepted. */
void nf_order_accept(nf_cloud *cloud);

/* Reads whether the device accepted the grid, if this is not known; sets `again` if it did not. */
nf_status nf_order_look(nf_work *work, nf_cloud *cloud, int *again);

/* Invalidates the order; with `kind`, also what was learned about the kind of points. */
void nf_order_drop(nf_cloud *cloud, int kind);

/* Adds the defines of real.cl, cells.cl and loops.cl for these points, and the part of their space.  `cells` is NULL for kernels that do not use the
   stencil, so that one program serves every stencil. */
void nf_order_define(nf_spec *spec, const nf_view *points, const nf_cells *cells, int sparse);

/* The arguments SPACE_PARAMETERS of kernels that plan a grid (cl/space/space_open.cl), for nf_launch_with. */
typedef struct nf_space_args {
    nf_lattice_numbers lattice;
    nf_arg args[1];
    size_t count;
} nf_space_args;
void nf_space_args_for(nf_space_args *args, const nf_view *points, const nf_cells *cells);

/* The arguments of kernels that need the system of a point by its position, which is also that by its index: none if there is one system. */
typedef struct nf_layout_args {
    nf_arg args[1];
    size_t count;
} nf_layout_args;
nf_layout_args nf_layout_args_of(const nf_layout *layout);

/* Adds the kernel part that gives the keys that points are sorted by: nf_key_of. */
void nf_order_add_keys(nf_spec *spec);

/* The tile of the kernels that order points. */
nf_tile nf_order_tile(const nf_context *context);

/* The elements from one plane of n sorted points to the next. */
uint64_t nf_order_stride(uint64_t n);

/* The groups of a kernel that computes the keys of n points: each takes tiles in several turns, so that it adds its counts of digits rarely. */
nf_shape nf_order_keys_shape(const nf_context *context, nf_tile tile, uint64_t n);

/* Defines LANES_BY for groups of this size: lanes of the device, or local memory if it has none. */
void nf_order_define_lanes(nf_spec *spec, const nf_context *context, uint32_t group);

/* The index bits of the coarse table of a sparse grid of n points. */
uint32_t nf_order_table_bits(uint64_t n);

/* NF_ERROR_ARGUMENT for a cloud of a shape, and for one in a call that gives chunks: `call` does not take them. */
nf_status nf_cloud_check_ready(const nf_cloud *cloud, const char *call);

/* Checks that a search with a cutoff takes points of these dims. */
nf_status nf_cloud_check_dims(const nf_cloud *cloud, const char *question);

/* The device memory of an order; and its release, after which the next call orders again. */
uint64_t nf_order_bytes(const nf_cloud *cloud);
void nf_order_free(nf_cloud *cloud);

/* The tunables of the kernels (tune/tunable.h). */
extern const nf_family nf_bounds_family, nf_order_family;

#endif
