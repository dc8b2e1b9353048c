/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Lists of clusters (interact/cluster_lists.c) that a cloud keeps while its points move, with a skin.
 *
 * Why the sums are exact: a list has every point that was within R = (cutoff + skin) (1 + slack) of a point of its cluster when it was
 * built, and is for all clusters, or it is not used.  question/verlet.h shows that a pair that the rule accepts now was closer than R then, as long as
 * no point has moved further than the device allows (cl/search/moved.cl).  Which of them are neighbours now is decided as in a
 * fresh search.  The images are those of the points as given, which do not change while points move: points stay folded as they
 * were when the lists were built (`before`), so that one that leaves the box goes on beyond its face.  The bounds of rounding hold for it:
 * in cl/space/space_box.cl, `blur` is that of numbers up to a box longer than the points then were, and steps are shorter than half a box,
 * as lists exist only where the box around a cluster and the reach are shorter; where no point was outside of the box, nothing is folded.
 */
#ifndef NF_INTERACT_KEPT_LISTS_H
#define NF_INTERACT_KEPT_LISTS_H

#include "interact/interaction.h"
#include "question/verlet.h"

/* The share by which lists reach further than the cutoff and the skin: more than all rounding of positions inside the box. */
#define NF_LISTS_SLACK (1.0 / 512)

/* The entries that a list has room for: at first, and if it turns out to be too small, at most. */
typedef struct nf_list_room {
    uint64_t first, most;
} nf_list_room;

typedef struct nf_kept_lists {
    nf_verlet verlet;
    int none;        /* some cluster can have no list: the lists are not used */
    uint64_t points; /* of a cluster */
    uint64_t room;   /* of a list, in entries */
    uint64_t most;   /* that it may grow to */
    uint64_t needed; /* what the room for this key was too small for */
    uint64_t stride; /* of a plane */
    nf_kept lists, lengths, index, axes, state;
    nf_kept middles, packed; /* of lists of clusters; of lists of points */
} nf_kept_lists;

/* What the cloud keeps, or NULL. */
nf_kept_lists *nf_kept_lists_any(const nf_cloud *cloud);

/* 1 if the call may keep lists, with clusters of so many points, and there is no reason known why it cannot. */
int nf_kept_lists_may(const nf_interaction *c, uint64_t points);

/* The lists that stand for the call, unless points have moved too far; or NULL. */
nf_kept_lists *nf_kept_lists_of(const nf_interaction *c, uint64_t points);

/* Makes room for lists, and keeps the order of the cloud and its points as they are.  The caller then writes `lists` and
   `lengths`, and calls nf_kept_lists_built, which looks at the lengths on the device. */
nf_status nf_kept_lists_begin(nf_work *work, const nf_interaction *c, uint64_t points, nf_list_room room,
                              nf_kept_lists **out);
nf_status nf_kept_lists_built(nf_work *work, nf_interaction *c);

/* After a call that has built lists: learns whether they will be used, and counts the build.  Waits, if lists were built. */
nf_status nf_kept_lists_settle(nf_work *work, nf_interaction *c);

/* Brings the axes to where the points are now.  The kept grid is refused if the lists do not hold for them, also for later calls. */
nf_status nf_kept_lists_follow(nf_work *work, nf_interaction *c, nf_kept_lists *kept);

/* Reads whether the lists held.  Waits. */
nf_status nf_kept_lists_look(nf_work *work, nf_kept_lists *kept, int *held);

/* The points of the call in the kept order. */
nf_view nf_kept_lists_view(const nf_interaction *c, const nf_kept_lists *kept);

/* The middles of clusters in bytes: middles[clusters][3] in cl/interact/cluster_lists.cl. */
uint64_t nf_middles_bytes(uint64_t n, uint64_t points, nf_type type);

#endif
