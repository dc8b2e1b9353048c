/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Files of molecular dynamics from Debian packages, read by the tool's readers, compared with numbers from SciPy
 * (tools/oracle/pairs_scipy.py writes the table).  Files that exist are tested; if one is missing the program exits with 77,
 * which CTest reports as skipped.
 */
#include "formats/source.h"
#include "support/answers/pairs.h"
#include "support/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define GROMACS "/usr/share/gromacs/top"
#define LAMMPS  "/usr/share/lammps/examples"

static const struct {
    const char *path;
    double cutoff;
    uint64_t n, pairs64, pairs32;
} files[] = {
    {GROMACS "/spc216.gro", 0.35, 648, 4202, 4202},
    {LAMMPS "/HEAT/data.lj", 1.5, 2000, 10269, 10269},
    {LAMMPS "/peptide/data.peptide", 4.0, 2004, 21544, 21544},
    {LAMMPS "/COUPLE/multiple/data.chain", 1.2, 32000, 89351, 89351},
    {LAMMPS "/comb/data.m-HfO2", 3.0, 1500, 5544, 5544},
    {LAMMPS "/micelle/data.micelle", 2.0, 1200, 6547, 6547},
};
enum { FILES = sizeof files / sizeof *files };

static int is_there(int k) { return access(files[k].path, R_OK) == 0; }

static void check_file(nf_context *context, int k, nf_type type) {
    io_frame source;
    text_problem problem = {0};
    ck_assert_msg(io_read_first(files[k].path, NULL, &source, &problem) == 0, "%s: %s", files[k].path,
                  problem.text);
    ck_assert_uint_eq(source.n, files[k].n);
    ck_assert_int_eq(source.dims, 3);
    ck_assert_int_eq(source.type, NF_FLOAT64);
    const uint64_t wanted = type == NF_FLOAT32 ? files[k].pairs32 : files[k].pairs64;
    support_cloud cloud =
        support_cloud_of(files[k].path, source.positions, source.n, 3, type, files[k].cutoff);
    support_pairs host = support_ask_once(support_host(), &cloud.points, cloud.cutoff, NULL),
                  got = support_ask_once(context, &cloud.points, cloud.cutoff, NULL);
    ck_assert_msg(got.count == wanted, "%s, type %d: %d pairs, and SciPy has %d", files[k].path, (int)type,
                  (int)got.count, (int)wanted);
    support_same_bytes(&host, &got, files[k].path);
    support_pairs_free(&host);
    support_pairs_free(&got);
    support_cloud_free(&cloud);
    io_frame_free(&source);
}

TEST(real_files_have_the_pairs_that_scipy_finds) {
    own_context context = support_context(NULL);
    for (int k = 0; k < FILES; k++) {
        if (!is_there(k)) continue;
        if (support_double() == NF_FLOAT64) check_file(context, k, NF_FLOAT64);
        check_file(context, k, NF_FLOAT32);
    }
}

int main(void) {
    int missing = 0;
    for (int k = 0; k < FILES; k++) {
        missing += !is_there(k);
        if (!is_there(k)) fprintf(stderr, "skipped: %s is not there\n", files[k].path);
    }
    const int failed = missing < FILES && support_main() != EXIT_SUCCESS;
    if (missing)
        fprintf(stderr, "%d of %d files are missing; apt-get install gromacs-data lammps-examples\n", missing,
                FILES);
    return failed ? EXIT_FAILURE : missing ? SUPPORT_SKIPPED : EXIT_SUCCESS;
}
