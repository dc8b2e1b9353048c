/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A run of `nearfield bench`: the plan, the report, and the steps. */
#ifndef NEARFIELD_BENCH_BENCH_H
#define NEARFIELD_BENCH_BENCH_H

#include "bench/cases/case.h"
#include "options/options.h"
#include "system/temporary_folder.h"
#include "system/progress.h"

#include <stdio.h>

enum { BENCH_STAGES = 16, BENCH_CASES = 64, BENCH_NAME = 64, BENCH_SENTENCE = 512 };

/* ---- the plan ----------------------------------------------------------------------------------------- */

enum { BENCH_SIZES = 64 };

typedef struct bench_plan {
    const bench_case *cases[BENCH_CASES];
    size_t case_count;
    int any_case; /* no case was named: the usual ones, or with --compare those of the older run */
    uint64_t sizes[BENCH_SIZES];
    size_t size_count;
    int to_memory;   /* after the sizes, the largest that memory allows */
    int while_quick; /* no sizes: those of the older run, or decades from 1,000 on as long as time allows */
    unsigned precisions; /* of the points: bits 1 << nf_type */
    double spacings;     /* cutoff in mean spacings of the points; 0: not asked for yet */
    double seconds;      /* for all cases */
    int repeats;         /* samples per measurement; 0: as many as time allows */
} bench_plan;

/* ---- the report --------------------------------------------------------------------------------------- */

/* The best rates of the device. */
enum { BENCH_COPIES = 12, BENCH_RATES = 3 };

/* Bytes read plus bytes written, and the least device time of such a copy. */
typedef struct bench_copy {
    double bytes, ms;
} bench_copy;

typedef struct bench_floor {
    bench_copy copies[BENCH_COPIES]; /* ascending */
    int copy_count;
    double bytes_per_s; /* of the largest copy */
    /* multiplications and additions: uint32, float32, float64 (0: none) */
    double operations_per_s[BENCH_RATES];
} bench_floor;

/* Samples of a time. */
enum { BENCH_SAMPLES = 101 };

typedef struct bench_times {
    double ms[BENCH_SAMPLES]; /* ascending once summarised */
    int count;
    double least, lower, median, upper;
    double spread; /* half the distance between the quartiles, in percent of the median */
} bench_times;

typedef struct bench_stage {
    char name[24];
    double ms;
} bench_stage;

/* How a time compares with that of an older run. */
typedef enum bench_mark { BENCH_NOT_COMPARED, BENCH_SAME, BENCH_FASTER, BENCH_SLOWER } bench_mark;

typedef struct bench_change {
    bench_mark mark;
    double before, ratio; /* the median of the older run, in milliseconds, and now / before */
} bench_change;

/* One measurement.  A peer's has `peer` and `version`; device time, bytes and stages may be missing. */
typedef struct bench_row {
    const bench_case *what;
    char peer[BENCH_NAME], version[BENCH_NAME];
    uint64_t n, found;
    nf_type precision;
    double cutoff;
    bench_times device, wall;
    bench_cost cost;
    double floor_ms, percent; /* percent: of the floor, by device time */
    double gigabytes_per_s, gigaops_per_s;
    int arithmetic;  /* the floor is the time of the arithmetic, not of the copy */
    int agrees;      /* a peer: its result is ours */
    uint64_t memory; /* device memory held at most */
    bench_stage stages[BENCH_STAGES];
    size_t stage_count;
    bench_change device_change, wall_change;
    const struct bench_row *before; /* of the older run */
} bench_row;

/* A sentence for the reader, for example about what was not measured: "CASE: ..." or "PEER: ...". */
typedef char bench_note[BENCH_NAME + BENCH_SENTENCE];

/* The shapes of the kernels. */
typedef struct bench_tuning {
    char note[1024];             /* the profile in use, as a sentence */
    char words[512], paths[256]; /* NEARFIELD_TUNING and NEARFIELD_PATHS */
    char values[2048]; /* the tunables that are not at their defaults: "scan.GROUP=64 scan.ITEMS=8" */
} bench_tuning;

typedef struct bench_report {
    bench_plan plan;
    nf_device_info device;
    char version[32], when[32];
    bench_floor floor;
    bench_row *rows;
    size_t row_count;
    bench_note *notes;
    size_t note_count;
    bench_tuning tuning;
    struct bench_report *older;                /* the report to compare with, or NULL */
    char compared_with[BENCH_SENTENCE];        /* file and device of the older run; "" for none */
    int slower, faster, only_now, only_before; /* the last two: rows without a counterpart */
    int other_device; /* the older run is that of another device: nothing is compared */
    int complete;     /* nothing more will be measured */
    int has_head;     /* of the text: the lines above the measurements are printed, and so many rows */
    size_t told;
    const struct bench_live *live; /* what is done behind each measurement, or NULL */
} bench_report;

/* Appends a zeroed row, or a note.  For a lack of memory they complain; then there is no row and no note. */
bench_row *bench_add_row(bench_report *report);
void bench_add_note(bench_report *report, const char *who, const char *format, ...);
void bench_report_free(bench_report *report);

const char *bench_precision_word(nf_type precision);

/* Sorts the samples and fills in what follows from them. */
void bench_summarise(bench_times *times);

/* Fills in the rates and the share of the floor from the device time. */
void bench_rate(bench_row *row);

/* ---- what the commands share ---------------------------------------------------------------------------- */

/* A report besides the table: a file, - for standard output, or NULL. */
typedef struct bench_output {
    const char *path;
    void (*write)(const bench_report *report, FILE *to);
} bench_output;

/* A run of one of the commands. */
typedef struct bench_live {
    const bench_output *outputs;
    size_t output_count;
    int quiet;
    int peers; /* other libraries are run, too */
    int again; /* something is added to the measurements that were printed: at the end they are printed again */
    /* Measures; `words` are the options of the command. */
    int (*measure)(bench_report *report, const void *words, progress *line);
    int (*run_peers)(bench_report *report, const char *peers, const char *folder, progress *line);
    /* Prints what was not printed yet; and at the end what follows the measurements. */
    void (*tell)(bench_report *report, FILE *to);
    void (*end)(const bench_report *report, int again, FILE *to);
    int text; /* standard output takes the text */
    progress *line;
} bench_live;

/* Checks before minutes of measuring that the outputs can be written, each to a place of its own, and that there are peers; measures, and
   writes the reports.  It complains, and returns an exit code. */
int bench_run(bench_report *report, bench_live *live, const void *words);

/* Behind a measurement: prints it, and writes the files.  Complains, and returns an exit code. */
int bench_step(bench_report *report);

/* "it takes X GB of device memory, Y may be used", or NULL if there is enough memory.  A CPU's device memory is that of the
   host, which needs a part of it. */
const char *bench_shortage(const nf_device_info *info, const bench_need *need, char words[BENCH_SENTENCE]);

/* Writes the version and the time into the report. */
void bench_sign(bench_report *report);

/* ---- the steps ---------------------------------------------------------------------------------------- */

/* Reads --sizes: numbers (1000, 1e6, 2^20), ranges by decades (1e3:1e7), max. */
int bench_read_sizes(const char *text, bench_plan *plan);

/* Measures the floor: copies and arithmetic. */
int bench_measure_floor(bench_device *on, bench_floor *floor);

/* The least time for so many bytes and operations in a type; *arithmetic tells which of the two it is. */
double bench_floor_ms(const bench_floor *floor, double bytes, double operations, nf_type type,
                      int *arithmetic);

int bench_read_tuning(const nf_context *context, bench_tuning *tuning);

/* Measures the cases at their sizes: adds rows and notes to the report. */
int bench_measure(bench_report *report, bench_device *on, progress *line);

/* Measures what `row` names (what, n, precision) once more, into that row. */
int bench_measure_again(bench_report *report, bench_device *on, bench_row *row, progress *line);

/* Runs other libraries on the same input: adds rows and notes to the report.  Their programs are looked for before
   anything is measured. */
int bench_find_peers(char *folder, size_t size);
int bench_run_peers(bench_report *report, const char *peers, const char *folder, progress *line);

/* Reads the JSON of an older run into report->older before anything is measured, and takes from it what the plan leaves
   open. */
int bench_read_old(const char *path, bench_report *report);

/* Marks what has changed since the older run; rows that seem slower are measured again. */
int bench_compare(bench_report *report, bench_device *on, const char *path, progress *line);

void bench_judge(bench_change *change, const bench_times *before, const bench_times *now);

/* Measures rows with the mark "slower" again, twice, keeps the mark if both confirm it, and counts the marks.  `again` is
   bench_measure_again(), or stands in for it. */
typedef int bench_again(bench_report *report, bench_device *on, bench_row *row, progress *line);
int bench_confirm(bench_report *report, bench_device *on, progress *line, bench_again *again);

/* The text, for bench_live. */
void bench_tell(bench_report *report, FILE *to);
void bench_tell_end(const bench_report *report, int again, FILE *to);
void bench_write_json(const bench_report *report, FILE *to);
void bench_write_csv(const bench_report *report, FILE *to);

/* The subcommand bench.  argv[0] is its name. */
int command_bench(int argc, char **argv);

#endif
