/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Tiles: the work-items of a group and the elements of a work-item, from the tunables and the limits of the device. */
#ifndef NF_PRIMITIVES_TILE_H
#define NF_PRIMITIVES_TILE_H

#include "opencl/launch.h"
#include "tune/tunable.h"

typedef struct nf_tile {
    uint32_t group, items; /* powers of two */
    uint64_t size;         /* group x items */
} nf_tile;

/* The local memory of a kernel whose group is larger than 1, in bytes, and the limit of its registers. */
typedef struct nf_tile_need {
    uint64_t element; /* for each element of the tile */
    uint64_t item;    /* for each work-item */
    uint64_t group;   /* for the whole group, in addition */
    uint64_t least;   /* the least for each work-item: other data shares the memory of its elements */
    uint32_t most;    /* the most elements for each work-item; 0: no limit */
} nf_tile_need;

/* The tile of a family whose table begins with the row GROUP, with the items that the family states, or else those of the next
   row, ITEMS; rounded down to powers of two and halved until the group and its local memory fit the device.  Groups are
   large if the driver ends loops.  No result depends on it. */
nf_tile nf_tile_fit(const nf_context *context, const nf_family *family, nf_tile_need need);

/* The tile with one element for each work-item, for elements that are few or wait for memory. */
nf_tile nf_tile_single(nf_tile tile);

/* The same of at most 256 elements for each work-item: of rows, so that all compute units have some. */
nf_tile nf_tile_of_rows(nf_tile tile);

/* The tile of GPU kernels that need no power of two.  GROUP is a power of two, at least 32; ITEMS is a
   multiple of `step`, at most `items`, and smaller if n elements would not give every compute unit a tile. */
nf_tile nf_tile_for(const nf_context *context, const nf_family *family, uint32_t items, nf_tile_need need,
                    uint32_t step, uint64_t n);

/* The work-groups for n elements. */
nf_shape nf_tile_shape(nf_tile tile, uint64_t n);
uint64_t nf_tile_count(nf_tile tile, uint64_t n);

/* The tiles of a chunk, if each compute unit gets `chunks` chunks; fewer if a work-item would take more iterations than
   the driver allows. */
uint64_t nf_tile_chunk(const nf_context *context, nf_tile tile, uint64_t tiles, uint64_t chunks);

/* The most tiles that a work-group may process in sequence; limited only if the driver ends loops. */
uint64_t nf_tile_turns_most(const nf_context *context, nf_tile tile);

/* Adds GROUP and ITEMS to the defines. */
void nf_tile_define(nf_spec *spec, nf_tile tile);

/* The type's name in OpenCL C, for example "uint" for NF_UINT32; NULL for NF_TYPE_NONE. */
const char *nf_type_word(nf_type type);

#endif
