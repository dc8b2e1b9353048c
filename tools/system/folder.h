/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A temporary folder that is removed when this process ends, in whatever way. */
#ifndef NEARFIELD_BENCH_FOLDER_H
#define NEARFIELD_BENCH_FOLDER_H

#include <sys/types.h>

enum { BENCH_FOLDER = 256 };

typedef struct bench_folder {
    char path[BENCH_FOLDER];
    pid_t keeper; /* the process that removes it */
    int alive;    /* the keeper waits until no process has this open */
} bench_folder;

/* Makes the folder, below TMPDIR or /tmp.  It forks: call it before starting threads.  The folder stays until all
   processes forked later have ended (not those that were exec'ed).  Returns 0 or an errno. */
int bench_folder_make(bench_folder *folder);

/* Removes it with its contents; does nothing for a zeroed struct. */
void bench_folder_free(bench_folder *folder);

#endif
