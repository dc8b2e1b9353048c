/*
 * Where profiles are, and which of them a context uses.
 *
 * Capabilities come from a profile of the same device (name, vendor, platform) with the same driver alone: the user's
 * own before one shipped with the library.  Tunables may come from a neighbour, for they change no result: of
 * all profiles of the same type (gpu, cpu) and the same platform or vendor, the one with most in common, where
 * the name counts 8, the platform 4, the vendor 2 and the driver 1; the user's own before shipped ones, whatever
 * the driver, then the one nearest in compute units, then the first by file name.  Where the user's own is of the
 * same device, families of which it says nothing are those of the shipped one.  A value that is not among those
 * worth trying on this device is ignored.  A profile with times and no tunables says that the defaults are the fastest
 * there.
 */
#ifndef NF_TUNE_STORE_H
#define NF_TUNE_STORE_H

#include "opencl/context.h"

/* Finds the folder (`wish`, NEARFIELD_CONFIG or the user's) and reads the profiles there.  A damaged profile is
   ignored, and the context's note names it; the only error is a lack of host memory. */
nf_status nf_store_learn(nf_context *context, const char *wish);

/* A verdict that is not stored serves this context alone, where nothing is stored; `why` is said in its note.  One in
   which nothing is checked stands for a check that did not end. */
nf_status nf_store_serve(nf_context *context, const nf_profile *verdict, const char *why);

/* Profiles that come with the library, made by the build. */
typedef struct nf_shipped {
    const char *name; /* "nvidia-h200.json" */
    const unsigned char *bytes;
    size_t size;
} nf_shipped;
extern const nf_shipped nf_shipped_profiles[];
extern const size_t nf_shipped_count;

#endif
