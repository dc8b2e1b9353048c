/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "bench/report/columns.h"

#include "text/append.h"
#include "text/grouped.h"

#include <math.h>
#include <stddef.h>

/* ---- the tables --------------------------------------------------------------------------------------- */

#define ROW(name, head, width, kind, whose, member)                                                          \
    { name, head, width, kind, whose, offsetof(bench_row, member), sizeof((bench_row *)NULL)->member }
#define PART(name, head, width, kind, whose, of, type, member)                                               \
    { name, head, width, kind, whose, offsetof(bench_row, of) + offsetof(type, member), 0 }
#define TIMES(of, what)                                                                                      \
    PART(what "_ms", what " ms", 9, BENCH_TIME, BENCH_ALL, of, bench_times, median),                         \
        PART(NULL, "+-", 5, BENCH_SPREAD, BENCH_ALL, of, bench_times, spread),                               \
        PART(what "_lower_quartile", NULL, 0, BENCH_TIME, BENCH_ALL, of, bench_times, lower),                \
        PART(what "_upper_quartile", NULL, 0, BENCH_TIME, BENCH_ALL, of, bench_times, upper),                \
        PART(what "_least", NULL, 0, BENCH_TIME, BENCH_ALL, of, bench_times, least),                         \
        PART(what "_samples", NULL, 0, BENCH_INT, BENCH_ALL, of, bench_times, count)
#define CHANGE(of, what)                                                                                     \
    PART(what "_change", what, -12, BENCH_CHANGED, BENCH_OWN, of, bench_change, mark),                       \
        PART(what "_before_ms", NULL, 0, BENCH_TIME, BENCH_OWN, of, bench_change, before),                   \
        PART(what "_ratio", NULL, 0, BENCH_TIME, BENCH_OWN, of, bench_change, ratio)
const bench_column bench_row_columns[] = {
    ROW("peer", NULL, 0, BENCH_TEXT, BENCH_PEERS, peer),
    ROW("version", NULL, 0, BENCH_TEXT, BENCH_PEERS, version),
    ROW("same_result", NULL, 0, BENCH_INT, BENCH_PEERS, agrees),
    ROW("case", NULL, 0, BENCH_CASE, BENCH_ALL, what),
    ROW("unit", NULL, 0, BENCH_UNIT, BENCH_ALL, what),
    ROW("precision", NULL, 0, BENCH_PRECISION, BENCH_ALL, precision),
    ROW("n", "", 23, BENCH_COUNT, BENCH_ALL, n),
    ROW("result", NULL, 0, BENCH_COUNT, BENCH_ALL, found),
    TIMES(device, "device"),
    TIMES(wall, "wall"),
    ROW("cutoff", NULL, 0, BENCH_TIME, BENCH_OWN, cutoff),
    ROW("bytes", NULL, 0, BENCH_NUMBER, BENCH_OWN, cost.bytes),
    ROW("operations", NULL, 0, BENCH_NUMBER, BENCH_OWN, cost.operations),
    ROW(NULL, "GB/s", 8, BENCH_TIME, BENCH_OWN, gigabytes_per_s),
    ROW(NULL, "Gop/s", 8, BENCH_TIME, BENCH_OWN, gigaops_per_s),
    ROW("floor_ms", "floor ms", 9, BENCH_NUMBER, BENCH_OWN, floor_ms),
    ROW("bound", " ", 2, BENCH_BOUND, BENCH_OWN, arithmetic),
    ROW("percent_of_floor", "% of floor", 10, BENCH_PERCENT, BENCH_OWN, percent),
    ROW("memory_bytes", NULL, 0, BENCH_COUNT, BENCH_OWN, memory),
    CHANGE(device_change, "device"),
    CHANGE(wall_change, "wall"),
    {.kind = BENCH_END},
};

#define REPORT(name, head, kind, whose, member)                                                              \
    { name, head, 0, kind, whose, offsetof(bench_report, member), sizeof((bench_report *)NULL)->member }
const bench_column bench_report_columns[] = {
    REPORT("version", NULL, BENCH_TEXT, BENCH_ALL, version),
    REPORT("when", NULL, BENCH_TEXT, BENCH_ALL, when),
    REPORT("complete", NULL, BENCH_INT, BENCH_ALL, complete),
    REPORT("platform", NULL, BENCH_TEXT, BENCH_DEVICE, device.platform_name),
    REPORT("name", NULL, BENCH_TEXT, BENCH_DEVICE, device.name),
    REPORT("driver", "another driver", BENCH_TEXT, BENCH_DEVICE, device.driver),
    REPORT("copy_bytes_per_s", "copies", BENCH_TIME, BENCH_ALL, floor.bytes_per_s),
    REPORT("uint32_operations_per_s", "uint32", BENCH_TIME, BENCH_ALL, floor.operations_per_s[0]),
    REPORT("float32_operations_per_s", "float32", BENCH_TIME, BENCH_ALL, floor.operations_per_s[1]),
    REPORT("float64_operations_per_s", "float64", BENCH_TIME, BENCH_ALL, floor.operations_per_s[2]),
    REPORT("tuning", NULL, BENCH_TEXT, BENCH_ALL, tuning.note),
    REPORT("tunables", "other shapes of kernels", BENCH_TEXT, BENCH_ALL, tuning.values),
    REPORT("NEARFIELD_TUNING", NULL, BENCH_TEXT, BENCH_ALL, tuning.words),
    REPORT("NEARFIELD_PATHS", "another NEARFIELD_PATHS", BENCH_TEXT, BENCH_ALL, tuning.paths),
    REPORT("compared_with", NULL, BENCH_TEXT, BENCH_COMPARED, compared_with),
    REPORT("slower", NULL, BENCH_INT, BENCH_COMPARED, slower),
    REPORT("faster", NULL, BENCH_INT, BENCH_COMPARED, faster),
    REPORT("only_now", NULL, BENCH_INT, BENCH_COMPARED, only_now),
    REPORT("only_before", NULL, BENCH_INT, BENCH_COMPARED, only_before),
    {.kind = BENCH_END},
};

/* ---- for programs ------------------------------------------------------------------------------------- */

/* The value of a column of words; NULL for numbers. */
static const char *word_of(const bench_column *column, const void *at) {
    static const char *const marks[] = {"", "same", "faster", "slower"};
    switch (column->kind) {
    case BENCH_TEXT: return at;
    case BENCH_CASE: return (*(const bench_case *const *)at)->name;
    case BENCH_UNIT: return (*(const bench_case *const *)at)->unit;
    case BENCH_PRECISION: return bench_precision_word(*(const nf_type *)at);
    case BENCH_BOUND: return *(const int *)at ? "arithmetic" : "memory";
    case BENCH_CHANGED: return marks[((const bench_change *)at)->mark];
    default: return NULL;
    }
}

int bench_has(const bench_column *column, const void *object, bench_whose whose) {
    const void *at = bench_at(column, object);
    const char *word = word_of(column, at);
    if (!column->name || (column->whose != BENCH_ALL && column->whose != whose)) return 0;
    return word ? *word != 0 : column->kind != BENCH_TIME || *(const double *)at > 0;
}

void bench_put_json(json_out *j, const bench_column *column, const void *object) {
    const void *at = bench_at(column, object);
    const char *word = word_of(column, at);
    if (word) json_text(j, column->name, word);
    else if (column->kind == BENCH_COUNT) json_count(j, column->name, *(const uint64_t *)at);
    else if (column->kind == BENCH_INT) json_fixed(j, column->name, 0, *(const int *)at);
    else json_real(j, column->name, *(const double *)at);
}

/* Numbers are written as in JSON, texts with their quotes twice. */
void bench_put_csv(FILE *to, const bench_column *column, const void *object) {
    const char *word = word_of(column, bench_at(column, object));
    const bench_column unnamed = {.kind = column->kind, .at = column->at};
    json_out j = {.to = to};
    if (!word) {
        bench_put_json(&j, &unnamed, object);
        return;
    }
    fputc('"', to);
    for (; *word; word++) fprintf(to, *word == '"' ? "\"\"" : "%c", *word);
    fputc('"', to);
}

/* ---- for people --------------------------------------------------------------------------------------- */

const char *bench_short(double value, char text[BENCH_WORD]) {
    if (!(value > 0)) return "-";
    const int before = (int)floor(log10(value * 1.0005)); /* of the rounded value */
    const int decimals = 2 - before < 0 ? 0 : 2 - before > 6 ? 6 : 2 - before;
    snprintf(text, BENCH_WORD, "%.*f", decimals, value);
    return text;
}

const bench_column *bench_shown(const bench_report *report, const bench_column *column) {
    while (column->kind != BENCH_END &&
           (!column->head || (column->kind == BENCH_CHANGED && !*report->compared_with)))
        column++;
    return column->kind != BENCH_END ? column : NULL;
}

static const char *cell_of(const bench_column *column, const bench_row *row, char text[BENCH_WORD]) {
    const void *at = bench_at(column, row);
    const bench_change *change = at;
    text[0] = 0;
    switch (column->kind) {
    case BENCH_COUNT: return grouped(*(const uint64_t *)at, text);
    case BENCH_SPREAD:
        if (*(const double *)at > 0) snprintf(text, BENCH_WORD, "%.0f%%", *(const double *)at);
        return text;
    case BENCH_PERCENT: snprintf(text, BENCH_WORD, "%.1f%%", *(const double *)at); return text;
    case BENCH_BOUND: return *(const int *)at ? "op" : "";
    case BENCH_CHANGED:
        if (change->mark) snprintf(text, BENCH_WORD, "%s %.2f", word_of(column, at), change->ratio);
        return text;
    default: return bench_short(*(const double *)at, text);
    }
}

/* How many times as long as ours a peer took: by device time where both have one, else by wall time. */
static const char *remark(const bench_report *report, const bench_row *peer, char text[BENCH_WORD]) {
    const bench_row *own = report->rows;
    while (!bench_is_peer_of(peer, own)) own++; /* a peer's row is added for one of ours */
    const int device = peer->device.count && own->device.count;
    const double ours = device ? own->device.median : own->wall.median,
                 theirs = device ? peer->device.median : peer->wall.median;
    snprintf(text, BENCH_WORD, "%.2f times ours by %s time%s", ours > 0 ? theirs / ours : 0,
             device ? "device" : "wall", peer->agrees ? "" : "; ANOTHER RESULT");
    return text;
}

const char *bench_cell(const bench_report *report, const bench_row *row, const bench_column *column,
                       char text[BENCH_WORD], int *last) {
    *last = *row->peer && column->whose == BENCH_OWN;
    if (*last) return remark(report, row, text);
    if (!*row->peer || column->kind != BENCH_COUNT) return cell_of(column, row, text);
    snprintf(text, BENCH_WORD, "%s %s", row->peer, row->version);
    return text;
}

const char *bench_floor_words(const bench_report *report, char text[BENCH_SENTENCE]) {
    char number[BENCH_WORD];
    *text = 0;
    for (const bench_column *c = bench_report_columns; c->kind != BENCH_END; c++)
        if (c->kind == BENCH_TIME && bench_has(c, report, BENCH_ALL))
            append(text, BENCH_SENTENCE, "; ", "%s %s %s", c->head,
                   bench_short(*(const double *)bench_at(c, report) * 1e-9, number),
                   *text ? "Gop/s" : "GB/s");
    return text;
}

const char *bench_row_title(const bench_row *row, char text[BENCH_WORD]) {
    snprintf(text, BENCH_WORD, "%s%s%s", row->what->name, row->precision ? ", " : "",
             bench_precision_word(row->precision));
    return text;
}

int bench_is_same_case(const bench_row *a, const bench_row *b) {
    return a->what == b->what && a->precision == b->precision;
}

int bench_is_peer_of(const bench_row *peer, const bench_row *own) {
    return *peer->peer && !*own->peer && peer->n == own->n && bench_is_same_case(peer, own);
}
