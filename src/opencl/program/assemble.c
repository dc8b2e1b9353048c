/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/program/assemble.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file with `#pragma once` whose text is in the assembly.  It counts as included while the #if branch that included it
   is `open`; after that branch, the compiler may have skipped it. */
typedef struct included_file {
    const nf_embedded *file;
    size_t depth;
    int open;
} included_file;

/* The chain of files that include the current one; including one of them again is an error. */
typedef struct includer {
    const nf_embedded *file;
    const struct includer *by;
    size_t line; /* which it includes in */
} includer;

typedef struct assembly {
    const nf_allocator *allocator;
    nf_sentence *error;
    const nf_sources *sources;
    char *bytes;
    size_t size, capacity;
    included_file *included;
    size_t included_count, included_capacity;
    size_t depth; /* the number of #if around the current line */
} assembly;

static nf_status append(assembly *out, const void *bytes, size_t size) {
    nf_status status = NF_OK;
    NF_TRY(nf_grow(out->allocator, (void **)&out->bytes, &out->capacity, out->size + size + 1, 1,
                   "a program's text", out->error));
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
    out->bytes[out->size] = 0;
done:
    return status;
}

/* The name that the caller gave to a file, or NULL. */
static const char *shown_name(const assembly *out, const nf_embedded *file) {
    for (size_t k = 0; k < out->sources->text_count; k++)
        if (&out->sources->texts[k]->file == file) return out->sources->texts[k]->shown;
    return NULL;
}

static nf_status append_line_directive(assembly *out, size_t line, const nf_embedded *file) {
    char directive[160];
    const char *shown = shown_name(out, file);
    const int n = snprintf(directive, sizeof directive, "#line %zu \"%s%s\"\n", line, shown ? "" : "cl/",
                           shown ? shown : file->name);
    return append(out, directive, (size_t)n);
}

static int is_file(const nf_embedded *file, const char *name, size_t length) {
    return strlen(file->name) == length && memcmp(file->name, name, length) == 0;
}

static const nf_embedded *find(const assembly *out, const char *name, size_t length) {
    const nf_sources *sources = out->sources;
    for (size_t k = 0; k < sources->file_count; k++)
        if (is_file(&sources->files[k], name, length)) return &sources->files[k];
    for (size_t k = 0; k < sources->text_count; k++)
        if (is_file(&sources->texts[k]->file, name, length)) return &sources->texts[k]->file;
    return NULL;
}

static included_file *earlier(assembly *out, const nf_embedded *file) {
    for (size_t k = 0; k < out->included_count; k++)
        if (out->included[k].file == file) return &out->included[k];
    return NULL;
}

/* ---- lines -------------------------------------------------------------------------------------------- */

/* The directive of a preprocessor line, for example "endif"; 0 if the line has none. */
static size_t directive_of(const char *line, const char *end, const char **word) {
    while (line < end && (*line == ' ' || *line == '\t')) line++;
    if (line == end || *line != '#') return 0;
    for (line++; line < end && (*line == ' ' || *line == '\t');) line++;
    *word = line;
    while (line < end && *line >= 'a' && *line <= 'z') line++;
    return (size_t)(line - *word);
}

static int is_word(const char *word, size_t length, const char *wanted) {
    return length == strlen(wanted) && memcmp(word, wanted, length) == 0;
}

/* The name of the file that a line includes, or 0. */
static size_t included(const char *line, const char *end, const char **name) {
    const char *word = NULL;
    const size_t length = directive_of(line, end, &word);
    if (!length || !is_word(word, length, "include")) return 0;
    const char *open = memchr(word, '"', (size_t)(end - word));
    const char *quote = open ? memchr(open + 1, '"', (size_t)(end - open - 1)) : NULL;
    *name = open ? open + 1 : NULL;
    return quote ? (size_t)(quote - *name) : 0;
}

/* 1 if the text has `#pragma once`. */
static int is_once(const char *line, const char *end) {
    const char *word = NULL;
    const size_t length = directive_of(line, end, &word);
    if (!length || !is_word(word, length, "pragma")) return 0;
    for (word += length; word < end && (*word == ' ' || *word == '\t');) word++;
    return end - word >= 4 && memcmp(word, "once", 4) == 0;
}

static int has_mark(const nf_embedded *file) {
    const char *at = (const char *)file->bytes, *end = at + file->size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop + 1 : end;
        if (is_once(at, stop)) return 1;
        at = stop;
    }
    return 0;
}

/* Tracks #if and #endif; 1 if a branch ends here: files included in it no longer count. */
static int branch_ends(assembly *out, const char *line, const char *end) {
    const char *word = NULL;
    const size_t length = directive_of(line, end, &word);
    const int endif = length && is_word(word, length, "endif");
    if (length &&
        (is_word(word, length, "if") || is_word(word, length, "ifdef") || is_word(word, length, "ifndef")))
        out->depth++;
    if (!endif && !(length && (is_word(word, length, "else") || is_word(word, length, "elif")))) return 0;
    for (size_t k = 0; k < out->included_count; k++)
        if (out->included[k].depth >= out->depth) out->included[k].open = 0;
    if (endif && out->depth) out->depth--;
    return 1;
}

/* ---- files -------------------------------------------------------------------------------------------- */

/* A guard for a file with `#pragma once`: the compiler takes its text once, even if several branches contain it. */
static nf_status append_guard(assembly *out, const char *name) {
    char macro[96], guard[256];
    snprintf(macro, sizeof macro, "NF_INCLUDED_%s", name);
    for (char *c = macro; *c; c++)
        if (*c == '/' || *c == '.') *c = '_';
    const int n = snprintf(guard, sizeof guard, "#ifndef %s\n#define %s\n", macro, macro);
    return append(out, guard, (size_t)n);
}

static nf_status append_file(assembly *out, const char *name, size_t length, const includer *by);

/* Appends the lines of a file.  A compiler ignores #line directives in a branch that it skips, so they are repeated at
   the end of the branch. */
static nf_status append_lines(assembly *out, const nf_embedded *file, const includer *by) {
    includer self = {file, by, 0};
    const size_t depth = out->depth;
    const char *at = (const char *)file->bytes, *end = at + file->size;
    int included_in_branch = 0, say_line = 0;
    nf_status status = NF_OK;
    NF_TRY(append_line_directive(out, 1, file));
    for (size_t line = 1; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at)), *inner = NULL;
        stop = stop ? stop + 1 : end;
        const size_t inner_length = included(at, stop, &inner);
        if (inner_length) {
            self.line = line;
            NF_TRY(append_file(out, inner, inner_length, &self));
            included_in_branch |= out->depth > depth;
            say_line = 1;
        } else if (is_once(at, stop)) {
            /* An empty line: not every driver knows the pragma, and compilers warn about it in a main file. */
            NF_TRY(append(out, "\n", 1));
        } else {
            say_line |= branch_ends(out, at, stop) && included_in_branch;
            NF_TRY(append(out, at, (size_t)(stop - at)));
        }
        if (out->depth == depth) included_in_branch = 0;
        if (say_line && !(stop - at > 1 && stop[-1] == '\n' && stop[-2] == '\\')) {
            NF_TRY(append_line_directive(out, line + 1, file));
            say_line = 0;
        }
        at = stop;
    }
    NF_TRY(append(out, "\n", 1));
done:
    return status;
}

/* Remembers a file with `#pragma once`. */
static nf_status append_once(assembly *out, const nf_embedded *file, const includer *by) {
    nf_status status = NF_OK;
    included_file *row = earlier(out, file);
    if (row && row->open) return NF_OK;
    const int guarded = row || out->depth;
    if (!row) {
        NF_TRY(nf_grow(out->allocator, (void **)&out->included, &out->included_capacity,
                       out->included_count + 1, sizeof *row, "a program's files", out->error));
        row = &out->included[out->included_count++];
    }
    *row = (included_file){file, out->depth, 1};
    if (guarded) NF_TRY(append_guard(out, file->name));
    NF_TRY(append_lines(out, file, by));
    if (guarded) NF_TRY(append(out, "#endif\n", 7));
done:
    return status;
}

/* A text of the caller may include files of the library alone. */
static nf_status no_file(const assembly *out, const char *name, size_t length, const includer *by) {
    const char *shown = by ? shown_name(out, by->file) : NULL;
    if (shown)
        return nf_fail(
            out->error, NF_ERROR_BUILD,
            "%s:%zu: there is no \"%.*s\" among the files of the library, which are those that can be "
            "included",
            shown, by->line, (int)length, name);
    return nf_fail(out->error, NF_ERROR_BUILD, "there is no kernel source cl/%.*s", (int)length, name);
}

static nf_status append_file(assembly *out, const char *name, size_t length, const includer *by) {
    const nf_embedded *file = find(out, name, length);
    if (!file) return no_file(out, name, length, by);
    if (has_mark(file)) return append_once(out, file, by);
    for (const includer *outer = by; outer; outer = outer->by)
        if (outer->file == file)
            return nf_fail(out->error, NF_ERROR_BUILD, "cl/%s includes itself, and has no #pragma once",
                           file->name);
    return append_lines(out, file, by);
}

nf_status nf_assemble(const nf_allocator *allocator, const nf_sources *sources, const char *names, char **out,
                      nf_sentence *error) {
    assembly whole = {.allocator = allocator, .error = error, .sources = sources};
    nf_status status = NF_OK;
    *out = NULL;
    for (const char *name = names + strspn(names, " "); *name;) {
        const size_t length = strcspn(name, " ");
        NF_TRY(append_file(&whole, name, length, NULL));
        name += length + (name[length] == ' ');
    }
    *out = whole.bytes;
done:
    if (status != NF_OK) nf_release(allocator, whole.bytes);
    nf_release(allocator, whole.included);
    return status;
}

/* ---- from physical lines to files --------------------------------------------------------------------- */

/* The file and line of a physical line of an assembled text, according to its #line directives; 0 if there is none
 * before it. */
static size_t place_of(const char *text, size_t physical, char *file, size_t room) {
    size_t line = 0, k = 1;
    file[0] = 0;
    for (; *text && k <= physical; k++) {
        size_t named = 0;
        char name[128];
        const int words = sscanf(text, "#line %zu \"%127[^\"]\"", &named, name);
        if (words >= 1) line = named - 1; /* the directive itself; the next line is `named` */
        if (words == 2) snprintf(file, room, "%s", name);
        else if (words < 1 && (line || file[0])) line++;
        text += strcspn(text, "\n");
        if (*text) text++;
    }
    return file[0] && k > physical ? line : 0;
}

char *nf_assemble_explain(const nf_allocator *allocator, const char *text, const char *log) {
    static const char mark[] = "<kernel>:";
    assembly out = {.allocator = allocator};
    nf_status status = NF_OK;
    for (const char *at = log; *at;) {
        const char *next = strstr(at, mark);
        const size_t plain = next ? (size_t)(next - at) : strlen(at);
        NF_TRY(append(&out, at, plain));
        if (!next) break;
        char *end = NULL, file[128], place[160];
        const size_t physical = strtoul(next + sizeof mark - 1, &end, 10);
        const size_t line = place_of(text, physical, file, sizeof file);
        const int n = snprintf(place, sizeof place, "%s:%zu", file, line);
        if (line) NF_TRY(append(&out, place, (size_t)n));
        else NF_TRY(append(&out, next, (size_t)(end - next)));
        at = end;
    }
    NF_TRY(append(&out, "", 0));
done:
    if (status == NF_OK) return out.bytes;
    nf_release(allocator, out.bytes);
    return NULL;
}
