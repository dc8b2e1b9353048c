/* --compare: what became slower or faster than the JSON of an older run says. */
#include "bench.h"
#include "read_json.h"

#include <stdlib.h>
#include <string.h>

/* Quartiles that lie apart, and medians that differ by more than this: less is the mood of a machine. */
static const double margin = 0.03;

/* The value of a member that must be a number; a negative one where there is none. */
static double number(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : -1;
}

static const char *word(const cJSON *object, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text ? text : "";
}

static void judge(bench_report *report, const cJSON *old, const bench_times *now, bench_change *change) {
    const double before = number(old, "median"), lower = number(old, "lower_quartile"),
                 upper = number(old, "upper_quartile");
    if (!(before > 0) || !(now->median > 0)) return;
    change->before = before;
    change->ratio = now->median / before;
    change->mark = BENCH_SAME;
    if (now->lower > upper && change->ratio > 1 + margin) {
        change->mark = BENCH_SLOWER;
        report->slower++;
    } else if (now->upper < lower && change->ratio < 1 / (1 + margin)) {
        change->mark = BENCH_FASTER;
        report->faster++;
    }
}

static const cJSON *find(const cJSON *measurements, const bench_row *row) {
    const cJSON *item;
    cJSON_ArrayForEach(item, measurements) {
        if (strcmp(word(item, "case"), row->what->name) == 0 && number(item, "n") == (double)row->n &&
            strcmp(word(item, "precision"), bench_precision_word(row->precision)) == 0)
            return item;
    }
    return NULL;
}

static void compare_rows(bench_report *report, const cJSON *old) {
    const cJSON *measurements = cJSON_GetObjectItemCaseSensitive(old, "measurements");
    for (size_t k = 0; k < report->row_count; k++) {
        bench_row *row = &report->rows[k];
        const cJSON *item = *row->peer ? NULL : find(measurements, row);
        if (!item) continue;
        judge(report, cJSON_GetObjectItemCaseSensitive(item, "device_ms"), &row->device, &row->device_change);
        judge(report, cJSON_GetObjectItemCaseSensitive(item, "wall_ms"), &row->wall, &row->wall_change);
    }
}

static int read_old(const char *path, cJSON **old) {
    const int code = bench_read_json_file(path, old);
    if (code != NF_EXIT_DONE) return code;
    if (strcmp(word(*old, "schema"), "nearfield-bench") == 0 && number(*old, "schema_version") == 1 &&
        cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(*old, "measurements")))
        return NF_EXIT_DONE;
    cJSON_Delete(*old);
    *old = NULL;
    return complain(NF_EXIT_INPUT, "%s is no report of nearfield bench --json (schema_version 1)", path);
}

int bench_check_old(const char *path) {
    cJSON *old = NULL;
    const int code = read_old(path, &old);
    cJSON_Delete(old);
    return code;
}

int bench_compare(bench_report *report, const char *path) {
    cJSON *old = NULL;
    const int code = read_old(path, &old);
    if (code != NF_EXIT_DONE) return code;
    const cJSON *device = cJSON_GetObjectItemCaseSensitive(old, "device");
    snprintf(report->compared_with, sizeof report->compared_with, "%s (version %s, %s)", path,
             word(old, "version"), word(old, "when"));
    if (strcmp(word(device, "name"), report->device.name) != 0)
        bench_add_note(report, "compare", "the older run is that of another device: %s",
                       word(device, "name"));
    else if (strcmp(word(device, "driver"), report->device.driver) != 0)
        bench_add_note(report, "compare", "the older run is that of another driver: %s",
                       word(device, "driver"));
    compare_rows(report, old);
    cJSON_Delete(old);
    return NF_EXIT_DONE;
}
