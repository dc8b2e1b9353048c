/*
 * The self-check: whether a device and its driver compute correctly, probe by probe, and the verdict that a profile
 * (tuning.h) keeps of it.  `nearfield check` runs each probe in a process of its own.
 */
#ifndef NEARFIELD_CHECK_H
#define NEARFIELD_CHECK_H

#include <nearfield/tuning.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nf_outcome {
    NF_PROBE_NOT_RUN, /* and `why` says why */
    NF_PROBE_HOLDS,
    NF_PROBE_FAILS,
    NF_PROBE_STOPPED, /* it did not end in time */
    NF_PROBE_CRASHED,
    NF_PROBE_UNBUILT,  /* the driver did not build its kernel */
    NF_PROBE_UNDECIDED /* a call failed, as for lack of memory, or two tries did not agree: ask again */
} nf_outcome;

/* One probe of the self-check. */
typedef struct nf_probe_info {
    const char *name;    /* "progress" */
    const char *proves;  /* one line */
    const char *decides; /* the capability that needs it, or "" */
    int needed;          /* 1: results cannot be trusted where it fails */
    int quick;           /* 1: part of the quick check, which decides about fast paths alone */
} nf_probe_info;

typedef struct nf_finding {
    nf_outcome outcome;
    char why[200]; /* what was seen */
} nf_finding;

/** The probes, in the order in which they run. */
NF_API const nf_probe_info *nf_probes(size_t *count);

/**
 * Runs one probe on the context's device, in this process.  Waiting between work-groups is bounded, yet a
 * driver may hang or crash: otherwise run it in a child process, as `nearfield check` does.
 * Errors    NF_ERROR_ARGUMENT for a number that is no probe's; NF_ERROR_MEMORY.
 */
NF_API nf_status nf_probe_run(nf_context *context, size_t number, nf_finding *finding);

/**
 * Sets `checked` and `proved` of a profile from the findings (one for each probe).  A capability is proved
 * when one of its probes at least holds and none does anything else than hold or not run.  "groups", which is assumed
 * before the check, stays as the profile has it, or unknown, where its probe did not run.  Nothing proves waiting between work-groups on
 * CPUs: where a core is taken away, all that wait for it stand still.
 * Errors    NF_ERROR_ARGUMENT where either is NULL.
 */
NF_API nf_status nf_probe_verdict(const nf_finding *findings, nf_profile *profile);

/**
 * Runs the quick probes in this process, in one program and on a queue of their own, and stores the verdict with the
 * tuning.  What says no is asked a second time; a verdict that the second time does not confirm is not stored, nor one
 * with a probe in which a call failed, and the path in doubt is off in this context.  Where the verdict cannot be stored the context uses it all the same.
 * The first context of a device does this by itself: nf_context_options.self_check.
 * Errors    NF_ERROR_MEMORY, NF_ERROR_DEVICE where the device gives no queue.
 */
NF_API nf_status nf_self_check(nf_context *context);

#ifdef __cplusplus
}
#endif
#endif
