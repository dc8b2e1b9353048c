/* The task pairs: every pair of points closer than a cutoff. */
#include "grouped.h"
#include "job.h"

#include <stdio.h>

static nf_status ask_device(const task_job *job, nf_cloud *cloud, task_answer *answer) {
    if (job->count_only) return nf_pairs_count(cloud, job->cutoff, &job->pairs, NULL, &answer->total);
    const nf_status status = nf_pairs(cloud, job->cutoff, &job->pairs, NULL, &answer->result);
    answer->total = answer->rows[0] = nf_result_total(answer->result);
    return status;
}

static nf_status ask_host(const task_job *job, const nf_points *points, task_answer *answer,
                          nf_host_times *times, char *message, size_t size) {
    int32_t *pairs = NULL;
    const nf_status status =
        nf_host_pairs(points, NULL, job->cutoff, &job->pairs, NULL, job->count_only ? NULL : &pairs,
                      &answer->total, times, message, size);
    answer->arrays[0] = pairs;
    answer->rows[0] = answer->total;
    return status;
}

/* Counts the partners of each point. */
static int look(task_job *job, size_t array, const void *rows, uint64_t count, io_problem *problem) {
    const int32_t *pairs = rows;
    (void)array;
    for (uint64_t k = 0; k < 2 * count; k++) {
        if ((uint32_t)pairs[k] >= job->points.n)
            return io_problem_set(
                problem, NF_EXIT_OTHER,
                "%s names point %ld of %llu: its results cannot be trusted (nearfield check)", job->name,
                (long)pairs[k], (unsigned long long)job->points.n);
        job->partners.each[pairs[k]]++;
    }
    return 0;
}

static void say_text(const task_job *job) {
    char text[GROUPED];
    printf("%s pair%s closer than %g\n", grouped(job->total, text), job->total == 1 ? "" : "s", job->cutoff);
    if (job->potential)
        printf("%s potential pairs stored, %.2f times the result\n", grouped(job->potential, text),
               job->total ? (double)job->potential / (double)job->total : 0.0);
    report_partners(job, 2.0 * (double)job->total);
}

static void say_json(const task_job *job) {
    printf(",\"pairs\":%llu", (unsigned long long)job->total);
    if (job->potential) printf(",\"potential\":%llu", (unsigned long long)job->potential);
}

const task pairs_task = {
    .name = "pairs",
    .asks = "every pair of points closer than a cutoff, each once",
    .row = "m x 2 indices from 0, i < j",
    .takes = TAKES_CUTOFF | TAKES_METHOD | TAKES_SORTED | TAKES_COUNT | TAKES_VERIFY,
    .array_count = 1,
    .arrays = {NF_ARRAY_PAIRS},
    .files = {{"pairs", NF_INT32, 2, "i,j"}},
    .ask_device = ask_device,
    .ask_host = ask_host,
    .look = look,
    .report_text = say_text,
    .report_json = say_json,
};
