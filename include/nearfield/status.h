/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The status that functions of nearfield return: one table of names and texts. */
#ifndef NEARFIELD_STATUS_H
#define NEARFIELD_STATUS_H

#include <nearfield/version.h>

/* All statuses: X(name, text).  New rows go to the end.  NF_ERROR_POINTS is about coordinates alone; other
   numbers of points that are not valid, such as radii, weights and velocities, are NF_ERROR_ARGUMENT. */
#define NF_STATUS_TABLE(X)                                                                                   \
    X(NF_OK, "done")                                                                                         \
    X(NF_ERROR_ARGUMENT, "an argument is not valid")                                                         \
    X(NF_ERROR_POINTS, "a point is not finite, or too far from the box")                                     \
    X(NF_ERROR_CAPACITY, "the result does not fit into the buffer given")                                    \
    X(NF_ERROR_MEMORY, "out of memory on the host or on the device")                                         \
    X(NF_ERROR_NO_DEVICE, "there is no such OpenCL device")                                                  \
    X(NF_ERROR_DEVICE, "an OpenCL call failed")                                                              \
    X(NF_ERROR_BUILD, "a kernel did not build")                                                              \
    X(NF_ERROR_UNSUPPORTED, "this device or this version cannot do it")                                      \
    X(NF_ERROR_CANCELLED, "the caller has cancelled the call")

#ifdef __cplusplus
extern "C" {
#endif

/* One enumerator of nf_status. */
#define NF_STATUS_ENUM(name, words) name,
/* What a function returns: NF_OK (0), or one of the errors of NF_STATUS_TABLE. */
typedef enum nf_status { NF_STATUS_TABLE(NF_STATUS_ENUM) } nf_status;
#undef NF_STATUS_ENUM

/**
 * The text of a status, for example "out of memory on the host or on the device"; of any other number "an
 * unknown status".  Never NULL; static storage.
 */
NF_API const char *nf_status_words(nf_status status);

/** The name of a status, for example "NF_ERROR_MEMORY"; of any other number "NF_ERROR_UNKNOWN", which is the
    name of none.  Never NULL; static storage. */
NF_API const char *nf_status_name(nf_status status);

#ifdef __cplusplus
}
#endif
#endif
