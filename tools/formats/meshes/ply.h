/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Parses the header of a PLY file: its elements and their properties. */
#ifndef NEARFIELD_FORMATS_MESHES_PLY_H
#define NEARFIELD_FORMATS_MESHES_PLY_H

#include "formats/reader/input.h"
#include "formats/reader/rows.h"

typedef struct io_ply_type {
    const char *name, *other_name;
    size_t bytes;
    char kind; /* 'i' signed, 'u' unsigned, 'f' floating point */
} io_ply_type;

typedef struct io_ply_property {
    const io_ply_type *type;
    const io_ply_type *count_type; /* of a list; NULL for other properties */
    int axis;                      /* 0 to 2 for x, y and z of a vertex, otherwise -1 */
    io_named_column *column;       /* where the property of a vertex was asked for by name; or NULL */
} io_ply_property;

typedef struct io_ply_element {
    char name[32];
    uint64_t count;
    size_t first, properties; /* range of the properties of the header */
} io_ply_element;

enum { IO_PLY_ELEMENTS = 32, IO_PLY_PROPERTIES = 512 };

typedef struct io_ply_header {
    int binary;
    size_t element_count, property_count;
    const io_ply_element *vertex;
    int dims;
    int all_float32; /* all coordinates are float32 */
    io_named *named;
    io_ply_element elements[IO_PLY_ELEMENTS];
    io_ply_property properties[IO_PLY_PROPERTIES];
} io_ply_header;

/* Connects the columns of `named` with their properties.  Returns 0 or in->problem->code. */
int io_ply_read_header(io_input *in, io_ply_header *header, io_named *named);

#endif
