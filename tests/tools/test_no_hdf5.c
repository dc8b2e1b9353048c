/* The reader of HDF5 in a build without libhdf5. */
#include "source.h"
#include "support.h"

#include <string.h>

START_TEST(without_libhdf5_a_sentence_says_what_to_install) {
    io_frame frame = {0};
    io_problem problem = {0, ""};
    ck_assert_int_eq(io_read_first_memory("snap.hdf5", "\x89HDF\r\n\x1a\n", 8, NULL, &frame, &problem),
                     NF_EXIT_USAGE);
    ck_assert_ptr_nonnull(strstr(problem.text, "snap.hdf5: this nearfield was built without libhdf5"));
    ck_assert_ptr_nonnull(strstr(problem.text, "libhdf5-dev"));
    ck_assert_ptr_nonnull(strstr(problem.text, "-D NEARFIELD_HDF5=ON"));
    ck_assert_ptr_null(frame.positions);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("no_hdf5");
    TCase *tests = tcase_create("no_hdf5");
    tcase_add_test(tests, without_libhdf5_a_sentence_says_what_to_install);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
