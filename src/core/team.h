/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * A pool of threads that share the work of a call.  They are made when a work first needs them, sleep between works, and receive no signals but those
 * of their own faults.
 *
 * A process that fork() makes has none of the threads: there the team makes new ones.
 */
#ifndef NF_CORE_TEAM_H
#define NF_CORE_TEAM_H

#include "core/memory.h"

typedef struct nf_team nf_team;

/* What each thread does; 0 is the member that the caller is. */
typedef void nf_team_part(nf_team *team, unsigned member, void *user);

/* Creates a team of at most `most` threads, that of the caller among them; it has none of its own yet.  If a thread cannot be made, the team works with those
   that it has got by then, and never tries again. */
nf_status nf_team_create(const nf_allocator *allocator, unsigned most, nf_team **out, nf_sentence *error);

/* Ends its threads; the next work makes new ones. */
void nf_team_trim(nf_team *team);

/* Ends its threads and frees it; NULL is allowed. */
void nf_team_free(nf_team *team);

/* Calls part(team, member, user) in at most `count` threads at once: in that of the caller as member 0, and in those of the team that come in time; they
   may be fewer, or none.  A part returns when nothing is left to do or others will do it, as no member joins after that.  This function returns when all
   parts have. */
void nf_team_work(nf_team *team, unsigned count, nf_team_part *part, void *user);

/* Within a part: keeps the other members out, and lets them in again. */
void nf_team_lock(nf_team *team);
void nf_team_unlock(nf_team *team);

/* Within a part, while the lock is held: lets the others in until one of them has called nf_team_wake(), or for no reason; and wakes all who sleep. */
void nf_team_sleep(nf_team *team);
void nf_team_wake(nf_team *team);

#endif
