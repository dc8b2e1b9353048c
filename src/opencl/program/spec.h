/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What a program is built from: an entry kernel, parts and defines. */
#ifndef NF_OPENCL_SPEC_H
#define NF_OPENCL_SPEC_H

#include "core/fail.h"

#include <nearfield/context.h>

/* The words before the file of a part: one before the entry kernel, and one behind it. */
#define NF_SPEC_PART   " -include "
#define NF_SPEC_BEHIND " -behind "

/* What to build: an entry kernel below cl/, the parts before and behind it, and the defines for all.  A plain value: it may be
   copied and needs no release. */
typedef struct nf_spec {
    nf_context *context;
    const char *source; /* the file of the entry kernel, for example "primitives/scan.cl" */
    /* Parts and defines as compiler options: "-include space/space_open.cl -D GROUP=64".  `head` has the earlier ones, if they
       did not fit into `text`; the context owns it, and equal heads are one pointer. */
    const char *head;
    char text[480];
    size_t used;   /* the length of `text` */
    int subgroups; /* nonzero: the kernels use sub-groups, which need a version after OpenCL C 1.2 */
    int strict;    /* nonzero: do not pass -w.  Programs of one source all have the same value. */
    int failed;    /* nonzero: out of memory for the head; nf_program_get returns NF_ERROR_MEMORY */
} nf_spec;

nf_spec nf_spec_of(nf_context *context, const char *source);
void nf_part(nf_spec *spec, const char *file);   /* appends a part, a file below cl/ */
void nf_behind(nf_spec *spec, const char *file); /* the same behind the entry kernel */
void nf_define(nf_spec *spec, const char *name, int64_t value);
void nf_unoptimised(nf_spec *spec); /* the compiler shall not optimise */
void nf_define_word(nf_spec *spec, const char *name, const char *word);

#endif
