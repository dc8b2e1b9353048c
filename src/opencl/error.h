/* Names of OpenCL's error codes. */
#ifndef NF_OPENCL_ERROR_H
#define NF_OPENCL_ERROR_H

#include <nearfield/types.h>

/* "CL_OUT_OF_RESOURCES"; "an unknown OpenCL error" for what is in no table. */
const char *nf_cl_name(cl_int code);

/* 1 for the codes that say that memory ran out.  CL_OUT_OF_RESOURCES does not: of a command it means that a kernel before
   it failed (NVIDIA answers it for an access out of bounds), or that one cannot be launched. */
int nf_cl_is_memory(cl_int code);

/* The same for a call that makes a buffer, where CL_OUT_OF_RESOURCES is a lack of memory, too. */
int nf_cl_has_no_room(cl_int code);

#endif
