/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/sized.h"

#include <string.h>

enum { SIZE_MOST = 4096 }; /* more is no size, but a value that was not set */

nf_status nf_sized_check(const void *from, size_t known, const char *name, nf_sentence *error) {
    const unsigned char *bytes = from;
    if (!from) return NF_OK;
    uint32_t size = 0;
    memcpy(&size, from, sizeof size);
    if (size && (size < known || size > SIZE_MOST))
        return nf_fail(error, NF_ERROR_ARGUMENT, "the size of %s is %lu bytes: give its sizeof, %zu, or 0",
                       name, (unsigned long)size, known);
    for (size_t k = known; k < size; k++)
        if (bytes[k])
            return nf_fail(error, NF_ERROR_ARGUMENT,
                           "%s has %lu bytes and a value in byte %zu, but this version of the library knows "
                           "%zu bytes: use a newer version, or leave that value out",
                           name, (unsigned long)size, k, known);
    return NF_OK;
}

nf_status nf_sized_take(const void *from, void *copy, size_t known, const char *name, nf_sentence *error) {
    nf_status status = NF_OK;
    memset(copy, 0, known);
    if (!from) return NF_OK;
    NF_TRY(nf_sized_check(from, known, name, error));
    memcpy(copy, from, known);
done:
    return status;
}
