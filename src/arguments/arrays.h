/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The numbers of arrays. */
#ifndef NF_ARGUMENTS_ARRAYS_H
#define NF_ARGUMENTS_ARRAYS_H

#include <nearfield/result.h>

/* An nf_array is below this number: a mask (NF_WANT) has so many bits. */
enum { NF_ARRAYS = 64 };

/* An array that results keep for calls to come and do not show: the image of each result as the walk gives it (search/measure.h), an int32. */
#define NF_ARRAY_IMAGES ((nf_array)(NF_ARRAYS - 1))

/* The flags of all sums that a function of nf_interact() may have. */
#define NF_ALL_SUMS ((NF_WANT(NF_SUMS_MOST) - 1) << NF_ARRAY_SUMS)

#endif
