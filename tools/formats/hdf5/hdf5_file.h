/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* HDF5 files, read by libhdf5. */
#ifndef NEARFIELD_FORMATS_HDF5_HDF5_FILE_H
#define NEARFIELD_FORMATS_HDF5_HDF5_FILE_H

#include "formats/reader/input.h"

#include <hdf5.h>

typedef struct io_hdf5 {
    const char *name; /* for messages; it must stay valid */
    text_problem *problem;
    hid_t file;
} io_hdf5;

/* All return 0 or problem->code.  After 0, io_hdf5_close() must be called.
 *
 * Opens a file of this path. */
int io_hdf5_open(io_hdf5 *h, const char *path, text_problem *problem);

/* Opens the file of the input: by its path, or by its bytes where it is gzipped, a pipe or in memory. */
int io_hdf5_open_input(io_hdf5 *h, io_input *in);

void io_hdf5_close(io_hdf5 *h);

/* Sets the problem to "NAME: ..." and returns EXIT_INPUT. */
int io_hdf5_fail(const io_hdf5 *h, const char *format, ...);

/* The same with the reason that libhdf5 gave for the last call; `what` begins the sentence. */
int io_hdf5_broken(const io_hdf5 *h, const char *what);

/* Reads an attribute of one to `most` numbers as the native type.  *count is 0 where there is none. */
int io_hdf5_numbers(const io_hdf5 *h, const char *group, const char *attribute, hid_t type, void *values,
                    size_t most, size_t *count);

/* Reads an attribute of one to `most` texts, or of as many numbers, which are written as texts.  *count is 0 where there is none, or
 * the group or dataset is missing.  Longer texts are cut. */
enum { IO_HDF5_WORD = 64 };
int io_hdf5_words(const io_hdf5 *h, const char *path, const char *attribute, char words[][IO_HDF5_WORD],
                  size_t most, size_t *count);

/* Whether there is a link of this path, which begins with a slash. */
int io_hdf5_has(const io_hdf5 *h, const char *path);

/* Puts the target in the place of the first part of a path, if that is a soft link: SWIFT names the groups of particles in words, too. */
void io_hdf5_follow(const io_hdf5 *h, char *path, size_t size);

/* Chooses the dataset that holds points by its name, which is that of a convention; `warning` tells of others.  A dataset of another
 * name is chosen where it is the only one of the file, and has floats, or integers if `integers` is not 0. */
int io_hdf5_choose(const io_hdf5 *h, int integers, char *path, size_t size, char *warning,
                   size_t warning_size);

/* Sets the problem: there is no such dataset, but those that it lists. */
int io_hdf5_no_dataset(const io_hdf5 *h, const char *path);

/* What a snapshot of GADGET, AREPO, SWIFT, GIZMO or EAGLE says of itself. */
enum { IO_HDF5_SAID = 200 };
typedef struct io_hdf5_header {
    double box[3];              /* lengths; 0 where it does not say */
    int periodic[3];            /* of the directions with a length */
    char assumed[IO_HDF5_SAID]; /* from what that follows, if not from a flag alone; or "" */
    char doubt[IO_HDF5_SAID];   /* what contradicts itself; or "" */
    uint64_t files;             /* of the snapshot; 1 where it does not say */
    int type;                   /* of the particles in the dataset, from its path /PartTypeN/...; or -1 */
    double mass;                /* of each particle of the type, from MassTable; 0 where it does not say */
    uint64_t here, all; /* particles of the type: in this file, in all; UINT64_MAX where it does not say */
} io_hdf5_header;

/* `dataset` is the path of the dataset that is read. */
int io_hdf5_read_header(const io_hdf5 *h, const char *dataset, io_hdf5_header *header);

/* Reads the box and which of its directions are periodic.  hdf5_periodic.c */
int io_hdf5_read_periodic(const io_hdf5 *h, io_hdf5_header *header);

#endif
