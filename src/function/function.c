/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "function/function.h"

#include "core/hash.h"
#include "core/sized.h"
#include "opencl/host_device.h"

#include <stdio.h>
#include <string.h>

const char *nf_function_text(const char *source) {
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    const size_t length = strlen(byte_order_mark);
    return strncmp(source, byte_order_mark, length) == 0 ? source + length : source;
}

const char *nf_function_name(size_t index) {
    const nf_ready *row = nf_ready_functions;
    while (row->name && index--) row++;
    return row->name;
}

static nf_status find_ready(const char *name, const char **file, const char **text, nf_sentence *error) {
    for (const nf_ready *row = nf_ready_functions; row->name; row++) {
        if (strcmp(row->name, name) != 0) continue;
        for (size_t f = 0; f < nf_embedded_count; f++)
            if (strcmp(nf_embedded_files[f].name, row->file) == 0) {
                *file = row->file;
                *text = (const char *)nf_embedded_files[f].bytes; /* a zero follows them */
                return NF_OK;
            }
    }
    nf_fail(error, NF_ERROR_ARGUMENT, "there is no pair function \"%.60s\" in the library, which has", name);
    for (const nf_ready *row = nf_ready_functions; row->name; row++)
        nf_advise(error, "%s%s", row == nf_ready_functions ? " " : ", ", row->name);
    return NF_ERROR_ARGUMENT;
}

/* The form that the name of a caller's file has in all messages.  It stands between quotes in #line directives.  Of a long name the end is kept, from the
   beginning of a character on. */
static void show_file(const char *file, char shown[NF_SHOWN_BYTES]) {
    const size_t length = strlen(file);
    const char *from = file + (length < NF_SHOWN_BYTES ? 0 : length - (NF_SHOWN_BYTES - 1));
    while (from > file && ((unsigned char)*from & 0xC0) == 0x80) from++;
    snprintf(shown, NF_SHOWN_BYTES, "%s", from);
    for (char *c = shown; *c; c++)
        *c = *c == '"' ? '\'' : *c == '\\' ? '/' : (unsigned char)*c < ' ' ? '_' : *c;
}

/* Replaces the arguments of a caller by a text and its file: those of the library's function `name`, or the caller's, whose file is then `shown`. */
static nf_status find_source(const char *name, const char **source, const char **file,
                             char shown[NF_SHOWN_BYTES], nf_sentence *error) {
    if (!name == !*source)
        return nf_fail(error, NF_ERROR_ARGUMENT, "give either the name of a pair function or its source");
    if (name) return find_ready(name, file, source, error);
    show_file(*file && **file ? *file : "function", shown);
    *file = shown;
    *source = nf_function_text(*source);
    return NF_OK;
}

/* The parts that a function of the library has, too. */
static nf_status take(nf_function *function, const char *source, const char *file) {
    nf_context *context = function->context;
    char text[NF_DECLARATIONS_ROOM], *undefines = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_function_read(source, file, &function->info, &context->error));
    nf_function_declarations(&function->info, text, sizeof text);
    NF_TRY(nf_program_add_text(context, NULL, text, &function->declarations));
    NF_TRY(nf_function_undefine(&context->allocator, &undefines, &context->error));
    NF_TRY(nf_program_add_text(context, NULL, undefines, &function->undefines));
done:
    nf_release(&context->allocator, undefines);
    return status;
}

static nf_status take_text(nf_function *function, const char *source, const char *file) {
    nf_context *context = function->context;
    char *text = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_function_text_make(&context->allocator, source, &text, &context->error));
    NF_TRY(nf_program_add_text(context, file, text, &function->text));
    NF_TRY(nf_function_compile(function, source, file));
done:
    nf_release(&context->allocator, text);
    return status;
}

nf_status nf_function_create(nf_context *context, const char *name, const char *source, const char *file,
                             nf_function **out) {
    nf_function *function = NULL;
    char shown[NF_SHOWN_BYTES];
    nf_status status = NF_OK;
    if (out) *out = NULL;
    if (!context) return NF_ERROR_ARGUMENT;
    context->error.text[0] = 0;
    if (!out)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "out is NULL: give the address of a function");
    NF_TRY(find_source(name, &source, &file, shown, &context->error));
    NF_TRY(nf_allocate(&context->allocator, 1, sizeof *function, "a pair function", (void **)&function,
                       &context->error));
    function->context = context;
    nf_context_hold(context);
    function->stays = name != NULL;
    NF_TRY(take(function, source, file));
    if (name) {
        function->text = file;
        snprintf(function->key, sizeof function->key, "%s", name);
    } else {
        NF_TRY(nf_refuse_host(context, "a pair function that is given as source"));
        NF_TRY(take_text(function, source, file));
        snprintf(function->key, sizeof function->key, "%016llx",
                 (unsigned long long)nf_hash(NF_HASH_START, source, strlen(source)));
    }
    *out = function;
done:
    if (status != NF_OK) nf_function_free(function);
    return status;
}

static const nf_sized info_sized = {NF_SIZED(nf_function_info)};

nf_status nf_function_describe(const char *name, const char *source, const char *file, nf_function_info *info,
                               const char **text, char *message, size_t message_size) {
    nf_sentence error = {.text = ""};
    nf_function_info declared = {0};
    char shown[NF_SHOWN_BYTES];
    size_t reach = 0;
    nf_status status = NF_OK;
    if (text) *text = NULL;
    if (info) status = nf_sized_reach(&info_sized, "info", info, &reach, &error);
    if (status != NF_OK) info = NULL;
    NF_TRY(status);
    NF_TRY(find_source(name, &source, &file, shown, &error));
    NF_TRY(nf_function_read(source, file, &declared, &error));
    if (text) *text = source;
done:
    if (info) nf_sized_give(&info_sized, info, reach, 0, status == NF_OK ? &declared : NULL);
    nf_sentence_copy(&error, message, message_size);
    return status;
}

const nf_function_info *nf_function_declares(const nf_function *function) {
    static const nf_function_info none;
    return function ? &function->info : &none;
}

void nf_function_free(nf_function *function) {
    if (!function) return;
    nf_context *context = function->context;
    const char *const parts[] = {function->declarations, function->undefines, function->text};
    for (size_t k = 0; k < sizeof parts / sizeof *parts && !function->stays; k++)
        nf_program_remove_text(context, parts[k]);
    nf_release(&context->allocator, function);
    nf_context_free(context);
}

void nf_function_add(const nf_function *function, int sum64, int fast, uint32_t wanted, nf_spec *spec) {
    nf_define(spec, "NF_WANTED", wanted);
    nf_define(spec, "NF_SUM64", sum64);
    nf_define(spec, "NF_FAST", fast);
    nf_part(spec, function->declarations);
    nf_behind(spec, function->undefines);
    nf_behind(spec, "function/arithmetic.cl");
    nf_behind(spec, function->text);
}
