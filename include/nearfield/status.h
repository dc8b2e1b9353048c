/* What every function of nearfield answers: one table of statuses, each with its words. */
#ifndef NEARFIELD_STATUS_H
#define NEARFIELD_STATUS_H

#include <nearfield/version.h>

/* One row a status: name, words. The order is part of the ABI: new rows go to the end. */
#define NF_STATUS_TABLE(X)                                                                                   \
    X(NF_OK, "done")                                                                                         \
    X(NF_ERROR_ARGUMENT, "an argument is not valid")                                                         \
    X(NF_ERROR_POINTS, "a point is not finite")                                                              \
    X(NF_ERROR_CAPACITY, "the result does not fit into the buffer given")                                    \
    X(NF_ERROR_MEMORY, "out of memory on the host or on the device")                                         \
    X(NF_ERROR_NO_DEVICE, "no OpenCL device answers to the request")                                         \
    X(NF_ERROR_DEVICE, "an OpenCL call failed")                                                              \
    X(NF_ERROR_BUILD, "a kernel did not build")                                                              \
    X(NF_ERROR_UNSUPPORTED, "this device or this version cannot do it")

#ifdef __cplusplus
extern "C" {
#endif

#define NF_STATUS_ENUM(name, words) name,
typedef enum nf_status { NF_STATUS_TABLE(NF_STATUS_ENUM) NF_STATUS_COUNT } nf_status;
#undef NF_STATUS_ENUM

/** The words of a status, for example "out of memory on the host or on the device". Never NULL. */
NF_API const char *nf_status_words(nf_status status);

/** The name of a status, for example "NF_ERROR_MEMORY". Never NULL. */
NF_API const char *nf_status_name(nf_status status);

#ifdef __cplusplus
}
#endif
#endif
