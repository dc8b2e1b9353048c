/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Profiles: the verdict of the self-check and the tuning of one device with one driver, as text.  A line has a name, a
 * space and a value; empty lines and lines that start with # are skipped.
 *
 *     nearfield profile 4          the format, and the generation of the probes
 *     name NVIDIA H200             the device: name, vendor, platform, type, driver
 *     look_back yes                a capability: proved or not
 *     scan.ITEMS 120               a tunable
 *     interact/... clusters        a choice: the name has a /
 *     end                          without this line the file is incomplete and ignored
 *
 * Which of them a context uses: nearfield/experimental/tuning.h.
 */
#ifndef NF_TUNE_PROFILE_H
#define NF_TUNE_PROFILE_H

#include "opencl/context.h"

#include <nearfield/experimental/tuning.h>

enum { NF_PROFILE_BYTES = 24576 }; /* the longest text of a profile is shorter */

/* Appends to a text in an array of `room` bytes. */
NF_PRINTF(3, 4)
void nf_append(char *text, size_t room, const char *words, ...);

/* Makes a profile with the names of the device only. */
void nf_profile_of_device(const nf_device_info *device, nf_profile *profile);

/* 2 if the profile is of this device and driver, 1 if it is of this device with another driver, otherwise 0. */
int nf_profile_is_of(const nf_profile *profile, const nf_device_info *device);

/* NF_ERROR_ARGUMENT for a struct that is not a valid profile: every text written can be read back. */
nf_status nf_profile_to_text(const nf_profile *profile, char text[NF_PROFILE_BYTES], nf_sentence *error);

/* NF_ERROR_ARGUMENT with a sentence for a text that is damaged or of another format.  Names that this version does not
   know are skipped. */
nf_status nf_profile_from_text(const char *text, nf_profile *profile, nf_sentence *error);

/* "gpu", "accelerator" or "cpu". */
const char *nf_profile_type(const nf_device_info *device);

/* Finds the folder (`wish`, NEARFIELD_CONFIG or the user's) and loads the profile stored there or shipped with the
   library.  A damaged file is ignored and named in the note; fails only for a lack of memory. */
nf_status nf_store_learn(nf_context *context, const char *wish);

/* Uses a verdict that could not be stored in this context alone; `why` becomes part of the note.  A verdict without
   checked capabilities means that the check did not end. */
void nf_store_serve(nf_context *context, uint32_t checked, uint32_t proved, const char *why);

/* Profiles that the build embeds; each text ends with a zero byte. */
typedef struct nf_shipped {
    const char *name; /* "nvidia-h200.profile" */
    const unsigned char *bytes;
    size_t size;
} nf_shipped;
extern const nf_shipped nf_shipped_profiles[];
extern const size_t nf_shipped_count;

#endif
