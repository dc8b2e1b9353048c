/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The part of a run that compares and writes the arrays of the answer, and says how much memory is enough where --memory is too small. */
#include "job/work.h"
#include "system/clock.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 24 }; /* of rows that are downloaded at once */

static int no_memory(job_work *w, const char *what) {
    return problem_set(w->problem, EXIT_MEMORY, "there is no memory for %s", what);
}

static size_t row_bytes_of(const task_array *about) {
    return (size_t)about->file.columns * nf_type_bytes(about->file.type);
}

/* The reference of --verify for an array; NULL: there is none. */
static const void *reference_of(const job_work *w, size_t array) {
    const void *own = w->reference.arrays[array];
    return own ? own : nf_result_array(w->reference.result, w->job->arrays[array].array)->host;
}

/* Compares rows with the reference, and passes them to the task. */
static int check_rows(job_work *w, size_t array, const void *rows, uint64_t first, uint64_t count) {
    task_job *job = w->job;
    const task_array *about = &job->arrays[array];
    const task_rows *hooks = job->task->rows;
    const size_t row_bytes = row_bytes_of(about);
    const unsigned char *reference = reference_of(w, array);
    if (reference && (hooks->agrees ? !hooks->agrees(job, array, rows, reference, first, count)
                                    : memcmp(rows, reference + first * row_bytes, count * row_bytes) != 0))
        job->frame.verified = 0;
    if (job->asked.verify && !job->frame.verified) return 0;
    return job->task->rows->take ? job->task->rows->take(job, array, rows, first, count, w->problem) : 0;
}

size_t job_group_end(const job_work *w, size_t k) {
    const size_t together = w->sink ? io_sink_together(w->sink) : 1;
    return k + together < w->job->array_count ? k + together : w->job->array_count;
}

/* Arrays [first, end), whose rows stand side by side in the output, or one array. */
typedef struct group {
    size_t first, end;
    io_sink *sink;           /* NULL: they are not written */
    uint64_t rows, most;     /* most: that are downloaded at once */
    void *room[TASK_ARRAYS]; /* for a part of each array */
} group;

/* Rows that differ from the reference are neither passed on nor written: job->frame.verified is 0 then, which is an error at the end
 * of the run. */
static int take_rows(job_work *w, const group *g, uint64_t first, uint64_t count) {
    task_job *job = w->job;
    const void *rows[TASK_ARRAYS];
    int failed = 0;
    for (size_t k = g->first; k < g->end && !failed; k++) {
        rows[k] = g->room[k];
        failed = check_rows(w, k, rows[k], first, count);
    }
    if (failed || !g->sink || (job->asked.verify && !job->frame.verified)) return failed;
    const double start = now_ms();
    failed = io_sink_write(g->sink, rows + g->first, count, w->problem);
    job->frame.ms[STAGE_WRITE] += now_ms() - start;
    return failed;
}

static int download(job_work *w, const group *g, const nf_result *result, uint64_t first, uint64_t count) {
    for (size_t k = g->first; k < g->end; k++) {
        const nf_status status =
            nf_result_read(result, w->job->arrays[k].array, first, count, NULL, g->room[k]);
        if (status != NF_OK) return job_failed(w, status);
    }
    return 0;
}

/* Takes rows of the arrays, which are in `result` from its first row on, in parts. */
static int take_parts(job_work *w, const group *g, const nf_result *result, uint64_t first, uint64_t count) {
    int failed = 0;
    for (uint64_t done = 0; done < count && !failed; done += g->most) {
        const uint64_t part = count - done < g->most ? count - done : g->most;
        failed = download(w, g, result, done, part);
        if (!failed) failed = take_rows(w, g, first + done, part);
        if (g->rows > 0) progress_part(w->progress, (double)(first + done + part) / (double)g->rows);
    }
    return failed;
}

/* ---- budgets that are too small ------------------------------------------------------------------------ */

static nf_status refuse(void *user, const nf_chunk *chunk) {
    (void)user;
    (void)chunk;
    return NF_ERROR_ARGUMENT;
}

/* What the chunks of an output need, which are asked for as job_write() does, with no budget to speak of. */
static uint64_t needed_by_chunks(const job_work *w) {
    const task_job *job = w->job;
    uint64_t enough = 0, most = 0;
    const nf_chunks chunks = {.memory_budget = 1, .take = refuse, .enough = &enough};
    for (size_t first = 0; first < job->array_count; first = job_group_end(w, first)) {
        const uint64_t arrays = job_group_wants(job, first, job_group_end(w, first));
        if (job->arrays[first].values == VALUES_OFFSETS) continue;
        (void)job->task->ask_chunks(job, w->cloud, arrays, &chunks);
        if (enough > most) most = enough;
    }
    return most;
}

static int too_small(job_work *w, uint64_t needed) {
    const unsigned long long budget = w->job->asked.budget, chunks = needed_by_chunks(w),
                             enough = chunks > needed ? chunks : needed;
    return problem_set(
        w->problem, EXIT_MEMORY,
        "the memory budget of %llu byte%s is too small for %s of these points: --memory %llu is "
        "enough, and less may be",
        budget, budget == 1 ? "" : "s", w->job->task->name, enough);
}

int job_check_budget(job_work *w) {
    uint64_t peak = 0;
    nf_context_memory(w->context, NULL, &peak);
    return !w->job->asked.budget || peak <= w->job->asked.budget ? 0 : too_small(w, peak);
}

/* ---- arrays that the device gives in chunks ----------------------------------------------------------- */

typedef struct chunked {
    job_work *work;
    const group *group;
    uint64_t done; /* rows in the chunks before */
    int failed;
} chunked;

static nf_status take_chunk(void *user, const nf_chunk *chunk) {
    chunked *c = user;
    const nf_array array = c->work->job->arrays[c->group->first].array;
    const uint64_t rows = nf_result_array(chunk->result, array)->rows;
    c->failed = take_parts(c->work, c->group, chunk->result, c->done, rows);
    c->done += rows;
    return c->failed ? NF_ERROR_ARGUMENT : NF_OK;
}

/* The search is repeated for each group, as the arrays of a file other than a table stand one behind the other. */
static int take_chunks(job_work *w, const group *g) {
    const task_job *job = w->job;
    chunked c = {.work = w, .group = g};
    uint64_t enough = 0;
    const nf_chunks chunks = {
        .memory_budget = job->asked.budget, .take = take_chunk, .user = &c, .enough = &enough};
    nf_result_free(w->answer.result); /* the offsets, which were taken */
    w->answer.result = NULL;
    nf_context_trim(w->context); /* scratch of the search before, which is not in the budget of this one */
    const nf_status status =
        job->task->ask_chunks(job, w->cloud, job_group_wants(job, g->first, g->end), &chunks);
    if (c.failed || status == NF_OK) return c.failed;
    return enough ? too_small(w, enough) : job_failed(w, status);
}

/* ---- all of them -------------------------------------------------------------------------------------- */

static int take_arrays(job_work *w, group *g) {
    const task_job *job = w->job;
    const int in_chunks = job->asked.budget && job->arrays[g->first].values != VALUES_OFFSETS;
    size_t row_bytes = 0;
    int failed = 0;
    for (size_t k = g->first; k < g->end; k++) row_bytes += row_bytes_of(&job->arrays[k]);
    g->most = CHUNK_BYTES / (row_bytes ? row_bytes : 1);
    const uint64_t room = g->rows < g->most ? g->rows + 1 : g->most;
    for (size_t k = g->first; k < g->end && !failed; k++) {
        g->room[k] = malloc((size_t)room * row_bytes_of(&job->arrays[k]));
        if (!g->room[k]) failed = no_memory(w, "a part of the result");
    }
    if (!failed) failed = in_chunks ? take_chunks(w, g) : take_parts(w, g, w->answer.result, 0, g->rows);
    for (size_t k = g->first; k < g->end; k++) free(g->room[k]);
    return failed;
}

static int take_group(job_work *w, group *g) {
    task_job *job = w->job;
    g->rows = w->answer.rows[g->first];
    for (size_t k = g->first; job->asked.verify && k < g->end; k++)
        if (w->answer.rows[k] != w->reference.rows[k]) job->frame.verified = 0;
    if (job->asked.verify && !job->frame.verified) return 0;
    if (g->sink && io_sink_begin(g->sink, g->rows, w->problem) != 0) return w->problem->code;
    return take_arrays(w, g);
}

/* The lengths of the rows, which the task has taken from the offsets. */
static int write_counts(job_work *w) {
    const task_job *job = w->job;
    if (!job->asked.count_only || (job->asked.verify && !job->frame.verified)) return 0;
    const void *rows[] = {job->task->rows->counts(job)};
    const uint64_t n = job_rows(job);
    if (io_sink_begin(w->sink, n, w->problem) != 0) return w->problem->code;
    return io_sink_write(w->sink, rows, n, w->problem);
}

/* Downloads the whole of the only array, compares it with the reference, and passes it to the task. */
static int take_sums(job_work *w) {
    task_job *job = w->job;
    const task_array *about = &job->arrays[0];
    const size_t bytes = (size_t)w->answer.rows[0] * row_bytes_of(about);
    const void *reference = reference_of(w, 0);
    void *rows = malloc(bytes);
    if (!rows) return no_memory(w, "the result");
    const nf_status status = nf_result_read(w->answer.result, about->array, 0, w->answer.rows[0], NULL, rows);
    int failed = status == NF_OK ? 0 : job_failed(w, status);
    if (!failed && reference) job->frame.verified = memcmp(rows, reference, bytes) == 0;
    if (!failed && (!reference || job->frame.verified)) failed = job->task->sums.take(job, rows, w->problem);
    free(rows);
    return failed;
}

static int take_all(job_work *w) {
    task_job *job = w->job;
    int failed = 0;
    if (job->task->rows->begin && job->task->rows->begin(job, w->problem) != 0) return w->problem->code;
    for (size_t k = 0; k < job->array_count && !job->asked.count_only; k++) w->files[k] = job->arrays[k].file;
    for (size_t k = 0; k < job->array_count && !failed; k = job_group_end(w, k)) {
        const int written = !job->asked.count_only && job->arrays[k].file.name;
        group g = {.first = k, .end = job_group_end(w, k), .sink = written ? w->sink : NULL};
        failed = take_group(w, &g);
    }
    if (!failed) failed = write_counts(w);
    if (!failed && job->asked.verify && job->task->rows->same &&
        !job->task->rows->same(job, &w->answer, &w->reference))
        job->frame.verified = 0;
    return failed;
}

int job_write(job_work *w) {
    task_job *job = w->job;
    progress_step(w->progress, job->asked.budget ? "searching in chunks" : "reading the result");
    int failed = job->task->sums.take ? take_sums(w) : take_all(w);
    if (failed) return failed;
    const nf_status status = job_take_times(w, job->frame.ms);
    return status == NF_OK ? 0 : job_failed(w, status);
}
