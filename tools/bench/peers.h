/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the users of the peers' protocol share: tools/peers/README.md. */
#ifndef NEARFIELD_BENCH_PEERS_H
#define NEARFIELD_BENCH_PEERS_H

#include "bench/bench.h"

#include <cJSON.h>

/* Takes an answer of a peer, NULL for a line that is no JSON.  Returns 0 if it answers nothing that was asked. */
typedef int bench_take_answer(bench_report *report, const char *peer, const cJSON *answer);

/* Runs every peer on the work in the file `work` of the folder.  Complains, and returns an exit code. */
int bench_ask_peers(bench_report *report, const char *peers, const char *folder, bench_take_answer *take,
                    progress *line);

/* A line of the work: CASE N TYPE PARAMETER FILE. */
typedef struct peer_work {
    const char *name;
    uint64_t n;
    const char *type;
    double parameter;
    char file[1024]; /* of the input */
    size_t bytes;    /* that it has */
} peer_work;

/* Adds a line, and writes the input to its file; NULL: it is there.  Complains, and returns an exit code. */
int bench_add_peer_work(FILE *work, const peer_work *line, const void *input);

/* A text; "" if there is none. */
const char *bench_word(const cJSON *object, const char *name);

/* Samples of a time in ms, summarised. */
void bench_read_times(const cJSON *object, const char *name, bench_times *times);

#endif
