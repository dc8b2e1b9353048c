/* The self-check in processes of their own, so that a driver that hangs or crashes costs one verdict alone. */
#ifndef NEARFIELD_TOOL_PROBES_H
#define NEARFIELD_TOOL_PROBES_H

#include "command.h"

#include <nearfield/check.h>

/* What one probe may take, building its kernels included (PoCL builds them when they are launched): processor time of
   its own process, which other processes do not add to, and beyond that time of the clock, for who waits for ever. */
typedef struct probe_limits {
    double cpu_seconds, clock_seconds;
} probe_limits;
extern const probe_limits probe_limits_default;

/* Runs all probes on the device; `findings` has room for each.  What does not hold is tried a second time: where not
   both tries say no, the finding is NF_PROBE_UNDECIDED, and *undecided counts it where anything hangs on that probe.
   `seen` is called when a probe begins.  Answers 0 when no process can be started. */
int run_probes(const char *device, const probe_limits *limits, nf_finding *findings, size_t *undecided,
               void (*seen)(void *user, size_t number), void *user);

/* In such a process: runs the probes from `first` on and says on standard output what it finds.  Answers the exit
   code. */
int answer_probes(const char *device, size_t first);

#endif
