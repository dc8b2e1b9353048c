/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/fail.h"

#include <nearfield/types.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NF_STATUS_WORDS(name, words) words,
#define NF_STATUS_NAMES(name, words) #name,
static const char *const status_words[] = {NF_STATUS_TABLE(NF_STATUS_WORDS)};
static const char *const status_names[] = {NF_STATUS_TABLE(NF_STATUS_NAMES)};

static int known(nf_status status) { return (int)status >= 0 && (int)status < NF_STATUSES; }

const char *nf_status_words(nf_status status) {
    return known(status) ? status_words[status] : "an unknown status";
}

const char *nf_status_name(nf_status status) {
    return known(status) ? status_names[status] : "NF_ERROR_UNKNOWN";
}

const char *nf_version(void) { return NF_VERSION_STRING; }

size_t nf_type_bytes(nf_type type) {
    static const size_t bytes[] = {[NF_FLOAT32] = 4, [NF_FLOAT64] = 8, [NF_INT32] = 4, [NF_UINT32] = 4,
                                   [NF_UINT64] = 8,  [NF_INT64] = 8,   [NF_UINT8] = 1};
    return (int)type >= 0 && type <= NF_UINT8 ? bytes[type] : 0;
}

const char *nf_type_name(nf_type type) {
    static const char *const names[] = {
        [NF_FLOAT32] = "float32", [NF_FLOAT64] = "float64", [NF_INT32] = "int32", [NF_UINT32] = "uint32",
        [NF_UINT64] = "uint64",   [NF_INT64] = "int64",     [NF_UINT8] = "uint8"};
    return nf_type_bytes(type) ? names[type] : "no type";
}

nf_status nf_fail(nf_sentence *where, nf_status status, const char *format, ...) {
    if (where) {
        va_list list;
        va_start(list, format);
        vsnprintf(where->text, sizeof where->text, format, list);
        va_end(list);
        where->host_memory = 0;
    }
    return status;
}

void nf_blame(nf_sentence *where, const char *format, ...) {
    char text[sizeof where->text];
    va_list list;
    if (!where) return;
    memcpy(text, where->text, sizeof text);
    va_start(list, format);
    const int length = vsnprintf(where->text, sizeof where->text, format, list);
    va_end(list);
    if (length >= 0 && (size_t)length < sizeof text)
        snprintf(where->text + length, sizeof text - (size_t)length, "%s", text);
}

void nf_advise(nf_sentence *where, const char *format, ...) {
    va_list list;
    if (!where) return;
    const size_t length = strlen(where->text);
    va_start(list, format);
    vsnprintf(where->text + length, sizeof where->text - length, format, list);
    va_end(list);
}

nf_status nf_fail_memory(nf_sentence *where, size_t bytes, const char *what) {
    nf_fail(where, NF_ERROR_MEMORY, "out of host memory: %zu bytes for %s", bytes, what);
    if (where) where->host_memory = 1;
    return NF_ERROR_MEMORY;
}

nf_status nf_fail_cancelled(nf_sentence *where) {
    return nf_fail(where, NF_ERROR_CANCELLED, "the call was cancelled (nf_context_options.cancelled)");
}

void nf_sentence_copy(const nf_sentence *from, char *message, size_t size) {
    if (message && size) snprintf(message, size, "%s", from->text);
}
