/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A question that the command can ask: one row a task.  job.c runs a row: it reads the points, asks and writes the
 * arrays of the answer.  What a task knows beside that is its own state, which its functions find in job->state. */
#ifndef NEARFIELD_JOB_TASK_H
#define NEARFIELD_JOB_TASK_H

#include "formats/frame.h"
#include "formats/output/sink.h"
#include "options/options.h"
#include "system/atomic_file.h"
#include "text/json.h"

#include <nearfield/nearfield.h>

struct task_job;

/* Groups of options that several tasks take.  Every task takes those of the source, the device, the output and the report; one that can
 * answer in chunks takes --memory, one that draws --plot, and one with a further file its option. */
enum {
    TAKES_CUTOFF = 1, /* also --radii, --min-distance, --exclude and theirs */
    NEEDS_CUTOFF = 2, /* radii cannot take its place */
    TAKES_QUERIES = 4,
    TAKES_HALF = 8, /* --full, --half */
    TAKES_SORTED = 16,
    TAKES_COUNT = 32
};

/* The most options of a task's own, further arrays, and arrays of its answer: the sums of a function and their totals. */
enum { TASK_OPTIONS = 16, TASK_FURTHER = 4, TASK_ARRAYS = NF_SUMS_MOST + 1 };
_Static_assert((int)TASK_ARRAYS <= (int)IO_MOST_ARRAYS, "a file has room for every array of a task");

/* What the values of an array are. */
typedef enum task_values {
    VALUES_POINTS,  /* indices of points, one row for each of the total */
    VALUES_OFFSETS, /* the start of each point's row, and the total */
    VALUES_EACH,    /* a row for each point or query point */
    VALUES_OWN,     /* as many rows as the array says */
    VALUES_OTHER    /* a row for each of the total */
} task_values;

/* An array of the answer.  Of the file, a type of NF_TYPE_NONE is that of the points, and columns may be COLUMNS_DIMS. */
enum { COLUMNS_DIMS = 0 };
typedef struct task_array {
    nf_array array; /* in an nf_result */
    task_values values;
    io_array file; /* in a file */
    uint64_t rows; /* of VALUES_OWN */
} task_array;

/* An array that can be asked for besides, by an option. */
typedef struct task_further {
    const char *option, *help;
    task_array about;
} task_further;

/* The answer.  Index k of rows and arrays is index k of the job's arrays. */
typedef struct task_answer {
    uint64_t total; /* how many were found, whether they are stored or not */
    uint64_t rows[TASK_ARRAYS];
    nf_result *result;         /* or NULL */
    void *arrays[TASK_ARRAYS]; /* of a reference that is no result: from malloc; or NULL */
    void *own;                 /* what the task keeps besides, from malloc; or NULL */
} task_answer;

/* What a task makes of the rows of a frame besides writing them, and what it reports of the frame.  Functions that are NULL do
 * nothing; all that take a problem return 0 or problem->code. */
typedef struct task_rows {
    int (*prepare)(struct task_job *job, text_problem *problem); /* when the points have been read */
    int (*begin)(struct task_job *job, text_problem *problem);   /* before the rows */
    /* Whether rows [first, first + count) of an array agree with the reference; NULL: they must be the same bytes. */
    int (*agrees)(const struct task_job *job, size_t array, const void *rows, const void *reference,
                  uint64_t first, uint64_t count);
    /* Rows [first, first + count) of this array of the answer, which pass in order. */
    int (*take)(struct task_job *job, size_t array, const void *rows, uint64_t first, uint64_t count,
                text_problem *problem);
    void (*end)(struct task_job *job, const task_answer *answer); /* behind them */
    /* What --count writes with --output: the lengths of the rows, a number for each point or query point. */
    const uint32_t *(*counts)(const struct task_job *job);
    /* Whether what the answer has besides rows is that of the reference. */
    int (*same)(const struct task_job *job, const task_answer *answer, const task_answer *reference);
    void (*clear)(struct task_job *job); /* frees what was kept of the frame */
    void (*report)(const struct task_job *job);
    void (*report_json)(const struct task_job *job, json_out *j); /* adds members to the object */
    void (*report_head)(const struct task_job *job); /* of several frames: the lines above the first */
    void (*report_cells)(const struct task_job *job,
                         int head);                      /* and of a row, or of the head, by report_cell() */
    void (*report_verified)(const struct task_job *job); /* NULL: every byte is the same */
} task_rows;

/* A further file of a frame, such as a catalogue of groups; without an option there is none. */
typedef struct task_side {
    const char *option, *help;
    const char *is, *example; /* "the catalogue"; a name for the files of several frames */
    /* Its arrays, at most IO_MOST_ARRAYS; before the points are read the most that there may be.  Returns how many. */
    size_t (*files)(const struct task_job *job, io_array *files);
    int (*write)(const struct task_job *job, io_sink *sink, text_problem *problem); /* 0 or problem->code */
} task_side;

/* Of a task whose answer is about all frames together: what is done with the rows of a frame, instead of writing them, and at the
 * end.  All but the reports return 0 or problem->code.  `take` is NULL for other tasks. */
typedef struct task_sums {
    int (*take)(struct task_job *job, const void *rows,
                text_problem *problem); /* all rows of the only array */
    int (*finish)(struct task_job *job, io_sink *sink,
                  text_problem *problem); /* writes the output; the sink may be NULL */
    const io_array *written;              /* the arrays of the output */
    size_t written_count;
    /* Those of a run whose types are read, in their place.  Returns how many: TASK_ARRAYS at most. */
    size_t (*typed)(const struct task_job *job, io_array *files);
    void (*report)(const struct task_job *job);
    void (*report_json)(const struct task_job *job, json_out *j); /* adds members to the object */
} task_sums;

typedef struct task {
    const char *name;    /* the subcommand */
    const char *summary; /* in the list of subcommands: "find every pair of points closer than a cutoff" */
    const char *asks;    /* "every pair of points closer than a cutoff, each once" */
    const char *needs;   /* the options that are required: "--cutoff R" */
    const char *found;   /* what is found, in the plural: "pairs" */
    const char *row;     /* what a row of --output is: "m x 2 indices from 0, i < j" */
    unsigned takes;      /* TAKES_... */
    int half;            /* 1: each pair is found once; 0: for both of its points, unless --half is given */
    size_t array_count;
    task_array arrays[TASK_ARRAYS];
    size_t further_count;
    const task_further *further; /* arrays that can be asked for besides */
    io_array
        counts; /* what --count writes with --output: the lengths of the rows.  Without a name: --count writes nothing */

    size_t state_bytes; /* of job->state, which is all zeros at first */
    /* Adds the options of its own, whose values are stored in the state or the job.  Returns how many: TASK_OPTIONS at most. */
    size_t (*options)(struct task_job *job, option_row *rows);
    /* Reads and checks their values.  Returns EXIT_DONE, or a code after an error message. */
    int (*check)(struct task_job *job);
    const char *verifies;                /* the help of --verify; NULL: every byte is compared with plain C */
    void (*help)(void);                  /* prints what stands behind the options */
    int (*help_named)(const char *word); /* the page of a word behind the subcommand in help; or NULL */
    void (*free)(struct task_job *job);  /* frees what the state has of the whole run */

    /* The arrays of the answer, in the place of those of the row; NULL: those and the further ones that are asked for.  Returns how many. */
    size_t (*declare)(const struct task_job *job, task_array *arrays);

    /* Of a task whose arrays depend on the device: called when it is open, before the files are opened; and before it is closed. */
    int (*open)(struct task_job *job, nf_context *context, text_problem *problem); /* 0 or problem->code */
    void (*close)(struct task_job *job);

    /* Asks the device of the cloud.  If job_counts(), only the total and VALUES_OFFSETS are needed: the total is that of the result, or is
     * set without one. */
    nf_status (*ask)(const struct task_job *job, nf_cloud *cloud, task_answer *answer);

    /* Asks it for arrays without VALUES_OFFSETS in chunks, for --memory; `arrays` is NF_WANT() of each.  NULL: the task does not take it. */
    nf_status (*ask_chunks)(const struct task_job *job, nf_cloud *cloud, uint64_t arrays,
                            const nf_chunks *chunks);

    /* Fills in the reference of --verify; the cloud is on the host.  NULL: it is the host's answer to ask(). */
    nf_status (*ask_reference)(const struct task_job *job, nf_cloud *cloud, task_answer *reference);

    void (*free_own)(void *own); /* frees what answer->own points to, but not itself */

    /* Of a sentence of the library about an error: a code where it is about an input file of the task, and is told alone; otherwise 0, and
     * *advice may be set to words that follow it. */
    int (*explain)(const struct task_job *job, nf_status status, const char *sentence, const char **advice);

    /* The k-th file that the task reads by itself, and what was read of it, or NULL; NULL behind the last. */
    const char *(*reads)(const struct task_job *job, size_t k, const io_frame **read);

    const task_rows *rows;
    /* Of several frames: takes what was found in each, which returns 0 or problem->code, and reports it behind the last; or NULL. */
    int (*add_frame)(struct task_job *job, text_problem *problem);
    void (*report_run)(const struct task_job *job);
    task_side side;
    /* Draws the chart of --plot: of a frame, or behind the last one if there are sums.  Returns 0 or problem->code. */
    const char *chart; /* what it shows: "g(r)" */
    int (*draw)(const struct task_job *job, const atomic_file *chart, text_problem *problem);
    task_sums sums;
} task;

#endif
