/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tasks/coordination.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(text_problem *problem) {
    return problem_set(problem, EXIT_MEMORY, "there is no memory for the coordination numbers");
}

int coordination_begin(coordination *c, uint32_t types, text_problem *problem) {
    if (c->of) return 0;
    c->types = types;
    c->of = calloc((size_t)types * types + 1, sizeof *c->of);
    return c->of ? 0 : no_memory(problem);
}

int coordination_add(coordination *c, uint32_t a, uint32_t b, uint64_t neighbours, uint64_t points,
                     text_problem *problem) {
    coordination_numbers *numbers = &c->of[(size_t)a * c->types + b];
    if (neighbours >= numbers->size) {
        const uint64_t size = neighbours + neighbours / 2 + 16;
        uint64_t *larger = realloc(numbers->points, (size_t)size * sizeof *larger);
        if (!larger) return no_memory(problem);
        memset(larger + numbers->size, 0, (size_t)(size - numbers->size) * sizeof *larger);
        numbers->points = larger;
        numbers->size = size;
    }
    numbers->points[neighbours] += points;
    return 0;
}

int coordination_add_all(coordination *c, const coordination *other, text_problem *problem) {
    for (uint32_t a = 0; a < other->types; a++)
        for (uint32_t b = 0; b < other->types; b++) {
            const coordination_numbers *numbers = &other->of[(size_t)a * other->types + b];
            for (uint64_t k = 0; k < numbers->size; k++)
                if (numbers->points[k] && coordination_add(c, a, b, k, numbers->points[k], problem) != 0)
                    return problem->code;
        }
    return 0;
}

void coordination_free(coordination *c) {
    for (size_t k = 0; c->of && k < (size_t)c->types * c->types; k++) free(c->of[k].points);
    free(c->of);
    memset(c, 0, sizeof *c);
}

/* ---- the report ------------------------------------------------------------------------------------------ */

/* What a distribution says: the points, the least and the largest number of neighbours, their mean, and the standard deviation over the
 * points. */
typedef struct summary {
    uint64_t points, least, most;
    double mean, spread;
} summary;

static summary summary_of(const coordination_numbers *numbers) {
    summary s = {.least = UINT64_MAX};
    double sum = 0, squares = 0;
    for (uint64_t k = 0; k < numbers->size; k++) {
        if (!numbers->points[k]) continue;
        if (s.least == UINT64_MAX) s.least = k;
        s.most = k;
        s.points += numbers->points[k];
        sum += (double)k * (double)numbers->points[k];
    }
    s.mean = s.points ? sum / (double)s.points : 0;
    for (uint64_t k = 0; k < numbers->size; k++)
        squares += (double)numbers->points[k] * ((double)k - s.mean) * ((double)k - s.mean);
    s.spread = s.points ? sqrt(squares / (double)s.points) : 0;
    return s;
}

/* "5: 12%, 6: 88%": the shares of the points by their number of neighbours, or by ranges of it where there are many. */
static void print_shares(const coordination_numbers *numbers, const summary *s) {
    enum { MOST = 12 };
    const uint64_t width = (s->most - s->least) / MOST + 1;
    const char *between = "";
    for (uint64_t first = s->least; s->points && first <= s->most; first += width) {
        uint64_t points = 0;
        for (uint64_t k = first; k < first + width && k < numbers->size; k++) points += numbers->points[k];
        if (!points) continue;
        printf("%s%llu", between, (unsigned long long)first);
        if (width > 1) printf("-%llu", (unsigned long long)(first + width - 1));
        printf(": %.3g%%", 100 * (double)points / (double)s->points);
        between = ", ";
    }
}

/* The width of the longest name, at least that of a heading. */
static int width_of(const point_types *t) {
    int width = 10;
    for (uint32_t k = 0; k < t->count; k++)
        if ((int)strlen(t->names[k]) > width) width = (int)strlen(t->names[k]);
    return width;
}

void coordination_print(const coordination *c, const point_types *t) {
    const int width = width_of(t);
    printf("\n  %*s %*s %9s %9s   %s\n", width, "points of", width, "neighbours", "mean", "spread",
           "share of the points by their number of neighbours");
    for (uint32_t a = 0; a < c->types; a++)
        for (uint32_t b = 0; b < c->types; b++) {
            const coordination_numbers *numbers = &c->of[(size_t)a * c->types + b];
            const summary s = summary_of(numbers);
            if (!s.points || (t->table && !(t->table[(size_t)a * c->types + b] > 0))) continue;
            printf("  %*s %*s %9.4g %9.3g   ", width, t->names[a], width, t->names[b], s.mean, s.spread);
            print_shares(numbers, &s);
            putchar('\n');
        }
    printf("spread: the standard deviation over the points\n");
}

void coordination_print_json(const coordination *c, const point_types *t, json_out *j) {
    json_open(j, "coordination", '[');
    for (uint32_t a = 0; a < c->types; a++)
        for (uint32_t b = 0; b < c->types; b++) {
            const coordination_numbers *numbers = &c->of[(size_t)a * c->types + b];
            const summary s = summary_of(numbers);
            json_open(j, NULL, '{');
            json_text(j, "of", t->names[a]);
            json_text(j, "neighbours", t->names[b]);
            json_count(j, "points", s.points);
            json_real(j, "mean", s.points ? s.mean : (double)NAN);
            json_real(j, "spread", s.points ? s.spread : (double)NAN);
            json_open(j, "distribution", '[');
            for (uint64_t k = 0; s.points && k <= s.most; k++) json_count(j, NULL, numbers->points[k]);
            json_close(j, ']');
            json_close(j, '}');
        }
    json_close(j, ']');
}
