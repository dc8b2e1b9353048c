/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A file that is read as a whole. */
#ifndef NEARFIELD_FORMATS_READER_TEXT_FILE_H
#define NEARFIELD_FORMATS_READER_TEXT_FILE_H

#include "text/problem.h"

/* Reads the text of a file, with a zero behind it; the caller frees it, also after a problem.  Returns 0 or problem->code. */
int io_read_text(const char *path, char **text, text_problem *problem);

#endif
