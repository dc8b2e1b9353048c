/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Preloaded: stands for an OpenCL loader that takes no layers, as that of CUDA. */
#include <stdlib.h>
#include <string.h>

extern char **environ;
char *getenv(const char *name);
char *secure_getenv(const char *name);

char *getenv(const char *name) {
    const size_t length = strlen(name);
    if (strcmp(name, "OPENCL_LAYERS") == 0) return NULL;
    for (char **row = environ; row && *row; row++)
        if (strncmp(*row, name, length) == 0 && (*row)[length] == '=') return *row + length + 1;
    return NULL;
}

char *secure_getenv(const char *name) { return getenv(name); }
