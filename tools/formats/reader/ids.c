/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/reader/ids.h"

#include <stdlib.h>
#include <string.h>

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
