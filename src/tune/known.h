/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What a context knows of its device beside the facts: the profile, the capabilities, and the words that override both. */
#ifndef NF_TUNE_KNOWN_H
#define NF_TUNE_KNOWN_H

#include "opencl/keepsake.h"
#include "tune/tunable.h"

#include <nearfield/experimental/tuning.h>

typedef struct nf_known {
    nf_keepsake keepsake;             /* of the context */
    const nf_family *const *families; /* of tunables, terminated by NULL */
    char *tuning;                     /* overrides of tunables, "scan.GROUP=64 scan.ITEMS=8"; "" for none */
    char folder[1024];                /* of stored profiles; "" if there is none */
    char path[1024];                  /* the file of this device; "" if there is none */
    int off;                          /* the configuration is "off", or the device is the host */
    uint32_t checked, proved;         /* capabilities, a bit each (tune/capability.h) */
    char why[512];              /* why this context's own verdict, if these are it, could not be stored */
    uint32_t forced, forced_on; /* capabilities set by the environment, and their values */
    uint32_t value_count;       /* tunables that are not at their defaults */
    nf_profile_value values[NF_PROFILE_VALUES];
    uint32_t choice_count; /* ways to compute that are stored */
    nf_profile_choice choices[NF_PROFILE_CHOICES];
    const char *shapes, *verdict; /* where they come from: "is stored"; NULL for the defaults and for none */
    nf_sentence trouble;          /* why a stored profile was ignored */
    char note[1280];
} nf_known;

/* What is known of the device of a context; every context that nf_context_create makes has one. */
nf_known *nf_known_of(const nf_context *context);

extern const nf_keepsake_kind nf_known_kind;

/* Begins it: with the families, with the words of NEARFIELD_PATHS, and with tuning words, of which NULL means those of NEARFIELD_TUNING. */
nf_status nf_known_begin(nf_context *context, const nf_family *const *families, const char *words);

/* Replaces the tuning words of a context by a copy of these; NULL for none. */
nf_status nf_known_keep_words(nf_context *context, const char *words);

#endif
