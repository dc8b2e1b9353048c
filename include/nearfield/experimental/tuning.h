/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Tuning and capabilities of a device: which shapes of the kernels are fastest, and which fast paths were
 * proved safe.
 * Neither ever changes a result, and the library can be used without this header.  What it declares may
 * change between versions.
 *
 * `nearfield check` and `nearfield tune` store what they find as a profile: one file for each device and
 * driver, with lines of a name and a value, in the user's configuration folder.  A context reads it when it
 * is created.  If none is stored, the context uses a profile that comes with the library for the same device:
 * its shapes under any driver, its fast paths under the same driver only.
 */
#ifndef NEARFIELD_EXPERIMENTAL_TUNING_H
#define NEARFIELD_EXPERIMENTAL_TUNING_H

#include <nearfield/context.h>
#include <nearfield/function.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- tunables ----------------------------------------------------------------------------------------- */

/* A tunable: a parameter of a kernel that changes its speed and not its result.  Strings are static storage
   or owned by the context. */
typedef struct nf_tunable_info {
    const char *family; /* the kernel it belongs to, for example "scan" */
    const char *name;   /* for example "GROUP" */
    int value;          /* the value in use */
    int default_value;  /* the default for this kind of device */
    /* Where `value` comes from: "words" (nf_context_options.tuning or NEARFIELD_TUNING), "stored" (a profile,
       also one that comes with the library), "default", or "refused": the words request work-groups of more
       than one work-item, which this driver compiles wrongly, and the value is 1.  nf_context_note() reports
       this. */
    const char *source;
    /* The values worth trying on this device; none if no path in use has this tunable. */
    int values[16];
    int value_count; /* the number of these values */
} nf_tunable_info;

/**
 * Lists all tunables with their values on the context's device, ordered by family.  The host has its
 * kernels in one shape, and no capabilities; host.FEW is its one tunable: the most points of which pairs and
 * lists are found by a table of images, which is faster for few points.  The word "host.PLAIN=1" of
 * nf_context_options.tuning, or of NEARFIELD_TUNING, has it answer all calls in plain C.
 *
 * infos     room for `capacity` entries; may be NULL if `capacity` is 0.
 * count     the number of tunables, also if it is larger than `capacity`.
 * Errors    NF_ERROR_ARGUMENT if context or count is NULL, or infos is NULL and `capacity` is not 0.
 *           nf_context_error() has no sentence about it, as the context is const.
 */
NF_API nf_status nf_tunables(const nf_context *context, nf_tunable_info *infos, size_t capacity,
                             size_t *count);

/** Replaces nf_context_options.tuning; NULL or "" for none.  The words are copied; later calls use them.
 *  nf_context_note() names those that are ignored.
 *  Errors  NF_ERROR_ARGUMENT for a NULL context; NF_ERROR_MEMORY: the previous words remain. */
NF_API nf_status nf_context_tune(nf_context *context, const char *words);

/* ---- capabilities ------------------------------------------------------------------------------------- */

/* A capability: the condition of a fast path. */
typedef struct nf_capability_info {
    const char *name;    /* for example "look_back" */
    const char *meaning; /* one line; static storage */
    /* 1 if the fast path is used.  Before a check, only "groups" (work-groups of several work-items) is used,
       unless this version of the driver is known to be wrong with it. */
    int usable;
    /* What decided: "NEARFIELD_PATHS", "driver" (this version is known to be wrong), "checked" or "not
       checked". */
    const char *source;
} nf_capability_info;

/** Lists all capabilities on the context's device; arguments and errors are those of nf_tunables(). */
NF_API nf_status nf_capabilities(const nf_context *context, nf_capability_info *infos, size_t capacity,
                                 size_t *count);

/* ---- strategies --------------------------------------------------------------------------------------- */

/**
 * The names of the strategies by which nf_interact() may walk the neighbours (nf_interact_options.strategy);
 * NULL beyond the last one.  docs/embedding.md describes them.
 */
NF_API const char *nf_strategy_name(size_t index);

/* How a call walked the neighbours.  All texts are "" before the first call. */
typedef struct nf_strategy_use {
    char name[NF_NAME_BYTES]; /* of the strategy */
    char rule[NF_NAME_BYTES]; /* what the rule takes; "" if the options asked for one */
    /* What chose it: "asked" (the options), "stored" (a profile has this class of calls), "nearest" (it has
       another class, which is the nearest of those that it has), or "rule". */
    char source[8];
    /* The name under which the choice for such calls is stored: the function or a hash of its source, dims,
       types, whether it is `fast`, the class of the density, which is the nearest power of 3 of the points in
       a cube as wide as the cutoff, and that of n, the nearest power of 8.  Another class of the same
       function, dims, types and `fast` serves if there is no choice under this name, and if density and n
       differ from it by at most a factor of 64 together: the one for which that factor is least, of several
       the denser, then the larger.
       "" where calls have no stored choice: with a skin, query points, filters, systems, and in boxes that
       are not periodic along all axes, as the density is not known. */
    char key[80];
    /* the name of the choice that was taken: `key`, or that of the nearest class; "" for none */
    char from[80];
    /* A stored choice that there is not, or that cannot serve the call; "" for none. */
    char ignored[NF_NAME_BYTES];
} nf_strategy_use;

/** How the last nf_interact() of the context walked the neighbours.  Valid until the next; all "" for NULL.
    `nearfield tune interact` stores choices, and so does nf_choice_store(). */
NF_API const nf_strategy_use *nf_strategy_used(const nf_context *context);

/* ---- profiles ----------------------------------------------------------------------------------------- */

/* Sizes of a profile: the most tunables and the most choices that it holds. */
enum { NF_PROFILE_VALUES = 128, NF_PROFILE_CHOICES = 128 };

/* A tunable with its value. */
typedef struct nf_profile_value {
    char name[44]; /* family and name, for example "scan.GROUP" */
    int32_t value; /* its value */
} nf_profile_value;

/* The fastest of several ways to compute something, by its name. */
typedef struct nf_profile_choice {
    char name[80];   /* of what is computed: nf_strategy_use.key */
    char choice[32]; /* the way: nf_strategy_name() */
} nf_profile_choice;

/* The tuning and the capabilities of one device with one driver. */
typedef struct nf_profile {
    char name[128];       /* the device's name */
    char vendor[128];     /* its vendor */
    char platform[128];   /* its platform's name */
    char driver[128];     /* the driver's version */
    char type[16];        /* "gpu", "accelerator" or "cpu" */
    uint32_t checked;     /* bit k: the self-check decided about capability k of nf_capabilities() */
    uint32_t proved;      /* bit k: it proved capability k */
    uint32_t value_count; /* the number of `values` */
    nf_profile_value values[NF_PROFILE_VALUES];    /* the tunables stored */
    uint32_t choice_count;                         /* the number of `choices` */
    nf_profile_choice choices[NF_PROFILE_CHOICES]; /* the choices stored */
} nf_profile;

/**
 * Reads the profile stored for the context's device and driver; *found (may be NULL) is 1.  If there is none,
 * or it is damaged, *found is 0, and `profile` receives the names of the device, and the tunables and choices
 * of the profile that comes with the library, if any.
 * Errors    NF_ERROR_ARGUMENT, NF_ERROR_MEMORY.
 */
NF_API nf_status nf_profile_stored(nf_context *context, nf_profile *profile, int *found);

/**
 * Stores a profile of the context's device and driver in the configuration folder, in place of the one stored
 * there; the context uses it from then on.  The file is replaced in one step: a reader sees the old profile
 * or the new one.
 * Errors    NF_ERROR_UNSUPPORTED if there is no folder ("off") or it cannot be written; those of
 *           nf_profile_write().
 */
NF_API nf_status nf_profile_store(nf_context *context, const nf_profile *profile);

/**
 * Stores one choice in the profile of the context's device and driver, in place of one of the same name;
 * later calls of this context and of later ones use it.  The rest of the profile stays.
 *
 * name     what is computed: for nf_interact(), nf_strategy_used()->key after such a call
 * choice   the way to compute it: a name of nf_strategy_name(); NULL removes what is stored.  A name that
 *          there is not, or that cannot serve a call, is ignored by that call.
 * Errors   NF_ERROR_ARGUMENT for a name that is none (it has a / and no blank) and for texts that are too
 *          long; NF_ERROR_CAPACITY if NF_PROFILE_CHOICES others are stored; those of nf_profile_store().
 */
NF_API nf_status nf_choice_store(nf_context *context, const char *name, const char *choice);

/**
 * Writes a profile to any file.  The context provides memory and receives the error message.
 * Errors  NF_ERROR_UNSUPPORTED for a file that cannot be written; NF_ERROR_ARGUMENT for a struct that is not
 *         a valid profile (texts without an end or of several lines, counts beyond the arrays, values out of
 *         range, choices without a name);
 *         NF_ERROR_MEMORY.
 */
NF_API nf_status nf_profile_write(nf_context *context, const nf_profile *profile, const char *path);

/**
 * The file that stores the profile of the context's device and driver; "" if the configuration is off, and
 * for NULL.
 */
NF_API const char *nf_profile_path(const nf_context *context);

/**
 * Describes what the context uses: one sentence about the tunables and one about the fast paths.  Further
 * sentences give the reason if a stored profile was ignored, or if built programs are not kept on disk
 * although the cache is not off, and name words of the tuning and of
 * NEARFIELD_PATHS that are not known or have no valid value.  "" for NULL.  Valid until the context stores a
 * profile or nf_context_tune() is called.
 */
NF_API const char *nf_context_note(const nf_context *context);

#ifdef __cplusplus
}
#endif
#endif
