/* The bytes of a file: as they stand, or unpacked where it is gzipped (RFC 1952, any number of members). */
#ifndef NEARFIELD_IO_GZIP_H
#define NEARFIELD_IO_GZIP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct nf_gzip nf_gzip;

typedef enum {
    NF_GZIP_GOOD,
    NF_GZIP_UNREADABLE, /* errno says why */
    NF_GZIP_NO_MEMORY,
    NF_GZIP_TRUNCATED, /* it ends in the middle of a member */
    NF_GZIP_DAMAGED,   /* nf_gzip_damage() says how */
} nf_gzip_state;

/* Takes the open file, which nf_gzip_close closes; NULL without memory. */
nf_gzip *nf_gzip_open(int file);
void nf_gzip_close(nf_gzip *gzip);

/* Up to wanted bytes; *got is 0 at the end alone.  A member's checksum has been compared when the first byte
 * behind the member, or the end, is given. */
nf_gzip_state nf_gzip_read(nf_gzip *gzip, void *to, size_t wanted, size_t *got);

/* Whether the file is gzipped; known after the first read. */
bool nf_gzip_is_packed(const nf_gzip *gzip);
const char *nf_gzip_damage(const nf_gzip *gzip);

#endif
