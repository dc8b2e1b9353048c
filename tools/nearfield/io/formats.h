/* The point formats that can be read, one row a format. */
#ifndef NEARFIELD_IO_FORMATS_H
#define NEARFIELD_IO_FORMATS_H

#include "input.h"
#include "source.h"

/* Reads the next frame; frame is all zeros before, and keeps positions of NULL where there is none behind those that
 * have been read (in->frames), which the first call never finds.  Returns 0 or in->problem->code. */
typedef int io_reader(io_input *in, io_frame *frame);

/* The options that a format takes. */
enum { IO_TAKES_COLUMNS = 1, IO_TAKES_ARRAY = 2, IO_TAKES_NAMED = 4 };

typedef struct io_format {
    const char *name;
    const char *extensions; /* without dots, separated by blanks; each is also accepted as a name */
    const char *prefix;     /* a file whose name begins so has this format, unless its extension is known */
    io_reader *read;
    unsigned takes; /* IO_TAKES_... */
    const char *description;
} io_format;

const io_format *io_formats(size_t *count);

/* By name or extension, whatever the case; NULL when there is none. */
const io_format *io_format_by_name(const char *name);

/* From the name of a file, with .gz or without; NULL when it tells nothing. */
const io_format *io_format_of_path(const char *path);

/* "name (.ext .ext), ..." of every format, for a sentence. */
void io_formats_list(char *text, size_t size);

/* io_read_random is for random:N[:SEED], which is in->name and no file. */
io_reader io_read_xyz, io_read_gro, io_read_lammps, io_read_npy, io_read_npz, io_read_columns, io_read_tabs,
    io_read_ply, io_read_random;

#endif
