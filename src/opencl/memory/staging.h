/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Staged copies between ordinary host memory and a device with memory of its own.  The driver would copy such memory in one thread before the
 * device can read it.  Here several threads fill a few blocks of pinned memory, of which the device reads one while the next is filled; and the other way
 * round for results.
 */
#ifndef NF_OPENCL_STAGING_H
#define NF_OPENCL_STAGING_H

#include "core/fail.h"
#include "opencl/memory/pinned.h"

struct nf_work;

/* The tunable that gives the bytes of a block, also on devices that share the host's memory, which stage nothing otherwise. */
#define NF_STAGING_WORD "staging.BYTES"

/* The blocks of a context: made for the first copy, released by nf_context_trim(). */
typedef struct nf_staging {
    uint64_t block;   /* bytes; 0: nothing is staged */
    nf_pinned pinned; /* all blocks */
    int refused;      /* 1: the driver had no pinned memory */
} nf_staging;

/* Sets the bytes of a block; those of the device if they are not positive. */
void nf_staging_begin(nf_context *context, long bytes);
void nf_staging_trim(nf_context *context);

/* Rows of an array in host memory, packed where they are on the device. */
typedef struct nf_rows {
    uint64_t n;
    size_t bytes; /* of a row */
    /* Copies the rows [first, first + count) to `packed`, or from there, in any thread. */
    void (*copy)(const struct nf_rows *rows, uint64_t first, uint64_t count, void *packed);
    union {
        const void *from; /* of a write */
        void *to;         /* of a read */
    } at;
} nf_rows;

/* 1 if these rows are staged: they are not few, and there are blocks, which are made with the first call. */
int nf_is_staged(nf_context *context, const nf_rows *rows);

/* Copies the rows from the host to the buffer, or back, from byte `offset` of the buffer on.  Waits until that is done. */
nf_status nf_staged_write(struct nf_work *work, cl_mem to, uint64_t offset, const nf_rows *rows);
nf_status nf_staged_read(struct nf_work *work, cl_mem from, uint64_t offset, const nf_rows *rows);

#endif
