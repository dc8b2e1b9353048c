/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tools/formats/readers.h"

int main(void) {
    Suite *suite = suite_create("readers");
    suite_add_tcase(suite, xyz_case());
    suite_add_tcase(suite, gro_case());
    suite_add_tcase(suite, lammps_case());
    suite_add_tcase(suite, dump_case());
    suite_add_tcase(suite, npy_case());
    suite_add_tcase(suite, npz_case());
    suite_add_tcase(suite, columns_case());
    suite_add_tcase(suite, ply_case());
    suite_add_tcase(suite, files_case());
    suite_add_tcase(suite, frames_case());
    suite_add_tcase(suite, wild_case());
    suite_add_tcase(suite, wild_xyz_case());
    suite_add_tcase(suite, wild_tables_case());
    return run_suite(suite);
}
