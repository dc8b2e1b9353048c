/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/memory/staging.h"

#include "core/check.h"
#include "core/team.h"
#include "core/whole.h"
#include "opencl/launch.h"
#include "opencl/queue/queue.h"

enum {
    SLOTS = 4,  /* blocks of pinned memory */
    AHEAD = 2,  /* of them being filled or emptied, while the device copies the others */
    PIECES = 8, /* of a block: what one thread copies at a time */
    BLOCK = 4 << 20,
    LEAST = 1 << 20, /* bytes that are worth the blocks */
    THREADS_MOST = 8
};

/* ---- blocks ---------------------------------------------------------------------------------------------------- */

/* 1 for a device whose memory is not the host's. */
static int is_apart(const nf_context *context) {
    cl_bool shared = CL_TRUE;
    return clGetDeviceInfo(context->device.device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof shared, &shared,
                           NULL) == CL_SUCCESS &&
           !shared && !(context->device.type & CL_DEVICE_TYPE_CPU);
}

void nf_staging_begin(nf_context *context, long bytes) {
    nf_staging_trim(context);
    context->staging.block = 0;
    if (!context->cl) return;
    if (bytes > 0) context->staging.block = (uint64_t)bytes;
    else if (is_apart(context)) context->staging.block = BLOCK;
}

void nf_staging_trim(nf_context *context) {
    nf_unpin(context, &context->staging.pinned);
    context->staging.refused = 0;
}

int nf_is_staged(nf_context *context, const nf_rows *rows) {
    nf_staging *staging = &context->staging;
    if (staging->refused || rows->bytes > staging->block ||
        nf_multiply(rows->n, rows->bytes) < nf_min(LEAST, staging->block))
        return 0;
    if (!staging->pinned.buffer)
        staging->refused = !nf_pin(context, nf_multiply(SLOTS, staging->block), &staging->pinned);
    return !staging->refused;
}

/* ---- a copy ---------------------------------------------------------------------------------------------------- */

typedef struct copy {
    nf_work *work;
    cl_mem buffer;
    uint64_t offset;
    const nf_rows *rows;
    int is_up;
    uint64_t blocks, block, piece; /* how many blocks, and the rows of one and of a piece */
    cl_event events[SLOTS];        /* of the command that uses the block, or NULL */
    nf_status status;
    /* Under the lock of the team. */
    uint64_t open;        /* so many blocks, from the first on, may be filled or emptied */
    uint64_t next;        /* the next piece that nobody has taken */
    uint64_t done[SLOTS]; /* pieces of the block that are copied */
    int has_ended;
} copy;

static uint64_t rows_of(const copy *c, uint64_t block) {
    return nf_min(c->block, c->rows->n - block * c->block);
}

static char *slot_of(const copy *c, uint64_t block) {
    return (char *)c->work->context->staging.pinned.memory + block % SLOTS * c->block * c->rows->bytes;
}

/* Copies the next piece of the blocks that are open: 1, or 0 if all are taken.  The lock is held before and after, not meanwhile. */
static int copy_piece(copy *c, nf_team *team) {
    if (c->next >= c->open * PIECES) return 0;
    const uint64_t block = c->next / PIECES, rows = rows_of(c, block),
                   first = nf_min(c->next % PIECES * c->piece, rows);
    c->next++;
    nf_team_unlock(team);
    const uint64_t count = nf_min(c->piece, rows - first);
    if (count)
        c->rows->copy(c->rows, block * c->block + first, count, slot_of(c, block) + first * c->rows->bytes);
    nf_team_lock(team);
    if (++c->done[block % SLOTS] == PIECES) nf_team_wake(team);
    return 1;
}

static void help(copy *c, nf_team *team) {
    nf_team_lock(team);
    while (!c->has_ended && c->next < c->blocks * PIECES)
        if (!copy_piece(c, team)) nf_team_sleep(team);
    nf_team_unlock(team);
}

/* ---- the first thread, which alone calls OpenCL and the caller's functions -------------------------------------- */

static nf_status enqueue(copy *c, uint64_t block) {
    const uint64_t bytes = rows_of(c, block) * c->rows->bytes,
                   offset = c->offset + block * c->block * c->rows->bytes;
    char *slot = slot_of(c, block);
    return nf_cl_transfer(c->work, c->buffer, offset, c->is_up ? slot : NULL, slot, bytes,
                          &c->events[block % SLOTS]);
}

/* Waits until the device no longer uses the slot of a block. */
static nf_status await(copy *c, uint64_t block) {
    cl_event event = c->events[block % SLOTS];
    nf_status status = NF_OK;
    if (!event) return NF_OK;
    c->events[block % SLOTS] = NULL;
    const cl_int code = clWaitForEvents(1, &event);
    clReleaseEvent(event);
    if (code != CL_SUCCESS) NF_TRY(nf_work_ran(c->work));
    NF_TRY_CODE(c->work->context, code, "clWaitForEvents");
done:
    return status;
}

static void open_block(copy *c, nf_team *team) {
    nf_team_lock(team);
    c->done[c->open++ % SLOTS] = 0;
    nf_team_wake(team);
    nf_team_unlock(team);
}

static void finish_block(copy *c, nf_team *team, uint64_t block) {
    nf_team_lock(team);
    while (c->done[block % SLOTS] < PIECES)
        if (!copy_piece(c, team)) nf_team_sleep(team);
    nf_team_unlock(team);
}

/* A block that is filled goes to the device; one that is emptied is read into again. */
static nf_status conduct(copy *c, nf_team *team) {
    const uint64_t blocks = c->blocks;
    nf_status status = NF_OK;
    for (uint64_t b = 0; !c->is_up && b < nf_min(SLOTS, blocks); b++) NF_TRY(enqueue(c, b));
    for (uint64_t step = 0; step < blocks + AHEAD; step++) {
        if (step < blocks) {
            NF_TRY(await(c, step));
            open_block(c, team);
        }
        if (step < AHEAD) continue;
        const uint64_t block = step - AHEAD, then = c->is_up ? block : block + SLOTS;
        finish_block(c, team, block);
        if (then < blocks) NF_TRY(enqueue(c, then));
    }
    for (uint64_t slot = 0; slot < SLOTS; slot++) NF_TRY(await(c, slot));
done:
    return status;
}

static void take_part(nf_team *team, unsigned member, void *user) {
    copy *c = user;
    if (member) {
        help(c, team);
        return;
    }
    c->status = conduct(c, team);
    nf_team_lock(team);
    c->has_ended = 1;
    nf_team_wake(team);
    nf_team_unlock(team);
}

static nf_status run(nf_work *work, int is_up, cl_mem buffer, uint64_t offset, const nf_rows *rows) {
    copy c = {.work = work, .buffer = buffer, .offset = offset, .rows = rows, .is_up = is_up};
    const uint64_t staging = work->context->staging.block, most = staging / rows->bytes,
                   bytes = nf_multiply(rows->n, rows->bytes);
    /* Few rows are cut, too, so that the device copies while threads do. */
    c.block = nf_max(1, nf_min(most, nf_ceiling(rows->n, SLOTS)));
    c.blocks = nf_ceiling(rows->n, c.block);
    c.piece = nf_ceiling(c.block, PIECES);
    const uint64_t halves = bytes / nf_ceiling(staging, 2), /* of blocks: each is worth another thread */
        threads = nf_min(THREADS_MOST, 1 + halves);
    nf_team_work(work->context->team, (unsigned)threads, take_part, &c);
    for (int slot = 0; slot < SLOTS; slot++) /* after a failure: the blocks are free for the next copy */
        if (c.events[slot]) {
            clWaitForEvents(1, &c.events[slot]);
            clReleaseEvent(c.events[slot]);
        }
    return c.status == NF_OK ? nf_work_ran(work) : c.status;
}

nf_status nf_staged_write(nf_work *work, cl_mem to, uint64_t offset, const nf_rows *rows) {
    return run(work, 1, to, offset, rows);
}

nf_status nf_staged_read(nf_work *work, cl_mem from, uint64_t offset, const nf_rows *rows) {
    return run(work, 0, from, offset, rows);
}
