/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/hash.h"
#include "opencl/context.h"
#include "opencl/program/program.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A text with its names, in one piece of memory. */
typedef struct piece {
    nf_program_text part;
    char name[32], shown[NF_SHOWN_BYTES];
    char text[];
} piece;

nf_sources nf_program_sources(const nf_context *context) {
    static const nf_programs none;
    const nf_programs *programs = context ? &context->programs : &none;
    return (nf_sources){.files = programs->files ? programs->files : nf_embedded_files,
                        .file_count = programs->files ? programs->file_count : nf_embedded_count,
                        .texts = programs->texts,
                        .text_count = programs->text_count};
}

nf_status nf_program_add_text(nf_context *context, const char *shown, const char *text, const char **name) {
    nf_programs *programs = &context->programs;
    const size_t length = strlen(text);
    const uint64_t hash =
        nf_hash(nf_hash(NF_HASH_START, text, length), shown ? shown : "", shown ? strlen(shown) : 0);
    piece *row = NULL;
    char wanted[32];
    nf_status status = NF_OK;
    snprintf(wanted, sizeof wanted, "text/%016" PRIx64, hash);
    for (size_t k = 0; k < programs->text_count; k++)
        if (strcmp(programs->texts[k]->file.name, wanted) == 0) {
            const nf_embedded *file = &programs->texts[k]->file;
            if (file->size != length || memcmp(file->bytes, text, length) != 0)
                return nf_fail(
                    &context->error, NF_ERROR_UNSUPPORTED,
                    "the text of the function has the hash of another one: change a comment in it");
            programs->texts[k]->uses++;
            *name = programs->texts[k]->file.name;
            return NF_OK;
        }
    NF_TRY(nf_grow(&context->allocator, (void **)&programs->texts, &programs->text_capacity,
                   programs->text_count + 1, sizeof *programs->texts, "the texts of functions",
                   &context->error));
    NF_TRY(nf_allocate(&context->allocator, sizeof *row + length + 1, 1, "the text of a function",
                       (void **)&row, &context->error));
    memcpy(row->text, text, length + 1);
    memcpy(row->name, wanted, sizeof wanted);
    snprintf(row->shown, sizeof row->shown, "%s", shown ? shown : "");
    row->part = (nf_program_text){.file = {row->name, (const unsigned char *)row->text, length},
                                  .shown = shown ? row->shown : NULL,
                                  .uses = 1};
    programs->texts[programs->text_count++] = &row->part;
    *name = row->name;
done:
    return status;
}

void nf_program_remove_text(nf_context *context, const char *name) {
    nf_programs *programs = &context->programs;
    size_t k = 0;
    while (k < programs->text_count && programs->texts[k]->file.name != name) k++;
    if (k == programs->text_count || --programs->texts[k]->uses) return;
    nf_programs_forget(context, name);
    nf_release(&context->allocator, programs->texts[k]); /* the first member of its piece */
    programs->texts[k] = programs->texts[--programs->text_count];
}
