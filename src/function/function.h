/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A pair function: its declarations, and the parts of programs that apply it. */
#ifndef NF_FUNCTION_FUNCTION_H
#define NF_FUNCTION_FUNCTION_H

#include "core/fail.h"
#include "opencl/spec.h"

#include <nearfield/function.h>

struct nf_function {
    nf_context *context;
    nf_function_info info;
    const char *declarations, *text, *end; /* names of parts */
    int stays; /* 1: so do its parts and programs when it is freed, as it comes with the library */
    char key[NF_NAME_BYTES]; /* among stored choices: its name, or a hash of its source */
};

/* The text behind the byte order mark that editors may write before a source in UTF-8. */
const char *nf_function_text(const char *source);

/* Reads the declarations of a source.  `file` is its name in messages. */
nf_status nf_function_read(const char *source, const char *file, nf_function_info *info, nf_sentence *error);

/* Writes the generated part that cl/function/function.cl needs, without the defines of a call; `room` bytes are enough if it is
   NF_DECLARATIONS_ROOM. */
enum { NF_DECLARATIONS_ROOM = 16384 };
void nf_function_declarations(const nf_function_info *info, char *text, size_t room);

/* 1 if a kernel file, by its name, may be in a program with a pair function; not those of other functions. */
int nf_function_may_meet(const char *file);

/* Checks that neither a source nor its declarations have names of the library's kernels that may be in a program with them. */
nf_status nf_function_check_names(const nf_allocator *allocator, const char *source, const char *file,
                                  nf_sentence *error);

/* Checks that a source closes its comments, and its braces as far as that is known before the preprocessor runs. */
nf_status nf_function_check_closed(const char *source, const char *file, nf_sentence *error);

/* Checks that interact has the parameters that its shape prescribes, and that a radial one has a return; what macros hide counts as right. */
nf_status nf_function_check_signature(const char *source, const char *file, const nf_function_info *info,
                                      nf_sentence *error);

/* Checks that functions of a source do not assign to a sum of a parameter that points to sums, but for what stands in conditional groups or macros. */
nf_status nf_function_check_sums(const char *source, const char *file, nf_sentence *error);

/* Writes a part that undefines the macros of a source, so that they do not change the kernels after it; allocated. */
nf_status nf_function_undefine(const nf_allocator *allocator, const char *source, char **text,
                               nf_sentence *error);

/* Adds the function to a program, with the options of the call. */
void nf_function_add(const nf_function *function, int sum64, int fast, uint32_t wanted, nf_spec *spec);

#endif
