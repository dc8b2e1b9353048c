/* The text of a program: a kernel source with the common files that it includes. */
#ifndef NF_OPENCL_ASSEMBLE_H
#define NF_OPENCL_ASSEMBLE_H

#include "core/memory.h"
#include "opencl/program.h"

/* The source `name` below cl/ (of `files`, which are nf_embedded_files but in tests), each `#include "common/..."`
   replaced by that file, with #line directives, so that a compiler's message names the real file and line.  A file is
   included once, in whichever branch of an #if that is.  *out is allocated and ends with a zero byte. */
nf_status nf_assemble(const nf_allocator *allocator, const nf_embedded *files, size_t file_count,
                      const char *name, char **out, nf_sentence *error);

/* A compiler's log about `text`, an assembled program, with the places that it names by physical line
   (drivers that ignore #line write "<kernel>:12") named by file and line instead.  Allocated; NULL when
   there is no memory. */
char *nf_assemble_explain(const nf_allocator *allocator, const char *text, const char *log);

#endif
