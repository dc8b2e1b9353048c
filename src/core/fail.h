/* How a failure is recorded and left: the sentence once, in one step. */
#ifndef NF_CORE_FAIL_H
#define NF_CORE_FAIL_H

#include <nearfield/status.h>
#include <stddef.h>

/* One sentence about the last failure; "" when there was none. */
typedef struct nf_sentence {
    char text[640];
    int host_memory; /* what was lacking is memory of the host's */
} nf_sentence;

#if defined(__MINGW32__)
#include <stdio.h> /* whose printf: that of C11 */
#define NF_PRINTF(f, a) __attribute__((format(__MINGW_PRINTF_FORMAT, f, a)))
#elif defined(__GNUC__)
#define NF_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define NF_PRINTF(f, a)
#endif

/* Writes the sentence and answers `status`.  `where` may be NULL. */
NF_PRINTF(3, 4)
nf_status nf_fail(nf_sentence *where, nf_status status, const char *format, ...);

/* NF_ERROR_MEMORY, with the number of bytes and what they were for. */
nf_status nf_fail_memory(nf_sentence *where, size_t bytes, const char *what);

/* Copies a sentence to a caller's message of `size` bytes, cut to fit; `message` may be NULL. */
void nf_sentence_copy(const nf_sentence *from, char *message, size_t size);

/* Leaves at once; one place below `done:` cleans up. */
#define NF_TRY(call)                                                                                         \
    do {                                                                                                     \
        status = (call);                                                                                     \
        if (status != NF_OK) goto done;                                                                      \
    } while (0)

#endif
