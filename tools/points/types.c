/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "points/types.h"

#include "text/append.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *types_column(const point_types *t) {
    return !t->wanted || types_file(t) ? NULL : t->column ? t->column : "";
}

static int no_memory(text_problem *problem) {
    return problem_set(problem, EXIT_MEMORY, "there is no memory for the types of the points");
}

/* ---- the words of --pair-cutoffs ------------------------------------------------------------------------ */

static int parse_pair(span item, type_cutoff *pair, text_problem *problem) {
    size_t equals = item.length;
    while (equals > 0 && item.text[equals - 1] != '=') equals--;
    pair->pair = trim((span){item.text, equals ? equals - 1 : 0});
    const span number = trim((span){item.text + equals, item.length - equals});
    char text[64] = "";
    if (number.length < sizeof text) memcpy(text, number.text, number.length);
    if (!memchr(item.text, '=', item.length) || !memchr(pair->pair.text, '-', pair->pair.length))
        return problem_set(problem, EXIT_USAGE,
                           "--pair-cutoffs is a list of pairs of types and their cutoffs, as in "
                           "\"Na-Cl=3.2,Cl-Cl=4\", and has \"%.*s\"",
                           shown_length(item), item.text);
    if (!parse_double((span){text, strlen(text)}, &pair->cutoff) || !(pair->cutoff > 0) ||
        !isfinite(pair->cutoff))
        return problem_set(problem, EXIT_USAGE,
                           "--pair-cutoffs: the cutoff of %.*s must be a positive number, not \"%.*s\"",
                           shown_length(pair->pair), pair->pair.text, shown_length(number), number.text);
    return 0;
}

int types_parse_cutoffs(point_types *t, text_problem *problem) {
    size_t most = 1;
    if (!t->cutoffs) return 0;
    for (const char *c = t->cutoffs; *c; c++) most += *c == ',';
    t->pairs = calloc(most, sizeof *t->pairs);
    if (!t->pairs) return no_memory(problem);
    for (const char *at = t->cutoffs; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        type_cutoff *pair = &t->pairs[t->pair_count++];
        if (parse_pair(trim((span){at, strcspn(at, ",")}), pair, problem) != 0) return problem->code;
        t->largest = fmax(t->largest, pair->cutoff);
    }
    return 0;
}

/* ---- the types of the first frame ----------------------------------------------------------------------- */

static int compare_words(const void *one, const void *other) { return strcmp(one, other); }

/* Whole numbers without a sign, by their size: without zeros in front the longer one is larger. */
static int compare_numbers(const void *one, const void *other) {
    const char *a = one, *b = other;
    const char *x = a + strspn(a, "0"), *y = b + strspn(b, "0");
    if (strlen(x) != strlen(y)) return strlen(x) < strlen(y) ? -1 : 1;
    const int order = strcmp(x, y);
    return order ? order : strcmp(a, b);
}

/* The number of the type of this name, or -1. */
static int32_t number_of(const point_types *t, span name) {
    int32_t k = 0;
    while ((uint32_t)k < t->count && !word_is(name, t->names[k])) k++;
    return (uint32_t)k < t->count ? k : -1;
}

/* "Cl, Na": as many as there is room for. */
enum { LIST = 200 };
static const char *list_of(const point_types *t, char text[LIST]) {
    *text = '\0';
    for (uint32_t k = 0; k < t->count; k++)
        if (!append(text, LIST - 8, ", ", "%s", t->names[k])) {
            append(text, LIST, ", ", "...");
            break;
        }
    return text;
}

/* The names of the types of both, in order. */
static int find_names(point_types *t, const io_frame *points, const io_frame *queries, const char *name,
                      text_problem *problem) {
    const io_frame *const frames[] = {points, queries};
    int numbers = 1;
    t->names = calloc((size_t)2 * NF_TYPES_MOST, sizeof *t->names);
    if (!t->names) return no_memory(problem);
    for (int f = 0; f < 2; f++)
        for (uint32_t k = 0; frames[f] && k < frames[f]->types.count; k++) {
            const char *type = frames[f]->types.names[k];
            if (number_of(t, (span){type, strlen(type)}) >= 0) continue;
            memcpy(t->names[t->count++], type, IO_TYPE_NAME);
            numbers &= type[strspn(type, "0123456789")] == '\0';
        }
    if (t->count == 0)
        return problem_set(problem, EXIT_INPUT,
                           "%.300s: the first frame has no points, and so no types: begin "
                           "with another one (--frames)",
                           name);
    if (t->count > NF_TYPES_MOST)
        return problem_set(problem, EXIT_INPUT,
                           "the points and query points have %lu types, and %d may be told apart",
                           (unsigned long)t->count, NF_TYPES_MOST);
    qsort(t->names, t->count, sizeof *t->names, numbers ? compare_numbers : compare_words);
    return 0;
}

/* Finds the two names of a pair: one of its hyphens stands between them, and names may have others. */
static int split_pair(const point_types *t, span pair, int32_t of[2], const char *name,
                      text_problem *problem) {
    int found = 0;
    span unknown = pair;
    for (size_t k = 0; k < pair.length; k++) {
        if (pair.text[k] != '-') continue;
        const span parts[2] = {trim((span){pair.text, k}),
                               trim((span){pair.text + k + 1, pair.length - k - 1})};
        const int32_t a = number_of(t, parts[0]), b = number_of(t, parts[1]);
        if (a >= 0 && b >= 0) of[0] = a, of[1] = b, found++;
        else unknown = a < 0 ? parts[0] : parts[1];
    }
    if (found == 1) return 0;
    char list[LIST];
    if (found > 1)
        return problem_set(problem, EXIT_USAGE, "--pair-cutoffs: %.*s are several pairs of types of %.200s",
                           shown_length(pair), pair.text, name);
    return problem_set(problem, EXIT_USAGE,
                       "--pair-cutoffs: %.*s: %.200s has no type %.*s in its first frame; its types are %s",
                       shown_length(pair), pair.text, name, shown_length(unknown), unknown.text,
                       list_of(t, list));
}

static int make_table(point_types *t, const char *name, text_problem *problem) {
    if (!t->cutoffs) return 0;
    t->table = calloc((size_t)t->count * t->count + 1, sizeof *t->table);
    if (!t->table) return no_memory(problem);
    for (size_t k = 0; k < t->pair_count; k++) {
        const type_cutoff *pair = &t->pairs[k];
        int32_t of[2] = {0, 0};
        if (split_pair(t, pair->pair, of, name, problem) != 0) return problem->code;
        double *one = &t->table[(size_t)of[0] * t->count + (size_t)of[1]],
               *other = &t->table[(size_t)of[1] * t->count + (size_t)of[0]];
        if (*one > 0 && (*one < pair->cutoff || *one > pair->cutoff))
            return problem_set(problem, EXIT_USAGE,
                               "--pair-cutoffs: the pair %s-%s has two cutoffs, %g and %g", t->names[of[0]],
                               t->names[of[1]], *one, pair->cutoff);
        *one = *other = pair->cutoff;
    }
    return 0;
}

/* ---- the types of each frame ---------------------------------------------------------------------------- */

/* Numbers the types of a frame, and counts its points of each. */
static int number_frame(const point_types *t, io_frame *frame, const char *name, uint64_t *counts,
                        text_problem *problem) {
    int32_t number[NF_TYPES_MOST];
    for (uint32_t k = 0; k < frame->types.count; k++) {
        const char *type = frame->types.names[k];
        char list[LIST];
        number[k] = number_of(t, (span){type, strlen(type)});
        if (number[k] < 0)
            return problem_set(
                problem, EXIT_INPUT,
                "%.200s has the type %s, and the first frame has %s alone: begin with a frame that "
                "has all types (--frames)",
                name, type, list_of(t, list));
    }
    memset(counts, 0, t->count * sizeof *counts);
    for (uint64_t i = 0; i < frame->n; i++) {
        if (frame->types.count > 0) frame->types.of[i] = number[frame->types.of[i]];
        counts[frame->types.of[i]]++;
    }
    frame->types.count = 0; /* the numbers are those of the run now */
    return 0;
}

int types_number(point_types *t, io_frame *points, const char *name, io_frame *queries,
                 const char *queries_name, text_problem *problem) {
    if (!t->wanted) return 0;
    if (types_take_file(t, points, name, problem) != 0) return problem->code;
    if (!t->names) {
        t->points = calloc((size_t)2 * NF_TYPES_MOST, sizeof *t->points);
        if (!t->points) return no_memory(problem);
        if (find_names(t, points, queries, name, problem) != 0 || make_table(t, name, problem) != 0)
            return problem->code;
        t->queries = t->points + NF_TYPES_MOST;
    }
    const int failed = number_frame(t, points, name, t->points, problem);
    return failed || !queries ? failed : number_frame(t, queries, queries_name, t->queries, problem);
}

char *types_list(const point_types *t) {
    const size_t size = (size_t)t->count * (IO_TYPE_NAME + 1) + 1;
    char *list = calloc(size, 1);
    size_t used = 0;
    for (uint32_t k = 0; list && k < t->count; k++)
        used += (size_t)snprintf(list + used, size - used, "%s,", t->names[k]);
    return list;
}

void types_free(point_types *t) {
    io_frame_free(&t->file);
    free(t->pairs);
    free(t->names);
    free(t->table);
    free(t->points);
    t->pairs = NULL;
    t->names = NULL;
    t->table = NULL;
    t->points = t->queries = NULL;
}
