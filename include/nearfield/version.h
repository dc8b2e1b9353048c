/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The version of nearfield: of the headers as macros, of the linked library as a function.  Before 1.0 no ABI
   is promised. */
#ifndef NEARFIELD_VERSION_H
#define NEARFIELD_VERSION_H

#define NF_VERSION_MAJOR  0       /* the first number of the version */
#define NF_VERSION_MINOR  1       /* the second; below 1.0 a new one may change the interface */
#define NF_VERSION_PATCH  0       /* the third */
#define NF_VERSION_STRING "0.1.0" /* the three as text */

/* NF_API marks what the library exports; everything else is hidden.  Define NF_STATIC to link the static
   library on Windows. */
#if defined(NF_STATIC)
#define NF_API
#elif defined(_WIN32)
#if defined(NF_BUILDING)
#define NF_API __declspec(dllexport)
#else
#define NF_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define NF_API __attribute__((visibility("default")))
#else
#define NF_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the linked library, for example "0.1.0".  Never NULL; static storage. */
NF_API const char *nf_version(void);

#ifdef __cplusplus
}
#endif
#endif
