/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The nearfield command: one row a subcommand. */
#include "bench/bench.h"
#include "check/check.h"
#include "command/command.h"
#include "options/options.h"
#include "system/child.h"
#include "job/run_task.h"
#include "tasks/tasks.h"
#include "text/suggest.h"
#include "tune/tune.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct command {
    const char *name;
    int (*run)(int argc, char **argv); /* NULL: a task */
    const char *help;
    int (*help_named)(const char *word); /* the page of a word that follows the command in help; or NULL */
    const char *part;                    /* a word behind the command that has a page of its own; or NULL */
    const task *task;
} command;

/* Behind the tasks. */
static const command others[] = {
    {"devices", command_devices, "list the OpenCL devices", NULL, NULL, NULL},
    {"check", command_check, "find out whether device and driver compute correctly", NULL, NULL, NULL},
    {"tune", command_tune, "find the shapes of kernels that are fastest on a device", NULL, "interact", NULL},
    {"bench", command_bench,
     "measure the library, and compare it with the limits of the device and with other libraries", NULL,
     "interact", NULL},
};

/* Fills in the k-th command.  Returns 0 behind the last. */
static int command_at(size_t k, command *c) {
    size_t tasks = 0;
    while (task_at(tasks)) tasks++;
    const task *about = task_at(k);
    if (about) *c = (command){about->name, NULL, about->summary, about->help_named, NULL, about};
    else if (k - tasks < sizeof others / sizeof *others) *c = others[k - tasks];
    else return 0;
    return 1;
}

static int run(const command *c, int argc, char **argv) {
    return c->task ? run_task(c->task, argc, argv) : c->run(argc, argv);
}

static void print_help(FILE *to) {
    fputs("nearfield: fast neighbour search for point clouds, in OpenCL\n\n"
          "usage: nearfield COMMAND [options]     nearfield help COMMAND     nearfield --version\n\n",
          to);
    command c;
    for (size_t k = 0; command_at(k, &c); k++) fprintf(to, "  %-10s %s\n", c.name, c.help);
    fputs("\nexit codes: 0 done, 2 usage, 3 bad input file or points, 4 no device, 5 memory or capacity,\n"
          "            6 slower (bench --fail-if-slower), 1 anything else\n",
          to);
}

static int find_command(const char *name, command *c) {
    for (size_t k = 0; command_at(k, c); k++)
        if (strcmp(name, c->name) == 0) return 1;
    return 0;
}

static const char *command_name(const void *table, size_t k) {
    command c;
    (void)table;
    if (command_at(k, &c)) return c.name;
    return k > 0 && command_at(k - 1, &c) ? "help" : NULL;
}

static int no_command(const char *word) {
    char text[SUGGESTION];
    return complain(EXIT_USAGE, "there is no command \"%s\"%s (nearfield --help)", word,
                    suggest(word, "", command_name, NULL, text));
}

static int surplus(const char *word) {
    return complain(EXIT_USAGE, "unexpected argument \"%s\"; see nearfield --help", word);
}

static int asks_for_help(const char *word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

/* Prints the help of a subcommand, or of a word behind it: a part of the command, or a pair function that interact has. */
static int help_of(int count, char **words) {
    char option[] = "--help", *argv[] = {words[0], count > 1 ? words[1] : option, option, NULL};
    command c;
    const int found = find_command(words[0], &c);
    const int is_part = found && count > 1 && c.part && strcmp(c.part, words[1]) == 0;
    const int known = 1 + (is_part || (found && c.help_named));
    if (count > known) return surplus(words[known]);
    if (!found) return no_command(words[0]);
    return count > 1 && !is_part ? c.help_named(words[1]) : run(&c, 1 + count, argv);
}

/* Checks that the output was written: the disk may be full, or the pipe closed. */
static int finish(int code) {
    if (code == EXIT_HELPED) code = EXIT_DONE;
    if (fflush(stdout) != 0 && code == EXIT_DONE)
        return complain(EXIT_OTHER, "standard output cannot be written");
    return code;
}

/* When standard input, output or error is closed, the next file that is opened would get its number, and messages of a
   driver would be written into that file.  So a closed one is opened on /dev/null in the wrong direction: using it still
   fails. */
static int open_descriptors(void) {
    static const int against[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int k = STDIN_FILENO; k <= STDERR_FILENO; k++)
        if (fcntl(k, F_GETFD) < 0 && open("/dev/null", against[k]) != k) return 0;
    return 1;
}

int main(int argc, char **argv) {
    if (!open_descriptors()) return EXIT_OTHER;
    (void)signal(SIGXFSZ, SIG_IGN); /* a write beyond the size limit of files then fails with an error */
    if (argc > 0) program_name = argv[0];
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (argc > 2 && strcmp(argv[1], "--version") == 0) return surplus(argv[2]);
    for (int k = 1; k < argc && strcmp(argv[k], "--") != 0; k++) { /* at any position */
        if (strcmp(argv[k], "--version") != 0) continue;
        print_version();
        return finish(EXIT_DONE);
    }
    if (asks_for_help(argv[1])) {
        if (argc > 2 && !asks_for_help(argv[2])) return finish(help_of(argc - 2, argv + 2));
        if (argc > 3) return surplus(argv[3]);
        print_help(stdout);
        return finish(EXIT_DONE);
    }
    command c;
    if (find_command(argv[1], &c)) return finish(run(&c, argc - 1, argv + 1));
    return no_command(argv[1]);
}
