/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The pair function of interact: what is asked for, the numbers that it takes from files, and its sums over a frame. */
#ifndef NEARFIELD_PAIR_FUNCTIONS_INTERACTION_H
#define NEARFIELD_PAIR_FUNCTIONS_INTERACTION_H

#include "options/options.h"
#include "points/filters.h"

#include <nearfield/experimental/tuning.h>

/* What a function takes numbers for, each with the name of its option. */
enum { FOR_FIELDS, FOR_QUERY_FIELDS, FOR_TABLES, CARRIERS };
extern const char *const carrier_options[CARRIERS];

/* What is given by name, each with a number: parameters, and ranges of sums. */
enum { OF_PARAMETERS, OF_RANGES, NAMED };
extern const char *const named_options[NAMED];

typedef struct named_numbers {
    const char *words[OPTION_MOST];
    int count;
    char names[OPTION_MOST][NF_NAME_BYTES];
    nf_parameter given[OPTION_MOST];
} named_numbers;

/* The numbers of a field or of a table: one for all points, a column of the points' own file, those of another file, or those of
 * the command line. */
typedef struct carried {
    char name[NF_NAME_BYTES]; /* as the function declares it */
    const char *from;         /* the word behind NAME= */
    enum { FROM_NUMBER, FROM_COLUMN, FROM_FILE, FROM_LIST } kind;
    double number;
    io_frame file; /* what was read of the file: once, for all frames */
    void *values;  /* of this frame, in the type of the points */
} carried;

enum { SUM_COMPONENTS = 3 * NF_SUMS_MOST, SUM_HEADING = 3 * (NF_NAME_BYTES + 3) };

typedef struct interaction {
    /* what was asked for */
    const char *function; /* the name of one of the library, or a file */
    const char *strategy; /* or NULL */
    const char *sums;     /* the names of the sums that are wanted, separated by commas; NULL: all */
    const char *words[CARRIERS][OPTION_MOST];
    int word_counts[CARRIERS];
    named_numbers named[NAMED];
    int sum64, fast;
    int only_numbers; /* a field is a number for all points: there is no SOURCE */
    carried carried[CARRIERS][OPTION_MOST];
    char query_columns[512]; /* columns of the query points, separated by commas; or "" */
    /* when the device is open */
    nf_function *program;
    nf_context *context;
    char headings[NF_SUMS_MOST][SUM_HEADING]; /* of the columns of a table */
    int has_double;                           /* of the device */
    double ranges[NF_SUMS_MOST];              /* of the sums; 0: as declared */
    uint64_t arrays; /* NF_WANT() of each wanted sum, and of the totals if all are wanted */
    /* Of a frame. */
    int dims, components;
    nf_numbers numbers[CARRIERS][OPTION_MOST];
    double least[SUM_COMPONENTS], largest[SUM_COMPONENTS],
        totals[SUM_COMPONENTS]; /* of finite sums; of all */
    uint64_t not_finite;        /* sums of points that are not finite */
    nf_strategy_use used;       /* the strategy that was taken */
} interaction;

/* Prints what a function, of the library or of a file, computes and takes.  Returns the code. */
int interaction_help(const char *name);

/* Whether a word is meant as a file with a function: it has a dot or a slash. */
int interaction_is_file(const char *word);

/* Complains of a word that is no strategy of the library; NULL is none.  Returns the code. */
int interaction_check_strategy(const char *word);

/* Reads the words of the options; the columns of SOURCE that they name are put into `columns`, separated by commas.  Returns
 * EXIT_DONE, or a code after an error message. */
int interaction_parse(interaction *about, int has_queries, char *columns, size_t size);

/* Reads the function, and compares what it declares with what is given.  Returns 0 or problem->code. */
int interaction_open(interaction *about, int has_queries, nf_context *context, text_problem *problem);

/* Compares the names of what is given with those that are declared, and takes the wanted sums.  Returns 0 or problem->code. */
int interaction_check_names(interaction *about, int has_queries, text_problem *problem);

/* Refuses sums with a name that the output would have twice; `further` is that of an array which the option adds, or NULL.  Returns 0 or
 * problem->code. */
int interaction_check_outputs(const interaction *about, const char *further, const char *option,
                              text_problem *problem);

/* Takes the numbers for the points of a frame and its query points, which may be NULL.  Returns 0 or problem->code. */
int interaction_take(interaction *about, const io_frame *points, const char *source, const io_frame *queries,
                     const char *queries_name, text_problem *problem);

/* Whether the function is one of the library. */
int interaction_is_ready(const interaction *about);

/* Whether a sentence of the library is about the text of a user's function, which did not build. */
int interaction_is_wrong(const interaction *about, nf_status status, const char *sentence);

/* For the library; valid until the frame changes. */
nf_interact_options interaction_options(const interaction *about);

/* The value of a parameter in the call. */
double interaction_parameter(const interaction *about, const nf_parameter_info *info);

/* Takes `count` rows of sum `k`. */
void interaction_add(interaction *about, int k, const void *rows, nf_type type, uint64_t count);

/* Whether sum `k` is wanted, whether all are, whose totals the device adds up, and how many are. */
int interaction_wants(const interaction *about, int k);
int interaction_wants_all(const interaction *about);
int interaction_wanted_count(const interaction *about);

/* The first component of sum `k` among those of all sums, and how many it has. */
int interaction_first(const interaction *about, int k);
int interaction_width(const interaction *about, int k);

/* Frees what belongs to the frame, to the device, and the rest. */
void interaction_clear(interaction *about);
void interaction_close(interaction *about);
void interaction_free(interaction *about);

#endif
