/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The self-check: probes that test whether a device and its driver compute correctly, and which fast paths
 * are safe.
 * A profile (tuning.h) stores the verdict.  `nearfield check` runs each probe in a process of its own.  What
 * this header declares may change between versions.
 */
#ifndef NEARFIELD_EXPERIMENTAL_CHECK_H
#define NEARFIELD_EXPERIMENTAL_CHECK_H

#include <nearfield/experimental/tuning.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a probe. */
typedef enum nf_outcome {
    NF_PROBE_NOT_RUN, /* `why` gives the reason */
    NF_PROBE_HOLDS,   /* the device did what the probe tests */
    NF_PROBE_FAILS,   /* it did not */
    NF_PROBE_STOPPED, /* the probe did not end in time */
    NF_PROBE_CRASHED, /* the driver crashed */
    NF_PROBE_UNBUILT, /* the driver did not build the probe's kernel */
    /* an OpenCL call failed (out of memory, for example), or two runs disagreed: run it again */
    NF_PROBE_UNDECIDED
} nf_outcome;

/* One probe of the self-check. */
typedef struct nf_probe_info {
    const char *name;    /* for example "progress" */
    const char *proves;  /* what it tests, in one line */
    const char *decides; /* the capability that depends on it, or "" */
    int needed;          /* 1: if it fails, results on this device cannot be trusted */
    int quick;           /* 1: part of the quick check, which only decides about fast paths */
} nf_probe_info;

/* The result of one run of a probe. */
typedef struct nf_finding {
    nf_outcome outcome; /* the result */
    char why[200];      /* one sentence: what was observed */
} nf_finding;

/** All probes, in the order in which they run; *count is their number.  Static storage. */
NF_API const nf_probe_info *nf_probes(size_t *count);

/**
 * Runs one probe on the context's device, in this process.  A broken driver may hang or crash in it: to be
 * safe, run it in a child process, as `nearfield check` does.  On the host it probes the kernels that are
 * compiled with the library; those that fast paths need are NF_PROBE_NOT_RUN there.
 *
 * number   the index of the probe in nf_probes().
 * finding  the result.
 * Errors   NF_ERROR_ARGUMENT for an index that is too large, NF_ERROR_MEMORY, NF_ERROR_CANCELLED,
 *          NF_ERROR_UNSUPPORTED on a host that computes in plain C.
 */
NF_API nf_status nf_probe_run(nf_context *context, size_t number, nf_finding *finding);

/**
 * Sets `checked` and `proved` of a profile from findings.  A capability is proved if at least one of its
 * probes held and all others held or were not run.  The capability "groups" stays as it is in the profile if
 * its probe was not run.
 * Waiting between work-groups is never proved on CPUs: if the system takes a core away, all work-groups that
 * wait for it stop.
 *
 * findings  one for each probe.
 * Errors    NF_ERROR_ARGUMENT if a pointer is NULL.
 */
NF_API nf_status nf_probe_verdict(const nf_finding *findings, nf_profile *profile);

/**
 * Runs the quick probes in this process, on a queue of their own, and stores the verdict in the profile.  A
 * probe that fails is run a second time.  If the two runs disagree, or an OpenCL call failed, nothing is
 * stored and the path in doubt is off in this context.  The context uses the verdict even if it cannot be
 * stored.
 * The first context on a device calls this by itself: nf_context_options.self_check.
 * Errors    NF_ERROR_MEMORY, NF_ERROR_DEVICE if no queue can be created, NF_ERROR_UNSUPPORTED on the host.
 */
NF_API nf_status nf_self_check(nf_context *context);

#ifdef __cplusplus
}
#endif
#endif
