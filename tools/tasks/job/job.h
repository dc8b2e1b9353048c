/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* One run of a task: what was asked for, what was found, and the time and memory that it took. */
#ifndef NEARFIELD_TOOL_JOB_H
#define NEARFIELD_TOOL_JOB_H

#include "points/box.h"
#include "options/options.h"
#include "points/conditions.h"
#include "points/frames.h"
#include "tasks/fof/groups.h"
#include "pair_functions/interaction.h"
#include "tasks/nearest.h"
#include "tasks/partners.h"
#include "tasks/rdf.h"
#include "formats/source.h"
#include "tasks/tasks.h"

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

typedef struct task_job {
    const task *task;
    /* what was asked for */
    const char *source, *format, *columns, *array, *output, *output_format, *device;
    double cutoff; /* 0: the largest that the radii allow */
    conditions conditions;
    nf_pairs_method method;
    int cells_per_cutoff;
    int half, full, sorted;
    int more[TASK_MORE]; /* whether the arrays of task_more are wanted */
    /* Those of the answer, in the types and columns of the frame. */
    task_array arrays[TASK_ARRAYS];
    size_t array_count;
    box_options box_options;
    frames frames;
    uint32_t bins; /* of rdf */
    int k;         /* of knn: neighbours of a point */
    int include_self;
    int neighbours;      /* they are written, too, where numbers of each point are asked for */
    double max_distance; /* 0: none */
    /* of fof */
    double linking_length; /* in the units of the points, or in mean spacings */
    int in_spacings;
    uint32_t min_points, min_members;
    const char *masses, *velocities; /* names of columns of the source, or NULL */
    char named[512];                 /* both, separated by a comma; or "" */
    const char *plot;                /* the file of its chart, or NULL */
    const char *side;                /* the further file of the task, or NULL */
    int repeat;                      /* searches; 1 at least */
    uint64_t budget; /* of device memory, in bytes; 0: none, the answer is kept on the device */
    int count_only, verify, json, quiet;
    int second;        /* --verify compares with the device's answer by another way, as there is no plain C */
    nf_type precision; /* NF_TYPE_NONE: as the file has it */
    /* What was found in a frame.  job_next_frame() clears it. */
    uint64_t frame; /* its number in the file */
    io_frame points;
    nf_box box;        /* all zeros: open space */
    char ignored[512]; /* a sentence about what the answer does not use of the file; or "" */
    uint64_t total;
    uint64_t potential; /* pairs tested by --method potential */
    partners partners;
    nearest nearest;
    groups groups;
    interaction interaction; /* of interact; also what is asked for */
    int verified;
    /* what it took */
    double ms[STAGES];
    double total_ms; /* of all of it with every search, but without the host's part of --verify */
    double first_ms,
        usual_ms; /* --repeat: wall time of the first search, and of the median one, which ms describes */
    /* Of the whole run. */
    rdf rdf;
    char platform[128], name[128]; /* of the device */
    uint64_t memory;               /* peak on the device, in bytes */
    uint64_t done;                 /* frames that were answered */
    int several;                   /* the run is about several frames */
    int periodic[3];               /* the directions of the first frame's box that are periodic */
    /* A sentence about the first frame that has other periodic directions, or a warning that the first one has not; or "". */
    char changed[900];
    int warned;                          /* the first frame had a warning */
    double all_ms[STAGES], all_total_ms; /* the sums of the frames */
    uint64_t all_found;
} task_job;

/* The source in a title: the name of its file without the folder.  And the unit of length of its format. */
enum { JOB_NAME = 160 };
const char *job_source_name(const task_job *job, char name[JOB_NAME]);
/* "frame 3; " if the run is about several frames, otherwise "". */
const char *job_frame_words(const task_job *job, char words[JOB_NAME]);
const char *job_unit(const task_job *job);

/* Whether the value of --device is the host, which means plain C on one thread. */
static inline int is_host(const char *device) { return device && strcmp(device, "host") == 0; }

/* Reads the points of each chosen frame, asks the question and writes the result; calls done() behind each.  Returns 0 or
 * problem->code. */
int run_job(task_job *job, void (*done)(const task_job *job), io_problem *problem);
void free_job(task_job *job);

/* Whether the device is asked for the total before the arrays, or for nothing else. */
static inline int job_counts(const task_job *job) { return job->count_only || job->budget; }

/* NF_WANT of each array of the answer, combined. */
uint32_t job_wants(const task_job *job);

/* The arrays of the answer as the tables have them: those of the task, and those that are asked for besides.  Returns their number. */
size_t task_arrays(const task_job *job, task_array arrays[TASK_ARRAYS]);

/* Whether knn writes numbers of each point alone, without arrays of n x k. */
int task_writes_numbers(const task_job *job);

/* Keeps the further arrays of plain C in their places in the answer. */
void job_keep_more(const task_job *job, const nf_host_arrays *more, task_answer *answer);

void report_text(const task_job *job); /* of a single frame */
void report_json(const task_job *job);
void report_frame(const task_job *job);  /* one of several: a row, and the head above the first */
void report_frames(const task_job *job); /* behind the last row */

/* Query points and conditions, where there are any: lines, and members of the JSON object. */
void report_conditions(const task_job *job);
void report_conditions_json(const task_job *job);

/* The lines that both kinds of report have. */
void report_box(const task_job *job);
enum { BOUND = 64 };
void report_bound(const task_job *job,
                  char text[BOUND]); /* "closer than R", and the radii if they bound it too */
void report_stages(const task_job *job, const double ms[STAGES]);
void report_end(const task_job *job);
void report_bar(double share); /* ends the line with a bar; share: 0 to 1 */

#endif
