/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* HDF5 files, which libhdf5 writes and reads. */
#ifndef NEARFIELD_TESTS_HDF5_CASES_H
#define NEARFIELD_TESTS_HDF5_CASES_H

#include "formats/source.h"
#include "tools/support.h"

#include <hdf5.h>

/* Makes the file anew, and what is in it; paths may name groups that are not there yet. */
hid_t make_file(const char *path);
void put_array(hid_t file, const char *path, hid_t type_in_file, int rank, hsize_t rows, hsize_t columns,
               hid_t type, const void *values);
void put_attribute(hid_t file, const char *group, const char *name, hid_t type, hsize_t count,
                   const void *values);
/* An attribute of up to three texts, of one length each or of their own; 0: a scalar. */
void put_texts(hid_t file, const char *path, const char *name, hsize_t count, const char *const *texts,
               int varies);
void put_text(hid_t file, const char *path, const char *name, const char *text);
/* A dataset of up to three axes; those of length 0 are left out. */
void put_cube(hid_t file, const char *path, hid_t stored, hsize_t a, hsize_t b, hsize_t c,
              const double *values);
void end_file(hid_t file);

/* Reads the source and checks its points; `frame` is to be freed. */
void reads_points(const char *source, const io_source_options *options, uint64_t n, int dims, nf_type type,
                  const void *expected, io_frame *frame);

/* Checks that it is refused with this code and with words. */
void refuses_source(const char *source, const io_source_options *options, int code, const char *words);

#endif
