/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Assembles the text of a program: its kernel files in order, with the files that they include. */
#ifndef NF_OPENCL_ASSEMBLE_H
#define NF_OPENCL_ASSEMBLE_H

#include "core/memory.h"
#include "opencl/program/program.h"

/* Concatenates the files `names` below cl/ (separated by spaces; looked up in `sources`).  Each `#include "..."` is replaced by the file, with #line directives, so that a compiler's message names
   the original file and line.

   Inclusion works as in C, so that compilers that read the files themselves see the same program: a file with
   `#pragma once` is taken once, in the first #if branch that the compiler does not skip; a file without it is taken
   each time it is included, for example under different macros.

   *out is allocated and ends with a zero byte. */
nf_status nf_assemble(const nf_allocator *allocator, const nf_sources *sources, const char *names, char **out,
                      nf_sentence *error);

/* Rewrites a compiler's log about `text`, an assembled program: places given by physical line (drivers that ignore #line
   write "<kernel>:12") get their file and line.  Allocated; NULL if out of memory. */
char *nf_assemble_explain(const nf_allocator *allocator, const char *text, const char *log);

#endif
