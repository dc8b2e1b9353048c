/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/bytes.h"
#include "formats/reader/coordinates.h"
#include "formats/formats.h"
#include "formats/meshes/ply.h"
#include "formats/reader/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A point in both types; the header decides which one is stored. */
typedef struct point {
    double wide[3];
    float narrow[3];
} point;

static const void *kept(const io_ply_header *header, const point *p) {
    return header->all_float32 ? (const void *)p->narrow : (const void *)p->wide;
}

static int ends_early(io_input *in, const io_ply_element *element, uint64_t i) {
    return io_input_fail(in, "is truncated; it ends after %llu of the %llu elements '%s' of its header.",
                         (unsigned long long)i, (unsigned long long)element->count, element->name);
}

static double load(const io_ply_type *type, const unsigned char *bytes) {
    if (type->kind == 'f') return type->bytes == 8 ? io_load_float64(bytes) : (double)io_load_float32(bytes);
    double value = (double)io_load_le(bytes, type->bytes);
    const double beyond = ldexp(1.0, 8 * (int)type->bytes);
    return type->kind == 'i' && value >= beyond / 2 ? value - beyond : value;
}

/* Skips a list; sets *ended when the file ends within it. */
static int skip_list(io_input *in, const io_ply_property *property, const unsigned char *bytes, int *ended) {
    double items = load(property->count_type, bytes);
    if (items < 0) return io_input_fail(in, "has a list of negative length.");
    uint64_t wanted = (uint64_t)items * property->type->bytes, got = 0;
    if (io_input_skip(in, wanted, &got) != 0) return in->problem->code;
    *ended = got < wanted;
    return 0;
}

static int read_binary_row(io_input *in, const io_ply_header *header, const io_ply_element *element, point *p,
                           int *ended) {
    *ended = 0;
    for (size_t i = 0; i < element->properties && !*ended; i++) {
        const io_ply_property *property = &header->properties[element->first + i];
        const io_ply_type *type = property->count_type ? property->count_type : property->type;
        unsigned char bytes[8];
        size_t got = 0;
        if (io_input_read(in, bytes, type->bytes, &got) != 0) return in->problem->code;
        *ended = got < type->bytes;
        if (*ended) return 0;
        if (property->count_type) {
            if (skip_list(in, property, bytes, ended) != 0) return in->problem->code;
        } else if (property->axis >= 0) {
            p->wide[property->axis] = load(type, bytes);
            p->narrow[property->axis] = header->all_float32 ? io_load_float32(bytes) : 0.0F;
        }
        const double value = property->column ? load(type, bytes) : 0;
        if (property->column && io_named_add(in, property->column, &value) != 0) return in->problem->code;
    }
    return 0;
}

/* The size in bytes of an element without lists; 0 for one with lists. */
static uint64_t fixed_bytes(const io_ply_header *header, const io_ply_element *element) {
    uint64_t sum = 0;
    for (size_t i = 0; i < element->properties; i++) {
        if (header->properties[element->first + i].count_type) return 0;
        sum += header->properties[element->first + i].type->bytes;
    }
    return sum;
}

static int skip_binary(io_input *in, const io_ply_header *header, const io_ply_element *element) {
    const uint64_t fixed = fixed_bytes(header, element);
    int ended = 0;
    point ignored;
    if (fixed > 0) {
        uint64_t wanted = element->count > UINT64_MAX / fixed ? UINT64_MAX : element->count * fixed, got = 0;
        if (io_input_skip(in, wanted, &got) != 0) return in->problem->code;
        return got < wanted ? ends_early(in, element, got / fixed) : 0;
    }
    for (uint64_t i = 0; i < element->count; i++) {
        if (read_binary_row(in, header, element, &ignored, &ended) != 0) return in->problem->code;
        if (ended) return ends_early(in, element, i);
    }
    return 0;
}

static int read_binary(io_input *in, const io_ply_header *header, io_rows *rows) {
    const io_ply_element *element = header->vertex;
    int ended = 0;
    point p = {{0}, {0}};
    for (uint64_t i = 0; i < element->count; i++) {
        if (read_binary_row(in, header, element, &p, &ended) != 0) return in->problem->code;
        if (ended) return ends_early(in, element, i);
        for (int d = 0; d < header->dims; d++)
            if (!isfinite(p.wide[d]))
                return io_input_fail(in, "point %llu has %s that is not finite.", (unsigned long long)i,
                                     io_value_name(in));
        if (io_rows_add(rows, kept(header, &p), in) != 0) return in->problem->code;
    }
    return 0;
}

static int next_text_row(io_input *in, const io_ply_element *element, uint64_t i, char **line) {
    io_input_state state = io_input_filled_line(in, line);
    if (state == IO_INPUT_LINE) return 0;
    if (state == IO_INPUT_PROBLEM) return in->problem->code;
    return io_input_fail_line(in, "the file ends here, after %llu of the %llu elements '%s' of its header.",
                              (unsigned long long)i, (unsigned long long)element->count, element->name);
}

static int read_text_row(io_input *in, const io_ply_header *header, const io_ply_element *element,
                         const char *line, point *p) {
    span word;
    for (size_t i = 0; i < element->properties; i++) {
        const io_ply_property *property = &header->properties[element->first + i];
        uint64_t items = 0;
        int complete = next_word(&line, &word);
        if (complete && property->count_type) {
            if (!parse_count(word, &items))
                return io_input_fail_line(in, "'%.*s' is not the length of a list.", shown_length(word),
                                          word.text);
            while (complete && items-- > 0) complete = next_word(&line, &word);
        }
        if (!complete)
            return io_input_fail_line(in, "the line ends before the last property of '%s'.", element->name);
        if (property->column && io_named_add_words(in, property->column, &word) != 0)
            return in->problem->code;
        if (property->axis < 0) continue;
        if (io_coordinates(in, &word, 1, &p->wide[property->axis]) != 0) return in->problem->code;
        if (header->all_float32 && io_coordinates_float(in, &word, 1, &p->narrow[property->axis]) != 0)
            return in->problem->code;
    }
    if (!next_word(&line, &word)) return 0;
    return io_input_fail_line(in, "the line goes on after the last property of '%s'.", element->name);
}

static int read_text(io_input *in, const io_ply_header *header, const io_ply_element *element,
                     io_rows *rows) {
    char *line = NULL;
    point p = {{0}, {0}};
    for (uint64_t i = 0; i < element->count; i++) {
        if (next_text_row(in, element, i, &line) != 0) return in->problem->code;
        if (element == header->vertex && (read_text_row(in, header, element, line, &p) != 0 ||
                                          io_rows_add(rows, kept(header, &p), in) != 0))
            return in->problem->code;
    }
    return 0;
}

/* Reads every element, also those behind the vertices, so that a truncated file is detected. */
static int read_elements(io_input *in, const io_ply_header *header, io_rows *rows) {
    int failed = 0;
    for (size_t e = 0; e < header->element_count && failed == 0; e++) {
        const io_ply_element *element = &header->elements[e];
        if (element->properties == 0) continue;
        if (!header->binary) failed = read_text(in, header, element, rows);
        else
            failed =
                element == header->vertex ? read_binary(in, header, rows) : skip_binary(in, header, element);
    }
    return failed;
}

static int check_end(io_input *in, const io_ply_header *header) {
    char *line = NULL;
    int at_end = 1;
    if (header->binary) {
        if (io_input_at_end(in, &at_end) != 0) return in->problem->code;
        return at_end ? 0 : io_input_fail(in, "goes on after the elements of its header.");
    }
    io_input_state state = io_input_filled_line(in, &line);
    if (state != IO_INPUT_LINE) return state == IO_INPUT_PROBLEM ? in->problem->code : 0;
    return io_input_fail_line(in, "goes on after the elements of its header.");
}

int io_read_ply(io_input *in, io_frame *frame) {
    io_named named;
    if (io_named_begin(in, &named) != 0) return in->problem->code;
    io_ply_header *header = malloc(sizeof *header);
    if (!header) return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
    int failed = io_ply_read_header(in, header, &named);
    if (failed == 0) {
        const nf_type type = header->all_float32 ? NF_FLOAT32 : NF_FLOAT64;
        io_rows rows = {.row_bytes = (size_t)header->dims * nf_type_bytes(type)};
        failed = read_elements(in, header, &rows);
        if (failed == 0) failed = check_end(in, header);
        failed = io_rows_finish(&rows, in, failed, header->dims, type, frame);
    }
    free(header);
    return io_named_finish(in, &named, failed, frame);
}
