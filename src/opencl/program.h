/* Programs: embedded sources and defines in, built kernels out, cached in memory and on disk. */
#ifndef NF_OPENCL_PROGRAM_H
#define NF_OPENCL_PROGRAM_H

#include "core/fail.h"

#include <nearfield/context.h>

/* What to build: a source below cl/ and the defines that specialise it. */
typedef struct nf_spec {
    const char *source; /* "primitives/scan.cl" */
    char defines[512];  /* "-D GROUP=64 -D T=uint"; also the key of the cache */
    size_t used;        /* its length */
    int subgroups;      /* the kernels have sub-groups, which came after OpenCL C 1.2 */
    int full;           /* a define did not fit: nf_program_get answers NF_ERROR_ARGUMENT */
} nf_spec;

nf_spec nf_spec_of(const char *source);
void nf_define(nf_spec *spec, const char *name, int64_t value);
void nf_define_word(nf_spec *spec, const char *name, const char *word);

typedef struct nf_kernel {
    char name[48];
    cl_kernel kernel;
} nf_kernel;

typedef struct nf_program {
    char *key;
    cl_program program;
    nf_kernel *kernels;
    size_t count, capacity;
} nf_program;

typedef struct nf_programs {
    nf_program **list;
    size_t count, capacity;
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
    const char *name; /* "common/real.cl" */
    const unsigned char *bytes;
    size_t size;
} nf_embedded;
extern const nf_embedded nf_embedded_files[];
extern const size_t nf_embedded_count;

#endif
