/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* One run of a task: what was asked for, what was found, and the time and memory that it took. */
#ifndef NEARFIELD_JOB_JOB_H
#define NEARFIELD_JOB_JOB_H

#include "formats/source.h"
#include "job/task.h"
#include "points/box.h"
#include "points/filters.h"
#include "points/frames.h"

#include <string.h>

/* Stages in the order of the report. */
enum {
    STAGE_READ,
    STAGE_UPLOAD,
    STAGE_BUILD,
    STAGE_LOAD,
    STAGE_BOUNDS,
    STAGE_KEYS,
    STAGE_SORT,
    STAGE_ORDER,
    STAGE_TREE,
    STAGE_SEARCH,
    STAGE_SORTED,
    STAGE_DOWNLOAD,
    STAGE_WRITE,
    STAGES
};
extern const char *const stage_names[STAGES];

/* What every task is asked. */
typedef struct job_asked {
    const char *source, *format, *columns, *array, *output, *output_format, *device;
    nf_type precision; /* NF_TYPE_NONE: as the file has it */
    box_options box;
    frames frames;
    const char *plot;          /* the file of its chart, or NULL */
    const char *side;          /* the further file of the task, or NULL */
    int further[TASK_FURTHER]; /* whether the further arrays of the task are wanted */
    int repeat;                /* searches; 1 at least */
    uint64_t budget;           /* of device memory, in bytes; 0: none, the answer is kept on the device */
    int count_only, verify, json, quiet;
    int by_type; /* --count of the neighbours of each type, which are an array: count_only is 0 */
} job_asked;

/* What tasks with a cutoff are asked. */
typedef struct job_within {
    double cutoff; /* 0: the largest that the radii allow */
    int half, full, sorted;
} job_within;

/* What a task reads of a frame besides the points, and how far it looks; set by its check() or open(). */
typedef struct job_reads {
    double reach;        /* the cutoff at first; 0: not known */
    char named[512];     /* further columns of the source, separated by commas; or "" */
    const char *vectors; /* the columns among them that have a component a dimension */
    int beside;          /* columns that a snapshot has beside its points are read, too */
} job_reads;

/* What was found in a frame, and what it took. */
typedef struct job_frame {
    uint64_t number;   /* in the file */
    char ignored[512]; /* a sentence about what the answer does not use of the file; or "" */
    uint64_t total;
    int verified;
    double ms[STAGES];
    double total_ms; /* of all of it with every search, but without the host's part of --verify */
    double first_ms,
        usual_ms; /* --repeat: wall time of the first search, and of the median one, which ms describes */
} job_frame;

/* What is known of the whole run. */
typedef struct job_run {
    int on_host;                   /* the device is the host: plain C */
    char platform[128], name[128]; /* of the device */
    uint64_t memory;               /* peak on the device, in bytes */
    uint64_t done;                 /* frames that were answered */
    int several;                   /* the run is about several frames */
    int periodic[3];               /* the directions of the first frame's box that are periodic */
    /* A sentence about the first frame that has other periodic directions, or a warning that the first one has not; or "". */
    char changed[900];
    int warned;                  /* the first frame had a warning */
    double ms[STAGES], total_ms; /* the sums of the frames */
    uint64_t found;
} job_run;

typedef struct task_job {
    const task *task;
    void *state; /* that the task owns */
    job_asked asked;
    job_within within;
    filters filters;
    job_reads reads;
    /* Those of the answer, in the types and columns of the frame. */
    task_array arrays[TASK_ARRAYS];
    size_t array_count;
    io_frame points;
    nf_box box; /* all zeros: open space */
    job_frame frame;
    job_run run;
} task_job;

/* The source in a title: the name of its file without the folder.  And the unit of length of its format. */
enum { JOB_NAME = 160 };
const char *job_source_name(const task_job *job, char name[JOB_NAME]);
/* "frame 3; " if the run is about several frames, otherwise "". */
const char *job_frame_words(const task_job *job, char words[JOB_NAME]);
const char *job_unit(const task_job *job);

/* Reads the points of each chosen frame, asks the question and writes the result; calls done() behind each.  Returns 0 or
 * problem->code. */
int run_job(task_job *job, void (*done)(const task_job *job), text_problem *problem);
void free_job(task_job *job);

/* Whether the device is asked for the total before the arrays, or for nothing else. */
static inline int job_counts(const task_job *job) { return job->asked.count_only || job->asked.budget; }

/* NF_WANT of each array of the answer, combined; and of the arrays [first, end) alone. */
uint64_t job_wants(const task_job *job);
uint64_t job_group_wants(const task_job *job, size_t first, size_t end);

/* The arrays of the answer as the task has them.  Returns their number. */
size_t job_arrays(const task_job *job, task_array arrays[TASK_ARRAYS]);

/* Those of a task without declare(). */
size_t job_usual_arrays(const task_job *job, task_array arrays[TASK_ARRAYS]);

/* The further arrays that are asked for.  Returns their number. */
size_t job_further(const task_job *job, task_array *arrays);

/* The arrays of the output: room for TASK_ARRAYS.  An array without a name is not written, and stands last.  Returns how many there are. */
size_t job_files(const task *about, const task_array *arrays, size_t count, io_array *files);

/* The number of points whose rows are the answer: the query points, or those of the source. */
static inline uint64_t job_rows(const task_job *job) { return filters_rows(&job->filters, job->points.n); }

void report_text(const task_job *job); /* of a single frame */
void report_json(const task_job *job);
void report_frame(const task_job *job);  /* one of several: a row, and the head above the first */
void report_frames(const task_job *job); /* behind the last row */

/* Query points and filters, where there are any: lines, and members of the JSON object. */
void report_filters(const task_job *job);
void report_filters_json(const task_job *job, json_out *j);

/* The lines that both kinds of report have. */
void report_points(const task_job *job); /* "1,000 points in 3 dimensions, ..." */
void report_box(const task_job *job);
enum { BOUND = 128 };
void report_bound(const task_job *job,
                  char text[BOUND]); /* "closer than R", and the radii if they bound it too */
void report_stages(const task_job *job, const double ms[STAGES]);
void report_end(const task_job *job);
void report_bar(double share); /* ends the line with a bar; share: 0 to 1 */

/* A histogram: a line for each bin with its label, as wide as `width`, its number and a bar. */
enum { BIN_LABEL = 48 };
void report_histogram(char labels[][BIN_LABEL], const uint64_t *counts, size_t bins, int width);

/* A cell of the table of frames: its name in the head, otherwise what the format says. */
PRINTF_LIKE(4, 5)
void report_cell(int head, const char *name, int width, const char *format, ...);

enum { MOST_RUNS = 1000 }; /* of --repeat */

typedef struct run_times {
    double ms[STAGES];
    double wall_ms;
} run_times;

/* The sum of the stages from bounds to sorted. */
double time_of_search(const double ms[STAGES]);

/* The run with the median time of the stages from bounds to sorted.  The first of several runs is left out, as it
   compiles kernels. */
const run_times *median_run(const run_times *runs, int count);

#endif
