/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/program/build_log.h"

#include "opencl/context.h"
#include "opencl/program/assemble.h"

#include <string.h>

void nf_build_log_forget(nf_context *context) {
    nf_release(&context->allocator, context->programs.log);
    context->programs.log = NULL;
}

/* The first line of a build log with an error; NULL if there is none. */
static const char *next_error(const char *log, const char *at) {
    const char *line = at ? strstr(at, "error") : NULL;
    while (line && line > log && line[-1] != '\n') line--;
    return line;
}

/* "FILE:LINE:COLUMN: ..." in a line of the log, if it is about this text of the caller; or NULL. */
static const char *place_in(const char *line, size_t length, const char *shown) {
    const size_t name = strlen(shown);
    for (const char *at = strstr(line, shown); at && at + name + 1 < line + length;
         at = strstr(at + 1, shown))
        if (at[name] == ':' && at[name + 1] >= '0' && at[name + 1] <= '9') return at;
    return NULL;
}

/* The name of the caller's text that is a part of the program; NULL without. */
static const char *text_of_caller(const nf_programs *programs, const nf_spec *spec) {
    for (size_t k = 0; k < programs->text_count; k++) {
        const nf_program_text *text = programs->texts[k];
        if (text->shown && (strstr(spec->text, text->file.name) || strstr(spec->head, text->file.name)))
            return text->shown;
    }
    return NULL;
}

/* What is wrong with the caller's text `shown`: the first error in it, or in the kernels that call it. */
static nf_status fail_text(nf_context *context, const char *shown, const char *log, const char *first) {
    for (const char *line = first; line; line = next_error(log, line + strcspn(line, "\n"))) {
        const size_t length = strcspn(line, "\r\n");
        const char *place = place_in(line, length, shown);
        if (!place) continue;
        /* Where a macro is used; Clang says then where its text is, too. */
        const char *end = line + length, *also = strstr(place, " <Spelling=");
        const char *rest = also && also < end ? strchr(also, '>') : NULL;
        if (!rest || rest >= end)
            return nf_fail(&context->error, NF_ERROR_BUILD, "%.*s", (int)(end - place), place);
        return nf_fail(&context->error, NF_ERROR_BUILD, "%.*s%.*s", (int)(also - place), place,
                       (int)(end - rest - 1), rest + 1);
    }
    return nf_fail(&context->error, NF_ERROR_BUILD, "%s does not fit the kernels that call it: %.*s", shown,
                   (int)strcspn(first, "\r\n"), first);
}

nf_status nf_build_fail(nf_context *context, cl_program program, const nf_spec *spec, const char *options,
                        const char *text, cl_int code) {
    size_t size = 0;
    char *explained = NULL;
    nf_build_log_forget(context);
    if (clGetProgramBuildInfo(program, context->device.device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) ==
            CL_SUCCESS &&
        size &&
        nf_allocate(&context->allocator, size + 1, 1, "a build log", (void **)&context->programs.log, NULL) ==
            NF_OK &&
        clGetProgramBuildInfo(program, context->device.device, CL_PROGRAM_BUILD_LOG, size,
                              context->programs.log, NULL) != CL_SUCCESS)
        context->programs.log[0] = 0;
    if (text && context->programs.log)
        explained = nf_assemble_explain(&context->allocator, text, context->programs.log);
    if (explained) {
        nf_build_log_forget(context);
        context->programs.log = explained;
    }
    const char *line = next_error(context->programs.log, context->programs.log);
    const char *shown = text_of_caller(&context->programs, spec);
    nf_fail_cl(context, code, "clBuildProgram");
    if (code == CL_OUT_OF_HOST_MEMORY) return NF_ERROR_MEMORY;
    if (shown && line) return fail_text(context, shown, context->programs.log, line);
    const size_t length = line ? strcspn(line, "\n") : 0;
    return nf_fail(&context->error, NF_ERROR_BUILD, "cl/%s did not build with %.300s: %.*s", spec->source,
                   options, line ? (int)length : 12, line ? line : "see the log.");
}
