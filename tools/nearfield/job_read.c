/* The part of a run that reads the points and converts them to the precision that was asked for. */
#include "clock.h"
#include "job_work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int beyond_single(const job_work *w, uint64_t k) {
    const io_frame *points = &w->job->points;
    return io_problem_set(w->problem, NF_EXIT_INPUT,
                          "%s: point %llu has the coordinate %g, which is beyond single precision",
                          w->job->source, (unsigned long long)(k / (uint64_t)points->dims),
                          ((const double *)points->positions)[k]);
}

/* Converts the points to the precision that was asked for. */
static int convert(const job_work *w) {
    task_job *job = w->job;
    io_frame *points = &job->points;
    const uint64_t count = points->n * (uint64_t)points->dims;
    if (job->precision == NF_TYPE_NONE) job->precision = points->type;
    if (job->precision == points->type) return 0;
    void *converted = malloc(count ? count * nf_type_bytes(job->precision) : 1);
    if (!converted)
        return io_problem_set(w->problem, NF_EXIT_MEMORY,
                              "there is no memory for the points in the other precision");
    for (uint64_t k = 0; k < count; k++) {
        if (points->type == NF_FLOAT32) {
            ((double *)converted)[k] = (double)((const float *)points->positions)[k];
            continue;
        }
        ((float *)converted)[k] = (float)((const double *)points->positions)[k];
        if (!isinf(((float *)converted)[k])) continue;
        free(converted);
        return beyond_single(w, k);
    }
    free(points->positions);
    points->positions = converted;
    points->type = job->precision;
    return 0;
}

/* Chooses the box, and says so where that of the file is not used. */
static int take_box(const job_work *w) {
    task_job *job = w->job;
    const box_options *options = &job->box_options;
    if (box_choose(options, &job->points, job->source, &job->box, w->problem) != 0) return w->problem->code;
    if (io_box_is_periodic(&job->points.box) && options->open)
        snprintf(job->ignored, sizeof job->ignored, "the box of %.300s is ignored (--open)",
                 strcmp(job->source, "-") == 0 ? "standard input" : job->source);
    return 0;
}

int job_open(job_work *w) {
    const task_job *job = w->job;
    const io_source_options options = {.format = job->format, .columns = job->columns, .array = job->array};
    progress_step(w->progress, "reading");
    return io_source_open(job->source, &options, &w->source, w->problem);
}

/* Reads up to the next chosen frame.  Behind the last chosen one the rest of the file is checked. */
static int next_frame(job_work *w, int *found) {
    task_job *job = w->job;
    *found = 1;
    while (*found) {
        io_frame_free(&job->points);
        if (io_source_next(w->source, &job->points, found, w->problem) != 0) return w->problem->code;
        if (!*found) break;
        job->frame = w->frames++;
        if (frames_has(&job->frames, job->frame)) break;
    }
    w->ended = !*found || !job->points.more || !frames_go_on(&job->frames, job->frame);
    return *found && w->ended ? io_source_finish(w->source, w->problem) : 0;
}

static int no_frame(const job_work *w) {
    return io_problem_set(w->problem, NF_EXIT_INPUT, "%.300s: --frames chooses none of its %llu frame%s",
                          w->job->source, (unsigned long long)w->frames, w->frames == 1 ? "" : "s");
}

/* Types and columns of the further arrays. */
static void shape_arrays(task_job *job) {
    for (size_t k = job->task->array_count; k < job->array_count; k++)
        for (size_t m = 0; m < TASK_MORE; m++) {
            const io_array *row = &task_more[m].file;
            if (task_more[m].array != job->arrays[k].array) continue;
            job->arrays[k].file.type = row->type == NF_TYPE_NONE ? job->points.type : row->type;
            job->arrays[k].file.columns = row->columns ? row->columns : job->points.dims;
        }
}

int job_read(job_work *w, int *found) {
    task_job *job = w->job;
    const double start = now_ms();
    progress_step(w->progress, "reading");
    if (next_frame(w, found) != 0) return w->problem->code;
    progress_frame(w->progress, job->frame, io_source_share(w->source));
    if (!*found) return job->done == 0 ? no_frame(w) : 0;
    if (w->frames > 1 && w->ended && job->done == 0) {
        const size_t used = strlen(job->points.note);
        snprintf(job->points.note + used, sizeof job->points.note - used, "; frame %llu",
                 (unsigned long long)job->frame);
    }
    if (take_box(w) != 0) return w->problem->code;
    const int failed = convert(w);
    shape_arrays(job);
    job->ms[STAGE_READ] = now_ms() - start;
    return failed;
}
