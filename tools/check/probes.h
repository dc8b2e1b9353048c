/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Runs the self-check in child processes, so that a hang or a crash of a driver affects only one probe. */
#ifndef NEARFIELD_CHECK_PROBES_H
#define NEARFIELD_CHECK_PROBES_H

#include "options/options.h"

#include <nearfield/experimental/check.h>

/* The limits of one probe, including the time to build its kernels (PoCL builds them at the first launch): the processor
   time of its process, which does not depend on other processes, and the wall time, for a probe that waits for ever. */
typedef struct probe_limits {
    double cpu_seconds, clock_seconds;
} probe_limits;
extern const probe_limits probe_limits_default;

/* Runs all probes on the device; `findings` has room for each.  A probe that fails is tried a second time.  Where only
   one of the tries fails, the finding is NF_PROBE_UNDECIDED; *undecided counts those that decide about anything.
   `seen` is called when a probe begins.  Returns 0 when no process can be started. */
int run_probes(const char *device, const probe_limits *limits, nf_finding *findings, size_t *undecided,
               void (*seen)(void *user, size_t number), void *user);

/* Runs in the child process: runs the probes from `first` on and prints what it finds.  Returns the exit code. */
int answer_probes(const char *device, size_t first);

#endif
