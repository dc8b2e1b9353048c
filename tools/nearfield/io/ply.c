#include "ply.h"

#include "coordinates.h"

#include <stdio.h>
#include <string.h>

static const nf_ply_type types[] = {
    {"char", "int8", 1, 'i'},     {"uchar", "uint8", 1, 'u'},    {"short", "int16", 2, 'i'},
    {"ushort", "uint16", 2, 'u'}, {"int", "int32", 4, 'i'},      {"uint", "uint32", 4, 'u'},
    {"float", "float32", 4, 'f'}, {"double", "float64", 8, 'f'},
};

enum { MOST_WORDS = 6 };

static const nf_ply_type *type_named(nf_word word) {
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (nf_word_is(word, types[i].name) || nf_word_is(word, types[i].other_name)) return &types[i];
    return NULL;
}

static int read_format(nf_input *in, const nf_word *words, size_t count, nf_ply_header *header) {
    if (count >= 2 && nf_word_is(words[1], "ascii")) return 0;
    header->binary = count >= 2 && nf_word_is(words[1], "binary_little_endian");
    if (header->binary) return 0;
    return nf_input_fail_line(in, "the format of the file is ascii or binary_little_endian, not '%.*s'.",
                              count >= 2 ? nf_shown(words[1]) : 0, count >= 2 ? words[1].text : "");
}

static int read_element(nf_input *in, const nf_word *words, size_t count, nf_ply_header *header) {
    if (count != 3) return nf_input_fail_line(in, "an element has a name and a count.");
    if (header->element_count == NF_PLY_ELEMENTS)
        return nf_input_fail_line(in, "the file has more than %d elements.", (int)NF_PLY_ELEMENTS);
    nf_ply_element *element = &header->elements[header->element_count++];
    (void)snprintf(element->name, sizeof element->name, "%.*s", nf_shown(words[1]), words[1].text);
    element->first = header->property_count;
    if (nf_word_is(words[1], "vertex")) {
        if (header->vertex != NULL) return nf_input_fail_line(in, "the file has two vertex elements.");
        header->vertex = element;
        return nf_header_count(in, words[2], "vertices", &element->count);
    }
    if (nf_parse_count(words[2], &element->count)) return 0;
    return nf_input_fail_line(in, "'%.*s' is not a count of elements.", nf_shown(words[2]), words[2].text);
}

static int axis_of(nf_word name) {
    return name.length == 1 && name.text[0] >= 'x' && name.text[0] <= 'z' ? name.text[0] - 'x' : -1;
}

static int read_property(nf_input *in, const nf_word *words, size_t count, nf_ply_header *header) {
    nf_ply_property property = {.axis = -1};
    const bool list = count == 5 && nf_word_is(words[1], "list");
    if (header->element_count == 0)
        return nf_input_fail_line(in, "a property stands before the first element.");
    if (header->property_count == NF_PLY_PROPERTIES)
        return nf_input_fail_line(in, "the file has more than %d properties.", (int)NF_PLY_PROPERTIES);
    if (list) property.count_type = type_named(words[2]);
    if (list || count == 3) property.type = type_named(words[list ? 3 : 1]);
    if (property.type == NULL || (list && (property.count_type == NULL || property.count_type->kind == 'f')))
        return nf_input_fail_line(in, "is not a property of a known type.");

    nf_ply_element *element = &header->elements[header->element_count - 1];
    if (element == header->vertex && !list) property.axis = axis_of(words[2]);
    for (size_t i = element->first; property.axis >= 0 && i < header->property_count; i++)
        if (header->properties[i].axis == property.axis)
            return nf_input_fail_line(in, "the vertices have two properties '%.1s'.", words[2].text);
    header->properties[header->property_count++] = property;
    element->properties++;
    return 0;
}

static int check_vertex(nf_input *in, nf_ply_header *header) {
    bool has[3] = {false, false, false};
    if (header->vertex == NULL) return nf_input_fail(in, "has no vertex element.");
    header->all_float32 = true;
    for (size_t i = 0; i < header->vertex->properties; i++) {
        const nf_ply_property *property = &header->properties[header->vertex->first + i];
        if (property->axis < 0) continue;
        has[property->axis] = true;
        if (property->type->kind != 'f' || property->type->bytes != 4) header->all_float32 = false;
    }
    if (!has[0] || !has[1]) return nf_input_fail(in, "the vertices have no properties x and y.");
    header->dims = has[2] ? 3 : 2;
    return 0;
}

/* Lines of the header that say nothing about points. */
static bool is_remark(nf_word word) { return nf_word_is(word, "comment") || nf_word_is(word, "obj_info"); }

static const struct {
    const char *keyword;
    int (*read)(nf_input *in, const nf_word *words, size_t count, nf_ply_header *header);
} keywords[] = {{"format", read_format}, {"element", read_element}, {"property", read_property}};

enum { KEYWORDS = sizeof keywords / sizeof keywords[0] };

int nf_ply_read_header(nf_input *in, nf_ply_header *header) {
    char *line = NULL;
    nf_word words[MOST_WORDS];
    memset(header, 0, sizeof *header);
    if (nf_need_line(in, &line, "nothing") != 0) return in->problem->code;
    if (strcmp(line, "ply") != 0) return nf_input_fail_line(in, "a PLY file begins with the line 'ply'.");
    for (bool formatted = false;;) {
        size_t i = 0;
        if (nf_need_line(in, &line, "a part of the header") != 0) return in->problem->code;
        size_t count = nf_split_words(line, words, MOST_WORDS);
        if (count == 0 || is_remark(words[0])) continue;
        if (nf_word_is(words[0], "end_header")) {
            if (!formatted) return nf_input_fail_line(in, "the header has no format line.");
            return check_vertex(in, header);
        }
        while (i < KEYWORDS && !nf_word_is(words[0], keywords[i].keyword)) i++;
        if (i == KEYWORDS)
            return nf_input_fail_line(in, "'%.*s' is not a line of a PLY header.", nf_shown(words[0]),
                                      words[0].text);
        if (keywords[i].read(in, words, count, header) != 0) return in->problem->code;
        formatted = formatted || i == 0;
    }
}
