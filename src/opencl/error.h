/* Names of OpenCL's error codes. */
#ifndef NF_OPENCL_ERROR_H
#define NF_OPENCL_ERROR_H

#include <nearfield/types.h>

/* "CL_OUT_OF_RESOURCES"; "an unknown OpenCL error" for what is in no table. */
const char *nf_cl_name(cl_int code);

/* 1 for the codes that say that memory ran out. */
int nf_cl_is_memory(cl_int code);

#endif
