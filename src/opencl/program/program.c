/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/program/program.h"

#include "core/system.h"
#include "opencl/context.h"
#include "opencl/device.h"
#include "opencl/ops.h"
#include "opencl/program/assemble.h"
#include "opencl/program/build_log.h"
#include "opencl/program/cache.h"

#include <stdio.h>
#include <string.h>

/* Options of the compiler besides the defines.  Programs are OpenCL C 1.2, which every device compiles; those that need
   sub-groups use the next version that the device's compiler supports.  Without -w, PoCL's compiler writes the number of
   its warnings (about calling conventions of wide vectors) to the standard error of the user's process. */
#if defined(NF_DEBUG)
#define ALWAYS " -w -cl-kernel-arg-info"
#else
#define ALWAYS " -w"
#endif
static const char *options_of(const nf_context *context, const nf_spec *spec) {
    static const char *const options[NF_STANDARDS] = {[NF_CL12] = "-cl-std=CL1.2" ALWAYS,
                                                      [NF_CL20] = "-cl-std=CL2.0" ALWAYS,
                                                      [NF_CL30] = "-cl-std=CL3.0" ALWAYS};
    if (spec->strict) return "-cl-std=CL1.2";
    return options[spec->subgroups ? nf_device_standard(context->device.device) : NF_CL12];
}

/* What a spec says: the compiler's options, and the kernel files in order. */
typedef struct recipe {
    char *options, *files;
} recipe;

static char *copy(char *to, const char *from, size_t length) {
    memcpy(to, from, length);
    return to + length;
}

static int begins(const char *text, const char *word) { return strncmp(text, word, strlen(word)) == 0; }

/* The files of a text that stand behind this word, each with a space before it. */
static char *copy_files(char *to, const char *text, const char *word) {
    for (const char *at = strstr(text, word); at; at = strstr(at, word)) {
        at += strlen(word);
        to = copy(copy(to, " ", 1), at, strcspn(at, " "));
    }
    return to;
}

static nf_status make_recipe(nf_context *context, const nf_spec *spec, recipe *out) {
    const char *standard = options_of(context, spec);
    const size_t source = strlen(spec->source), first = strlen(standard), head = strlen(spec->head);
    const size_t room = head + spec->used + 1;
    nf_status status = NF_OK;
    char *text = NULL;
    *out = (recipe){NULL, NULL};
    NF_TRY(nf_allocate(&context->allocator, room, 1, "a program's text", (void **)&text, &context->error));
    NF_TRY(nf_allocate(&context->allocator, first + room, 1, "a program's options", (void **)&out->options,
                       &context->error));
    NF_TRY(nf_allocate(&context->allocator, room + source + 1, 1, "a program's files", (void **)&out->files,
                       &context->error));
    copy(copy(text, spec->head, head), spec->text, spec->used);
    char *option = copy(out->options, standard, first), *file = copy_files(out->files, text, NF_SPEC_PART);
    copy_files(copy(copy(file, " ", 1), spec->source, source), text, NF_SPEC_BEHIND);
    for (const char *at = text, *next; *at; at = next) { /* every word begins with a space */
        const int is_file = begins(at, NF_SPEC_PART) || begins(at, NF_SPEC_BEHIND);
        next = at + 1 + strcspn(at + 1, " ");
        if (is_file) next += 1 + strcspn(next + 1, " ");
        else option = copy(option, at, (size_t)(next - at));
    }
done:
    nf_release(&context->allocator, text);
    return status;
}

/* The key of a built program: it can be used again if the key is the same. */
static nf_status make_key(nf_context *context, const recipe *made_of, const char *text, char **out) {
    const nf_device_info *d = &context->device;
    const char *const parts[] = {NF_VERSION_STRING, made_of->files, made_of->options, text,
                                 d->platform_name,  d->name,        d->vendor,        d->driver,
                                 d->version};
    const size_t count = sizeof parts / sizeof *parts;
    size_t bytes = 1;
    for (size_t k = 0; k < count; k++) bytes += strlen(parts[k]) + 1;
    char *key = NULL;
    nf_status status =
        nf_allocate(&context->allocator, bytes, 1, "a program's key", (void **)&key, &context->error);
    if (status != NF_OK) return status;
    char *at = key;
    for (size_t k = 0; k < count; k++) {
        const size_t length = strlen(parts[k]);
        memcpy(at, parts[k], length);
        at[length] = '\n';
        at += length + 1;
    }
    *out = key;
    return NF_OK;
}

/* `text` is NULL for a program from a binary. */
static nf_status build(nf_context *context, const nf_spec *spec, const char *options, const char *text,
                       cl_program program) {
    const cl_int code = clBuildProgram(program, 1, &context->device.device, options, NULL, NULL);
    return code == CL_SUCCESS ? NF_OK : nf_build_fail(context, program, spec, options, text, code);
}

/* Loads a program from the disk; NULL if it is missing, damaged, or rejected by the driver. */
static cl_program load(nf_context *context, const nf_spec *spec, const char *options, const char *key) {
    size_t size = 0;
    unsigned char *binary = nf_cache_load(&context->allocator, context->programs.folder, key, &size);
    if (!binary) return NULL;
    cl_int code = CL_SUCCESS, taken = CL_SUCCESS;
    const unsigned char *binaries[] = {binary};
    cl_program program =
        clCreateProgramWithBinary(context->cl, 1, &context->device.device, &size, binaries, &taken, &code);
    nf_release(&context->allocator, binary);
    if (code == CL_SUCCESS && taken == CL_SUCCESS && build(context, spec, options, NULL, program) == NF_OK)
        return program;
    if (code == CL_SUCCESS) clReleaseProgram(program);
    context->error.text[0] = 0; /* not an error: the program is built from its source instead */
    nf_build_log_forget(context);
    nf_cache_drop(context->programs.folder, key);
    return NULL;
}

/* The index of the context's device among the program's devices; the caller's OpenCL context may have several. */
static nf_status find_binary(nf_context *context, cl_program program, cl_uint *count, cl_uint *ours) {
    cl_device_id devices[64];
    if (clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof *count, count, NULL) != CL_SUCCESS ||
        *count > 64 ||
        clGetProgramInfo(program, CL_PROGRAM_DEVICES, *count * sizeof *devices, devices, NULL) != CL_SUCCESS)
        return NF_ERROR_DEVICE;
    for (*ours = 0; *ours < *count; (*ours)++)
        if (devices[*ours] == context->device.device) return NF_OK;
    return NF_ERROR_DEVICE;
}

static void store(nf_context *context, const char *key, cl_program program) {
    cl_uint count = 0, ours = 0;
    size_t sizes[64] = {0};
    unsigned char *binaries[64] = {NULL}; /* NULL: do not copy that device's binary */
    if (!context->programs.folder || find_binary(context, program, &count, &ours) != NF_OK) return;
    if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, count * sizeof *sizes, sizes, NULL) !=
            CL_SUCCESS ||
        sizes[ours] == 0)
        return;
    if (nf_allocate(&context->allocator, sizes[ours], 1, "a program's binary", (void **)&binaries[ours],
                    NULL) != NF_OK)
        return;
    if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, count * sizeof *binaries, binaries, NULL) ==
        CL_SUCCESS)
        nf_cache_store(context->programs.folder, key, binaries[ours], sizes[ours]);
    nf_release(&context->allocator, binaries[ours]);
}

/* *stage receives the name of the stage that the time counts for. */
static nf_status make(nf_context *context, nf_program *to, const char **stage) {
    const nf_spec *spec = &to->spec;
    nf_status status = NF_OK;
    char *text = NULL, *key = NULL;
    recipe made_of;
    cl_program program = NULL;
    const nf_sources sources = nf_program_sources(context);
    NF_TRY(make_recipe(context, spec, &made_of));
    NF_TRY(nf_assemble(&context->allocator, &sources, made_of.files, &text, &context->error));
    NF_TRY(make_key(context, &made_of, text, &key));
    program = load(context, spec, made_of.options, key);
    *stage = program ? "load" : "build";
    if (!program) {
        cl_int code = CL_SUCCESS;
        const char *texts[] = {text};
        program = clCreateProgramWithSource(context->cl, 1, texts, NULL, &code);
        if (code != CL_SUCCESS) program = NULL;
        NF_TRY_CODE(context, code, "clCreateProgramWithSource");
        NF_TRY(build(context, spec, made_of.options, text, program));
        store(context, key, program);
    }
done:
    to->program = program;
    to->files = made_of.files;
    nf_release(&context->allocator, key);
    nf_release(&context->allocator, text);
    nf_release(&context->allocator, made_of.options);
    return status;
}

static void free_program(nf_context *context, nf_program *program) {
    if (!program) return;
    for (size_t k = 0; k < program->count; k++) clReleaseKernel(program->kernels[k].kernel);
    if (program->program) clReleaseProgram(program->program);
    nf_release(&context->allocator, program->files);
    nf_release(&context->allocator, program->kernels);
    nf_release(&context->allocator, program);
}

static nf_program *find(const nf_programs *programs, const nf_spec *spec) {
    for (size_t k = 0; k < programs->count; k++) {
        const nf_spec *other = &programs->list[k]->spec;
        if (other->used == spec->used && other->head == spec->head &&
            memcmp(other->text, spec->text, spec->used) == 0 && strcmp(other->source, spec->source) == 0)
            return programs->list[k];
    }
    return NULL;
}

nf_status nf_cl_program(nf_context *context, nf_program *to) {
    const double start = nf_system_clock();
    const char *stage = NULL;
    const nf_status status = make(context, to, &stage);
    if (status == NF_OK) nf_stage_add(context, stage, nf_system_clock() - start);
    return status;
}

nf_status nf_program_get(nf_context *context, const nf_spec *spec, nf_program **out) {
    nf_programs *programs = &context->programs;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    *out = NULL;
    if (spec->failed) return NF_ERROR_MEMORY; /* the message was recorded */
    if (!context->ops->program) return NF_OK;
    *out = find(programs, spec);
    if (*out) return NF_OK;
    NF_TRY(nf_allocate(&context->allocator, 1, sizeof *program, "a program", (void **)&program,
                       &context->error));
    program->spec = *spec;
    NF_TRY(nf_grow(&context->allocator, (void **)&programs->list, &programs->capacity, programs->count + 1,
                   sizeof(nf_program *), "the list of programs", &context->error));
    NF_TRY(context->ops->program(context, program));
    programs->list[programs->count++] = program;
done:
    if (status != NF_OK) {
        free_program(context, program);
        program = NULL;
    }
    *out = program;
    return status;
}

nf_status nf_program_kernel(nf_context *context, nf_program *program, const char *name, cl_kernel *out) {
    nf_status status = NF_OK;
    cl_int code = CL_SUCCESS;
    *out = NULL;
    for (size_t k = 0; k < program->count; k++)
        if (strcmp(program->kernels[k].name, name) == 0) {
            *out = program->kernels[k].kernel;
            return NF_OK;
        }
    NF_TRY(nf_grow(&context->allocator, (void **)&program->kernels, &program->capacity, program->count + 1,
                   sizeof(nf_kernel), "the list of kernels", &context->error));
    cl_kernel kernel = clCreateKernel(program->program, name, &code);
    NF_TRY_CODE(context, code, "clCreateKernel");
    nf_kernel *row = &program->kernels[program->count++];
    snprintf(row->name, sizeof row->name, "%s", name);
    row->kernel = *out = kernel;
done:
    return status;
}

/* Releases the texts of specs that no program has. */
static void free_heads(nf_context *context) {
    nf_programs *programs = &context->programs;
    size_t kept = 0;
    for (size_t h = 0; h < programs->head_count; h++) {
        size_t k = 0;
        while (k < programs->count && programs->list[k]->spec.head != programs->heads[h]) k++;
        if (k < programs->count) programs->heads[kept++] = programs->heads[h];
        else nf_release(&context->allocator, programs->heads[h]);
    }
    programs->head_count = kept;
}

void nf_programs_forget(nf_context *context, const char *file) {
    nf_programs *programs = &context->programs;
    size_t kept = 0;
    for (size_t k = 0; k < programs->count; k++) {
        nf_program *program = programs->list[k];
        if (program->files && strstr(program->files, file)) free_program(context, program);
        else programs->list[kept++] = program;
    }
    programs->count = kept;
    free_heads(context);
}

void nf_programs_free(nf_context *context) {
    nf_programs *programs = &context->programs;
    for (size_t k = 0; k < programs->count; k++) free_program(context, programs->list[k]);
    for (size_t k = 0; k < programs->head_count; k++) nf_release(&context->allocator, programs->heads[k]);
    nf_release(&context->allocator, programs->heads);
    for (size_t k = 0; k < programs->text_count; k++) nf_release(&context->allocator, programs->texts[k]);
    nf_release(&context->allocator, programs->texts);
    nf_release(&context->allocator, programs->list);
    nf_release(&context->allocator, programs->folder);
    nf_build_log_forget(context);
    memset(programs, 0, sizeof *programs);
}
