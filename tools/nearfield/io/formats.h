/* The point formats that can be read, one row a format. */
#ifndef NEARFIELD_IO_FORMATS_H
#define NEARFIELD_IO_FORMATS_H

#include "input.h"
#include "source.h"

typedef int nf_reader(nf_input *in, nf_source *out);

typedef struct {
    const char *name;
    const char *extensions; /* without dots, separated by blanks; each is also accepted as a name */
    const char *prefix;     /* a file whose name begins so has this format, unless its extension is known */
    nf_reader *read;
    bool has_columns; /* --columns says which are read */
    bool has_arrays;  /* --array does */
    const char *description;
} nf_format;

const nf_format *nf_formats(size_t *count);

/* By name or extension, whatever the case; NULL when there is none. */
const nf_format *nf_format_by_name(const char *name);

/* From the name of a file, with .gz or without; NULL when it tells nothing. */
const nf_format *nf_format_of_path(const char *path);

/* "name (.ext .ext), ..." of every format, for a sentence. */
void nf_formats_list(char *text, size_t size);

nf_reader nf_read_xyz, nf_read_gro, nf_read_lammps, nf_read_npy, nf_read_npz, nf_read_columns, nf_read_tabs,
    nf_read_ply;

/* random.c: SOURCE "random:N[:SEED]". */
int nf_random_source(const char *source, nf_source *out, nf_problem *problem);

#endif
