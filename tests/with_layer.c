/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Runs a script with a layer of the OpenCL loader as its last argument:  with_layer LAYER COMMAND [ARGUMENT...]
 * Where the layer cannot be used, it says so, and the script runs without that argument, and so without what it does with the layer; if it
 * passes, it counts as skipped.
 */
#include "support/layers.h"
#include "support/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc < 3) return EXIT_FAILURE;
    char *layer = argv[1];
    const char *fault = support_layer_fault(layer);
    memmove(argv, argv + 2, (size_t)(argc - 2) * sizeof *argv);
    argv[argc - 2] = fault ? NULL : layer;
    argv[argc - 1] = NULL;
    if (fault) {
        int code = 0;
        printf("skipped: the parts with a faulty driver: %s\n", fault);
        (void)fflush(stdout);
        const pid_t child = fork();
        if (child < 0 || (child > 0 && waitpid(child, &code, 0) != child)) return EXIT_FAILURE;
        if (child > 0)
            return code == 0 ? SUPPORT_SKIPPED : WIFEXITED(code) ? WEXITSTATUS(code) : EXIT_FAILURE;
    }
    execvp(argv[0], argv);
    perror(argv[0]);
    return EXIT_FAILURE;
}
