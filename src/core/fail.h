/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Errors: one call records the message and returns the status. */
#ifndef NF_CORE_FAIL_H
#define NF_CORE_FAIL_H

#include <nearfield/status.h>
#include <nearfield/types.h>
#include <stddef.h>

/* The number of statuses, which are 0, 1, ... */
#define NF_STATUS_ROW(name, words) NF_ROW_OF_##name,
enum { NF_STATUS_TABLE(NF_STATUS_ROW) NF_STATUSES };
#undef NF_STATUS_ROW

/* The message of the last failure; "" if there was none. */
typedef struct nf_sentence {
    char text[640];
    int host_memory; /* nonzero: the failure was a lack of host memory */
} nf_sentence;

#if defined(__MINGW32__)
#include <stdio.h> /* defines which printf is meant: that of C11 */
#define NF_PRINTF(f, a) __attribute__((format(__MINGW_PRINTF_FORMAT, f, a)))
#elif defined(__GNUC__)
#define NF_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define NF_PRINTF(f, a)
#endif

/* Writes the message and returns `status`.  `where` may be NULL. */
NF_PRINTF(3, 4)
nf_status nf_fail(nf_sentence *where, nf_status status, const char *format, ...);

/* Puts a text before the message: what it is about.  `where` may be NULL. */
NF_PRINTF(2, 3)
void nf_blame(nf_sentence *where, const char *format, ...);

/* Puts a text behind the message: what to do.  `where` may be NULL. */
NF_PRINTF(2, 3)
void nf_advise(nf_sentence *where, const char *format, ...);

/* Returns NF_ERROR_MEMORY; the message has the number of bytes and what they were for. */
nf_status nf_fail_memory(nf_sentence *where, size_t bytes, const char *what);

/* Returns NF_ERROR_CANCELLED. */
nf_status nf_fail_cancelled(nf_sentence *where);

/* Copies a message to the caller's buffer of `size` bytes, cut to fit; `message` may be NULL. */
void nf_sentence_copy(const nf_sentence *from, char *message, size_t size);

/* Jumps to `done:` on an error; the code there cleans up. */
#define NF_TRY(call)                                                                                         \
    do {                                                                                                     \
        status = (call);                                                                                     \
        if (status != NF_OK) goto done;                                                                      \
    } while (0)

/* The name of a type of points, for messages. */
const char *nf_type_name(nf_type type);

#endif
