/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Pair functions: what the sums of nf_interact() are made of, written by the caller in OpenCL C or from the
   library. */
#ifndef NEARFIELD_FUNCTION_H
#define NEARFIELD_FUNCTION_H

#include <nearfield/context.h>
#include <nearfield/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A pair function: its source, and what it declares.  Clouds and results do not need it. */
typedef struct nf_function nf_function;

/* The most fields, parameters, tables and sums that a function declares; a vector sum counts as one. */
enum { NF_FIELDS_MOST = 16, NF_PARAMETERS_MOST = 32, NF_TABLES_MOST = 4, NF_NAME_BYTES = 32 };

/* A sum of a function.  This struct does not grow. */
typedef struct nf_sum_info {
    char name[NF_NAME_BYTES]; /* of its array */
    int vector;               /* 1: it has a component for each dimension; 0: it is one number */
    /* what j receives of a pair's contribution to i: 1 the same, -1 the opposite; 0: not declared */
    int sign;
    double most; /* the largest absolute value of a sum, for symmetric evaluation; 0: not declared */
} nf_sum_info;

/* A parameter of a function.  This struct does not grow. */
typedef struct nf_parameter_info {
    char name[NF_NAME_BYTES]; /* of the member of `parameters` */
    double value;             /* the default */
} nf_parameter_info;

/* What a function declares, in the order of its source. */
typedef struct nf_function_info {
    uint32_t size;  /* sizeof(nf_function_info), or 0 for the layout of version 1.0 */
    int radial;     /* 1: the function returns the factor of D; 0: it is called with D */
    int fields;     /* the number of its fields */
    int parameters; /* of its parameters, without p->cutoff */
    int tables;     /* of its tables */
    int sums;       /* of its sums */
    char field[NF_FIELDS_MOST][NF_NAME_BYTES];       /* the names of the fields */
    nf_parameter_info parameter[NF_PARAMETERS_MOST]; /* the parameters */
    char table[NF_TABLES_MOST][NF_NAME_BYTES];       /* the names of the tables */
    nf_sum_info sum[NF_SUMS_MOST];                   /* the sums */
} nf_function_info;

/**
 * Makes a pair function from its source, or takes one that comes with the library.
 *
 * The source declares what the function uses in lines of this form; numbers have a decimal point in every
 * locale, and a comment may follow.  Such a line is a declaration wherever it stands.  The compiler refuses
 * one that it does not see at file scope, in a comment or in a conditional group that it leaves out.
 *
 *     #pragma nearfield radial                     the shape, or: general
 *     #pragma nearfield field NAME                 a number that each point carries beside its position
 *     #pragma nearfield parameter NAME VALUE       a number of the call, and its default
 *     #pragma nearfield table NAME                 an array of the call
 *     #pragma nearfield sum NAME vector odd 1e6    a result: vector or scalar.  Two words may follow, which
 *                                                  the strategy "symmetric" needs: what j receives of what
 *                                                  is added to i: odd, the opposite; even, the same; or
 *                                                  none; and the largest absolute value of a sum
 *
 * It defines a function with the name interact, of that shape:
 *
 *     radial   static real interact(const fields *i, const fields *j,           real d2, const parameters *p,
 *                                   sums *to)
 *     general  static void interact(const fields *i, const fields *j, vector D, real d2, const parameters *p,
 *                                   sums *to)
 *
 * This adds what point j does to point i.  D = r_j - r_i + S.H has the members x, y, z, 0 beyond the dims of
 * the points, and d2 = D . D; `real` is the type of the points.  A radial function returns the factor of D,
 * which is added to the one vector sum, if there is one, and adds to the scalar sums itself (`to->energies +=
 * ...`).  A general one adds to all sums (`to->forces.x += ...`).
 * It must only add, with += or -=: it must neither read nor assign the sums, as it is called for one pair
 * after another.  Nothing checks that.
 * A number without a suffix, such as 0.5, is double in OpenCL C: write (real)0.5, or calls for float points
 * compute in double, which is slow on most GPUs and fails on devices that have none.
 * The library may also call it for points that are no neighbours, and discards what it adds then: with any
 * finite D, also 0 and longer than the cutoff, d2 up to 1e37.  For those too the function must end, and must
 * not read beyond its tables.
 *
 * It reads fields as i->NAME and j->NAME; parameters as p->NAME, and the cutoff, which is always there, as
 * p->cutoff; tables as p->NAME[k], k < p->NAME_count, a uint, which it must check if it computes k; a
 * function of yours that gets a table takes a `global const real *`.  DIMS is the number of dims of the
 * points, and REAL64 is 1 where they are double, and 0 where they are float.
 * It computes by OpenCL C, and by inverse(x), quotient(a, b), root(x), inverse_root(x) and exponential(x),
 * which are those of OpenCL C or, in calls with `fast`, the native ones.
 * The compiler alone reads the rest of the source, as OpenCL C 1.2.  It may define functions, types,
 * constants and macros, whose names must not begin with nf_ or NF_.
 * It stands at the end of each program, behind all kernels, so that nothing in it can change what they
 * compute, and no macro of theirs is defined there.
 * Declared names must be neither words of OpenCL C nor macros of the library's kernels, and must not begin
 * with nf_ or NF_; these are refused.  Of other names that begin so, the compiler refuses those that the
 * library's kernels have, when it first builds such a kernel with the function; the rest may be refused by a
 * later version.
 *
 * A source needs an OpenCL device.  On the device "host" there are the functions that come with the library,
 * which are compiled into it as C.
 *
 * The source is compiled alone, for float points in 3 dimensions, so it must be valid for these; what is
 * wrong for others is found when it is first used for them.  That takes 0.2 s on PoCL 3, 0.05 s if PoCL has
 * compiled the same source before, and 0.8 s more if it is the first program of a process;
 * nothing for a function of the library.  The program is kept as all others are, in the context and on the
 * disk (nf_context_options.cache_folder).
 *
 * name     a function that comes with the library, "lennard-jones", ... (nf_function_name), or NULL; one of
 *          `name` and `source` must be NULL
 * source   the text of a function, or NULL; a byte order mark before it is skipped.  It may include files of
 *          the library alone
 * file     its name in messages, for example "force.cl"; NULL: "function".  Of a longer name they have the
 *          last 120 bytes; a quote is ' in them, a backslash / and a control character _
 * Owner    *out is the caller's; release it with nf_function_free().  The text is copied.
 * Errors   NF_ERROR_ARGUMENT for a declaration that is not valid, with its line; NF_ERROR_MEMORY;
 *          NF_ERROR_UNSUPPORTED for a source on the device "host"; NF_ERROR_BUILD for what the compiler
 *          refuses: the error is the first of its messages about the source, with file and line, and
 *          nf_context_build_log() has all of them.  It refuses a source without the function interact, or
 *          with one of another shape.
 *          Most compilers also refuse a radial function that ends without a return; that of NVIDIA does not:
 *          the factor is then undefined.
 */
NF_API nf_status nf_function_create(nf_context *context, const char *name, const char *source,
                                    const char *file, nf_function **out);

/**
 * Reads what a pair function declares, without a context.
 *
 * name, source, file   as for nf_function_create()
 * info                 receives the declarations, of the size that it says (types.h), all zeros but that on
 *                      an error; NULL: not wanted
 * text                 receives the source: that of the library, which is never released, or `source` behind
 *                      a byte order mark, valid as long as `source` is; NULL on an error.  It is not the
 *                      caller's to free.  NULL: not wanted
 * message              receives one sentence on an error, and "" otherwise; may be NULL
 * message_size         the size of `message` in bytes; a longer sentence is cut
 * Errors               NF_ERROR_ARGUMENT: no function of this name, or a declaration that is not valid, with
 *                      its line, or a size of `info` that is none
 */
NF_API nf_status nf_function_describe(const char *name, const char *source, const char *file,
                                      nf_function_info *info, const char **text, char *message,
                                      size_t message_size);

/** What a function declares; valid until it is freed.  All zeros for NULL. */
NF_API const nf_function_info *nf_function_declares(const nf_function *function);

/** The names of the functions that come with the library, in alphabetical order; NULL beyond the last one. */
NF_API const char *nf_function_name(size_t index);

/**
 * Releases a function, and the programs that were built for it, unless it comes with the library: keep it as
 * long as it is called.
 * NULL is allowed.
 */
NF_API void nf_function_free(nf_function *function);

#ifdef __cplusplus
}
#endif
#endif
