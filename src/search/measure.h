/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The distances, vectors and shifts of results: computed after the search, for those that are asked for. */
#ifndef NF_SEARCH_MEASURE_H
#define NF_SEARCH_MEASURE_H

#include "arguments/params.h"
#include "opencl/launch.h"
#include "search/search.h"

#include "question/call.h"

/* The arrays, in the order of the kernels' arguments. */
enum { NF_MEASURES = 3 };
extern const nf_array nf_measured_arrays[NF_MEASURES];

typedef struct nf_measures {
    uint64_t arrays;                 /* NF_WANT of those that are asked for */
    nf_elements places[NF_MEASURES]; /* in the order of nf_measured_arrays; offsets count rows */
    /* The image of each result as the walk gives it (nf_shift in cl/space/space_box.cl), int32.  NULL in open space. */
    cl_mem images;
} nf_measures;

/* 1 if the search must write the images for these arrays: in a periodic box, if any of them is measured. */
int nf_measures_need_images(const nf_space *space, uint64_t arrays);

/* The results to measure. */
typedef struct nf_measured {
    nf_elements offsets; /* of rows, n + 1 x uint64; no buffer: pairs */
    nf_elements entries; /* pairs, or indices */
    nf_elements total;   /* their number, 1 x uint64 */
    uint64_t most;       /* the largest number that is measured */
} nf_measured;

/* Measures results of a search, whose targets are their first points. */
nf_status nf_measure_run(nf_work *work, const nf_search *search, const nf_measures *measures,
                         const nf_measured *measured);

/* For other kernels that measure (cl/search/measured.cl): their defines, and the arguments MEASURED_PARAMETERS; `any` stands for
   arrays that are not written. */
typedef struct nf_measures_args {
    nf_arg args[11];
    size_t count;
} nf_measures_args;
void nf_measures_define(nf_spec *spec, uint64_t arrays);
nf_measures_args nf_measures_args_for(const nf_measures *measures, cl_mem any);

/* Sets the places of `arrays`, and of images, to those of a call. */
void nf_measures_place(nf_measures *measures, const nf_call *call);

#endif
