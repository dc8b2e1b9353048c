/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/reader/text_file.h"

#include "formats/reader/input.h"

#include <stdlib.h>
#include <string.h>

int io_read_text(const char *path, char **text, text_problem *problem) {
    io_input in;
    unsigned char *bytes = NULL;
    size_t size = 0;
    *text = NULL;
    if (io_input_refuse_folder(path, problem) != 0 || io_input_open(&in, path, problem) != 0)
        return problem->code;
    int failed = io_input_load(&in, &bytes, &size);
    io_input_close(&in);
    *text = failed ? NULL : calloc(size + 1, 1);
    if (*text && bytes) memcpy(*text, bytes, size);
    if (!failed && !*text) failed = problem_set(problem, EXIT_MEMORY, "there is no memory for %.300s", path);
    if (*text && strlen(*text) != size)
        failed = problem_set(problem, EXIT_INPUT, "%.300s: this is not a text", path);
    free(bytes);
    return failed;
}
