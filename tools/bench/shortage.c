/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Whether there is memory for a measurement. */
#include "bench/bench.h"

#include <unistd.h>

const char *bench_shortage(const nf_device_info *info, const bench_need *need, char words[BENCH_SENTENCE]) {
    const double share = info->type & CL_DEVICE_TYPE_CPU ? 0.4 : 0.85;
    const struct {
        const char *where;
        uint64_t takes, may;
    } rows[] = {{"of device memory", need->device, (uint64_t)(share * (double)info->global_memory)},
                {"in one buffer", need->largest, info->largest_buffer},
                {"of the host's memory", need->host,
                 (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 2}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (rows[k].takes <= rows[k].may) continue;
        snprintf(words, BENCH_SENTENCE, "it takes %.2f GB %s, %.2f may be used", (double)rows[k].takes * 1e-9,
                 rows[k].where, (double)rows[k].may * 1e-9);
        return words;
    }
    return NULL;
}
