/* The rows and notes of a report. */
#include "bench.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* One more element at the end of an array, zeroed. */
static void *grow(void **array, size_t *count, size_t size) {
    void *more = realloc(*array, (*count + 1) * size);
    if (!more) {
        complain(NF_EXIT_MEMORY, "there is no memory for one more measurement");
        return NULL;
    }
    *array = more;
    return memset((char *)more + (*count)++ * size, 0, size);
}

bench_row *bench_add_row(bench_report *report) {
    void *rows = report->rows;
    bench_row *row = grow(&rows, &report->row_count, sizeof *row);
    report->rows = rows;
    return row;
}

int bench_add_note(bench_report *report, const char *who, const char *format, ...) {
    void *notes = report->notes;
    bench_note *note = grow(&notes, &report->note_count, sizeof *note);
    report->notes = notes;
    if (!note) return NF_EXIT_MEMORY;
    snprintf(note->who, sizeof note->who, "%s", who);
    va_list list;
    va_start(list, format);
    vsnprintf(note->text, sizeof note->text, format, list);
    va_end(list);
    return NF_EXIT_DONE;
}

void bench_report_free(bench_report *report) {
    free(report->rows);
    free(report->notes);
    report->rows = NULL;
    report->notes = NULL;
    report->row_count = report->note_count = 0;
}

const bench_row *bench_own_row(const bench_report *report, const bench_row *peer) {
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        if (!*row->peer && row->what == peer->what && row->n == peer->n && row->precision == peer->precision)
            return row;
    }
    return NULL;
}

double bench_times_ours(const bench_row *peer, const bench_row *own, int *device) {
    *device = peer->device.count && own->device.count;
    const double ours = *device ? own->device.median : own->wall.median,
                 theirs = *device ? peer->device.median : peer->wall.median;
    return ours > 0 ? theirs / ours : 0;
}

const char *bench_precision_word(nf_type precision) {
    return precision == NF_FLOAT32 ? "single" : precision == NF_FLOAT64 ? "double" : "";
}
