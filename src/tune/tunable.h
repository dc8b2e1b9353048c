/*
 * Tunables: what a kernel may vary without changing any result, one row each, beside the code that uses it.
 *
 *     static const nf_tunable scan_tunables[] = {
 *         // name   gpu   cpu
 *         { "GROUP", 128,    1 },
 *         { "ITEMS",  16, 4096 },
 *     };
 *
 * A value is the override of the context's `tuning` words ("scan.GROUP=64") or NEARFIELD_TUNING, or else the
 * default of the device's kind.
 */
#ifndef NF_TUNE_TUNABLE_H
#define NF_TUNE_TUNABLE_H

#include "opencl/context.h"

typedef struct nf_tunable {
    const char *name;
    int gpu, cpu;
} nf_tunable;

/* The value of `table[row]` for this context; `family` is the stem of the kernel: "scan". */
int nf_tuned(const nf_context *context, const char *family, const nf_tunable *table, size_t row);

#endif
