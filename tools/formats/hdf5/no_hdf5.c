/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Stands in for the reader of HDF5 where libhdf5 was not found. */
#include "formats/formats.h"

int io_read_hdf5(io_input *in, io_frame *frame) {
    (void)frame;
    return problem_set(in->problem, EXIT_USAGE,
                       "%.300s: this nearfield was built without libhdf5, which reads HDF5: install it "
                       "(Debian: libhdf5-dev) and build nearfield with -D NEARFIELD_HDF5=ON.",
                       in->name);
}
