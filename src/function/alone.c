/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The text of a pair function as programs have it, and the program of it alone: what is wrong with its C, the compiler says. */
#include "core/memory.h"
#include "function/function.h"
#include "opencl/context.h"
#include "opencl/program/program.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A declaration becomes a constant that the text defines in its line, from a structure with a member of the declared name. */
#define CONSTANT "nf_line_%zu_is_in_a_comment_or_a_conditional_group"
#define DEFINES  "enum { " CONSTANT " = sizeof(struct { int %.*s; }) };"

/* Behind the text the constant is used, in the same line: if a comment or the preprocessor leaves the declaration out, the compiler does not know it. */
#define USES "#line %zu\nenum { nf_line_%zu = " CONSTANT " };\n"

/* What a declaration adds to the length of a text, at most. */
enum { ADDED = sizeof DEFINES + sizeof USES + 128 };

nf_status nf_function_text_make(const nf_allocator *allocator, const char *source, char **text,
                                nf_sentence *error) {
    nf_lines lines = {source, 0};
    nf_declaration d;
    size_t declared = 0;
    nf_status status = NF_OK;
    while (nf_declaration_next(&lines, &d)) declared++;
    const size_t room = strlen(source) + (declared + 1) * ADDED;
    NF_TRY(nf_allocate(allocator, room, 1, "the text of a pair function", (void **)text, error));
    char *to = *text, *const end = to + room;
    const char *from = source;
    for (lines = (nf_lines){source, 0}; nf_declaration_next(&lines, &d); from = d.end) {
        const nf_word name = d.name.length ? d.name : d.kind;
        to += snprintf(to, (size_t)(end - to), "%.*s" DEFINES, (int)(d.begin - from), from, d.line,
                       (int)name.length, name.at);
    }
    to += snprintf(to, (size_t)(end - to), "%s\n\n", from); /* the last line may end in a continuation */
    for (lines = (nf_lines){source, 0}; nf_declaration_next(&lines, &d);)
        to += snprintf(to, (size_t)(end - to), USES, d.line, d.line, d.line);
    snprintf(to, (size_t)(end - to), "#line %zu\n", lines.count + 1); /* where the compiler misses a brace */
done:
    return status;
}

/* Replaces what follows `at` in the message. */
NF_PRINTF(3, 4)
static void replace(nf_sentence *error, char *at, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(at, sizeof error->text - (size_t)(at - error->text), format, list);
    va_end(list);
}

/* Finds the declaration whose line the message names; 0 if it names another line. */
static int find_declaration(const char *source, const char *file, const char *message,
                            nf_declaration *found) {
    nf_lines lines = {source, 0};
    const size_t length = strlen(file);
    if (strncmp(message, file, length) != 0 || message[length] != ':') return 0;
    const size_t line = strtoul(message + length + 1, NULL, 10);
    while (nf_declaration_next(&lines, found))
        if (found->line == line) return 1;
    return 0;
}

/* Says in words what compilers say of the names that stand for a declaration, and of the function. */
static void explain(const nf_function *function, const char *source, const char *file, nf_sentence *error) {
    static const char unfit[] = " does not fit the kernels that call it: ";
    const int radial = function->info.radial;
    char *left_out = strstr(error->text, "_is_in_a_comment_or_a_conditional_group"),
         *place = strstr(error->text, ": "), *fits = strstr(error->text, unfit);
    if (left_out && place) {
        replace(error, place,
                ": this declaration is in a comment or in a conditional group that is left out");
        return;
    }
    nf_declaration d;
    if (place && find_declaration(source, file, error->text, &d) && d.name.length) {
        const nf_sentence said = *error;
        nf_fail(error, NF_ERROR_BUILD,
                "%s:%zu: \"%.*s\" cannot be declared here; it may be a word of OpenCL C%s", file, d.line,
                (int)d.name.length, d.name.at, said.text + (place - error->text));
        return;
    }
    if (!place || !strstr(place, "interact")) return; /* the file before it may have such a name */
    if (fits && strstr(fits, "defined")) replace(error, fits, " defines no function interact");
    nf_advise(error, ": a %s function is static %s d2, const parameters *p, sums *to)",
              radial ? "radial" : "general",
              radial ? "real interact(const fields *i, const fields *j, real"
                     : "void interact(const fields *i, const fields *j, vector D, real");
}

nf_status nf_function_compile(const nf_function *function, const char *source, const char *file) {
    nf_spec spec = nf_spec_of(function->context, "function/alone.cl");
    nf_program *program = NULL;
    spec.strict = 1;
    nf_define(&spec, "DIMS", 3);
    nf_define(&spec, "REAL64", 0);
    nf_function_add(function, 0, 0, (UINT32_C(1) << function->info.sums) - 1, &spec);
    const nf_status status = nf_program_get(function->context, &spec, &program);
    if (status == NF_ERROR_BUILD) explain(function, source, file, &function->context->error);
    return status;
}
