/* The nearfield command: one row a subcommand. */
#include "command.h"
#include "interaction.h"
#include "self.h"
#include "suggest.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} command;

static const command commands[] = {
    {"pairs", command_task, "find every pair of points closer than a cutoff"},
    {"lists", command_task, "find the neighbours of every point, as offsets and indices"},
    {"knn", command_task, "find the k nearest neighbours of every point, exactly"},
    {"fof", command_task, "find friends-of-friends groups, or DBSCAN's, and their catalogue"},
    {"interact", command_task,
     "sum a pair function, of the library or your own, over the neighbours of every point"},
    {"rdf", command_task, "compute the radial distribution g(r), and draw it"},
    {"devices", command_devices, "list the OpenCL devices"},
    {"check", command_check, "find out whether device and driver compute correctly"},
    {"tune", command_tune, "find the shapes of kernels that are fastest on a device"},
    {"bench", command_bench,
     "measure the library, and compare it with the limits of the device and with other libraries"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *to) {
    fputs("nearfield: fast neighbour search for point clouds, in OpenCL\n\n"
          "usage: nearfield COMMAND [options]     nearfield help COMMAND     nearfield --version\n\n",
          to);
    for (size_t k = 0; k < COMMANDS; k++) fprintf(to, "  %-10s %s\n", commands[k].name, commands[k].help);
    fputs("\nexit codes: 0 done, 2 usage, 3 bad input file or points, 4 no device, 5 memory or capacity,\n"
          "            6 slower (bench --fail-if-slower), 1 anything else\n",
          to);
}

static const command *command_named(const char *name) {
    for (size_t k = 0; k < COMMANDS; k++)
        if (strcmp(name, commands[k].name) == 0) return &commands[k];
    return NULL;
}

static const char *command_name(const void *table, size_t k) {
    (void)table;
    return k < COMMANDS ? commands[k].name : k == COMMANDS ? "help" : NULL;
}

static int no_command(const char *word) {
    char text[SUGGESTION];
    return complain(NF_EXIT_USAGE, "there is no command \"%s\"%s (nearfield --help)", word,
                    suggest(word, "", command_name, NULL, text));
}

static int surplus(const char *word) {
    return complain(NF_EXIT_USAGE, "unexpected argument \"%s\"; see nearfield --help", word);
}

static int asks_for_help(const char *word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

/* Prints the help of a subcommand, or of a pair function that interact has. */
static int help_of(char *name, const char *function) {
    char option[] = "--help", *argv[] = {name, option, NULL};
    const command *c = command_named(name);
    if (function) return interaction_help(function);
    return c ? c->run(2, argv) : no_command(name);
}

/* Checks that the output was written: the disk may be full, or the pipe closed. */
static int finish(int code) {
    if (fflush(stdout) != 0 && code == NF_EXIT_DONE)
        return complain(NF_EXIT_OTHER, "standard output cannot be written");
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
    if (!open_descriptors()) return NF_EXIT_OTHER;
    (void)signal(SIGXFSZ, SIG_IGN); /* a write beyond the size limit of files then fails with an error */
    if (argc > 0) program_name = argv[0];
    if (argc < 2) {
        print_help(stderr);
        return NF_EXIT_USAGE;
    }
    const int of_function = argc > 3 && asks_for_help(argv[1]) && strcmp(argv[2], "interact") == 0;
    const int alone = strcmp(argv[1], "--version") == 0 ? 2 : asks_for_help(argv[1]) ? 3 + of_function : argc;
    if (argc > alone) return surplus(argv[alone]);
    for (int k = 1; k < argc && strcmp(argv[k], "--") != 0; k++) { /* at any position */
        if (strcmp(argv[k], "--version") != 0) continue;
        printf("nearfield %s\n", nf_version());
        return finish(NF_EXIT_DONE);
    }
    if (asks_for_help(argv[1])) {
        if (argc > 2 && !asks_for_help(argv[2]))
            return finish(help_of(argv[2], of_function ? argv[3] : NULL));
        print_help(stdout);
        return finish(NF_EXIT_DONE);
    }
    const command *c = command_named(argv[1]);
    if (c) return finish(c->run(argc - 1, argv + 1));
    return no_command(argv[1]);
}
