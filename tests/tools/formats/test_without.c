/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The readers of a build without the libraries that they need. */
#include "formats/source.h"
#include "tools/support.h"

#include <string.h>

TEST(a_sentence_says_what_to_install) {
    static const struct {
        const char *name, *words, *option;
    } rows[] = {{"snap.hdf5",
                 "snap.hdf5: this nearfield was built without libhdf5, which reads HDF5: install it "
                 "(Debian: libhdf5-dev)",
                 "-D NEARFIELD_HDF5=ON"},
                {"a.xtc",
                 "a.xtc: this nearfield was built without chemfiles, which reads this format: install it",
                 "-D NEARFIELD_CHEMFILES=ON"}};
    io_frame frame = {0};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        text_problem problem = {0, ""};
        ck_assert_int_eq(io_read_first_memory(rows[k].name, "bytes", 5, NULL, &frame, &problem), EXIT_USAGE);
        ck_assert_msg(strstr(problem.text, rows[k].words) == problem.text, "%s", problem.text);
        ck_assert_ptr_nonnull(strstr(problem.text, rows[k].option));
        ck_assert_ptr_null(frame.positions);
    }
}
