/* The report as JSON and as CSV; the man page describes both, and a change of either is a new SCHEMA. */
#include "bench.h"
#include "json.h"

#include <string.h>

enum { SCHEMA = 1 };

static void member(FILE *to, const char *before, const char *name, double value) {
    fprintf(to, "%s\"%s\":", before, name);
    json_number(to, value);
}

static void word(FILE *to, const char *before, const char *name, const char *text) {
    fprintf(to, "%s\"%s\":", before, name);
    json_string(to, text);
}

static void times(FILE *to, const char *name, const bench_times *t) {
    fprintf(to, ",\"%s\":", name);
    if (!t->count) {
        fputs("null", to);
        return;
    }
    member(to, "{", "median", t->median);
    member(to, ",", "lower_quartile", t->lower);
    member(to, ",", "upper_quartile", t->upper);
    member(to, ",", "least", t->least);
    fprintf(to, ",\"samples\":%d}", t->count);
}

static void device(FILE *to, const nf_device_info *d) {
    word(to, ",\"device\":{", "platform", d->platform_name);
    word(to, ",", "name", d->name);
    word(to, ",", "vendor", d->vendor);
    word(to, ",", "driver", d->driver);
    word(to, ",", "type",
         d->type & CL_DEVICE_TYPE_GPU   ? "gpu"
         : d->type & CL_DEVICE_TYPE_CPU ? "cpu"
                                        : "accelerator");
    fprintf(to, ",\"compute_units\":%u,\"memory_bytes\":%llu}", d->compute_units,
            (unsigned long long)d->global_memory);
}

static void floors(FILE *to, const bench_floor *f) {
    member(to, ",\"floor\":{", "copy_bytes_per_s", f->bytes_per_s);
    fputs(",\"operations_per_s\":{", to);
    for (int k = 0; k < BENCH_RATES; k++)
        member(to, k ? "," : "", bench_rate_name(k), f->operations_per_s[k]);
    fputs("},\"copies\":[", to);
    for (int k = 0; k < f->copies; k++) {
        member(to, k ? ",{" : "{", "bytes", f->copy_bytes[k]);
        member(to, ",", "ms", f->copy_ms[k]);
        fputs("}", to);
    }
    fputs("]}", to);
}

static void tuning(FILE *to, const bench_tuning *t) {
    word(to, ",\"tuning\":{", "note", t->note);
    word(to, ",", "tunables", t->values);
    word(to, ",", "words", t->words);
    word(to, ",", "paths", t->paths);
    fputs("}", to);
}

static void first_use(FILE *to, const bench_report *report) {
    const char *between = "";
    fputs(",\"first_use\":[", to);
    for (int k = 0; k < BENCH_CACHES; k++) {
        const bench_first_use *use = &report->first_use[k];
        if (!use->measured) continue;
        fprintf(to, "%s{\"cache\":\"%s\"", between, use->cache);
        member(to, ",", "open_ms", use->open_ms);
        member(to, ",", "first_ms", use->first_ms);
        member(to, ",", "second_ms", use->second_ms);
        fputs("}", to);
        between = ",";
    }
    fputs("]", to);
}

static void change(FILE *to, const char *name, const bench_change *c) {
    static const char *const words[] = {NULL, "same", "faster", "slower"};
    if (c->mark == BENCH_NOT_COMPARED) return;
    fprintf(to, ",\"%s\":{\"mark\":\"%s\"", name, words[c->mark]);
    member(to, ",", "before_ms", c->before);
    member(to, ",", "ratio", c->ratio);
    fputs("}", to);
}

static void row_head(FILE *to, const bench_row *row) {
    word(to, "", "case", row->what->name);
    word(to, ",", "unit", row->what->unit);
    fprintf(to, ",\"precision\":");
    if (row->precision) json_string(to, bench_precision_word(row->precision));
    else fputs("null", to);
    fprintf(to, ",\"n\":%llu,\"result\":%llu", (unsigned long long)row->n, (unsigned long long)row->found);
    times(to, "device_ms", &row->device);
    times(to, "wall_ms", &row->wall);
}

static void own(FILE *to, const bench_row *row) {
    row_head(to, row);
    if (row->precision) member(to, ",", "cutoff", row->cutoff);
    member(to, ",", "bytes", row->cost.bytes);
    member(to, ",", "operations", row->cost.operations);
    member(to, ",", "floor_ms", row->floor_ms);
    fprintf(to, ",\"bound\":\"%s\"", row->arithmetic ? "arithmetic" : "memory");
    member(to, ",", "percent_of_floor", row->percent);
    fprintf(to, ",\"memory_bytes\":%llu,\"stages\":[", (unsigned long long)row->memory);
    for (size_t k = 0; k < row->stage_count; k++) {
        word(to, k ? ",{" : "{", "name", row->stages[k].name);
        member(to, ",", "ms", row->stages[k].ms);
        fputs("}", to);
    }
    fputs("]", to);
    change(to, "device_change", &row->device_change);
    change(to, "wall_change", &row->wall_change);
}

/* Our rows or the peers'. */
static void rows(FILE *to, const bench_report *report, const char *name, int peers) {
    const char *between = "\n";
    fprintf(to, ",\n\"%s\":[", name);
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        if ((*row->peer != 0) != peers) continue;
        fprintf(to, "%s{", between);
        between = ",\n";
        if (peers) {
            word(to, "", "peer", row->peer);
            word(to, ",", "version", row->version);
            fprintf(to, ",\"same_result\":%s,", row->agrees ? "true" : "false");
            row_head(to, row);
        } else own(to, row);
        fputs("}", to);
    }
    fputs("]", to);
}

void bench_write_json(const bench_report *report, FILE *to) {
    fprintf(to, "{\"schema\":\"nearfield-bench\",\"schema_version\":%d", SCHEMA);
    word(to, ",", "version", nf_version());
    word(to, ",", "when", report->when);
    device(to, &report->device);
    floors(to, &report->floor);
    tuning(to, &report->tuning);
    first_use(to, report);
    rows(to, report, "measurements", 0);
    rows(to, report, "peers", 1);
    if (*report->compared_with) {
        word(to, ",\n\"compared\":{", "with", report->compared_with);
        fprintf(to, ",\"slower\":%zu,\"faster\":%zu,\"only_now\":%zu,\"only_before\":%zu}", report->slower,
                report->faster, report->only_now, report->only_before);
    }
    fputs(",\n\"notes\":[", to);
    for (size_t k = 0; k < report->note_count; k++) {
        word(to, k ? ",{" : "{", "about", report->notes[k].who);
        word(to, ",", "text", report->notes[k].text);
        fputs("}", to);
    }
    fputs("]}\n", to);
}

/* ---- CSV ---------------------------------------------------------------------------------------------- */

static void csv_number(FILE *to, double value) {
    fputc(',', to);
    if (value > 0) json_number(to, value);
}

static void csv_times(FILE *to, const bench_times *t) {
    csv_number(to, t->count ? t->median : 0);
    csv_number(to, t->count ? t->lower : 0);
    csv_number(to, t->count ? t->upper : 0);
}

/* In quotes where it has to be. */
static void csv_word(FILE *to, const char *text) {
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++) fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', to);
}

void bench_write_csv(const bench_report *report, FILE *to) {
    fputs("who,version,case,precision,n,device_ms,device_lower_quartile,device_upper_quartile,wall_ms,"
          "wall_lower_quartile,wall_upper_quartile,bytes,operations,floor_ms,percent_of_floor,result\n",
          to);
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        csv_word(to, *row->peer ? row->peer : "nearfield");
        fputc(',', to);
        csv_word(to, *row->peer ? row->version : nf_version());
        fprintf(to, ",%s,%s,%llu", row->what->name, bench_precision_word(row->precision),
                (unsigned long long)row->n);
        csv_times(to, &row->device);
        csv_times(to, &row->wall);
        csv_number(to, row->cost.bytes);
        csv_number(to, row->cost.operations);
        csv_number(to, row->floor_ms);
        csv_number(to, row->percent);
        fprintf(to, ",%llu\n", (unsigned long long)row->found);
    }
}
