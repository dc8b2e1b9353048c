/* The part of a run that compares and writes the arrays of the answer. */
#include "clock.h"
#include "job_work.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 24 }; /* of rows that are downloaded at once */

static int no_memory(job_work *w, const char *what) {
    return io_problem_set(w->problem, NF_EXIT_MEMORY, "there is no memory for %s", what);
}

static size_t row_bytes_of(const task_array *about) {
    return (size_t)about->file.columns * nf_type_bytes(about->file.type);
}

/* Rows that differ from the reference are neither passed to the task nor written: job->verified is 0 then, which is an
 * error at the end of the run. */
static int take_rows(job_work *w, size_t array, const void *rows, uint64_t first, uint64_t count) {
    task_job *job = w->job;
    const task_array *about = &job->task->arrays[array];
    const size_t row_bytes = row_bytes_of(about);
    const unsigned char *reference = w->reference.arrays[array];
    if (reference && memcmp(rows, reference + first * row_bytes, count * row_bytes) != 0) job->verified = 0;
    if (job->verify && !job->verified) return 0;
    int failed = partners_take(&job->partners, about, rows, first, count, job->name, w->problem);
    if (failed || !w->sink) return failed;
    const double start = now_ms();
    failed = io_sink_write(w->sink, rows, count, w->problem);
    job->ms[STAGE_WRITE] += now_ms() - start;
    return failed;
}

/* Reads an array from the device in chunks. */
static int download(job_work *w, size_t array) {
    const task_array *about = &w->job->task->arrays[array];
    const uint64_t rows = w->answer.rows[array];
    const size_t row_bytes = row_bytes_of(about);
    const uint64_t chunk = CHUNK_BYTES / row_bytes;
    void *room = malloc((size_t)(rows < chunk ? rows + 1 : chunk) * row_bytes);
    if (!room) return no_memory(w, "a part of the result");
    int failed = 0;
    for (uint64_t first = 0; first < rows && !failed; first += chunk) {
        const uint64_t count = rows - first < chunk ? rows - first : chunk;
        const nf_status status = nf_result_read(w->answer.result, about->array, first, count, NULL, room);
        failed = status == NF_OK ? take_rows(w, array, room, first, count) : job_failed(w, status);
    }
    free(room);
    return failed;
}

static int take_array(job_work *w, size_t array) {
    const uint64_t rows = w->answer.rows[array];
    if (w->job->verify && rows != w->reference.rows[array]) w->job->verified = 0;
    if (w->job->verify && !w->job->verified) return 0;
    if (w->sink && io_sink_begin(w->sink, rows, w->problem) != 0) return w->problem->code;
    return w->answer.result ? download(w, array) : take_rows(w, array, w->answer.arrays[array], 0, rows);
}

int job_write(job_work *w) {
    task_job *job = w->job;
    int failed = 0;
    progress_step(w->progress, "downloading");
    if (!partners_begin(&job->partners, job->points.n, job->total, job->half))
        return no_memory(w, "the numbers of neighbours");
    for (size_t k = 0; k < job->task->array_count && !failed; k++) failed = take_array(w, k);
    if (!failed && w->context) {
        const nf_status status = job_take_times(w, job->ms);
        if (status != NF_OK) failed = job_failed(w, status);
    }
    return failed;
}
