/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The formats of point files: one row per format. */
#ifndef NEARFIELD_FORMATS_FORMATS_H
#define NEARFIELD_FORMATS_FORMATS_H

#include "formats/reader/input.h"
#include "formats/source.h"

/* Reads the next frame into `frame`, which is all zeros.  Leaves frame->positions NULL when no frame follows the
 * in->frames that have been read; the first call reads a frame or fails.  Returns 0 or in->problem->code. */
typedef int io_reader(io_input *in, io_frame *frame);

/* The options that a format takes; several formats in a row, of which the name of the file or --format names one; files may have
 * several frames; columns may have words. */
enum {
    IO_TAKES_COLUMNS = 1,
    IO_TAKES_ARRAY = 2,
    IO_TAKES_NAMED = 4,
    IO_NEEDS_NAME = 8,
    IO_HAS_FRAMES = 16,
    IO_HAS_WORDS = 32
};

typedef struct io_format {
    const char *name;
    const char *extensions; /* without dots, separated by blanks; --format accepts them too */
    const char *prefix;     /* of the names of files, where the extension is not known; or NULL */
    io_reader *read;
    unsigned takes;    /* IO_... */
    const char *types; /* the column that has the types of the points by custom; or NULL */
    const char *description;
} io_format;

const io_format *io_formats(size_t *count);

/* The format of this name or extension, in any case; or NULL. */
const io_format *io_format_by_name(const char *name);

/* The format of a file whose name has `size` characters, with or without .gz; NULL when the name does not tell. */
const io_format *io_format_of_path(const char *path, size_t size);

/* Whether an array of this name, in any case, holds points. */
int io_names_points(const char *name);

/* Whether a name, in any case, is one under which files keep a box. */
int io_names_box(const char *name);

/* ".ext .ext" of a format, for help and messages. */
enum { IO_EXTENSIONS = 96 };
void io_format_extensions(const io_format *format, char *text, size_t size);

/* "name (.ext .ext), ..." of every format, for an error message. */
void io_formats_list(char *text, size_t size);

io_reader io_read_xyz, io_read_gro, io_read_lammps, io_read_dump, io_read_npy, io_read_npz, io_read_hdf5,
    io_read_columns, io_read_tabs, io_read_ply, io_read_pdb, io_read_chemfiles;

#endif
