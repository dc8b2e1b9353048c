/* What the subcommands share: exit codes, options, and one row a subcommand. */
#ifndef NEARFIELD_TOOL_COMMAND_H
#define NEARFIELD_TOOL_COMMAND_H

#include "problem.h"

#include <nearfield/nearfield.h>
#include <stdio.h>

#if defined(__GNUC__)
#define NF_TOOL_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define NF_TOOL_PRINTF(f, a)
#endif

/* The exit code that a status of the library becomes. */
int exit_code_of(nf_status status);

/* Writes "nearfield: sentence" to standard error and answers the code. */
NF_TOOL_PRINTF(2, 3)
int complain(int code, const char *format, ...);

/* One option of a subcommand: long name without dashes, a short letter or 0, what its value is called (NULL:
   a flag), help, and where the value goes: a const char * or, for a flag, an int. */
typedef struct option_row {
    const char *name;
    char letter;
    const char *value;
    const char *help;
    const char **text;
    int *flag;
} option_row;

/* Reads argv by the table; operands go to `operands`, at most `most` of them.  `--help` sets *help.  Answers
   NF_EXIT_DONE or NF_EXIT_USAGE (and has complained). */
int read_options(int argc, char **argv, const option_row *rows, size_t count, const char **operands,
                 size_t most, size_t *operand_count, int *help);

/* The members of a JSON object that say which device it is. */
void json_device(FILE *to, const nf_device_info *device);

void print_options(const option_row *rows, size_t count);

/* The subcommands: argv[0] is the subcommand's name. */
int command_task(int argc, char **argv); /* of tasks.c */
int command_devices(int argc, char **argv);
int command_check(int argc, char **argv);
int command_tune(int argc, char **argv);
int command_bench(int argc, char **argv);

#endif
