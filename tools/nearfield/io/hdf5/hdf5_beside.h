/* The masses and velocities of a snapshot's particles: datasets of the group of their coordinates, or the MassTable of the header. */
#ifndef NEARFIELD_IO_HDF5_BESIDE_H
#define NEARFIELD_IO_HDF5_BESIDE_H

#include "hdf5_rows.h"

enum { IO_HDF5_MASSES, IO_HDF5_VELOCITIES, IO_HDF5_BESIDE };

typedef struct io_hdf5_beside {
    io_hdf5_rows of[IO_HDF5_BESIDE];
} io_hdf5_beside;

/* Adds those of a file whose points have been added.  What the first file with points does not have is left out.  Both return 0 or
 * a problem's code. */
int io_hdf5_beside_add(io_hdf5_beside *beside, const io_hdf5_rows *points, const io_hdf5 *h,
                       const io_hdf5_header *header);

/* Moves them to columns of the frame, or frees them when failed is not 0, which is returned then. */
int io_hdf5_beside_finish(io_hdf5_beside *beside, io_input *in, int failed, io_frame *frame);

#endif
