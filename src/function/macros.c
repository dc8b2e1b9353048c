/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The macros of the kernels that may be in a program with a pair function.  A declared name must be none of them, as the kernels use it; behind the
   kernels they are undefined, so that the text of a function has its names to itself. */
#include "core/memory.h"
#include "function/function.h"
#include "opencl/program/program.h"

#include <string.h>

int nf_function_may_meet(const char *file) {
    static const char *const begins[] = {"machine/",
                                         "space/",
                                         "search/",
                                         "function/",
                                         "interact/",
                                         "papers/",
                                         "order/coordinates.cl",
                                         "order/tiles.cl",
                                         "primitives/preceding.cl"},
                             functions[] = "function/pair_";
    if (strncmp(file, functions, sizeof functions - 1) == 0) return 0;
    for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
        if (strncmp(file, begins[k], strlen(begins[k])) == 0) return 1;
    return 0;
}

/* What stands before a macro that a kernel file defines, or that the host may define. */
static const char *const before[] = {"#define ", "defined(", "#ifdef ", "#ifndef "};
enum { BEFORE = sizeof before / sizeof *before };

static int is_of_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

int nf_function_is_macro(const char *name) {
    const size_t length = strlen(name);
    for (size_t k = 0; k < nf_embedded_count; k++) {
        const char *text = (const char *)nf_embedded_files[k].bytes;
        if (!nf_function_may_meet(nf_embedded_files[k].name)) continue;
        for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
            if (is_of_name(at[length])) continue;
            for (size_t b = 0; b < BEFORE; b++) {
                const size_t far = strlen(before[b]);
                if ((size_t)(at - text) >= far && memcmp(at - far, before[b], far) == 0) return 1;
            }
        }
    }
    return 0;
}

/* 1 if the text of a function keeps a macro: it is the function's own, the language's, or none that a text may define. */
static int is_kept(const char *name, size_t length) {
    static const char *const kept[] = {"DIMS", "REAL64"}, *const begins[] = {"NF_", "nf_", "cl_", "FP_", "_"};
    for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
        if (length == strlen(kept[k]) && memcmp(name, kept[k], length) == 0) return 1;
    for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
        if (strncmp(name, begins[k], strlen(begins[k])) == 0) return 1;
    return 0;
}

typedef struct part {
    char *text;
    size_t used, room;
} part;

static nf_status put(const nf_allocator *allocator, part *to, const char *text, size_t length,
                     nf_sentence *error) {
    nf_status status = NF_OK;
    NF_TRY(nf_grow(allocator, (void **)&to->text, &to->room, to->used + length + 1, 1,
                   "the macros of the kernels", error));
    memcpy(to->text + to->used, text, length);
    to->used += length;
    to->text[to->used] = 0;
done:
    return status;
}

/* A line for the macro, unless it has one. */
static nf_status undefine(const nf_allocator *allocator, part *to, const char *name, nf_sentence *error) {
    static const char undef[] = "#undef ";
    size_t length = 0;
    nf_status status = NF_OK;
    while (is_of_name(name[length])) length++;
    if (!length || is_kept(name, length)) return NF_OK;
    const size_t start = to->used;
    NF_TRY(put(allocator, to, undef, sizeof undef - 1, error));
    NF_TRY(put(allocator, to, name, length, error));
    NF_TRY(put(allocator, to, "\n", 1, error));
    if (strstr(to->text, to->text + start) != to->text + start) to->text[to->used = start] = 0;
done:
    return status;
}

nf_status nf_function_undefine(const nf_allocator *allocator, char **text, nf_sentence *error) {
    part all = {NULL, 0, 0};
    nf_status status = NF_OK;
    for (size_t k = 0; k < nf_embedded_count; k++)
        for (size_t b = 0; b < BEFORE && nf_function_may_meet(nf_embedded_files[k].name); b++) {
            const char *at = (const char *)nf_embedded_files[k].bytes;
            while ((at = strstr(at, before[b])) != NULL)
                NF_TRY(undefine(allocator, &all, at += strlen(before[b]), error));
        }
    *text = all.text;
done:
    if (status != NF_OK) nf_release(allocator, all.text);
    return status;
}
