/* A peer while it runs: a program in a process group of its own, so that all of it can be ended. */
#ifndef NEARFIELD_TOOL_BENCH_PEER_PROCESS_H
#define NEARFIELD_TOOL_BENCH_PEER_PROCESS_H

#include "bench.h"

typedef enum peer_end { PEER_DONE, PEER_NOT_STARTED, PEER_LATE, PEER_FAILED } peer_end;

/* Runs `path` with --seconds, the file "work" of `folder` as its input, and hands each line of its output to `take`.
   It is ended, with all that it started, after `limit` seconds.  `said`: the last line of what it wrote to standard
   error, which is kept in the file "said" of the folder; or why it was not started. */
peer_end bench_peer_process(const char *path, const char *folder, double seconds, double limit,
                            void (*take)(void *user, const char *line), void *user,
                            char said[BENCH_SENTENCE]);

#endif
