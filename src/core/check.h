/* The checks of arguments: each stands once, and names the argument in its sentence. */
#ifndef NF_CORE_CHECK_H
#define NF_CORE_CHECK_H

#include "core/fail.h"

#include <nearfield/pairs.h>

/* Dims, type and n. */
nf_status nf_check_shape(const nf_points *points, nf_sentence *error);

/* The same, and exactly one place for n > 0; a place on the device only where `device` allows it. */
nf_status nf_check_points(const nf_points *points, int device, nf_sentence *error);

/* Open space; a periodic direction is NF_ERROR_UNSUPPORTED; box may be NULL. */
nf_status nf_check_box(const nf_box *box, nf_sentence *error);

/* Positive, finite, and in the range that `type` can follow (see pairs.h). */
nf_status nf_check_cutoff(double cutoff, nf_type type, nf_sentence *error);

/* 1, 2, 3 or 0. */
nf_status nf_check_cells_per_cutoff(int cells_per_cutoff, nf_sentence *error);

/* `options` is not NULL. */
nf_status nf_check_pairs_options(const nf_pairs_options *options, nf_sentence *error);

#endif
