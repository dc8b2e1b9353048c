/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Structs of the public API that begin with `uint32_t size`, and so may grow at their end in a later version; a size of 0 stands for the layout of version 1.0.
 *
 * The caller may have been compiled against another version than this one.  Therefore no code behind a public function reads such a struct of the caller, or
 * writes to it, but this file: a struct that the caller hands over is copied with all that it points to (nf_sized_take, nf_sized_follow), and one that the
 * library fills is written as far as the caller's reaches (nf_sized_give).  Structs without a size do not grow, and are read where they are.
 *
 * A new member stands behind all others, and never in the padding at the end of an older layout, which callers need not have zeroed.
 */
#ifndef NF_CORE_SIZED_H
#define NF_CORE_SIZED_H

#include "core/fail.h"

#include <nearfield/filters.h>
#include <nearfield/outputs.h>
#include <stddef.h>

/* How many members of one struct may point to others, and how many structs the caller may hand over with one call beside its options. */
enum { NF_SIZED_POINTERS = 6, NF_SIZED_COPIES = 16 };

/* A member that points to another such struct, or is NULL. */
typedef struct nf_sized_pointer {
    size_t at; /* its offset */
    const struct nf_sized *to;
    const char *name; /* of that struct in messages: "query points" */
} nf_sized_pointer;

/* What the library knows about such a struct. */
typedef struct nf_sized {
    size_t known; /* its size in this version */
    /* Its size in version 1.0.  When it grows, this is the offset of the first new member. */
    size_t first;
    nf_sized_pointer pointers[NF_SIZED_POINTERS]; /* to other structs; the first without `to` ends them */
} nf_sized;

/* The sizes of a struct that has not grown since version 1.0, and a row of `pointers`. */
#define NF_SIZED(type) .known = sizeof(type), .first = sizeof(type)
#define NF_SIZED_POINTER(type, member, to, name)                                                             \
    { offsetof(type, member), &(to), name }

/* The structs that options and other structs point to, and nf_sync.  Those of options stand beside their questions. */
extern const nf_sized nf_sized_points, nf_sized_batch, nf_sized_filters, nf_sized_outputs, nf_sized_chunks,
    nf_sized_cost, nf_sized_sync;

/* Room for the copies of structs that others point to. */
typedef struct nf_sized_copies {
    int count;
    union nf_sized_copy {
        nf_points points;
        nf_batch batch;
        nf_filters filters;
        nf_outputs outputs;
        nf_chunks chunks;
    } each[NF_SIZED_COPIES];
} nf_sized_copies;

/*
 * Copies a struct of the caller to `to`, which has `known` bytes: members that the caller's layout lacks are zeros, and so are all for NULL; the size is `known`.
 * Its members that point to other structs point to copies of these, which are in `copies`; that is NULL if there are no such members.
 *
 * Errors  NF_ERROR_ARGUMENT for a size that is none, and for a value in bytes that this version does not know.  What could not be copied is zeros, or NULL where a
 *         member points to it; all else is copied, so that a call can clear the numbers that it gives.
 */
nf_status nf_sized_take(const nf_sized *of, const char *name, const void *from, void *to,
                        nf_sized_copies *copies, nf_sentence *error);

/* The same where `pointer` is the place of a pointer to a struct, or to NULL, which becomes one to its copy. */
nf_status nf_sized_follow(const nf_sized *of, const char *name, void *pointer, nf_sized_copies *copies,
                          nf_sentence *error);

/* How many bytes of one struct of the caller are filled. */
nf_status nf_sized_reach(const nf_sized *of, const char *name, const void *to, size_t *reach,
                         nf_sentence *error);

/* The distance in bytes between the structs of an array of the caller, which the first of them says by its size.  A size of 0 is refused: the distance would be
   that of version 1.0 where a program was compiled against a later one. */
nf_status nf_sized_stride(const nf_sized *of, const char *name, const void *first, size_t *stride,
                          nf_sentence *error);

/* Fills the k-th struct of such an array, or the 0th where there is one, from one of this version: what of it the caller's layout has, and zeros beyond what this
   version knows.  Its size is the stride.  NULL stands for zeros. */
void nf_sized_give(const nf_sized *of, void *first, size_t stride, size_t k, const void *from);

#endif
