/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Stands in for the reader of other formats where chemfiles was not found. */
#include "formats/formats.h"

int io_read_chemfiles(io_input *in, io_frame *frame) {
    (void)frame;
    return problem_set(
        in->problem, EXIT_USAGE,
        "%.300s: this nearfield was built without chemfiles, which reads this format: "
        "install it (https://chemfiles.org) and build nearfield with -D NEARFIELD_CHEMFILES=ON.",
        in->name);
}
