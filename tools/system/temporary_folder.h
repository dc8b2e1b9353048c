/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A temporary folder that is removed when this process ends, in whatever way. */
#ifndef NEARFIELD_SYSTEM_TEMPORARY_FOLDER_H
#define NEARFIELD_SYSTEM_TEMPORARY_FOLDER_H

#include <sys/types.h>

enum { FOLDER_PATH = 256 };

typedef struct temporary_folder {
    char path[FOLDER_PATH];
    pid_t keeper; /* the process that removes it */
    int alive;    /* the keeper waits until no process has this open */
} temporary_folder;

/* Makes the folder, below TMPDIR or /tmp.  It forks: call it before starting threads.  The folder stays until all
   processes forked later have ended (not those that were exec'ed).  Returns 0 or an errno. */
int temporary_folder_make(temporary_folder *folder);

/* Removes it with its contents; does nothing for a zeroed struct. */
void temporary_folder_free(temporary_folder *folder);

#endif
