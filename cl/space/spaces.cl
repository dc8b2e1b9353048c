// What lets files of this folder be read as OpenCL C and, by the host reference, as C.
//   NF_GLOBAL  the address space of buffers: __global here, nothing in C
#ifndef NF_GLOBAL
#define NF_GLOBAL __global
#endif
