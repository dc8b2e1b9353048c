/* The version of nearfield: at compile time by macros, at run time by a function. */
#ifndef NEARFIELD_VERSION_H
#define NEARFIELD_VERSION_H

#define NF_VERSION_MAJOR  0
#define NF_VERSION_MINOR  1
#define NF_VERSION_PATCH  0
#define NF_VERSION_STRING "0.1.0"

/* NF_API marks what the library exports; everything else is hidden. */
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

/** The version of the library that is linked, for example "0.1.0". Never NULL; static storage. */
NF_API const char *nf_version(void);

#ifdef __cplusplus
}
#endif
#endif
