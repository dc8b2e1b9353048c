/* The comment line of an extended XYZ file: words of key=value. */
#ifndef NEARFIELD_IO_XYZ_COMMENT_H
#define NEARFIELD_IO_XYZ_COMMENT_H

#include <nearfield/types.h>

/* The text after a key such as "properties=", in any case, or NULL.  It may begin with a quote. */
const char *io_xyz_value(const char *comment, const char *key);

/* The box of Lattice=, Origin= and pbc=.  A lattice without pbc is periodic in every direction.  The vectors are zero where
 * the lattice has not three or nine numbers. */
void io_xyz_box(const char *comment, nf_box *box);

#endif
