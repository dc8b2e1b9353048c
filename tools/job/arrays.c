/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The arrays of an answer, and which of them are written. */
#include "job/job.h"

size_t job_further(const task_job *job, task_array *arrays) {
    size_t count = 0;
    for (size_t k = 0; k < job->task->further_count; k++)
        if (job->further[k]) arrays[count++] = job->task->further[k].about;
    return count;
}

size_t job_arrays(const task_job *job, task_array arrays[TASK_ARRAYS]) {
    if (job->task->declare) return job->task->declare(job, arrays);
    const size_t count =
        job->count_only && job->task->counts.name ? 1 /* the offsets */ : job->task->array_count;
    memcpy(arrays, job->task->arrays, sizeof job->task->arrays);
    return count + job_further(job, arrays + count);
}

size_t job_files(const task *about, const task_array *arrays, size_t count, io_array *files) {
    size_t written = about->sums.take ? about->sums.written_count : count;
    if (!about->sums.take && written > 0 && !arrays[written - 1].file.name) written--;
    for (size_t k = 0; k < written; k++)
        files[k] = about->sums.take ? about->sums.written[k] : arrays[k].file;
    return written;
}

uint64_t job_group_wants(const task_job *job, size_t first, size_t end) {
    uint64_t wants = 0;
    for (size_t k = first; k < end; k++) wants |= NF_WANT(job->arrays[k].array);
    return wants;
}

uint64_t job_wants(const task_job *job) { return job_group_wants(job, 0, job->array_count); }
