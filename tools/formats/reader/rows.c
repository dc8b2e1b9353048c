/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/reader/rows.h"

#include "formats/reader/coordinates.h"
#include "formats/source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROWS = 1024 };

int io_rows_room(io_rows *rows, io_input *in) {
    if (rows->n < rows->capacity) return 0;
    if (rows->n >= IO_MAX_POINTS)
        return io_input_fail(in, "holds more than %llu points.", (unsigned long long)IO_MAX_POINTS);
    uint64_t capacity = rows->capacity == 0 ? FIRST_ROWS : 2 * rows->capacity;
    if (capacity > IO_MAX_POINTS) capacity = IO_MAX_POINTS;
    unsigned char *larger = NULL;
    if (capacity <= SIZE_MAX / rows->row_bytes)
        larger = realloc(rows->data, (size_t)capacity * rows->row_bytes);
    if (!larger)
        return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory for %llu points.", in->name,
                           (unsigned long long)capacity);
    rows->data = larger;
    rows->capacity = capacity;
    return 0;
}

int io_rows_add(io_rows *rows, const void *row, io_input *in) {
    if (rows->n == rows->capacity && io_rows_room(rows, in) != 0) return in->problem->code;
    memcpy(rows->data + (size_t)rows->n * rows->row_bytes, row, rows->row_bytes);
    rows->n++;
    return 0;
}

void *io_rows_take(io_rows *rows, io_input *in) {
    const size_t used = (size_t)rows->n * rows->row_bytes;
    void *exact = realloc(rows->data, used > 0 ? used : 1);
    void *data = exact ? exact : rows->data;
    memset(rows, 0, sizeof *rows);
    if (!data) problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
    return data;
}

int io_rows_finish(io_rows *rows, io_input *in, int failed, int dims, nf_type type, io_frame *frame) {
    if (failed != 0) {
        free(rows->data);
        return failed;
    }
    frame->n = rows->n;
    frame->dims = dims;
    frame->type = type;
    frame->positions = io_rows_take(rows, in);
    return frame->positions ? 0 : in->problem->code;
}

enum { WIDEST = 64 };

static int begin_types(io_input *in, io_named *named) {
    const char *name = in->options ? in->options->types : NULL;
    io_named_column *column = &named->of[named->count];
    if (!name) return 0;
    if (strlen(name) >= IO_COLUMN_NAME)
        return problem_set(in->problem, EXIT_USAGE, "'%.100s' is too long for the name of a column.", name);
    memcpy(column->name, name, strlen(name) + 1);
    column->type = NF_INT32;
    named->count++;
    return 0;
}

int io_named_begin(io_input *in, io_named *named) {
    const char *at = in->options ? in->options->named : NULL;
    memset(named, 0, sizeof *named);
    while (at) {
        const span name = trim((span){at, strcspn(at, ",")});
        io_named_column *column = &named->of[named->count];
        if (name.length == 0 || name.length >= IO_COLUMN_NAME || io_named_find(named, name))
            return problem_set(in->problem, EXIT_USAGE, "'%.100s' is not a list of distinct column names.",
                               in->options->named);
        if (named->count == IO_NAMED_MOST)
            return problem_set(in->problem, EXIT_USAGE, "'%.100s' names more than %d columns.",
                               in->options->named, (int)IO_NAMED_MOST);
        memcpy(column->name, name.text, name.length);
        column->type = NF_FLOAT64;
        named->count++;
        at = strchr(at, ',');
        if (at) at++;
    }
    return begin_types(in, named);
}

io_named_column *io_named_find(io_named *named, span name) {
    for (size_t k = 0; k < named->count; k++)
        if (word_is(name, named->of[k].name)) return &named->of[k];
    return NULL;
}

int io_named_place(io_input *in, io_named_column *column, size_t at, int width) {
    static const char twice[] = "has two columns named '%s'.";
    if (column->width > 0)
        return in->line_number > 0 ? io_input_fail_line(in, twice, column->name)
                                   : io_input_fail(in, twice, column->name);
    column->at = at;
    column->width = width;
    column->rows.row_bytes = (size_t)width * nf_type_bytes(column->type);
    return 0;
}

int io_named_place_all(io_input *in, io_named *named, span name, size_t at, int width) {
    for (size_t k = 0; k < named->count; k++)
        if (word_is(name, named->of[k].name) && io_named_place(in, &named->of[k], at, width) != 0)
            return in->problem->code;
    return 0;
}

int io_named_check(io_input *in, const io_named *named) {
    for (size_t k = 0; k < named->count; k++) {
        if (named->of[k].width == 0)
            return io_input_fail(in, "has no column named '%s' beside the positions.", named->of[k].name);
        if (named->of[k].width > WIDEST)
            return io_input_fail(in, "the column '%s' has more than %d values per point.", named->of[k].name,
                                 (int)WIDEST);
        if (io_named_is_types(&named->of[k]) && named->of[k].width > 1)
            return io_input_fail(in, "the column '%s' has several values per point, and a type is one.",
                                 named->of[k].name);
    }
    return 0;
}

/* Adds the number of a word; a new one gets the next number. */
static int add_type(io_input *in, io_named_column *column, span word) {
    int32_t k = 0;
    int sound = word.length > 0 && word.length < IO_TYPE_NAME;
    for (size_t c = 0; c < word.length && sound; c++)
        sound = !strchr(",\"\\", word.text[c]) && (unsigned char)word.text[c] >= ' ';
    if (!sound)
        return io_input_fail_line(in,
                                  "'%.*s' in the column '%s' is no type: its name has 1 to %d characters, "
                                  "without commas, quotes and backslashes.",
                                  shown_length(word), word.text, column->name, IO_TYPE_NAME - 1);
    while ((uint32_t)k < column->word_count && !word_is(word, column->words[k])) k++;
    if (k == NF_TYPES_MOST)
        return io_input_fail(in, "the column '%s' has more than %d types.", column->name, NF_TYPES_MOST);
    if ((uint32_t)k == column->word_count) {
        if (!column->words) column->words = calloc(NF_TYPES_MOST, sizeof *column->words);
        if (!column->words) return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
        memcpy(column->words[k], word.text, word.length);
        column->word_count++;
    }
    return io_rows_add(&column->rows, &k, in);
}

int io_named_add(io_input *in, io_named_column *column, const double *values) {
    for (int k = 0; k < column->width; k++)
        if (!isfinite(values[k]))
            return io_input_fail(in, "point %llu has a value of '%s' that is not finite.",
                                 (unsigned long long)column->rows.n, column->name);
    return io_rows_add(&column->rows, values, in);
}

int io_named_add_words(io_input *in, io_named_column *column, const span *words) {
    double values[WIDEST];
    if (io_named_is_types(column)) return add_type(in, column, words[0]);
    if (io_numbers(in, words, column->width, values) != 0) return in->problem->code;
    return io_named_add(in, column, values);
}

int io_named_give_types(io_input *in, io_named_column *from, io_frame *frame) {
    frame->types.of = io_rows_take(&from->rows, in);
    frame->types.names = from->words;
    frame->types.count = from->word_count;
    from->words = NULL;
    return frame->types.of ? 0 : in->problem->code;
}

/* Moves one column to the frame. */
static int give(io_input *in, io_named_column *from, io_frame *frame) {
    io_column *to = &frame->columns[frame->column_count];
    if (from->rows.n != frame->n)
        return io_input_fail(in, "'%s' has %llu rows, but there are %llu points.", from->name,
                             (unsigned long long)from->rows.n, (unsigned long long)frame->n);
    if (io_named_is_types(from)) return io_named_give_types(in, from, frame);
    memcpy(to->name, from->name, sizeof to->name);
    to->type = from->type;
    to->width = from->width;
    to->data = io_rows_take(&from->rows, in);
    if (!to->data) return in->problem->code;
    frame->column_count++;
    return 0;
}

static int give_all(io_input *in, io_named *named, io_frame *frame) {
    frame->columns = calloc(named->count, sizeof *frame->columns);
    if (!frame->columns) return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
    for (size_t k = 0; k < named->count; k++)
        if (give(in, &named->of[k], frame) != 0) return in->problem->code;
    return 0;
}

int io_named_finish(io_input *in, io_named *named, int failed, io_frame *frame) {
    if (failed == 0 && named->count > 0) failed = give_all(in, named, frame);
    for (size_t k = 0; k < named->count; k++) {
        free(named->of[k].rows.data);
        free(named->of[k].words);
    }
    named->count = 0;
    return failed;
}

typedef struct place {
    int64_t id;
    uint64_t from; /* the row in the order of the file */
} place;

static int parse_id(span word, int64_t *id) {
    uint64_t size = 0;
    const int negative = word.length > 0 && word.text[0] == '-';
    if (word.length > 0 && (negative || word.text[0] == '+')) word.text++, word.length--;
    if (!parse_count(word, &size) || size > INT64_MAX) return 0;
    *id = negative ? -(int64_t)size : (int64_t)size;
    return 1;
}

int io_ids_add(io_ids *ids, span word, io_input *in) {
    int64_t id = 0;
    if (!parse_id(word, &id))
        return io_input_fail_line(in, "'%.*s' is not an atom id, which is a whole number.",
                                  shown_length(word), word.text);
    if (ids->ids.n == 0) ids->first_line = in->line_number;
    return io_ids_add_number(ids, id, in);
}

int io_ids_add_number(io_ids *ids, int64_t id, io_input *in) {
    const int64_t *before = (const int64_t *)(const void *)ids->ids.data;
    if (ids->ids.n > 0 && id <= before[ids->ids.n - 1]) ids->unsorted = 1;
    return io_rows_add(&ids->ids, &id, in);
}

static int compare(const void *one, const void *other) {
    const place *a = one, *b = other;
    if (a->id != b->id) return a->id < b->id ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

static int no_memory(io_input *in) {
    return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory to sort the atoms.", in->name);
}

/* Of the atoms that have an id twice, the first one in the file is told. */
static int refuse_twins(const io_ids *ids, io_input *in, const place *places) {
    uint64_t twin = 0;
    for (uint64_t k = 1; k < ids->ids.n; k++)
        if (places[k].id == places[k - 1].id && (twin == 0 || places[k].from < places[twin].from)) twin = k;
    if (twin == 0) return 0;
    if (ids->first_line == 0)
        return io_input_fail(in, "rows %llu and %llu (from 0) have the same id, %lld.",
                             (unsigned long long)places[twin - 1].from, (unsigned long long)places[twin].from,
                             (long long)places[twin].id);
    const uint64_t before = ids->first_line + places[twin - 1].from;
    in->line_number = ids->first_line + places[twin].from;
    return io_input_fail_line(in, "the atom id %lld is that of the atom in line %llu, too.",
                              (long long)places[twin].id, (unsigned long long)before);
}

static int move_rows(io_rows *rows, const place *places, io_input *in) {
    const size_t size = rows->row_bytes;
    unsigned char *moved = malloc((size_t)rows->n * size);
    if (!moved) return no_memory(in);
    for (uint64_t k = 0; k < rows->n; k++)
        memcpy(moved + (size_t)k * size, rows->data + (size_t)places[k].from * size, size);
    free(rows->data);
    rows->data = moved;
    rows->capacity = rows->n;
    return 0;
}

static int sort(const io_ids *ids, io_input *in, io_rows *positions, io_named *named) {
    const int64_t *id = (const int64_t *)(const void *)ids->ids.data;
    place *places = malloc((size_t)ids->ids.n * sizeof *places);
    if (!places) return no_memory(in);
    for (uint64_t k = 0; k < ids->ids.n; k++) places[k] = (place){id[k], k};
    qsort(places, (size_t)ids->ids.n, sizeof *places, compare);
    int failed = refuse_twins(ids, in, places);
    if (!failed) failed = move_rows(positions, places, in);
    for (size_t k = 0; k < named->count && !failed; k++) failed = move_rows(&named->of[k].rows, places, in);
    free(places);
    return failed;
}

int io_ids_sort(io_ids *ids, io_input *in, int failed, io_rows *positions, io_named *named) {
    if (!failed && ids->unsorted) failed = sort(ids, in, positions, named);
    free(ids->ids.data);
    memset(ids, 0, sizeof *ids);
    return failed;
}
