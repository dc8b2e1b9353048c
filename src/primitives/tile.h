/* Tiles: how many work-items make a group and how many elements an item takes, as tuned and as the device
 * allows. */
#ifndef NF_PRIMITIVES_TILE_H
#define NF_PRIMITIVES_TILE_H

#include "opencl/launch.h"
#include "tune/tunable.h"

typedef struct nf_tile {
    uint32_t group, items; /* powers of two */
    uint64_t size;         /* group x items */
} nf_tile;

/* The local memory that a kernel takes when its group is larger than 1, in bytes; and what its registers hold. */
typedef struct nf_tile_need {
    uint64_t element; /* for each element of the tile */
    uint64_t item;    /* for each work-item */
    uint64_t group;   /* besides */
    uint64_t least;   /* for each work-item, where its elements take less: other things share their room */
    uint32_t most;    /* elements a work-item, 0: no limit */
} nf_tile_need;

/* The tile of a family whose table begins with the rows GROUP and ITEMS: rounded down to powers of two, and
   halved until group and local memory fit the device.  Groups are large where the driver ends loops.  No result depends
   on it. */
nf_tile nf_tile_fit(const nf_context *context, const nf_family *family, nf_tile_need need);

/* The same for kernels of GPUs whose tiles need be no powers of two: GROUP is one, at least 32; ITEMS, of the
   row `items_row`, is a multiple of `step`, and smaller where n elements would not give every compute unit a tile. */
nf_tile nf_tile_for(const nf_context *context, const nf_family *family, size_t items_row, nf_tile_need need,
                    uint32_t step, uint64_t n);

/* As many work-groups as n elements need. */
nf_shape nf_tile_shape(nf_tile tile, uint64_t n);
uint64_t nf_tile_count(nf_tile tile, uint64_t n);

/* How many tiles make a chunk where each compute unit is given `chunks` of them; fewer where a work-item would
   take very many steps, which some drivers end early. */
uint64_t nf_tile_chunk(const nf_context *context, nf_tile tile, uint64_t tiles, uint64_t chunks);

/* How many tiles a work-group may take in turn at most: a limit only where the driver ends loops. */
uint64_t nf_tile_turns_most(const nf_context *context, nf_tile tile);

/* Adds GROUP and ITEMS to the defines. */
void nf_tile_define(nf_spec *spec, nf_tile tile);

/* "uint" for NF_UINT32, and so on; NULL for NF_TYPE_NONE. */
const char *nf_type_word(nf_type type);

#endif
