/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Replaces older.c, peers.c and interact_peers.c in builds without cJSON. */
#include "bench/interact/interact_bench.h"

static int without_reader(const char *option) {
    return complain(
        EXIT_OTHER,
        "%s needs a nearfield that was built with cJSON (Debian: libcjson-dev, Fedora: cjson-devel, "
        "Arch and Homebrew: cjson)",
        option);
}

int bench_read_old(const char *path, bench_report *report) {
    (void)path, (void)report;
    return without_reader("--compare");
}

int bench_find_peers(char *folder, size_t size) {
    (void)folder, (void)size;
    return without_reader("--peers");
}

/* Not reached. */
int bench_run_peers(bench_report *report, const char *peers, const char *folder, progress *line) {
    return report && peers && folder && line;
}

int interact_run_peers(bench_report *base, const char *peers, const char *folder, progress *line) {
    return base && peers && folder && line;
}
