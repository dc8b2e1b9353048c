/* Profiles as text and back: the JSON of one device with one driver. */
#ifndef NF_TUNE_PROFILE_H
#define NF_TUNE_PROFILE_H

#include "opencl/context.h"

/* A growing text. */
typedef struct nf_profile_text {
    char *text;
    size_t size, capacity;
} nf_profile_text;

/* Empty but for the names of the device. */
void nf_profile_of_device(const nf_device_info *device, nf_profile *profile);

/* 1 when it is about the same device with the same driver. */
int nf_profile_is_of(const nf_profile *profile, const nf_device_info *device);

/* The text of a profile; release text->text with nf_release.  NF_ERROR_ARGUMENT for a struct that holds no profile:
   what is written can be read again. */
nf_status nf_profile_to_text(const nf_allocator *allocator, const nf_profile *profile, nf_profile_text *text,
                             nf_sentence *error);

/* NF_ERROR_ARGUMENT with a sentence for a text that is damaged or of another format.  Names of capabilities
   and tunables that this version does not know are ignored. */
nf_status nf_profile_from_text(const char *text, size_t size, nf_profile *profile, nf_sentence *error);

/* "gpu", "accelerator" or "cpu". */
const char *nf_profile_type(const nf_device_info *device);

#endif
