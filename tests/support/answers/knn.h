/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Answers of nf_knn on a device, compared with those of the host. */
#ifndef SUPPORT_ANSWERS_KNN_H
#define SUPPORT_ANSWERS_KNN_H

#include "support/reference/knn.h"

#include <nearfield/nearfield.h>

/* The answer of the host. */
knn_answer knn_host(const nf_points *points, const nf_box *box, int k, const nf_knn_options *options);

/* All arrays that the cloud answers with. */
knn_answer knn_ask(nf_context *context, nf_cloud *cloud, const nf_points *points, int k,
                   const nf_knn_options *options);

/* Fails unless the device answers as the host does. */
void knn_check(nf_context *context, const nf_points *points, const nf_box *box, int k,
               const nf_knn_options *options, const char *name);

/* The same for questions with loops of more than 65,535 iterations: returns 0 if the driver has ended them and the library has refused
   to answer. */
int knn_check_long(nf_context *context, const nf_points *points, const nf_box *box, int k,
                   const nf_knn_options *options, const char *name);

#endif
