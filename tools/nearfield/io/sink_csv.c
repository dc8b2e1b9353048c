#include "sink_internal.h"

#include <string.h>

enum { LONGEST_ROW = 24, BASE = 10 };

int io_csv_begin(io_sink *sink) { return io_sink_put(sink, "i,j\n", 4); }

/* Millions of rows: snprintf would take several times as long as the search for the pairs. */
static unsigned char *put_integer(unsigned char *to, int32_t value) {
    unsigned char digits[12];
    size_t at = sizeof digits;
    uint32_t size = value < 0 ? 0U - (uint32_t)value : (uint32_t)value;
    do {
        digits[--at] = (unsigned char)('0' + size % BASE);
        size /= BASE;
    } while (size > 0);
    if (value < 0) *to++ = '-';
    memcpy(to, digits + at, sizeof digits - at);
    return to + (sizeof digits - at);
}

int io_csv_write(io_sink *sink, const int32_t *pairs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        unsigned char *to = io_sink_room(sink, LONGEST_ROW);
        if (!to) return 0;
        to = put_integer(to, pairs[2 * i]);
        *to++ = ',';
        to = put_integer(to, pairs[2 * i + 1]);
        *to++ = '\n';
        sink->used = (size_t)(to - sink->buffer);
    }
    return 1;
}
