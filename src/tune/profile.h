/*
 * Profiles: what is known of one device with one driver, as a text that a person can read.  A line has a name, a space
 * and a value; empty lines and those that begin with # are skipped.
 *
 *     nearfield profile 2          the format
 *     name NVIDIA H200             the device: name, vendor, platform, type, driver
 *     probes 2                     the generation of probes that the verdicts below are of
 *     look_back yes                a capability: proved or not
 *     scan.ITEMS 120               a tunable
 *     end                          without this line the file was cut off, and is not used
 *
 * A context uses the profile that is stored for its device and driver, in the user's folder.  Where none is stored it uses
 * one that comes with the library for the same device: the tunables under any driver, for they change no result; the
 * capabilities under the same driver only.
 */
#ifndef NF_TUNE_PROFILE_H
#define NF_TUNE_PROFILE_H

#include "opencl/context.h"

enum { NF_PROFILE_BYTES = 8192 }; /* more than the text of a profile has */

/* Empty but for the names of the device. */
void nf_profile_of_device(const nf_device_info *device, nf_profile *profile);

/* 1 when it is about the same device, and 2 when also about the same driver. */
int nf_profile_is_of(const nf_profile *profile, const nf_device_info *device);

/* NF_ERROR_ARGUMENT for a struct that holds no profile: what is written can be read again. */
nf_status nf_profile_to_text(const nf_profile *profile, char text[NF_PROFILE_BYTES], nf_sentence *error);

/* NF_ERROR_ARGUMENT with a sentence for a text that is damaged or of another format.  Names that this version does not
   know are skipped. */
nf_status nf_profile_from_text(const char *text, nf_profile *profile, nf_sentence *error);

/* "gpu", "accelerator" or "cpu". */
const char *nf_profile_type(const nf_device_info *device);

/* Finds the folder (`wish`, NEARFIELD_CONFIG or the user's) and learns what is stored there or comes with the library.  A
   damaged file is ignored and noted; only memory can fail. */
nf_status nf_store_learn(nf_context *context, const char *wish);

/* A verdict that is not stored serves this context alone, where nothing is stored; `why` is said in its note.  One in
   which nothing is checked stands for a check that did not end. */
nf_status nf_store_serve(nf_context *context, const nf_profile *verdict, const char *why);

/* Profiles that come with the library, made by the build; each text ends with a zero. */
typedef struct nf_shipped {
    const char *name; /* "nvidia-h200.profile" */
    const unsigned char *bytes;
    size_t size;
} nf_shipped;
extern const nf_shipped nf_shipped_profiles[];
extern const size_t nf_shipped_count;

#endif
