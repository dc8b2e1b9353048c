/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the subcommands share: exit codes, error messages and options. */
#ifndef NEARFIELD_OPTIONS_OPTIONS_H
#define NEARFIELD_OPTIONS_OPTIONS_H

#include "text/problem.h"

#include <nearfield/nearfield.h>
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

/* Reads argv by the table; `operands` has room for `most` operands.  --help sets *help.  Returns EXIT_DONE, or
   EXIT_USAGE after an error message. */
int read_options(int argc, char **argv, const option_row *rows, size_t count, const char **operands,
                 size_t most, size_t *operand_count, int *help);

void print_options(const option_row *rows, size_t count);

#endif
