/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/program/spec.h"

#include "opencl/context.h"

#include <string.h>

nf_spec nf_spec_of(nf_context *context, const char *source) {
    nf_spec spec; /* the text beyond its end is not cleared */
    spec.context = context;
    spec.source = source;
    spec.head = "";
    spec.text[0] = 0;
    spec.used = 0;
    spec.subgroups = spec.strict = spec.failed = 0;
    return spec;
}

/* Moves the spec's text to its head: a text of the context, the existing one if it has the same. */
static nf_status make_head(nf_spec *spec) {
    nf_context *context = spec->context;
    nf_programs *programs = &context->programs;
    const size_t before = strlen(spec->head), length = before + spec->used;
    nf_status status = NF_OK;
    char *head = NULL;
    for (size_t k = 0; k < programs->head_count && !head; k++)
        if (strncmp(programs->heads[k], spec->head, before) == 0 &&
            strcmp(programs->heads[k] + before, spec->text) == 0)
            head = programs->heads[k];
    if (!head) {
        NF_TRY(nf_grow(&context->allocator, (void **)&programs->heads, &programs->head_capacity,
                       programs->head_count + 1, sizeof(char *), "the texts of programs", &context->error));
        NF_TRY(nf_allocate(&context->allocator, length + 1, 1, "the text of a program", (void **)&head,
                           &context->error));
        memcpy(head, spec->head, before);
        memcpy(head + before, spec->text, spec->used + 1);
        programs->heads[programs->head_count++] = head;
    }
    spec->head = head;
    spec->text[spec->used = 0] = 0;
done:
    return status;
}

static void put(nf_spec *spec, const char *word, size_t length) {
    while (length && !spec->failed) {
        const size_t room = sizeof spec->text - 1 - spec->used, now = length < room ? length : room;
        memcpy(spec->text + spec->used, word, now);
        spec->text[spec->used += now] = 0;
        word += now;
        length -= now;
        if (length) spec->failed = make_head(spec) != NF_OK;
    }
}

/* Runs for every launch.  No snprintf here: it took longer than the rest of the call. */
void nf_define_word(nf_spec *spec, const char *name, const char *word) {
    const size_t name_length = strlen(name), word_length = strlen(word);
    char *at = spec->text + spec->used;
    if (sizeof spec->text - 1 - spec->used < 5 + name_length + word_length) {
        put(spec, " -D ", 4);
        put(spec, name, name_length);
        put(spec, "=", 1);
        put(spec, word, word_length);
        return;
    }
    memcpy(at, " -D ", 4);
    memcpy(at += 4, name, name_length);
    *(at += name_length) = '=';
    memcpy(++at, word, word_length + 1);
    spec->used = (size_t)(at + word_length - spec->text);
}

void nf_part(nf_spec *spec, const char *file) {
    put(spec, NF_SPEC_PART, sizeof NF_SPEC_PART - 1);
    put(spec, file, strlen(file));
}

void nf_behind(nf_spec *spec, const char *file) {
    put(spec, NF_SPEC_BEHIND, sizeof NF_SPEC_BEHIND - 1);
    put(spec, file, strlen(file));
}

void nf_define(nf_spec *spec, const char *name, int64_t value) {
    char digits[24], *at = digits + sizeof digits - 1;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    *at = 0;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0) *--at = '-';
    nf_define_word(spec, name, at);
}

void nf_unoptimised(nf_spec *spec) {
    static const char option[] = " -cl-opt-disable";
    put(spec, option, sizeof option - 1);
}
