/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/loader.h"

#include "core/system.h"

#include <nearfield/context.h>
#include <stdio.h>
#include <string.h>

#define NF_CL_ROW(result, name, ...) {#name, offsetof(nf_cl_functions, name)},
static const struct {
    const char *name;
    size_t at; /* in the table */
} rows[] = {NF_CL_FUNCTIONS(NF_CL_ROW)};
enum { ROWS = sizeof rows / sizeof *rows };

#if defined(NF_LINKS_OPENCL)

#define NF_CL_DECLARED(result, name, ...) extern result CL_API_CALL(name)(__VA_ARGS__);
NF_CL_FUNCTIONS(NF_CL_DECLARED)
#define NF_CL_LINKED(result, name, ...) name,
nf_cl_functions nf_cl = {NF_CL_FUNCTIONS(NF_CL_LINKED)};

nf_status nf_opencl_open(nf_sentence *error) {
    (void)error;
    return NF_OK;
}

nf_address nf_opencl_address(const char *name) {
    nf_address address = NULL;
    for (size_t k = 0; name && k < ROWS; k++)
        if (strcmp(rows[k].name, name) == 0) memcpy(&address, (char *)&nf_cl + rows[k].at, sizeof address);
    return address;
}

#else

nf_cl_functions nf_cl;
static void *loader; /* NULL until it is open; it is never closed */

static const char *const names[] = {
#if defined(_WIN32)
    "OpenCL.dll"
#elif defined(__APPLE__)
    "/System/Library/Frameworks/OpenCL.framework/OpenCL"
#else
    "libOpenCL.so.1", "libOpenCL.so" /* the second on Android */
#endif
};

/* Opens the library that NEARFIELD_OPENCL names, or else one of `names`. */
static nf_status open_library(char name[NF_PATH_MOST], void **library, nf_sentence *error) {
    char why[256] = "";
    const size_t length = nf_system_trusted_variable("NEARFIELD_OPENCL", name, NF_PATH_MOST);
    if (length >= NF_PATH_MOST)
        return nf_fail(error, NF_ERROR_NO_DEVICE,
                       "NEARFIELD_OPENCL names no library: it is longer than %d bytes", NF_PATH_MOST - 1);
    if (length) {
        *library = nf_system_open_library(name, why, sizeof why);
        if (*library) return NF_OK;
        return nf_fail(error, NF_ERROR_NO_DEVICE,
                       "NEARFIELD_OPENCL names a library that cannot be opened: %s: unset it, or ask for the "
                       "device \"host\"",
                       why);
    }
    for (size_t k = 0; k < sizeof names / sizeof *names && !*library; k++) {
        snprintf(name, NF_PATH_MOST, "%s", names[k]);
        *library = nf_system_open_library(name, k ? NULL : why, sizeof why);
    }
    if (*library) return NF_OK;
    return nf_fail(error, NF_ERROR_NO_DEVICE,
                   "there is no OpenCL loader (%s): install a driver with its loader, or PoCL for the CPU; "
                   "NEARFIELD_OPENCL names a loader that stands elsewhere",
                   why);
}

static nf_status open_loader(nf_sentence *error) {
    char name[NF_PATH_MOST] = "";
    void *library = NULL;
    nf_cl_functions found;
    const nf_status status = open_library(name, &library, error);
    if (status != NF_OK) return status;
    for (size_t k = 0; k < ROWS; k++) {
        const nf_address address = nf_system_symbol(library, rows[k].name);
        if (!address) {
            nf_system_close_library(library);
            return nf_fail(error, NF_ERROR_NO_DEVICE, "%s is no loader of OpenCL 1.2: it has no %s", name,
                           rows[k].name);
        }
        memcpy((char *)&found + rows[k].at, &address, sizeof address);
    }
    nf_cl = found;
    loader = library;
    return NF_OK;
}

nf_status nf_opencl_open(nf_sentence *error) {
    nf_system_lock();
    const nf_status status = loader ? NF_OK : open_loader(error);
    nf_system_unlock();
    return status;
}

nf_address nf_opencl_address(const char *name) {
    return name && nf_opencl_open(NULL) == NF_OK ? nf_system_symbol(loader, name) : NULL;
}

#endif
