/* The members of a zip archive one after the other, as they stand in the file: stored or deflated. */
#ifndef NEARFIELD_IO_ZIP_H
#define NEARFIELD_IO_ZIP_H

#include "input.h"

#include <zlib.h>

typedef struct {
    nf_input *in;
    char name[256]; /* of the member, cut where it is longer */
    /* The rest is for zip.c alone. */
    bool deflated, described, ended; /* sizes and checksum stand behind the member */
    uint64_t packed, size;           /* of those that its header names */
    uint64_t taken, given;
    uint32_t checksum, sum;
    z_stream stream;
} nf_zip_member;

/* The next member; *found is false behind the last, where the archive's directory has been seen to be there. */
int nf_zip_next(nf_zip_member *member, bool *found);

/* Up to wanted bytes of the member; *got is 0 at its end.  For nf_input_open_stream. */
int nf_zip_read(void *member, void *to, size_t wanted, size_t *got);

/* Reads the member to its end and compares size and checksum.  All return 0 or in->problem->code; after a problem
 * nf_zip_close alone may follow. */
int nf_zip_finish(nf_zip_member *member);
void nf_zip_close(nf_zip_member *member);

#endif
