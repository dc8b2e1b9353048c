/* The members of a zip archive one after the other, as they stand in the file: stored or deflated. */
#ifndef NEARFIELD_IO_ZIP_H
#define NEARFIELD_IO_ZIP_H

#include "input.h"

#include <zlib.h>

typedef struct io_zip_member {
    io_input *in;
    char name[256]; /* of the member, cut where it is longer */
    /* The rest is for zip.c alone. */
    int deflated, described, ended; /* sizes and checksum stand behind the member */
    uint64_t packed, size;          /* of those that its header names */
    uint64_t taken, given;
    uint32_t checksum, sum;
    z_stream stream;
} io_zip_member;

/* The next member; *found is 0 behind the last, where the archive's directory has been seen to be there. */
int io_zip_next(io_zip_member *member, int *found);

/* Up to wanted bytes of the member; *got is 0 at its end.  For io_input_open_stream. */
int io_zip_read(void *member, void *to, size_t wanted, size_t *got);

/* Reads the member to its end and compares size and checksum.  All return 0 or in->problem->code; after a problem
 * io_zip_close alone may follow. */
int io_zip_finish(io_zip_member *member);
void io_zip_close(io_zip_member *member);

#endif
