/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/meshes/ply.h"

#include "formats/reader/coordinates.h"

#include <stdio.h>
#include <string.h>

static const io_ply_type types[] = {
    {"char", "int8", 1, 'i'},     {"uchar", "uint8", 1, 'u'},    {"short", "int16", 2, 'i'},
    {"ushort", "uint16", 2, 'u'}, {"int", "int32", 4, 'i'},      {"uint", "uint32", 4, 'u'},
    {"float", "float32", 4, 'f'}, {"double", "float64", 8, 'f'},
};

enum { MOST_WORDS = 6 };

static const io_ply_type *type_named(span word) {
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (word_is(word, types[i].name) || word_is(word, types[i].other_name)) return &types[i];
    return NULL;
}

static int read_format(io_input *in, const span *words, size_t count, io_ply_header *header) {
    if (count >= 2 && word_is(words[1], "ascii")) return 0;
    header->binary = count >= 2 && word_is(words[1], "binary_little_endian");
    if (header->binary) return 0;
    return io_input_fail_line(in, "the format of the file is ascii or binary_little_endian, not '%.*s'.",
                              count >= 2 ? shown_length(words[1]) : 0, count >= 2 ? words[1].text : "");
}

static int read_element(io_input *in, const span *words, size_t count, io_ply_header *header) {
    if (count != 3) return io_input_fail_line(in, "an element line has a name and a count.");
    if (header->element_count == IO_PLY_ELEMENTS)
        return io_input_fail_line(in, "the file has more than %d elements.", (int)IO_PLY_ELEMENTS);
    io_ply_element *element = &header->elements[header->element_count++];
    snprintf(element->name, sizeof element->name, "%.*s", shown_length(words[1]), words[1].text);
    element->first = header->property_count;
    if (word_is(words[1], "vertex")) {
        if (header->vertex) return io_input_fail_line(in, "the file has two vertex elements.");
        header->vertex = element;
        return io_header_count(in, words[2], "vertices", &element->count);
    }
    if (parse_count(words[2], &element->count)) return 0;
    return io_input_fail_line(in, "'%.*s' is not a count of elements.", shown_length(words[2]),
                              words[2].text);
}

static int axis_of(span name) {
    return name.length == 1 && name.text[0] >= 'x' && name.text[0] <= 'z' ? name.text[0] - 'x' : -1;
}

static int read_property(io_input *in, const span *words, size_t count, io_ply_header *header) {
    io_ply_property property = {.axis = -1};
    const int list = count == 5 && word_is(words[1], "list");
    if (header->element_count == 0)
        return io_input_fail_line(in, "a property comes before the first element.");
    if (header->property_count == IO_PLY_PROPERTIES)
        return io_input_fail_line(in, "the file has more than %d properties.", (int)IO_PLY_PROPERTIES);
    if (list) property.count_type = type_named(words[2]);
    if (list || count == 3) property.type = type_named(words[list ? 3 : 1]);
    if (!property.type || (list && (!property.count_type || property.count_type->kind == 'f')))
        return io_input_fail_line(in, "is not a property of a known type.");

    io_ply_element *element = &header->elements[header->element_count - 1];
    if (element == header->vertex && !list) {
        property.axis = axis_of(words[2]);
        property.column = io_named_find(header->named, words[2]);
    }
    if (property.column && io_named_place(in, property.column, 0, 1) != 0) return in->problem->code;
    for (size_t i = element->first; property.axis >= 0 && i < header->property_count; i++)
        if (header->properties[i].axis == property.axis)
            return io_input_fail_line(in, "the vertices have two properties '%.1s'.", words[2].text);
    header->properties[header->property_count++] = property;
    element->properties++;
    return 0;
}

static int check_vertex(io_input *in, io_ply_header *header) {
    int has[3] = {0, 0, 0};
    if (!header->vertex) return io_input_fail(in, "has no vertex element.");
    header->all_float32 = 1;
    for (size_t i = 0; i < header->vertex->properties; i++) {
        const io_ply_property *property = &header->properties[header->vertex->first + i];
        if (property->axis < 0) continue;
        has[property->axis] = 1;
        if (property->type->kind != 'f' || property->type->bytes != 4) header->all_float32 = 0;
    }
    if (!has[0] || !has[1]) return io_input_fail(in, "the vertices have no properties x and y.");
    header->dims = has[2] ? 3 : 2;
    return io_named_check(in, header->named);
}

/* Lines of the header that are skipped. */
static int is_remark(span word) { return word_is(word, "comment") || word_is(word, "obj_info"); }

static const struct {
    const char *keyword;
    int (*read)(io_input *in, const span *words, size_t count, io_ply_header *header);
} keywords[] = {{"format", read_format}, {"element", read_element}, {"property", read_property}};

enum { KEYWORDS = sizeof keywords / sizeof keywords[0] };

int io_ply_read_header(io_input *in, io_ply_header *header, io_named *named) {
    char *line = NULL;
    span words[MOST_WORDS];
    memset(header, 0, sizeof *header);
    header->named = named;
    if (io_need_line(in, &line, "nothing") != 0) return in->problem->code;
    if (strcmp(line, "ply") != 0) return io_input_fail_line(in, "a PLY file begins with the line 'ply'.");
    for (int formatted = 0;;) {
        size_t i = 0;
        if (io_need_line(in, &line, "a part of the header") != 0) return in->problem->code;
        size_t count = split_words(line, words, MOST_WORDS);
        if (count == 0 || is_remark(words[0])) continue;
        if (word_is(words[0], "end_header")) {
            if (!formatted) return io_input_fail_line(in, "the header has no format line.");
            return check_vertex(in, header);
        }
        while (i < KEYWORDS && !word_is(words[0], keywords[i].keyword)) i++;
        if (i == KEYWORDS)
            return io_input_fail_line(in, "'%.*s' is not a line of a PLY header.", shown_length(words[0]),
                                      words[0].text);
        if (keywords[i].read(in, words, count, header) != 0) return in->problem->code;
        formatted = formatted || i == 0;
    }
}
