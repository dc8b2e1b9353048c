/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the subcommands share: error messages and options. */
#ifndef NEARFIELD_OPTIONS_OPTIONS_H
#define NEARFIELD_OPTIONS_OPTIONS_H

#include "text/problem.h"

#include <nearfield/nearfield.h>
#include <stddef.h>
#include <stdio.h>

/* The exit code for a status of the library. */
int exit_code_of(nf_status status);

/* Writes "nearfield: sentence" to standard error and returns the code. */
PRINTF_LIKE(2, 3)
int complain(int code, const char *format, ...);

/* One option of a subcommand: its long name without dashes, a short letter or 0, the name of its value (NULL: a flag),
   help, and where the value is stored: in a const char *; for a flag, in an int; for an option that may be given several times,
   in an array of OPTION_MOST const char *, whose number is in the int.  A flag without a place is not taken: its help says why. */
enum { OPTION_MOST = 32 };
typedef struct option_row {
    const char *name;
    char letter;
    const char *value;
    const char *help;
    const char **text;
    int *flag;
} option_row;

/* The options of a subcommand, and its help: what it prints above and below the options, of which it leaves out the last `hidden` ones. */
typedef struct option_table {
    const option_row *rows;
    size_t count;
    const char *head, *foot; /* head: NULL where the caller prints the help */
    size_t hidden;
} option_table;

/* The help was printed: nothing is left to do, and the program ends with EXIT_DONE. */
enum { EXIT_HELPED = -1 };

/* Reads argv by the table; `operands` has room for `most` operands.  Returns EXIT_DONE, EXIT_USAGE after an error message, or
 * EXIT_HELPED. */
int read_options(int argc, char **argv, const option_table *table, const char **operands, size_t most,
                 size_t *operand_count);

void print_options(const option_row *rows, size_t count);

/* ---- the values of options ------------------------------------------------------------------------------ */

/* The readers leave a value as it is where the word is NULL, as the option was not given.  They return EXIT_DONE, or EXIT_USAGE after an
 * error message. */

/* Finite numbers between two ends; `above` leaves out the lower one. */
typedef struct number_range {
    double least, most; /* most may be HUGE_VAL */
    int above;
} number_range;

int read_number(const char *option, const char *word, number_range range, double *value);

/* Reads a time limit in seconds, at least `least`. */
int read_seconds(const char *word, double least, double *value);

/* Reads a positive number. */
int read_positive(const char *option, const char *word, double *value);

/* Reads a whole number, which may be written as 1e6. */
int read_whole(const char *option, const char *word, int least, int most, int *value);

/* A word that an option takes, and its value. */
typedef struct choice {
    const char *word;
    int value;
} choice;

/* The table ends with a row of zeros. */
int read_choice(const char *option, const char *word, const choice *choices, int *value);

/* An nf_type, and a number of dimensions. */
extern const choice precision_choices[], dims_choices[];

#endif
