/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The labels of groups from the forest of their links. */
#ifndef NF_GROUPS_LABELS_H
#define NF_GROUPS_LABELS_H

#include "groups/groups.h"

/* Where the arrays are written, from n elements each; those without a buffer are not. */
typedef struct nf_label_outputs {
    nf_elements labels, cores, order;
} nf_label_outputs;

/* The program of labels.cl, and the shape of its launches. */
typedef struct nf_labels {
    nf_program *program;
    nf_shape shape;
} nf_labels;

nf_status nf_labels_take(nf_context *context, const nf_groups *groups, nf_labels *labels);

/* Writes the arrays but for the order, and the number of groups. */
nf_status nf_labels_put(nf_work *work, const nf_groups *groups, const nf_labels *labels,
                        const nf_label_outputs *outputs);

/* The points by label, noise last; points with one label stay in the order of their indices. */
nf_status nf_labels_order(nf_work *work, const nf_groups *groups, const nf_labels *labels,
                          const nf_label_outputs *outputs);

#endif
