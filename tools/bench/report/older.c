/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads the JSON of an older run, and what is measured where nothing else was asked for. */
#include "bench/report/columns.h"
#include "formats/reader/text_file.h"

#include <cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reads a file of one JSON value; complains and returns an exit code. */
static int read_json(const char *path, cJSON **value) {
    text_problem problem = {.code = 0};
    char *text = NULL;
    const char *end = NULL;
    size_t line = 1;
    *value = io_read_text(path, &text, &problem) == 0 ? cJSON_ParseWithOpts(text, &end, 1) : NULL;
    for (const char *c = text; !*value && end && c < end; c++) line += *c == '\n';
    free(text);
    if (problem.code) return complain(problem.code, "%s", problem.text);
    return *value ? EXIT_DONE : complain(EXIT_INPUT, "%s is not JSON: line %zu", path, line);
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

/* What is measured where nothing else was asked for. */
static void take_plan(const bench_report *old, bench_plan *plan) {
    unsigned precisions = 0;
    if (plan->any_case) plan->case_count = 0;
    for (const bench_row *row = old->rows; row < old->rows + old->row_count; row++) {
        const int known = plan->case_count && plan->cases[plan->case_count - 1] == row->what;
        if (!row->what) continue;
        if (plan->any_case && !known && plan->case_count < BENCH_CASES)
            plan->cases[plan->case_count++] = row->what;
        if (row->precision) precisions |= 1U << row->precision;
        if (row->precision && !row->what->lists && plan->spacings <= 0)
            plan->spacings = row->cutoff * cbrt((double)row->n);
    }
    if (!plan->precisions) plan->precisions = precisions;
}

int bench_read_old(const char *path, bench_report *report) {
    bench_report *old = report->older = calloc(1, sizeof *old);
    cJSON *json = NULL;
    if (!old) return complain(EXIT_MEMORY, "there is no memory for the report to compare with");
    int code = read_json(path, &json);
    if (code != EXIT_DONE) return code;
    const cJSON *rows = cJSON_GetObjectItemCaseSensitive(json, "measurements"), *item;
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(json, "schema_version");
    const char *schema = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "schema"));
    bench_take(cJSON_GetObjectItemCaseSensitive(json, "device"), bench_report_columns, old);
    bench_take(json, bench_report_columns, old);
    if (!schema || strcmp(schema, "nearfield-bench") != 0 || !cJSON_IsNumber(version) ||
        version->valueint != 1 || !rows)
        code = complain(EXIT_INPUT, "%s is not a report of nearfield bench --json (schema_version 1)", path);
    cJSON_ArrayForEach(item, rows) {
        bench_row *row = code == EXIT_DONE ? bench_add_row(old) : NULL;
        if (row) bench_take(item, bench_row_columns, row);
        else if (code == EXIT_DONE) code = EXIT_MEMORY;
    }
    cJSON_Delete(json);
    if (code == EXIT_DONE) take_plan(old, &report->plan);
    return code;
}
