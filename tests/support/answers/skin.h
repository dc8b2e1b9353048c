/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A cloud that moves, and its lists with a skin, compared with those of the host.  On any error these functions fail the calling test. */
#ifndef SUPPORT_ANSWERS_SKIN_H
#define SUPPORT_ANSWERS_SKIN_H

#include "support/device.h"

#include <nearfield/nearfield.h>

enum {
    SKIN_ALL = NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS),
    SKIN_MOST = 64
};

/* Points that move, and what is asked about them. */
typedef struct skin_scene {
    nf_context *context;
    nf_cloud *cloud;
    nf_points points; /* `host` is `data` */
    nf_box box;
    double cutoff;
    nf_lists_options options;
    nf_result *result;
    double xyz[3 * SKIN_MOST]; /* n x dims */
    char data[3 * SKIN_MOST * sizeof(double)];
} skin_scene;

/* The points in their type, from `xyz`. */
void skin_store(skin_scene *s);

/* The cloud has the points of `xyz`. */
void skin_move(skin_scene *s);

/* n random points, an open cloud of them, and a question.  Release them with skin_end(). */
void skin_begin(skin_scene *s, nf_context *context, uint64_t n, int dims, nf_type type);
void skin_end(skin_scene *s);

/* Asks, and compares with a fresh sorted list of the host.  Returns 1 if the kept list was built. */
int skin_ask(skin_scene *s, const char *what);

extern const nf_box skin_triclinic;

/* The tuning of a device with lanes. */
extern const char skin_lanes[];

#endif
