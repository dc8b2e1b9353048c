// Definitions with which the files of this folder compile as OpenCL C and, in the host reference, as C.
//   NF_GLOBAL  the address space of buffers: __global in OpenCL C, nothing in C
#ifndef NF_GLOBAL
#define NF_GLOBAL __global
#endif
