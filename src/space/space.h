/*
 * The space that points live in: open, or (not yet) periodic along some of its cell vectors.
 * How a displacement is made in it is a kernel part, cl/space/displacement_<kind>.cl; here are the numbers for it.
 */
#ifndef NF_SPACE_SPACE_H
#define NF_SPACE_SPACE_H

#include <nearfield/types.h>

typedef enum nf_space_kind { NF_SPACE_OPEN, NF_SPACE_KINDS } nf_space_kind;

typedef struct nf_space {
    int dims;
    nf_space_kind kind;
    double H[3][3];       /* rows are the cell vectors; zeros where the box gives no cell of `dims` vectors */
    double inverse[3][3]; /* fractions = (position - origin) * inverse; zeros where H has none */
    double heights[3];    /* the distance between the faces that vector k joins; 0 where H has no inverse */
    double origin[3];
} nf_space;

/* The space of a box that nf_check_box accepts; NULL is open space. */
nf_space nf_space_for(const nf_box *box, int dims);

/* The kernel part that makes displacements in it: "space/displacement_open.cl". */
const char *nf_space_part(const nf_space *space);

#endif
