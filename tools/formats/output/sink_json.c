/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/output/sink_internal.h"

#include <math.h>
#include <string.h>

/* JSON has no numbers that are not finite: null stands for them. */
static unsigned char *put_number(nf_type type, unsigned char *to, const void *from) {
    static const char null[] = {'n', 'u', 'l', 'l'};
    float single = 0;
    double value = 0;
    if (type == NF_FLOAT32) {
        memcpy(&single, from, sizeof single);
        value = (double)single;
    } else if (type == NF_FLOAT64) memcpy(&value, from, sizeof value);
    if (isfinite(value)) return io_put_value(type, to, from);
    memcpy(to, null, sizeof null);
    return to + sizeof null;
}

/* One object: a list of rows for each array.  A row of one value is that value, a longer one, or one of a matrix, a list. */
int io_json_begin(io_sink *sink) {
    const char *name = io_sink_array(sink)->name, *before = sink->begun > 1 ? "],\n\"" : "{\"";
    return io_sink_put(sink, before, strlen(before)) && io_sink_put(sink, name, strlen(name)) &&
           io_sink_put(sink, "\":[", 3);
}

int io_json_write(io_sink *sink, const void *const *rows, size_t count) {
    const io_array *array = io_sink_array(sink);
    const size_t columns = (size_t)array->columns, bytes = nf_type_bytes(array->type);
    const unsigned char *from = rows[0];
    const int lists = io_array_has_lists(array);
    for (size_t i = 0; i < count; i++) {
        unsigned char *to = io_sink_room(sink, (columns + 1) * IO_LONGEST_VALUE);
        if (!to) return 0;
        if (sink->written + i > 0) *to++ = ',';
        if (lists) *to++ = '[';
        for (size_t k = 0; k < columns; k++, from += bytes) {
            if (k > 0) *to++ = ',';
            to = put_number(array->type, to, from);
        }
        if (lists) *to++ = ']';
        sink->used = (size_t)(to - sink->buffer);
    }
    return 1;
}

static unsigned char *put_text(unsigned char *to, const char *text) {
    const size_t length = strlen(text);
    memcpy(to, text, length);
    return to + length;
}

/* A member with a number, a list of them, a list of lists, or a text without characters that need an escape. */
static int put_attribute(io_sink *sink, const io_attribute *attribute) {
    unsigned char *to = io_sink_room(sink, 128 + IO_LONGEST_TEXT + 10 * (IO_LONGEST_VALUE + 2));
    if (!to) return 0;
    to = put_text(put_text(put_text(to, ",\n\""), attribute->name), "\":");
    if (attribute->text) to = put_text(put_text(put_text(to, "\""), attribute->text), "\"");
    if (attribute->rank > 0) *to++ = '[';
    for (int k = 0; k < io_attribute_count(attribute) && !attribute->text; k++) {
        const int first = attribute->rank == 2 && k % attribute->size == 0;
        if (k > 0) *to++ = ',';
        if (first) *to++ = '[';
        to = put_number(NF_FLOAT64, to, &attribute->numbers[k]);
        if (attribute->rank == 2 && (k + 1) % attribute->size == 0) *to++ = ']';
    }
    if (attribute->rank > 0) *to++ = ']';
    sink->used = (size_t)(to - sink->buffer);
    return 1;
}

int io_json_finish(io_sink *sink) {
    if (!io_sink_put(sink, "]", 1)) return 0;
    for (size_t k = 0; k < sink->attribute_count; k++)
        if (!put_attribute(sink, &sink->attributes[k])) return 0;
    return io_sink_put(sink, "}\n", 2);
}
