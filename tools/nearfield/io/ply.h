/* The header of a PLY file: which elements follow, and of which properties each is made. */
#ifndef NEARFIELD_IO_PLY_H
#define NEARFIELD_IO_PLY_H

#include "input.h"

typedef struct {
    const char *name, *other_name;
    size_t bytes;
    char kind; /* 'i' signed, 'u' unsigned, 'f' floating point */
} nf_ply_type;

typedef struct {
    const nf_ply_type *type;
    const nf_ply_type *count_type; /* NULL when the property is no list */
    int axis;                      /* 0 to 2 for x, y and z of a vertex, otherwise -1 */
} nf_ply_property;

typedef struct {
    char name[32];
    uint64_t count;
    size_t first, properties; /* among the properties of the header */
} nf_ply_element;

enum { NF_PLY_ELEMENTS = 32, NF_PLY_PROPERTIES = 512 };

typedef struct {
    bool binary;
    size_t element_count, property_count;
    const nf_ply_element *vertex;
    int dims;
    bool all_float32; /* every coordinate */
    nf_ply_element elements[NF_PLY_ELEMENTS];
    nf_ply_property properties[NF_PLY_PROPERTIES];
} nf_ply_header;

/* Returns 0 or in->problem->code. */
int nf_ply_read_header(nf_input *in, nf_ply_header *header);

#endif
