#include "hdf5_cases.h"

int main(void) {
    Suite *suite = suite_create("hdf5");
    suite_add_tcase(suite, written_case());
    return run_suite(suite);
}
