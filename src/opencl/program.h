/* Programs: embedded sources and defines in, built kernels out, cached in memory and on disk. */
#ifndef NF_OPENCL_PROGRAM_H
#define NF_OPENCL_PROGRAM_H

#include "core/fail.h"

#include <nearfield/context.h>

/* What to build: an entry kernel below cl/, the parts that stand before it, and the defines that specialise both.
   A value without an owner: it may be copied, and needs no release. */
typedef struct nf_spec {
    nf_context *context;
    const char *source; /* of the entry kernel: "primitives/scan.cl" */
    /* Parts and defines in the words of a compiler that reads files: "-include space/open.cl -D GROUP=64". */
    const char
        *head; /* what `text` had no room for any more: the context keeps it, the same text at one place */
    char text[480];
    size_t used;   /* its length */
    int subgroups; /* the kernels have sub-groups, which came after OpenCL C 1.2 */
    int failed;    /* there was no memory for the head: nf_program_get answers NF_ERROR_MEMORY */
} nf_spec;

nf_spec nf_spec_of(nf_context *context, const char *source);
void nf_part(nf_spec *spec, const char *file); /* behind the parts before it, below cl/, too */
void nf_define(nf_spec *spec, const char *name, int64_t value);
void nf_define_word(nf_spec *spec, const char *name, const char *word);

typedef struct nf_kernel {
    char name[48];
    cl_kernel kernel;
} nf_kernel;

typedef struct nf_program {
    nf_spec spec;
    cl_program program;
    nf_kernel *kernels;
    size_t count, capacity;
} nf_program;

typedef struct nf_programs {
    nf_program **list;
    size_t count, capacity;
    char **heads; /* of the specs whose text is long */
    size_t head_count, head_capacity;
    char *folder; /* of the disk cache; NULL when it is off */
    char *log;    /* of the last build that failed */
} nf_programs;

/* The program of `spec`: from memory, from disk, or built now.  The context keeps it. */
nf_status nf_program_get(nf_context *context, const nf_spec *spec, nf_program **out);

/* A kernel of a program; the program keeps it. */
nf_status nf_program_kernel(nf_context *context, nf_program *program, const char *name, cl_kernel *out);

void nf_programs_free(nf_context *context);

/* One embedded file below cl/, made by the build. */
typedef struct nf_embedded {
    const char *name; /* "space/pair_rule.cl" */
    const unsigned char *bytes;
    size_t size;
} nf_embedded;
extern const nf_embedded nf_embedded_files[];
extern const size_t nf_embedded_count;

#endif
