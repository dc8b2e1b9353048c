/*
 * The space of the points: open, or (not yet) periodic along some of its cell vectors.  The kernel part
 * cl/space/displacement_<kind>.cl computes displacements; this file computes its parameters.
 */
#ifndef NF_SPACE_SPACE_H
#define NF_SPACE_SPACE_H

#include <nearfield/types.h>

typedef enum nf_space_kind { NF_SPACE_OPEN, NF_SPACE_KINDS } nf_space_kind;

typedef struct nf_space {
    int dims;
    nf_space_kind kind;
    double H[3][3];       /* the rows are the cell vectors; zeros if the box has no cell of `dims` vectors */
    double inverse[3][3]; /* fractions = (position - origin) * inverse; zeros if H is singular */
    double heights[3];    /* the distance between the faces that vector k connects; 0 if H is singular */
    double origin[3];
} nf_space;

/* The space of a box that nf_check_box accepts; NULL for open space. */
nf_space nf_space_for(const nf_box *box, int dims);

/* The kernel part for its displacements, for example "space/displacement_open.cl". */
const char *nf_space_part(const nf_space *space);

#endif
