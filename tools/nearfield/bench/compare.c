/* --compare: marks what is slower or faster than in the JSON of an older run. */
#include "columns.h"

#include <cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* If floors differ by more, the machine has changed. */
static const double same_floor = 0.10;

/* Reads a file of one JSON value; complains and returns an exit code. */
static int read_json(const char *path, cJSON **value) {
    char *text = NULL;
    size_t room = 0, line = 1;
    const char *end = NULL;
    FILE *file = fopen(path, "r");
    const ssize_t size = file ? getdelim(&text, &room, 0, file) : -1;
    const int reason = !file || ferror(file) ? errno : 0;
    if (file) fclose(file);
    *value = size > 0 ? cJSON_ParseWithLengthOpts(text, (size_t)size + 1, &end, 1) : NULL;
    for (const char *c = text; !*value && end && c < end; c++) line += *c == '\n';
    free(text);
    if (reason) return complain(NF_EXIT_INPUT, "%s cannot be read: %s", path, strerror(reason));
    return *value ? NF_EXIT_DONE : complain(NF_EXIT_INPUT, "%s is no JSON: line %zu", path, line);
}

void bench_take(const cJSON *from, const bench_column *column, void *object) {
    for (; column->kind != BENCH_END; column++) {
        const cJSON *item = column->name ? cJSON_GetObjectItemCaseSensitive(from, column->name) : NULL;
        if (!item) continue;
        void *at = (char *)object + column->at;
        const char *word = cJSON_GetStringValue(item);
        const double number = cJSON_IsNumber(item) ? item->valuedouble : 0;
        if (column->kind == BENCH_TEXT) snprintf(at, column->size, "%s", word ? word : "");
        else if (column->kind == BENCH_CASE) *(const bench_case **)at = bench_case_named(word ? word : "");
        else if (column->kind == BENCH_PRECISION)
            *(nf_type *)at = !word ? NF_TYPE_NONE : strcmp(word, "single") == 0 ? NF_FLOAT32 : NF_FLOAT64;
        else if (column->kind == BENCH_COUNT)
            *(uint64_t *)at = number > 0 && number < 1e16 ? (uint64_t)number : 0;
        else if (column->kind == BENCH_INT) *(int *)at = number > 0 && number < 1e9 ? (int)number : 0;
        else if (column->kind == BENCH_TIME) *(double *)at = number;
    }
}

static int read_old(const char *path, bench_report *old) {
    cJSON *json = NULL;
    const cJSON *item;
    int code = read_json(path, &json);
    if (code != NF_EXIT_DONE) return code;
    const cJSON *rows = cJSON_GetObjectItemCaseSensitive(json, "measurements");
    bench_take(cJSON_GetObjectItemCaseSensitive(json, "device"), bench_report_columns, old);
    bench_take(json, bench_report_columns, old);
    if (strcmp(old->schema, BENCH_SCHEMA) != 0 || old->schema_version != BENCH_SCHEMA_VERSION || !rows)
        code = complain(NF_EXIT_INPUT, "%s is no report of nearfield bench --json (schema_version %d)", path,
                        BENCH_SCHEMA_VERSION);
    cJSON_ArrayForEach(item, rows) {
        bench_row *row = code == NF_EXIT_DONE ? bench_add_row(old) : NULL;
        if (row) bench_take(item, bench_row_columns, row);
        else if (code == NF_EXIT_DONE) code = NF_EXIT_MEMORY;
    }
    cJSON_Delete(json);
    return code;
}

/* ---- what is measured, where nothing else was asked for ----------------------------------------------- */

static void add_case(bench_plan *plan, const bench_case *what) {
    for (size_t c = 0; c < plan->case_count; c++)
        if (plan->cases[c] == what) return;
    plan->cases[plan->case_count++] = what;
}

static void add_precision(bench_plan *plan, nf_type precision) {
    for (size_t k = 0; k < plan->precision_count; k++)
        if (plan->precisions[k] == precision) return;
    if (plan->precision_count < 2) plan->precisions[plan->precision_count++] = precision;
}

static void take_plan(const bench_report *old, bench_plan *plan) {
    const int precisions = plan->precision_count == 0;
    if (plan->any_case) plan->case_count = 0;
    for (const bench_row *row = old->rows; row < old->rows + old->row_count; row++) {
        const int points = row->precision != NF_TYPE_NONE;
        if (!row->what || row->n < 1 || row->n > UINT32_MAX || points == (row->what->type != 0)) continue;
        if (plan->any_case) add_case(plan, row->what);
        if (precisions && points) add_precision(plan, row->precision);
        if (points && plan->spacings <= 0) plan->spacings = row->cutoff * cbrt((double)row->n);
        if (plan->while_quick && plan->target_count < BENCH_TARGETS)
            plan->targets[plan->target_count++] = (bench_target){row->what, row->precision, row->n};
    }
}

int bench_read_old(const char *path, bench_report *report) {
    report->older = calloc(1, sizeof *report->older);
    if (!report->older) return complain(NF_EXIT_MEMORY, "there is no memory for the report to compare with");
    const int code = read_old(path, report->older);
    if (code == NF_EXIT_DONE) take_plan(report->older, &report->plan);
    return code;
}

/* ---- the two runs side by side ------------------------------------------------------------------------ */

static void compare_times(bench_change *change, const bench_times *before, const bench_times *now) {
    change->before = before->median;
    change->before_lower = before->lower;
    change->before_upper = before->upper;
    bench_judge(change, now);
}

/* Marks the rows that both runs have, and counts the others. */
static void compare_rows(bench_report *report, const bench_report *old) {
    int matched = 0;
    for (const bench_row *before = old->rows; before < old->rows + old->row_count; before++)
        for (bench_row *row = report->rows; row < report->rows + report->row_count; row++) {
            if (row->what != before->what || row->n != before->n || row->precision != before->precision ||
                fabs(before->cutoff - row->cutoff) > 1e-6 * row->cutoff)
                continue;
            matched++;
            compare_times(&row->device_change, &before->device, &row->device);
            compare_times(&row->wall_change, &before->wall, &row->wall);
            break;
        }
    report->only_now = (int)report->row_count - matched;
    report->only_before = (int)old->row_count - matched;
}

/* Notes differences between the runs other than the library. */
static int note_circumstances(bench_report *report, const bench_report *old) {
    const struct {
        const char *before, *now, *sentence;
    } rows[] = {
        {old->device.driver, report->device.driver, "the older run is that of another driver: %s"},
        {old->tuning.values, report->tuning.values,
         "the kernels have other shapes than in the older run, which had %s"},
        {old->tuning.paths, report->tuning.paths, "the older run had other NEARFIELD_PATHS: %s"},
    };
    int code = NF_EXIT_DONE;
    for (const bench_column *c = bench_report_columns; c->kind != BENCH_END && code == NF_EXIT_DONE; c++) {
        const double *before = bench_at(c, old), *now = bench_at(c, report);
        if (BENCH_IS_FLOOR(c) && *before > 0 && *now > 0 && fabs(*now / *before - 1) > same_floor)
            code =
                bench_add_note(report, "compare",
                               "the floor is not that of the older run: %s %+.0f %%; the machine is not as "
                               "it was, and times may differ for that reason",
                               c->head, 100 * (*now / *before - 1));
    }
    for (size_t k = 0; k < sizeof rows / sizeof *rows && code == NF_EXIT_DONE; k++)
        if (strcmp(rows[k].before, rows[k].now) != 0)
            code = bench_add_note(report, "compare", rows[k].sentence,
                                  *rows[k].before ? rows[k].before : "the defaults");
    return code;
}

typedef struct second_look {
    bench_report *report;
    bench_device *on;
    progress *line;
} second_look;

static int again(void *user, bench_row *fresh) {
    const second_look *s = user;
    return bench_measure_again(s->report, s->on, fresh, s->line);
}

int bench_compare(bench_report *report, bench_device *on, const char *path, progress *line) {
    const bench_report *old = report->older;
    second_look second = {report, on, line};
    report->other_device = strcmp(old->device.name, report->device.name) != 0 ||
                           strcmp(old->device.platform_name, report->device.platform_name) != 0;
    if (report->other_device)
        return bench_add_note(report, "compare", "nothing is marked: %s is that of another device, %s (%s)",
                              path, old->device.name, old->device.platform_name);
    snprintf(report->compared_with, sizeof report->compared_with, "%s (version %s, %s)", path, old->version,
             old->when);
    compare_rows(report, old);
    const int code = note_circumstances(report, old);
    return code == NF_EXIT_DONE ? bench_confirm(report, again, &second) : code;
}
