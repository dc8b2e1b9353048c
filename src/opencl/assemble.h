/* The text of a program: its kernel files in order, with the files that they include. */
#ifndef NF_OPENCL_ASSEMBLE_H
#define NF_OPENCL_ASSEMBLE_H

#include "core/memory.h"
#include "opencl/program.h"

/* The files `names` below cl/ (of `files`, which are nf_embedded_files but in tests; separated by a space), one behind
   the other, each `#include "..."` replaced by that file, with #line directives, so that a compiler's message names the
   real file and line.

   Inclusion is that of C, so that compilers that read the files themselves see the same program: a file with the line
   `#pragma once` is there once, in the first branch of an #if that the compiler takes; a file without it is there each
   time that it is included, as may be wanted under different macros.

   *out is allocated and ends with a zero byte. */
nf_status nf_assemble(const nf_allocator *allocator, const nf_embedded *files, size_t file_count,
                      const char *names, char **out, nf_sentence *error);

/* A compiler's log about `text`, an assembled program, with the places that it names by physical line
   (drivers that ignore #line write "<kernel>:12") named by file and line instead.  Allocated; NULL when
   there is no memory. */
char *nf_assemble_explain(const nf_allocator *allocator, const char *text, const char *log);

#endif
