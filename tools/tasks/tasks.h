/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The questions that the command can ask: one row a task.  job.c runs a row: it reads the points, asks and writes the
 * arrays of the answer. */
#ifndef NEARFIELD_TOOL_TASKS_H
#define NEARFIELD_TOOL_TASKS_H

#include "system/aside.h"
#include "formats/output/sink.h"

#include <nearfield/nearfield.h>

struct task_job;

/* Groups of options.  Every task takes those of the source, the device, the output and the report. */
enum {
    TAKES_CUTOFF = 1,
    TAKES_METHOD = 2, /* --method, --cells-per-cutoff */
    TAKES_SORTED = 4,
    TAKES_COUNT = 8,
    TAKES_VERIFY = 16,
    TAKES_HALF = 32,        /* --full, --half */
    TAKES_MORE = 64,        /* --distances, --vectors, --shifts */
    TAKES_BINS = 128,       /* --bins */
    TAKES_CONDITIONS = 256, /* --radii, --min-distance, --exclude and theirs */
    TAKES_BUDGET = 512,     /* --memory */
    TAKES_QUERIES = 1024,
    TAKES_PLOT = 2048,
    TAKES_K = 4096,         /* --k, --include-self, --max-distance, and numbers of each point */
    TAKES_LINKS = 8192,     /* --linking-length, --b, --min-points, --min-members, --catalogue and theirs */
    TAKES_FUNCTION = 16384, /* --function, --param, --field and theirs, and more arrays */
    TAKES_PAIRS = 32768     /* pairs once each: no --full */
};

/* Further arrays, and the most arrays of a task: the sums of a function and their totals. */
enum { TASK_MORE = 8, TASK_ARRAYS = NF_SUMS_MOST + 1 };
_Static_assert((int)TASK_ARRAYS <= (int)IO_MOST_ARRAYS, "a file has room for every array of a task");

/* What the values of an array are. */
typedef enum task_values {
    VALUES_POINTS,  /* indices of points, one row for each of the total */
    VALUES_OFFSETS, /* the start of each point's row, and the total */
    VALUES_BINS,    /* a row for each bin */
    VALUES_EACH,    /* a row for each point or query point */
    VALUES_TOTALS,  /* a row for each component of the sums of a function */
    VALUES_OTHER    /* a row for each of the total */
} task_values;

/* An array of the answer.  Of the file, a type of NF_TYPE_NONE is that of the points, and columns may be one of these. */
enum { COLUMNS_DIMS = 0, COLUMNS_K = -1 };
typedef struct task_array {
    nf_array array; /* in an nf_result */
    task_values values;
    io_array file; /* in a file */
} task_array;

/* The answer.  Index k of rows and arrays is index k of the arrays in the task's row. */
typedef struct task_answer {
    uint64_t total; /* how many were found, whether they are stored or not */
    uint64_t rows[TASK_ARRAYS];
    void *arrays[TASK_ARRAYS]; /* on the host, from malloc; NULL where the answer is on the device */
    nf_result *result;         /* on the device, or NULL */
    nf_host_groups catalogue;  /* of fof, if it is asked for: on the host, from malloc */
    void *totals;              /* of interact: of each component of the sums, from malloc */
    nf_type totals_type;
} task_answer;

/* What a task makes of the rows of a frame besides writing them, and what it reports of the frame.  Functions that are NULL do
 * nothing; all but the reports return 0 or problem->code. */
typedef struct task_rows {
    int (*prepare)(struct task_job *job, io_problem *problem); /* when the points have been read */
    int (*begin)(struct task_job *job, io_problem *problem);   /* before the rows */
    /* Whether rows [first, first + count) of an array agree with the reference; NULL: they must be the same bytes. */
    int (*agrees)(const struct task_job *job, size_t array, const void *rows, const void *reference,
                  uint64_t first, uint64_t count);
    /* Writes in words why such rows cannot agree, although nothing is wrong with the device and the library; returns 0 if that is not so. */
    int (*excuses)(const struct task_job *job, size_t array, const void *rows, const void *reference,
                   uint64_t first, uint64_t count, char *words, size_t size);
    /* Rows [first, first + count) of this array of the answer, which pass in order. */
    int (*take)(struct task_job *job, size_t array, const void *rows, uint64_t first, uint64_t count,
                io_problem *problem);
    void (*end)(struct task_job *job, const task_answer *answer); /* behind them */
    /* Whether what the answer has besides rows is that of the reference. */
    int (*same)(const struct task_job *job, const task_answer *answer, const task_answer *reference);
    void (*clear)(struct task_job *job); /* frees what was kept of the frame */
    void (*report)(const struct task_job *job);
    void (*report_json)(const struct task_job *job); /* members of the object, each behind a comma */
    void (*report_head)(const struct task_job *job); /* of several frames: the lines above the first */
    void (*report_row)(const struct task_job *job);  /* and the row of one */
} task_rows;

/* A further file of a frame, such as a catalogue of groups. */
typedef struct task_side {
    /* Its arrays, at most IO_MOST_ARRAYS; before the points are read the most that there may be.  Returns how many. */
    size_t (*files)(const struct task_job *job, io_array *files);
    int (*write)(const struct task_job *job, io_sink *sink, io_problem *problem); /* 0 or problem->code */
} task_side;

/* Of a task whose answer is about all frames together: what is done with the rows of a frame, instead of writing them, and at the
 * end.  All but the reports return 0 or problem->code.  `take` is NULL for other tasks. */
typedef struct task_sums {
    int (*take)(struct task_job *job, const void *rows, io_problem *problem); /* all rows of the only array */
    int (*finish)(struct task_job *job, io_sink *sink,
                  io_problem *problem); /* writes the output; the sink may be NULL */
    const io_array *written;            /* the arrays of the output */
    size_t written_count;
    void (*report)(const struct task_job *job);
    void (*report_json)(const struct task_job *job); /* members of the object, each behind a comma */
} task_sums;

typedef struct task {
    const char *name;  /* the subcommand */
    const char *asks;  /* "every pair of points closer than a cutoff, each once" */
    const char *needs; /* the options that are required: "--cutoff R" */
    const char *found; /* what is found, in the plural: "pairs" */
    const char *row;   /* what a row of --output is: "m x 2 indices from 0, i < j" */
    unsigned takes;    /* TAKES_... */
    int half;          /* 1: each pair is found once; 0: for both of its points, unless --half is given */
    size_t array_count;
    task_array arrays[TASK_ARRAYS];
    io_array
        counts; /* what --count writes with --output: the lengths of the rows.  Without a name: --count writes nothing */

    /* Of a task whose arrays depend on what is asked for: looks it up when the device is open, before the files are opened, and frees
     * it again.  declare() gives the arrays behind those of the row, and their number.  NULL for other tasks. */
    int (*open)(struct task_job *job, nf_context *context, io_problem *problem); /* 0 or problem->code */
    void (*close)(struct task_job *job);
    size_t (*declare)(const struct task_job *job, task_array *arrays);

    /* Asks the device.  If job_counts(), only the total and VALUES_OFFSETS are needed: the total is that of the result, or is set
     * without one. */
    nf_status (*ask_device)(const struct task_job *job, nf_cloud *cloud, task_answer *answer);

    /* Asks it for arrays without VALUES_OFFSETS in chunks, for --memory; `arrays` is NF_WANT() of each. */
    nf_status (*stream)(const struct task_job *job, nf_cloud *cloud, uint32_t arrays,
                        const nf_stream *stream);

    /* Asks the host for the total and the arrays; `message` takes a sentence on an error. */
    nf_status (*ask_host)(const struct task_job *job, const nf_points *points, task_answer *answer,
                          nf_host_times *times, char *message, size_t size);

    /* Behind the answer, where job->second is set: asks the device for the reference in another way.  Returns 0 or problem->code; an error of
     * the library is that of *status. */
    int (*ask_second)(struct task_job *job, nf_context *context, nf_cloud *cloud, task_answer *second,
                      nf_status *status, io_problem *problem);

    const task_rows *rows;
    task_side side; /* of --catalogue */
    /* Draws the chart of --plot: of a frame, or behind the last one if there are sums.  Returns 0 or problem->code. */
    const char *chart; /* what it shows: "g(r)" */
    int (*draw)(const struct task_job *job, const io_aside *chart, io_problem *problem);
    task_sums sums;
} task;

/* The arrays of the output: room for TASK_ARRAYS.  An array without a name is not written, and stands last.  Returns how many there are. */
size_t task_files(const task *about, const task_array *arrays, size_t count, io_array *files);

/* The task of this name, or NULL. */
const task *task_named(const char *name);

/* The arrays that can be asked for besides. */
typedef struct task_further {
    unsigned takes; /* tasks that have this group */
    const char *option, *help;
    task_array about;
} task_further;
extern const task_further task_more[TASK_MORE];

/* How many partners the points have.  task_partners.c */
extern const task_rows rows_of_partners;

/* task_pairs.c, task_lists.c, task_rdf.c, task_knn.c, task_fof.c, task_interact.c */
extern const task pairs_task, lists_task, rdf_task, knn_task, fof_task, interact_task;

#endif
