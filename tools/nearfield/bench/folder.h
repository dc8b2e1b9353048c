/* A temporary folder that goes with this process, however that ends. */
#ifndef NEARFIELD_BENCH_FOLDER_H
#define NEARFIELD_BENCH_FOLDER_H

#include <sys/types.h>

enum { BENCH_FOLDER = 256 };

typedef struct bench_folder {
    char path[BENCH_FOLDER];
    pid_t keeper; /* the process that removes it */
    int alive;    /* its keeper waits until nobody has this open any more */
} bench_folder;

/* Makes the folder, below TMPDIR or /tmp.  Called before there are threads, as it forks; processes that are forked
   later, not those that are started anew, are waited for before the folder goes.  Returns 0 or an errno. */
int bench_folder_make(bench_folder *folder);

/* Removes it with all that is in it; nothing where it is all zero. */
void bench_folder_free(bench_folder *folder);

#endif
