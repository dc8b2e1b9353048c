/*
 * What is known of a device beyond what its driver says: which fast paths were proved safe on it, and which
 * shapes of the kernels are fastest.  Neither ever changes a result.
 *
 * `nearfield check` and `nearfield tune` find it out and store it as a profile: one file a device and driver, with
 * lines of a name and a value, in the user's configuration folder.  A context reads it when it is created.  Where none
 * is stored, it uses a profile that comes with the library for the same device: the shapes under any driver, the fast
 * paths under the same driver only.  Nothing of this is needed to use the library.
 */
#ifndef NEARFIELD_TUNING_H
#define NEARFIELD_TUNING_H

#include <nearfield/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- tunables ----------------------------------------------------------------------------------------- */

/* One tunable: what a kernel may vary.  Strings are static storage or the context's. */
typedef struct nf_tunable_info {
    const char *family; /* the kernel's stem: "scan" */
    const char *name;   /* "GROUP" */
    int value;          /* in use: `words`, or what is stored, or the default */
    int default_value;  /* for this kind of device */
    /* Where `value` comes from: "words", "stored", "default", or "refused": the words ask for work-groups of more than
       one work-item, which this driver compiles wrongly (nf_context_note() says so), and the value is 1. */
    const char *source;
    /* Worth trying on this device; none where the paths that it takes do not use them. */
    int values[16];
    int value_count;
} nf_tunable_info;

/**
 * Lists the library's tunables, family by family, as they stand for the context's device.
 *
 * infos     room for `capacity` entries; may be NULL when capacity is 0.
 * count     how many there are, also when capacity is smaller.
 * Errors    NF_ERROR_ARGUMENT.
 */
NF_API nf_status nf_tunables(const nf_context *context, nf_tunable_info *infos, size_t capacity,
                             size_t *count);

/** Replaces nf_context_options.tuning; NULL or "" for none.  The words are copied; calls from now on use them.
 *  Errors  NF_ERROR_MEMORY, and the words before stay. */
NF_API nf_status nf_context_tune(nf_context *context, const char *words);

/* ---- capabilities ------------------------------------------------------------------------------------- */

/* One fast path's condition, as it stands for the context's device. */
typedef struct nf_capability_info {
    const char *name;    /* "look_back" */
    const char *meaning; /* static storage */
    int usable;          /* 1 where the fast path is taken */
    const char *source;  /* "NEARFIELD_PATHS" where that decides, "driver" where its version is known to
                            go wrong, "checked" or "not checked" */
} nf_capability_info;

/** Lists all capabilities, in the manner of nf_tunables(). */
NF_API nf_status nf_capabilities(const nf_context *context, nf_capability_info *infos, size_t capacity,
                                 size_t *count);

/* ---- profiles ----------------------------------------------------------------------------------------- */

enum { NF_PROFILE_VALUES = 128 };

typedef struct nf_profile_value {
    char name[44]; /* "scan.GROUP" */
    int32_t value;
} nf_profile_value;

/* What is known of one device with one driver. */
typedef struct nf_profile {
    char name[128], vendor[128], platform[128], driver[128];
    char type[16];            /* "gpu", "accelerator", "cpu" */
    uint32_t checked, proved; /* bit k: row k of nf_capabilities() */
    uint32_t value_count;
    nf_profile_value values[NF_PROFILE_VALUES];
} nf_profile;

/**
 * The profile that is stored for the context's device and driver.  Without one (a damaged one counts as none): the names
 * of the device, and the tunables that come with the library for it.
 * Errors    NF_ERROR_ARGUMENT, NF_ERROR_MEMORY.
 */
NF_API nf_status nf_profile_stored(nf_context *context, nf_profile *profile);

/**
 * Stores a profile in the configuration folder, in place of what was stored for its device and driver, and
 * the context uses it from now on.  Written aside and renamed.
 * Errors    NF_ERROR_UNSUPPORTED when there is no folder ("off") or it cannot be written.
 */
NF_API nf_status nf_profile_store(nf_context *context, const nf_profile *profile);

/** Writes a profile to a file of any name; reads one.  The context is only asked for memory and sentences.
 *  Errors  NF_ERROR_UNSUPPORTED for a file that cannot be written or read, or is too large;
 *          NF_ERROR_ARGUMENT for one that is not there or damaged, and for a struct that holds no profile
 *          (texts without an end or of several lines, counts beyond the arrays, values out of range); NF_ERROR_MEMORY. */
NF_API nf_status nf_profile_write(nf_context *context, const nf_profile *profile, const char *path);
NF_API nf_status nf_profile_read(nf_context *context, const char *path, nf_profile *profile);

/** Where the profile of the context's device and driver is stored; "" when the configuration is off. */
NF_API const char *nf_profile_path(const nf_context *context);

/**
 * What the context uses: two sentences, one for the tunables and one for the fast paths, and others when a
 * stored profile was ignored, with the reason, and for words of the tuning and of NEARFIELD_PATHS that name
 * nothing or have no good value.  Valid until the context stores or forgets a profile.
 */
NF_API const char *nf_context_note(const nf_context *context);

/* ---- the search for the fastest shapes ---------------------------------------------------------------- */

/* How long something took: the middle of several samples, and how far they lay apart. */
typedef struct nf_measured {
    double ns, spread;
} nf_measured;

/* What a search asks of its caller. */
typedef struct nf_tune_plan {
    /* Measures with the given words ("scan.GROUP=64 scan.ITEMS=8").  When it is clear that the time will be beyond
       `give_up_ns` (infinity: never), one sample is enough.  NF_ERROR_UNSUPPORTED: these words do not serve, for
       whatever reason (they do not build, the result is not that of the defaults).  Other errors end the search. */
    nf_status (*measure)(void *user, const char *words, double give_up_ns, nf_measured *out);
    /* 0 when the time is over.  The defaults are measured in any case. */
    int (*may_go_on)(void *user);
    void *user;
    /* Nonzero: after single tunables, pairs of them too. */
    int thorough;
    /* The same as `measure` for other work of the family, on which the values found must serve and must not be slower
       than the defaults beyond the spread of both; NULL: none.  NF_ERROR_UNSUPPORTED for the defaults: there is no
       such work here. */
    nf_status (*validate)(void *user, const char *words, double give_up_ns, nf_measured *out);
} nf_tune_plan;

typedef struct nf_tune_result {
    nf_measured standard, best; /* the defaults, and the values found */
    int tried;                  /* how many candidates were measured */
    int complete;               /* 0 when the time was over before the search was */
    int improved; /* 1 when `best` is faster than the defaults beyond the spread of both, and was not rejected */
    int validated; /* 1 when it was held against the defaults on other work, too */
    int rejected;  /* 1 when it was slower there, or did not serve: the defaults stand */
    /* The family's tunables that this device uses: the values found where `improved`, or the defaults. */
    uint32_t value_count;
    nf_profile_value values[16];
} nf_tune_result;

/**
 * Searches the values of one family that are fastest on the context's device: from the defaults on, one
 * tunable after the other, as long as it gains.  At the end the best and the defaults are measured in turns;
 * what does not gain beyond the spread, or loses on other work, is given up for the defaults.  The same answers of
 * `measure` and `validate` lead to the same search.
 * Errors    NF_ERROR_ARGUMENT for a family that is none; what `measure` and `validate` answer.
 */
NF_API nf_status nf_tune(nf_context *context, const char *family, const nf_tune_plan *plan,
                         nf_tune_result *result);

#ifdef __cplusplus
}
#endif
#endif
