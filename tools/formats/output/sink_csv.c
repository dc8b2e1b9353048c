/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/output/sink_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BASE = 10 };

/* The names of the columns of an array.  One name for several columns, or for those of a matrix, is numbered from 1. */
static int put_heading(io_sink *sink, const io_array *array, int first) {
    const int numbered = io_array_has_lists(array) && !strchr(array->heading, ',');
    const char *end = array->heading;
    for (int column = 0; column < array->columns; column++) {
        char number[16] = "";
        const char *name = numbered ? array->heading : end + (column > 0);
        end = name + strcspn(name, ",");
        if (numbered) snprintf(number, sizeof number, "%d", column + 1);
        if ((!first && !io_sink_put(sink, ",", 1)) || !io_sink_put(sink, name, (size_t)(end - name)) ||
            !io_sink_put(sink, number, strlen(number)))
            return 0;
        first = 0;
    }
    return 1;
}

/* The headings of all arrays, up to as many names as an array has columns. */
int io_csv_begin(io_sink *sink) {
    for (size_t k = 0; k < sink->array_count; k++)
        if (!put_heading(sink, &sink->arrays[k], k == 0)) return 0;
    return io_sink_put(sink, "\n", 1);
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
    return to + snprintf((char *)to, IO_LONGEST_VALUE, "%llu", (unsigned long long)value);
}

/* With as many digits as are needed to read the same number back.  What is not a number has no sign. */
static unsigned char *put_float32(unsigned char *to, const void *from) {
    float value;
    memcpy(&value, from, sizeof value);
    return to + snprintf((char *)to, IO_LONGEST_VALUE, "%.9g", isnan(value) ? (double)NAN : (double)value);
}

static unsigned char *put_float64(unsigned char *to, const void *from) {
    double value;
    memcpy(&value, from, sizeof value);
    return to + snprintf((char *)to, IO_LONGEST_VALUE, "%.17g", isnan(value) ? (double)NAN : value);
}

static unsigned char *(*const put_value[])(unsigned char *to, const void *from) = {
    [NF_FLOAT32] = put_float32, [NF_FLOAT64] = put_float64, [NF_INT32] = put_int32,
    [NF_UINT32] = put_uint32,   [NF_UINT64] = put_uint64,
};

unsigned char *io_put_value(nf_type type, unsigned char *to, const void *from) {
    return put_value[type](to, from);
}

/* Writes a row of one array, with a comma behind each value.  Returns NULL if there is no room. */
static unsigned char *put_row(io_sink *sink, const io_array *array, const unsigned char *from) {
    const size_t columns = (size_t)array->columns, bytes = nf_type_bytes(array->type);
    unsigned char *to = io_sink_room(sink, columns * IO_LONGEST_VALUE);
    for (size_t k = 0; to && k < columns; k++) {
        to = put_value[array->type](to, from + k * bytes);
        *to++ = ',';
    }
    if (to) sink->used = (size_t)(to - sink->buffer);
    return to;
}

int io_csv_write(io_sink *sink, const void *const *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        unsigned char *end = NULL;
        for (size_t k = 0; k < sink->array_count; k++) {
            const io_array *array = &sink->arrays[k];
            const size_t bytes = (size_t)array->columns * nf_type_bytes(array->type);
            end = put_row(sink, array, (const unsigned char *)rows[k] + i * bytes);
            if (!end) return 0;
        }
        if (end) end[-1] = '\n';
    }
    return 1;
}
