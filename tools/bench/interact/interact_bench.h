/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A run of `nearfield bench interact`: the cases of paper 004 by all strategies. */
#ifndef NEARFIELD_BENCH_INTERACT_INTERACT_BENCH_H
#define NEARFIELD_BENCH_INTERACT_INTERACT_BENCH_H

#include "bench/interact/interact_trial.h"

enum { INTERACT_FUNCTIONS = 8, INTERACT_SIZES = 12, INTERACT_STRATEGIES = 32 };

/* A periodic cube of cells, each as wide as the cutoff. */
typedef struct interact_case {
    int cells; /* along each axis */
    int per;   /* points a cell */
    uint64_t n;
    double cutoff, neighbours; /* neighbours: of a point, in the mean; 0 before it is measured */
} interact_case;

/* One strategy, or one peer, in one case. */
typedef struct interact_row {
    size_t function, of; /* the numbers of the function and the case */
    const char *strategy;
    char peer[BENCH_NAME], version[BENCH_NAME];
    bench_times times[INTERACT_TIMES];
    double
        energy; /* of all points together, at the first positions: what peers are compared by; NaN: not known */
    int is_checked; /* compared with plain C, or of a peer with our energy; and it agrees, or it is not measured */
    char skipped[BENCH_SENTENCE]; /* why it is not measured; "" if it is */
    int is_taken;                 /* it was measured or skipped */
} interact_row;

typedef struct interact_report {
    bench_report
        base; /* the device, when, notes, seconds and samples; the first member: steps of bench add to it */
    interact_case cases[INTERACT_SIZES * INTERACT_SIZES]; /* by points a cell, then cells */
    const char *functions[INTERACT_FUNCTIONS];            /* names or files */
    const char *strategies[INTERACT_STRATEGIES];
    size_t case_count, function_count, strategy_count;
    const char *baseline; /* the strategy that speed-ups are over */
    nf_type type;
    double limit;       /* seconds that one evaluation may take */
    interact_row *rows; /* by functions, cases and strategies; then those of peers */
    size_t row_count;
    int wrong; /* rows whose sums are not those of plain C */
    char told[INTERACT_FUNCTIONS][INTERACT_SIZES * INTERACT_SIZES]; /* cases that are printed */
} interact_report;

/* What is shown of a time. */
typedef struct interact_column {
    const char *name, *head, *help;
} interact_column;
extern const interact_column interact_columns[INTERACT_TIMES];

/* The row of a strategy; and of the baseline in the same case, which may not be measured. */
interact_row *interact_row_of(const interact_report *report, size_t function, size_t of, size_t strategy);
const interact_row *interact_base_of(const interact_report *report, const interact_row *row);

/* The baseline's time of the sums alone by that of the row; 0 if one of them is not known. */
double interact_speed_up(const interact_report *report, const interact_row *row);

/* The fastest strategy by this time; NULL if none is measured. */
const interact_row *interact_best(const interact_report *report, size_t function, size_t of,
                                  interact_what what);

/* "8^3 x 10". */
const char *interact_case_words(const interact_case *of, char text[BENCH_NAME]);

/* Measures all rows.  Complains, and returns an exit code. */
int interact_measure(interact_report *report, bench_device *on, progress *line);

/* Runs the peers on the cases of lennard-jones; adds rows and notes. */
int interact_run_peers(bench_report *base, const char *peers, const char *folder, progress *line);

/* Of an interact_report. */
void interact_tell(bench_report *base, FILE *to);
void interact_tell_end(const bench_report *base, int again, FILE *to);
void interact_write_json(const bench_report *base, FILE *to);

/* `nearfield bench interact` */
int command_bench_interact(int argc, char **argv);

#endif
