#include "sink_internal.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_VALUE = 32, BASE = 10 };

int io_csv_begin(io_sink *sink) {
    const char *heading = io_sink_array(sink)->heading;
    return io_sink_put(sink, heading, strlen(heading)) && io_sink_put(sink, "\n", 1);
}

static unsigned char *put_digits(unsigned char *to, uint32_t value) {
    unsigned char digits[10];
    size_t at = sizeof digits;
    do {
        digits[--at] = (unsigned char)('0' + value % BASE);
        value /= BASE;
    } while (value > 0);
    memcpy(to, digits + at, sizeof digits - at);
    return to + (sizeof digits - at);
}

/* Not snprintf, which would take several times as long as the search for the pairs. */
static unsigned char *put_int32(unsigned char *to, const void *from) {
    int32_t value;
    memcpy(&value, from, sizeof value);
    if (value < 0) *to++ = '-';
    return put_digits(to, value < 0 ? 0U - (uint32_t)value : (uint32_t)value);
}

static unsigned char *put_uint32(unsigned char *to, const void *from) {
    uint32_t value;
    memcpy(&value, from, sizeof value);
    return put_digits(to, value);
}

static unsigned char *put_uint64(unsigned char *to, const void *from) {
    uint64_t value;
    memcpy(&value, from, sizeof value);
    if (value <= UINT32_MAX) return put_digits(to, (uint32_t)value);
    return to + snprintf((char *)to, LONGEST_VALUE, "%llu", (unsigned long long)value);
}

/* With as many digits as are needed to read the same number back. */
static unsigned char *put_float32(unsigned char *to, const void *from) {
    float value;
    memcpy(&value, from, sizeof value);
    return to + snprintf((char *)to, LONGEST_VALUE, "%.9g", (double)value);
}

static unsigned char *put_float64(unsigned char *to, const void *from) {
    double value;
    memcpy(&value, from, sizeof value);
    return to + snprintf((char *)to, LONGEST_VALUE, "%.17g", value);
}

static unsigned char *(*const put_value[])(unsigned char *to, const void *from) = {
    [NF_FLOAT32] = put_float32, [NF_FLOAT64] = put_float64, [NF_INT32] = put_int32,
    [NF_UINT32] = put_uint32,   [NF_UINT64] = put_uint64,
};

int io_csv_write(io_sink *sink, const void *rows, size_t count) {
    const io_array *array = io_sink_array(sink);
    const size_t columns = (size_t)array->columns, bytes = nf_type_bytes(array->type);
    const unsigned char *from = rows;
    for (size_t i = 0; i < count; i++) {
        unsigned char *to = io_sink_room(sink, columns * LONGEST_VALUE);
        if (!to) return 0;
        for (size_t k = 0; k < columns; k++, from += bytes) {
            to = put_value[array->type](to, from);
            *to++ = k + 1 < columns ? ',' : '\n';
        }
        sink->used = (size_t)(to - sink->buffer);
    }
    return 1;
}
