/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/team.h"

#include "core/system.h"

/* Why a thread sleeps. */
enum {
    NO_WORK, /* a member, between works */
    OTHERS /* within a work: for what another thread does; or at its end, for members that are still at it */
};

typedef struct member {
    nf_thread thread;
    struct member *next;
} member;

struct nf_team {
    nf_allocator allocator;
    nf_monitor *monitor;
    member *members;      /* the last that was made */
    unsigned most, count; /* `most` shrinks when a thread cannot be made */
    uint64_t process;     /* which has the members */
    /* Under the lock. */
    nf_team_part *part;
    void *user;
    unsigned wanted; /* so many members may still join the work */
    unsigned joined; /* so many have */
    unsigned inside; /* and so many are at it */
    int is_over;     /* the threads shall end */
};

void nf_team_lock(nf_team *team) { nf_monitor_lock(team->monitor); }

void nf_team_unlock(nf_team *team) { nf_monitor_unlock(team->monitor); }

void nf_team_sleep(nf_team *team) { nf_monitor_wait(team->monitor, OTHERS); }

void nf_team_wake(nf_team *team) { nf_monitor_wake(team->monitor, OTHERS); }

/* ---- a member ------------------------------------------------------------------------------------------------- */

/* Joins the work.  The lock is held before and after, not meanwhile. */
static void join_in(nf_team *team) {
    team->wanted--;
    team->inside++;
    const unsigned number = ++team->joined;
    nf_team_unlock(team);
    team->part(team, number, team->user);
    nf_team_lock(team);
    team->wanted = 0; /* nothing is left to do */
    if (--team->inside == 0) nf_team_wake(team);
}

static void serve(void *user) {
    nf_team *team = user;
    nf_team_lock(team);
    while (!team->is_over)
        if (team->wanted) join_in(team);
        else nf_monitor_wait(team->monitor, NO_WORK);
    nf_team_unlock(team);
}

/* Makes a member: 1, or 0 if there is no memory or no thread for it. */
static int add_member(nf_team *team) {
    member *added = NULL;
    if (nf_allocate(&team->allocator, 1, sizeof *added, "a thread", (void **)&added, NULL) != NF_OK) return 0;
    if (!nf_thread_start(&added->thread, serve, team)) {
        nf_release(&team->allocator, added);
        return 0;
    }
    added->next = team->members;
    team->members = added;
    team->count++;
    return 1;
}

/* ---- the team -------------------------------------------------------------------------------------------------- */

static void release_members(nf_team *team) {
    while (team->members) {
        member *gone = team->members;
        team->members = gone->next;
        nf_release(&team->allocator, gone);
    }
    team->count = 0;
}

/* After fork() the threads are those of another process, and may have held the lock or slept in the monitor when that forked. */
static void leave_to_parent(nf_team *team) {
    const uint64_t process = nf_system_process();
    if (team->process == process) return;
    team->process = process;
    team->wanted = team->inside = 0;
    release_members(team);
    nf_monitor_open(team->monitor);
}

nf_status nf_team_create(const nf_allocator *allocator, unsigned most, nf_team **out, nf_sentence *error) {
    nf_team *team = NULL;
    nf_status status = NF_OK;
    *out = NULL;
    NF_TRY(nf_allocate(allocator, 1, sizeof *team, "a team of threads", (void **)&team, error));
    team->allocator = *allocator;
    team->most = most;
    team->process = nf_system_process();
    NF_TRY(nf_allocate(allocator, 1, nf_monitor_size, "a lock of threads", (void **)&team->monitor, error));
    nf_monitor_open(team->monitor);
    *out = team;
done:
    if (status != NF_OK) nf_release(allocator, team);
    return status;
}

void nf_team_trim(nf_team *team) {
    leave_to_parent(team);
    nf_team_lock(team);
    team->is_over = 1;
    nf_monitor_wake(team->monitor, NO_WORK);
    nf_team_unlock(team);
    for (member *m = team->members; m; m = m->next) nf_thread_join(&m->thread);
    release_members(team);
    team->is_over = 0;
}

void nf_team_free(nf_team *team) {
    if (!team) return;
    nf_team_trim(team);
    nf_monitor_close(team->monitor);
    const nf_allocator allocator = team->allocator;
    nf_release(&allocator, team->monitor);
    nf_release(&allocator, team);
}

/* Has members begin, so that there are at most `count` threads.  It wakes no more members than the work wants, as each of them takes the lock; those that
   do not sleep yet look for work before they do. */
static void begin(nf_team *team, unsigned count, nf_team_part *part, void *user) {
    leave_to_parent(team);
    while (team->count + 1 < count && add_member(team)) continue;
    if (team->count + 1 < count) team->most = count = team->count + 1; /* each further try would take time */
    nf_team_lock(team);
    team->part = part;
    team->user = user;
    team->wanted = count - 1;
    team->joined = 0;
    nf_team_unlock(team);
    for (unsigned k = 1; k < count; k++) nf_monitor_wake_one(team->monitor, NO_WORK);
}

static void end(nf_team *team) {
    nf_team_lock(team);
    team->wanted = 0; /* a member that wakes only now finds no work */
    while (team->inside) nf_team_sleep(team);
    nf_team_unlock(team);
}

void nf_team_work(nf_team *team, unsigned count, nf_team_part *part, void *user) {
    if (count > team->most) count = team->most;
    if (count > 1) begin(team, count, part, user);
    part(team, 0, user);
    if (count > 1) end(team);
}
