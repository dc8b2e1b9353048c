/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Tunables: parameters of kernels that do not change results, one row each, next to the code that uses them.
 *
 *     static const nf_tunable scan_tunables[] = {
 *         // name   gpu   cpu   values tried              holds when
 *         { "GROUP", 128,    1, {1, 64, 128, 256, 512},   nf_fits_group },
 *         { "ITEMS",  16, 4096, {4, 8, 16, 32, 4096},     nf_fits_item },
 *     };
 *     const nf_family nf_scan_family = NF_FAMILY("scan", scan_tunables, 0, 0);
 *
 * The value in use is that of the context's `tuning` words ("scan.GROUP=64") or NEARFIELD_TUNING; otherwise the one stored
 * for this device; otherwise the default for the kind of device.
 */
#ifndef NF_TUNE_TUNABLE_H
#define NF_TUNE_TUNABLE_H

#include "opencl/context.h"

enum { NF_TUNABLE_VALUES = 12 };

typedef struct nf_tunable {
    const char *name;
    int gpu, cpu;
    int values[NF_TUNABLE_VALUES];                      /* candidates; ends with a zero */
    int (*holds)(const nf_context *context, int value); /* NULL: always */
} nf_tunable;

/* The tunables of one kernel; `name` is its stem. */
typedef struct nf_family {
    const char *name;
    const nf_tunable *rows;
    size_t count;
    /* The elements of a work-item in groups of several, and of one alone; 0 if they are a row ITEMS, or if there are none. */
    int items, items_alone;
} nf_family;
#define NF_FAMILY(name, rows, items, items_alone)                                                            \
    { name, rows, sizeof(rows) / sizeof(rows)[0], items, items_alone }

/* The number after "name=" in words that are separated by blanks or commas, or -1. */
long nf_word_value(const char *words, const char *name);

/* 1 if the word gives a value to a tunable of the library; nf_context_note() names the others. */
int nf_tuning_takes(const nf_context *context, const char *word);

/* The value of a row for this context. */
int nf_tuned(const nf_context *context, const nf_family *family, size_t row);

/* 1 if the kernels for CPUs are used (*_cpu.cl, one work-item a group): if nf_is_serial, and the family's first row, GROUP,
   is 1.  Otherwise the value 1 stands for the smallest group. */
int nf_is_alone(const nf_context *context, const nf_family *family);

/* For the column `holds`, which is also 0 for rows that the device's paths do not use (it does not know the other values of
   a candidate): valid sizes of groups; elements a work-item; rows of CPUs only; rows of paths whose
   groups have several work-items. */
int nf_fits_group(const nf_context *context, int value);
int nf_fits_item(const nf_context *context, int value);
int nf_fits_cpu(const nf_context *context, int value);
int nf_fits_groups(const nf_context *context, int value);

#endif
