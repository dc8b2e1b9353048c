#include "opencl/assemble.h"

#include "opencl/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INCLUDES_MOST = 16 };

typedef struct assembly {
    const nf_allocator *allocator;
    nf_sentence *error;
    char *bytes;
    size_t size, capacity;
    const nf_embedded *seen[INCLUDES_MOST];
    size_t seen_count;
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

static nf_status append_line_directive(assembly *out, size_t line, const char *name) {
    char directive[160];
    const int n = snprintf(directive, sizeof directive, "#line %zu \"cl/%s\"\n", line, name);
    return append(out, directive, (size_t)n);
}

static const nf_embedded *find(const char *name, size_t length) {
    for (size_t k = 0; k < nf_embedded_count; k++)
        if (strlen(nf_embedded_files[k].name) == length &&
            memcmp(nf_embedded_files[k].name, name, length) == 0)
            return &nf_embedded_files[k];
    return NULL;
}

static int seen(const assembly *out, const nf_embedded *file) {
    for (size_t k = 0; k < out->seen_count; k++)
        if (out->seen[k] == file) return 1;
    return 0;
}

/* The file that a line includes, or 0 when it includes none. */
static size_t included(const char *line, const char *end, const char **name) {
    static const char word[] = "#include \"";
    if ((size_t)(end - line) < sizeof word || memcmp(line, word, sizeof word - 1) != 0) return 0;
    *name = line + sizeof word - 1;
    const char *quote = memchr(*name, '"', (size_t)(end - *name));
    return quote ? (size_t)(quote - *name) : 0;
}

static nf_status append_file(assembly *out, const char *name, size_t length) {
    nf_status status = NF_OK;
    const nf_embedded *file = find(name, length);
    if (!file)
        return nf_fail(out->error, NF_ERROR_BUILD, "there is no kernel source cl/%.*s", (int)length, name);
    if (seen(out, file)) return NF_OK;
    if (out->seen_count == INCLUDES_MOST)
        return nf_fail(out->error, NF_ERROR_BUILD, "cl/%s includes too many files", file->name);
    out->seen[out->seen_count++] = file;
    NF_TRY(append_line_directive(out, 1, file->name));
    const char *at = (const char *)file->bytes, *end = at + file->size;
    for (size_t line = 1; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at)), *inner = NULL;
        stop = stop ? stop + 1 : end;
        const size_t inner_length = included(at, stop, &inner);
        if (inner_length) {
            NF_TRY(append_file(out, inner, inner_length));
            NF_TRY(append_line_directive(out, line + 1, file->name));
        } else NF_TRY(append(out, at, (size_t)(stop - at)));
        at = stop;
    }
    NF_TRY(append(out, "\n", 1));
done:
    return status;
}

nf_status nf_assemble(const nf_allocator *allocator, const char *name, char **out, nf_sentence *error) {
    assembly whole = {.allocator = allocator, .error = error};
    nf_status status = append_file(&whole, name, strlen(name));
    if (status != NF_OK) nf_release(allocator, whole.bytes);
    *out = status == NF_OK ? whole.bytes : NULL;
    return status;
}

/* ---- from physical lines back to files ---------------------------------------------------------------- */

/* The file and line of a physical line of an assembled text, as its #line directives say; 0 when none covers
 * it. */
static size_t place_of(const char *text, size_t physical, char *file, size_t room) {
    size_t line = 0, k = 1;
    file[0] = 0;
    for (; *text && k <= physical; k++) {
        size_t named = 0;
        char name[128];
        if (sscanf(text, "#line %zu \"%127[^\"]\"", &named, name) == 2) {
            line = named - 1; /* of the directive itself: the next line is `named` */
            snprintf(file, room, "%s", name);
        } else if (line || file[0]) line++;
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
