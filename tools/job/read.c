/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The part of a run that reads the points, converts them to the precision that was asked for, and reads the filters. */
#include "system/clock.h"
#include "points/points.h"
#include "job/work.h"
#include "text/append.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Chooses the box, and says so where that of the file is not used. */
static int take_box(const job_work *w) {
    task_job *job = w->job;
    const box_options *options = &job->asked.box;
    if (box_choose(options, &job->points, job->asked.source, &job->box, w->problem) != 0)
        return w->problem->code;
    if (io_box_is_periodic(&job->points.box) && options->open)
        snprintf(job->frame.ignored, sizeof job->frame.ignored, "the box of %.300s is ignored (--open)",
                 strcmp(job->asked.source, "-") == 0 ? "standard input" : job->asked.source);
    return 0;
}

/* Points in a plane in a thin box are those of a run in two dimensions, whose images through the box are no neighbours. */
static int check_thickness(const job_work *w) {
    task_job *job = w->job;
    double thickness = 0;
    int same = 0;
    if (job->filters.dims || job->asked.box.vectors || job->asked.box.has_axes) return 0;
    const double reach = job->reads.reach > 0 ? job->reads.reach : HUGE_VAL;
    const dims_doubt doubt = dims_check(&job->points, &job->box, reach, &thickness, &same);
    const char *remedy = same ? "--dims 2" : "--periodic xy", *nearly = same ? "" : "nearly ";
    if (doubt == DIMS_THIN)
        return problem_set(
            w->problem, EXIT_INPUT,
            "%.300s: all points have %sthe same z, and the box is periodic along z and only %g "
            "thick, so that their images through it would count: give %s for points "
            "in a plane, or --dims 3 to count the images",
            job->asked.source, nearly, thickness, remedy);
    if (doubt == DIMS_DOUBTFUL)
        io_frame_warn(
            &job->points,
            "all points have %sthe same z, and their images through the box, which is %g thick along "
            "z, count (%s leaves them out)",
            nearly, thickness, remedy);
    return 0;
}

static const char *directions(const int periodic[3], char text[8]) {
    int used = 0;
    for (int k = 0; k < 3; k++)
        if (periodic[k]) text[used++] = "xyz"[k];
    text[used] = 0;
    return used ? text : "none";
}

/* A frame without a box among others with one may be meant or not: it is told, as is the first warning behind the first frame. */
static void note_change(task_job *job) {
    char now[8], first[8];
    if (job->run.done == 0) {
        memcpy(job->run.periodic, job->box.periodic, sizeof job->run.periodic);
        job->run.warned = *job->points.warning != 0;
    }
    if (*job->points.warning && !job->run.warned && !*job->run.changed)
        snprintf(job->run.changed, sizeof job->run.changed, "frame %llu: %s",
                 (unsigned long long)job->frame.number, job->points.warning);
    if (*job->run.changed || memcmp(job->run.periodic, job->box.periodic, sizeof job->run.periodic) == 0)
        return;
    snprintf(job->run.changed, sizeof job->run.changed,
             "the box changes: frame %llu is periodic along %s, the frames before along %s (--box or --open "
             "holds for all)",
             (unsigned long long)job->frame.number, directions(job->box.periodic, now),
             directions(job->run.periodic, first));
}

/* Query points are in the box of the source. */
static void note_ignored_box(task_job *job) {
    const io_frame *queries = &job->filters.files[OF_QUERIES];
    if (io_box_is_periodic(&queries->box))
        append(job->frame.ignored, sizeof job->frame.ignored, "; ",
               "the box of %.200s is ignored (query points are in that of the source)",
               job->filters.names[OF_QUERIES]);
}

/* Types, columns and rows that depend on the points. */
static void shape_arrays(task_job *job) {
    task_array rows[TASK_ARRAYS];
    const size_t count = job_arrays(job, rows);
    for (size_t k = 0; k < count; k++) {
        io_array *file = &job->arrays[k].file;
        const io_array *row = &rows[k].file;
        file->type = row->type == NF_TYPE_NONE ? job->points.type : row->type;
        file->heading = row->heading;
        job->arrays[k].rows = rows[k].rows;
        file->columns = row->columns == COLUMNS_DIMS ? job->points.dims : row->columns;
        if (row->columns == COLUMNS_DIMS) file->flags |= IO_MATRIX;
    }
}

int job_read_filters(job_work *w) {
    task_job *job = w->job;
    const double start = now_ms();
    const source_frame at = {job->asked.source, &job->points, job->frame.number, &job->asked.frames};
    const int failed = filters_take(&job->filters, &at, w->problem);
    if (!failed) note_ignored_box(job);
    shape_arrays(job);
    job->frame.ms[STAGE_READ] += now_ms() - start;
    return failed;
}

int job_open(job_work *w) {
    const task_job *job = w->job;
    const io_source_options options = {.format = job->asked.format,
                                       .columns = job->asked.columns,
                                       .array = job->asked.array,
                                       .most = job->filters.most_dims,
                                       .named = *job->reads.named ? job->reads.named : NULL,
                                       .types = types_column(&job->filters.types),
                                       .beside = job->reads.beside};
    progress_step(w->progress, "reading");
    return io_source_open(job->asked.source, &options, &w->source, w->problem);
}

/* Reads up to the next chosen frame.  Behind the last chosen one the rest of the file is checked. */
static int next_frame(job_work *w, int *found) {
    task_job *job = w->job;
    *found = 1;
    while (*found) {
        io_frame_free(&job->points);
        if (io_source_next(w->source, &job->points, found, w->problem) != 0) return w->problem->code;
        if (!*found) break;
        job->frame.number = w->frames++;
        if (frames_has(&job->asked.frames, job->frame.number)) break;
    }
    w->ended = !*found || !job->points.more || !frames_go_on(&job->asked.frames, job->frame.number);
    return *found && w->ended ? io_source_finish(w->source, w->problem) : 0;
}

static int no_frame(const job_work *w) {
    return problem_set(w->problem, EXIT_INPUT, "%.300s: --frames chooses none of its %llu frame%s",
                       w->job->asked.source, (unsigned long long)w->frames, w->frames == 1 ? "" : "s");
}

int job_read(job_work *w, int *found) {
    task_job *job = w->job;
    const double start = now_ms();
    progress_step(w->progress, "reading");
    if (next_frame(w, found) != 0) return w->problem->code;
    progress_frame(w->progress, job->frame.number, io_source_share(w->source));
    if (!*found) return job->run.done == 0 ? no_frame(w) : 0;
    if (w->frames > 1 && w->ended && job->run.done == 0)
        append(job->points.note, sizeof job->points.note, "", "; frame %llu",
               (unsigned long long)job->frame.number);
    if (dims_reduce(&job->points, job->filters.dims,
                    job->reads.vectors ? job->reads.vectors : IO_COLUMN_VELOCITIES, job->asked.source,
                    w->problem) != 0 ||
        take_box(w) != 0 || check_thickness(w) != 0)
        return w->problem->code;
    note_change(job);
    if (job->asked.precision == NF_TYPE_NONE) job->asked.precision = job->points.type;
    const int failed =
        to_precision(&job->points, job->asked.precision, job->asked.source, "coordinate", w->problem);
    job->frame.ms[STAGE_READ] = now_ms() - start;
    return failed;
}
