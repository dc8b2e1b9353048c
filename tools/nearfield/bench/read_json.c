#include "read_json.h"

#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 28 };

/* The whole file with a zero byte behind it; NULL with errno set. */
static char *read_file(FILE *file, size_t *size) {
    char *text = NULL;
    size_t room = 0;
    for (*size = 0;;) {
        if (*size + 1 >= room) {
            room = room ? 2 * room : 1 << 16;
            char *more = room > MOST_BYTES ? NULL : realloc(text, room);
            if (!more) {
                free(text);
                errno = EFBIG;
                return NULL;
            }
            text = more;
        }
        const size_t got = fread(text + *size, 1, room - 1 - *size, file);
        *size += got;
        if (got == 0) break;
    }
    text[*size] = 0;
    if (!ferror(file)) return text;
    free(text);
    return NULL;
}

/* The line of a place in a text. */
static size_t line_of(const char *text, const char *place) {
    size_t line = 1;
    for (const char *c = text; c < place && *c; c++) line += *c == '\n';
    return line;
}

int bench_read_json_file(const char *path, cJSON **value) {
    size_t size = 0;
    const char *end = NULL;
    *value = NULL;
    FILE *file = fopen(path, "rb");
    char *text = file ? read_file(file, &size) : NULL;
    const int why = errno;
    if (file) fclose(file);
    if (!text) return complain(NF_EXIT_INPUT, "%s cannot be read: %s", path, strerror(why));
    *value = cJSON_ParseWithLengthOpts(text, size + 1, &end, 1);
    const int code =
        *value ? NF_EXIT_DONE
               : complain(NF_EXIT_INPUT, "%s is no JSON: line %zu", path, end ? line_of(text, end) : 1);
    free(text);
    return code;
}
