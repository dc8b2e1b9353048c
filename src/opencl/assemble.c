#include "opencl/assemble.h"

#include "opencl/program.h"

#include <stdio.h>
#include <string.h>

enum { INCLUDES_MOST = 16 };

typedef struct text {
    const nf_allocator *allocator;
    nf_sentence *error;
    char *bytes;
    size_t size, capacity;
    const nf_embedded *seen[INCLUDES_MOST];
    size_t seen_count;
} text;

static nf_status append(text *out, const void *bytes, size_t size) {
    nf_status status = NF_OK;
    NF_TRY(nf_grow(out->allocator, (void **)&out->bytes, &out->capacity, out->size + size + 1, 1,
                   "a program's text", out->error));
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
    out->bytes[out->size] = 0;
done:
    return status;
}

static nf_status append_line_directive(text *out, size_t line, const char *name) {
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

static int seen(const text *out, const nf_embedded *file) {
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

static nf_status append_file(text *out, const char *name, size_t length) {
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
    text whole = {.allocator = allocator, .error = error};
    nf_status status = append_file(&whole, name, strlen(name));
    if (status != NF_OK) nf_release(allocator, whole.bytes);
    *out = status == NF_OK ? whole.bytes : NULL;
    return status;
}
