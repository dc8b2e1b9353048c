#include "space/space.h"

#include <math.h>

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; k++) {
        const int x = (k + 1) % 3, y = (k + 2) % 3;
        out[k] = a[x] * b[y] - a[y] * b[x];
    }
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* Column k of the inverse is the cross product of the other two vectors over the volume; its length is 1 / height. */
static void invert(nf_space *space) {
    double H[3][3], column[3][3];
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) /* axes beyond `dims` get a vector of length 1 */
            H[k][a] = k < space->dims && a < space->dims ? space->H[k][a] : k == a;
    for (int k = 0; k < 3; k++) cross(H[(k + 1) % 3], H[(k + 2) % 3], column[k]);
    const double volume = dot(H[0], column[0]);
    if (!(fabs(volume) > 0)) return;
    for (int k = 0; k < space->dims; k++) {
        for (int a = 0; a < space->dims; a++) space->inverse[a][k] = column[k][a] / volume;
        space->heights[k] = fabs(volume) / sqrt(dot(column[k], column[k]));
    }
}

nf_space nf_space_for(const nf_box *box, int dims) {
    nf_space space = {.dims = dims, .kind = NF_SPACE_OPEN};
    if (!box) return space;
    for (int k = 0; k < dims; k++) {
        space.origin[k] = box->origin[k];
        for (int a = 0; a < dims; a++) space.H[k][a] = box->cell[k][a];
    }
    invert(&space);
    return space;
}

const char *nf_space_part(const nf_space *space) {
    static const char *const parts[NF_SPACE_KINDS] = {[NF_SPACE_OPEN] = "space/displacement_open.cl"};
    return parts[space->kind];
}
