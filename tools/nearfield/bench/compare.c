/* --compare: marks what is slower or faster than in the JSON of an older run. */
#include "bench.h"

#include <cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* If floors differ by more, the machine has changed. */
static const double same_floor = 0.10;

/* The value of a member that must be a number; a negative one where there is none. */
static double number(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : -1;
}

static const char *word(const cJSON *object, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text ? text : "";
}

static const cJSON *part(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

enum { MOST_BYTES = 1 << 28 };

/* The whole file and a zero byte; NULL with errno set. */
static char *read_file(FILE *file, size_t *size) {
    char *text = NULL;
    size_t room = 0;
    for (*size = 0;;) {
        if (*size + 1 >= room) {
            room = room ? 2 * room : 1 << 16;
            char *more = room > MOST_BYTES ? NULL : realloc(text, room);
            if (!more) {
                free(text);
                errno = EFBIG;
                return NULL;
            }
            text = more;
        }
        const size_t got = fread(text + *size, 1, room - 1 - *size, file);
        *size += got;
        if (got == 0) break;
    }
    text[*size] = 0;
    if (!ferror(file)) return text;
    free(text);
    return NULL;
}

static size_t line_of(const char *text, const char *place) {
    size_t line = 1;
    for (const char *c = text; c < place && *c; c++) line += *c == '\n';
    return line;
}

/* Reads a file of one JSON value; complains and returns an exit code. */
static int read_json(const char *path, cJSON **value) {
    size_t size = 0;
    const char *end = NULL;
    *value = NULL;
    FILE *file = fopen(path, "rb");
    char *text = file ? read_file(file, &size) : NULL;
    const int why = errno;
    if (file) fclose(file);
    if (!text) return complain(NF_EXIT_INPUT, "%s cannot be read: %s", path, strerror(why));
    *value = cJSON_ParseWithLengthOpts(text, size + 1, &end, 1);
    const int code =
        *value ? NF_EXIT_DONE
               : complain(NF_EXIT_INPUT, "%s is no JSON: line %zu", path, end ? line_of(text, end) : 1);
    free(text);
    return code;
}

static int read_old(const char *path, cJSON **old) {
    const int code = read_json(path, old);
    if (code != NF_EXIT_DONE) return code;
    if (strcmp(word(*old, "schema"), "nearfield-bench") == 0 && number(*old, "schema_version") == 1 &&
        cJSON_IsArray(part(*old, "measurements")))
        return NF_EXIT_DONE;
    cJSON_Delete(*old);
    *old = NULL;
    return complain(NF_EXIT_INPUT, "%s is no report of nearfield bench --json (schema_version 1)", path);
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

static void take_plan(const cJSON *old, bench_plan *plan) {
    const int precisions = plan->precision_count == 0;
    const cJSON *item;
    if (plan->any_case) plan->case_count = 0;
    cJSON_ArrayForEach(item, part(old, "measurements")) {
        const bench_case *what = bench_case_named(word(item, "case"));
        const double n = number(item, "n"), cutoff = number(item, "cutoff");
        const nf_type precision = strcmp(word(item, "precision"), "single") == 0   ? NF_FLOAT32
                                  : strcmp(word(item, "precision"), "double") == 0 ? NF_FLOAT64
                                                                                   : NF_TYPE_NONE;
        if (!what || !(n >= 1 && n <= UINT32_MAX) || (precision == NF_TYPE_NONE) != (what->type != 0))
            continue;
        if (plan->any_case) add_case(plan, what);
        if (precisions && precision) add_precision(plan, precision);
        if (precision && plan->spacings <= 0 && cutoff > 0) plan->spacings = cutoff * cbrt(n);
        if (plan->while_quick && plan->target_count < BENCH_TARGETS)
            plan->targets[plan->target_count++] = (bench_target){what, precision, (uint64_t)n};
    }
}

int bench_read_old(const char *path, bench_plan *plan) {
    cJSON *old = NULL;
    const int code = read_old(path, &old);
    if (code == NF_EXIT_DONE) take_plan(old, plan);
    cJSON_Delete(old);
    return code;
}

/* ---- the two runs side by side ------------------------------------------------------------------------ */

static int is_of(const cJSON *item, const bench_row *row) {
    const double cutoff = number(item, "cutoff");
    return !*row->peer && strcmp(word(item, "case"), row->what->name) == 0 &&
           number(item, "n") == (double)row->n &&
           strcmp(word(item, "precision"), bench_precision_word(row->precision)) == 0 &&
           (!row->precision || fabs(cutoff - row->cutoff) <= 1e-6 * row->cutoff);
}

static void take_before(const cJSON *times, bench_change *change) {
    change->before = number(times, "median");
    change->before_lower = number(times, "lower_quartile");
    change->before_upper = number(times, "upper_quartile");
}

/* Marks the rows that both runs have, and counts the others. */
static void compare_rows(bench_report *report, const cJSON *old) {
    const cJSON *item;
    size_t matched = 0, now = 0, before = 0;
    cJSON_ArrayForEach(item, part(old, "measurements")) {
        before++;
        for (size_t k = 0; k < report->row_count; k++) {
            bench_row *row = &report->rows[k];
            if (!is_of(item, row)) continue;
            matched++;
            take_before(part(item, "device_ms"), &row->device_change);
            take_before(part(item, "wall_ms"), &row->wall_change);
            bench_judge(&row->device_change, &row->device);
            bench_judge(&row->wall_change, &row->wall);
            break;
        }
    }
    for (size_t k = 0; k < report->row_count; k++) now += !*report->rows[k].peer;
    report->only_now = now - matched;
    report->only_before = before - matched;
}

static int note_floor(bench_report *report, const char *what, double before, double now) {
    if (!(before > 0 && now > 0) || fabs(now / before - 1) <= same_floor) return NF_EXIT_DONE;
    return bench_add_note(
        report, "compare",
        "the floor is not that of the older run: %s %+.0f %%; the machine is not as it was, "
        "and times may differ for that reason",
        what, 100 * (now / before - 1));
}

/* Notes differences between the runs other than the library. */
static int note_circumstances(bench_report *report, const cJSON *old) {
    const cJSON *floor = part(old, "floor"), *rates = part(floor, "operations_per_s");
    const cJSON *tuning = part(old, "tuning"), *device = part(old, "device");
    int code = note_floor(report, "copies", number(floor, "copy_bytes_per_s"), report->floor.bytes_per_s);
    for (int k = 0; k < BENCH_RATES && code == NF_EXIT_DONE; k++)
        code = note_floor(report, bench_rate_name(k), number(rates, bench_rate_name(k)),
                          report->floor.operations_per_s[k]);
    if (code == NF_EXIT_DONE && strcmp(word(device, "driver"), report->device.driver) != 0)
        code = bench_add_note(report, "compare", "the older run is that of another driver: %s",
                              word(device, "driver"));
    if (code == NF_EXIT_DONE && tuning && strcmp(word(tuning, "tunables"), report->tuning.values) != 0)
        code = bench_add_note(report, "compare",
                              "the kernels have other shapes than in the older run, which had %s",
                              *word(tuning, "tunables") ? word(tuning, "tunables") : "the defaults");
    if (code == NF_EXIT_DONE && tuning && strcmp(word(tuning, "paths"), report->tuning.paths) != 0)
        code = bench_add_note(report, "compare", "the older run had NEARFIELD_PATHS=\"%s\"",
                              word(tuning, "paths"));
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
    cJSON *old = NULL;
    int code = read_old(path, &old);
    if (code != NF_EXIT_DONE) return code;
    const cJSON *device = part(old, "device");
    if (strcmp(word(device, "name"), report->device.name) != 0 ||
        strcmp(word(device, "platform"), report->device.platform_name) != 0) {
        report->other_device = 1;
        code = bench_add_note(report, "compare", "nothing is marked: %s is that of another device, %s (%s)",
                              path, word(device, "name"), word(device, "platform"));
    } else {
        second_look second = {report, on, line};
        snprintf(report->compared_with, sizeof report->compared_with, "%s (version %s, %s)", path,
                 word(old, "version"), word(old, "when"));
        compare_rows(report, old);
        code = note_circumstances(report, old);
        if (code == NF_EXIT_DONE) code = bench_confirm(report, again, &second);
    }
    cJSON_Delete(old);
    return code;
}
