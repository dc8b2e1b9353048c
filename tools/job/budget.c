/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The part of a run that says how much memory is enough, where --memory is too small. */
#include "job/work.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The budget that is enough, from the sentence of a call in chunks that was refused; 0 where the sentence is about something else. */
static uint64_t named(const char *sentence) {
    const char *end = strstr(sentence, " bytes: give a larger budget");
    const char *begin = end;
    while (begin && begin > sentence && isdigit((unsigned char)begin[-1])) begin--;
    return begin ? strtoull(begin, NULL, 10) : 0;
}

static nf_status refuse(void *user, const nf_chunk *chunk) {
    (void)user;
    (void)chunk;
    return NF_ERROR_ARGUMENT;
}

/* What the chunks of an output need, which are asked for as job_write() does, with no budget to speak of. */
static uint64_t needed_by_chunks(const job_work *w) {
    const task_job *job = w->job;
    const nf_chunks chunks = {.memory_budget = 1, .take = refuse};
    uint64_t most = 0;
    for (size_t first = 0; first < job->array_count; first = job_group_end(w, first)) {
        const uint64_t arrays = job_group_wants(job, first, job_group_end(w, first));
        if (job->arrays[first].values == VALUES_OFFSETS) continue;
        if (job->task->ask_chunks(job, w->cloud, arrays, &chunks) == NF_OK) continue;
        const uint64_t needed = named(nf_context_error(w->context));
        if (needed > most) most = needed;
    }
    return most;
}

static int too_small(job_work *w, uint64_t needed) {
    const unsigned long long budget = w->job->budget, chunks = needed_by_chunks(w),
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
    return !w->job->budget || peak <= w->job->budget ? 0 : too_small(w, peak);
}

int job_chunks_failed(job_work *w, nf_status status) {
    const uint64_t needed = named(nf_context_error(w->context));
    return needed ? too_small(w, needed) : job_failed(w, status);
}
