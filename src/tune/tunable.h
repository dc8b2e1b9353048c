/*
 * Tunables: what a kernel may vary without changing any result, one row each, beside the code that uses it.
 *
 *     static const nf_tunable scan_tunables[] = {
 *         // name   gpu   cpu   values tried              holds when
 *         { "GROUP", 128,    1, {1, 64, 128, 256, 512},   nf_fits_group },
 *         { "ITEMS",  16, 4096, {4, 8, 16, 32, 4096},     nf_fits_item },
 *     };
 *     const nf_family nf_scan_family = NF_FAMILY("scan", scan_tunables);
 *
 * A value is the override of the context's `tuning` words ("scan.GROUP=64") or NEARFIELD_TUNING, or else what
 * was stored for this device, or else the default of the device's kind.
 */
#ifndef NF_TUNE_TUNABLE_H
#define NF_TUNE_TUNABLE_H

#include "opencl/context.h"

enum { NF_TUNABLE_VALUES = 12 };

typedef struct nf_tunable {
    const char *name;
    int gpu, cpu;
    int values[NF_TUNABLE_VALUES];                      /* worth trying; ends with a zero */
    int (*holds)(const nf_context *context, int value); /* NULL: always */
} nf_tunable;

/* The tunables of one kernel; `name` is its stem. */
typedef struct nf_family {
    const char *name;
    const nf_tunable *rows;
    size_t count;
} nf_family;
#define NF_FAMILY(name, rows)                                                                                \
    { name, rows, sizeof(rows) / sizeof(rows)[0] }

/* The value behind "family.NAME=" in the words, which blanks or commas separate, or 0. */
int nf_tuning_value(const char *words, const char *family, const char *name);

/* 1 where the word gives a value to a tunable of the library; nf_context_note() names those that do not. */
int nf_tuning_takes(const nf_context *context, const char *word);

/* The value of a row for this context. */
int nf_tuned(const nf_context *context, const nf_family *family, size_t row);

/* The same, with where it comes from: "words", "stored", "default", or "refused" where words ask for larger groups than
   the driver compiles right. */
int nf_tuned_from(const nf_context *context, const nf_family *family, size_t row, const char **source);

/* The default of the device's kind. */
int nf_default(const nf_context *context, const nf_family *family, size_t row);

/* 1 where the kernels of CPUs are taken, which have one work-item a group and are files of their own: where
   nf_is_serial and the value of the family's first row, GROUP, is 1.  Elsewhere such a value stands for the least
   group. */
int nf_is_alone(const nf_context *context, const nf_family *family);

/* 1 where the value may be tried on this device. */
int nf_tunable_holds(const nf_context *context, const nf_tunable *row, int value);

/* 1 where a value of the row is worth trying; elsewhere the paths that the device takes do not use it. */
int nf_tunable_is_used(const nf_context *context, const nf_tunable *row);

/* For the column `holds`, which is 0 also for what is not used on the device's paths (it does not see the other values of
   a candidate: that of GROUP may make others idle): a group that the device takes; elements a work-item, of which those
   of GPUs have few; what CPUs alone have; what serves where work-groups wait for earlier ones. */
int nf_fits_group(const nf_context *context, int value);
int nf_fits_item(const nf_context *context, int value);
int nf_fits_cpu(const nf_context *context, int value);
int nf_fits_look_back(const nf_context *context, int value);

/* nf_tune() for any rows; `standard` has the default of each. */
nf_status nf_tune_rows(const nf_family *family, const nf_context *context, const int *standard,
                       const nf_tune_plan *plan, nf_tune_result *result, nf_sentence *error);

#endif
