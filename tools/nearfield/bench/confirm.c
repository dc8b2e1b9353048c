/* Decides what is slower or faster than before; as the speed of a machine drifts, slower rows are measured again. */
#include "bench.h"

enum { LOOKS = 2 }; /* further measurements of a slower row */

/* The quartiles must not overlap, and the medians must differ by more than this. */
static const double margin = 0.03;

void bench_judge(bench_change *change, const bench_times *now) {
    change->mark = BENCH_NOT_COMPARED;
    if (!(change->before > 0) || !(now->median > 0)) return;
    change->ratio = now->median / change->before;
    change->mark = now->lower > change->before_upper && change->ratio > 1 + margin         ? BENCH_SLOWER
                   : now->upper < change->before_lower && change->ratio < 1 / (1 + margin) ? BENCH_FASTER
                                                                                           : BENCH_SAME;
}

/* Replaces a slower time by the new one, unless that is slower, too. */
static void look(bench_change *change, bench_times *times, const bench_times *fresh) {
    bench_change second = *change;
    if (change->mark != BENCH_SLOWER) return;
    bench_judge(&second, fresh);
    if (second.mark == BENCH_SLOWER || second.mark == BENCH_NOT_COMPARED) return;
    *change = second;
    *times = *fresh;
}

int bench_confirm(bench_report *report, bench_again again, void *user) {
    /* All rows once, then all again: a temporary disturbance affects each of them at most once. */
    for (int round = 0; round < LOOKS; round++)
        for (size_t k = 0; k < report->row_count; k++) {
            bench_row *row = &report->rows[k];
            if (row->device_change.mark != BENCH_SLOWER && row->wall_change.mark != BENCH_SLOWER) continue;
            bench_row fresh = {.what = row->what, .n = row->n, .precision = row->precision};
            const int code = again(user, &fresh);
            if (code != NF_EXIT_DONE) return code;
            look(&row->device_change, &row->device, &fresh.device);
            look(&row->wall_change, &row->wall, &fresh.wall);
            bench_rate(row);
        }
    report->slower = report->faster = 0;
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        const bench_mark marks[] = {row->device_change.mark, row->wall_change.mark};
        for (int t = 0; t < 2; t++) {
            report->slower += marks[t] == BENCH_SLOWER;
            report->faster += marks[t] == BENCH_FASTER;
        }
    }
    return NF_EXIT_DONE;
}
