#include "format.h"

#include <math.h>
#include <string.h>

const char *bench_short(double value, char text[BENCH_WORD]) {
    if (!(value > 0)) {
        snprintf(text, BENCH_WORD, "-");
        return text;
    }
    const int before = (int)floor(log10(value * 1.0005)); /* of the rounded value */
    int decimals = 2 - before;
    if (decimals < 0) decimals = 0;
    if (decimals > 6) decimals = 6;
    snprintf(text, BENCH_WORD, "%.*f", decimals, value);
    return text;
}

const char *bench_row_title(const bench_case *what, nf_type precision, char text[BENCH_WORD]) {
    snprintf(text, BENCH_WORD, "%s%s%s", what->name, precision ? ", " : "", bench_precision_word(precision));
    return text;
}

int bench_is_same_case(const bench_row *a, const bench_row *b) {
    return a->what == b->what && a->precision == b->precision && !*a->peer == !*b->peer;
}

int bench_is_peer_of(const bench_row *peer, const bench_row *own) {
    return *peer->peer && !*own->peer && peer->what == own->what && peer->n == own->n &&
           peer->precision == own->precision;
}

int bench_has_first_use(const bench_report *report) {
    int any = 0;
    for (int k = 0; k < BENCH_CACHES; k++) any |= report->first_use[k].measured;
    return any;
}

/* ---- tables ------------------------------------------------------------------------------------------- */

static const struct {
    const char *head; /* NULL: the unit of the case */
    int width;
} columns[BENCH_COLUMNS] = {{NULL, 24},   {"device ms", 9}, {"+-", 5},    {"wall ms", 9},
                            {"+-", 5},    {"GB/s", 8},      {"Gop/s", 8}, {"floor ms", 9},
                            {"floor", 8}, {"device", -12},  {"wall", -12}};

size_t bench_column_count(const bench_report *report) {
    return *report->compared_with ? BENCH_COLUMNS : BENCH_DEVICE_CHANGE;
}

const char *bench_head(const bench_case *what, size_t column) {
    return columns[column].head ? columns[column].head : what->unit;
}

int bench_width(size_t column) { return columns[column].width; }

#define CELL(cell, ...) snprintf((cell).text, sizeof(cell).text, __VA_ARGS__)

static void times_cells(const bench_times *times, bench_cell cells[2]) {
    char text[BENCH_WORD];
    CELL(cells[0], "%s", times->count ? bench_short(times->median, text) : "-");
    if (times->count) CELL(cells[1], "%.0f%%", bench_spread(times));
    else cells[1].text[0] = 0;
}

/* How many times as long as ours a peer took: by device time where both have one, else by wall time. */
static void peer_cell(const bench_report *report, const bench_row *peer, bench_cell *cell) {
    const bench_row *own = report->rows;
    while (!bench_is_peer_of(peer, own)) own++; /* a peer's row is added for one of ours */
    const int device = peer->device.count && own->device.count;
    const double ours = device ? own->device.median : own->wall.median,
                 theirs = device ? peer->device.median : peer->wall.median;
    CELL(*cell, "%.2f times ours by %s time%s", ours > 0 ? theirs / ours : 0, device ? "device" : "wall",
         peer->agrees ? "" : "; ANOTHER RESULT");
}

static void change_cell(const bench_change *change, bench_cell *cell) {
    static const char *const words[] = {
        [BENCH_SAME] = "same", [BENCH_FASTER] = "faster", [BENCH_SLOWER] = "SLOWER"};
    if (change->mark == BENCH_NOT_COMPARED) cell->text[0] = 0;
    else CELL(*cell, "%s %.2f", words[change->mark], change->ratio);
}

size_t bench_cells(const bench_report *report, const bench_row *row, bench_cell cells[BENCH_COLUMNS]) {
    char text[BENCH_WORD];
    const double ms = row->device.median;
    times_cells(&row->device, &cells[1]);
    times_cells(&row->wall, &cells[3]);
    if (*row->peer) {
        CELL(cells[0], "%s %s", row->peer, row->version);
        peer_cell(report, row, &cells[BENCH_REMARK]);
        return BENCH_REMARK + 1;
    }
    CELL(cells[0], "%s", grouped(row->n, text));
    CELL(cells[5], "%s", bench_short(ms > 0 ? row->cost.bytes / ms * 1e-6 : 0, text));
    CELL(cells[6], "%s", bench_short(ms > 0 ? row->cost.operations / ms * 1e-6 : 0, text));
    CELL(cells[7], "%s", bench_short(row->floor_ms, text));
    CELL(cells[8], "%s%.1f%%", row->arithmetic ? "op " : "", row->percent);
    change_cell(&row->device_change, &cells[BENCH_DEVICE_CHANGE]);
    change_cell(&row->wall_change, &cells[BENCH_WALL_CHANGE]);
    return bench_column_count(report);
}
