/* The report as JSON and as CSV.  The man page describes both; an incompatible change needs a new SCHEMA. */
#include "bench.h"
#include "json.h"

#include <stdarg.h>
#include <string.h>

enum { SCHEMA = 1 };

/* Writes `format` with " in place of '.  %s is a string to quote or NULL, %f a double, %u an unsigned long long, %b 0 or
   1 as false or true. */
static void json(FILE *to, const char *format, ...) {
    va_list list;
    va_start(list, format);
    for (const char *c = format; *c; c++) {
        const char *text = NULL;
        if (*c != '%') fputc(*c == '\'' ? '"' : *c, to);
        else switch (*++c) {
            case 'f': json_number(to, va_arg(list, double)); break;
            case 'u': fprintf(to, "%llu", va_arg(list, unsigned long long)); break;
            case 'b': fputs(va_arg(list, int) ? "true" : "false", to); break;
            default:
                text = va_arg(list, const char *);
                if (text) json_string(to, text);
                else fputs("null", to);
            }
    }
    va_end(list);
}

static void times(FILE *to, const char *name, const bench_times *t) {
    json(to, ",%s:", name);
    if (t->count)
        json(to, "{'median':%f,'lower_quartile':%f,'upper_quartile':%f,'least':%f,'samples':%u}", t->median,
             t->lower, t->upper, t->least, (unsigned long long)t->count);
    else fputs("null", to);
}

static void write_device(FILE *to, const nf_device_info *d) {
    json(to,
         ",\n'device':{'platform':%s,'name':%s,'vendor':%s,'driver':%s,'type':%s,'compute_units':%u,"
         "'memory_bytes':%u}",
         d->platform_name, d->name, d->vendor, d->driver,
         d->type & CL_DEVICE_TYPE_GPU   ? "gpu"
         : d->type & CL_DEVICE_TYPE_CPU ? "cpu"
                                        : "accelerator",
         (unsigned long long)d->compute_units, (unsigned long long)d->global_memory);
}

static void write_floor(FILE *to, const bench_floor *f) {
    json(to, ",\n'floor':{'copy_bytes_per_s':%f,'operations_per_s':{", f->bytes_per_s);
    for (int k = 0; k < BENCH_RATES; k++) {
        if (k) fputs(",", to);
        json(to, "%s:%f", bench_rate_name(k), f->operations_per_s[k]);
    }
    fputs("},\"copies\":[", to);
    for (int k = 0; k < f->copies; k++) {
        if (k) fputs(",", to);
        json(to, "{'bytes':%f,'ms':%f}", f->copy_bytes[k], f->copy_ms[k]);
    }
    fputs("]}", to);
}

static void write_first_use(FILE *to, const bench_report *report) {
    const char *between = "";
    fputs(",\n\"first_use\":[", to);
    for (int k = 0; k < BENCH_CACHES; k++) {
        const bench_first_use *use = &report->first_use[k];
        if (!use->measured) continue;
        fputs(between, to);
        json(to, "{'cache':%s,'open_ms':%f,'first_ms':%f,'second_ms':%f}", use->cache, use->open_ms,
             use->first_ms, use->second_ms);
        between = ",";
    }
    fputs("]", to);
}

static void change(FILE *to, const char *name, const bench_change *c) {
    static const char *const words[] = {NULL, "same", "faster", "slower"};
    if (c->mark != BENCH_NOT_COMPARED)
        json(to, ",%s:{'mark':%s,'before_ms':%f,'ratio':%f}", name, words[c->mark], c->before, c->ratio);
}

static void write_row(FILE *to, const bench_row *row) {
    fputs("{", to);
    if (*row->peer)
        json(to, "'peer':%s,'version':%s,'same_result':%b,", row->peer, row->version, row->agrees);
    json(to, "'case':%s,'unit':%s,'precision':%s,'n':%u,'result':%u", row->what->name, row->what->unit,
         row->precision ? bench_precision_word(row->precision) : NULL, (unsigned long long)row->n,
         (unsigned long long)row->found);
    times(to, "device_ms", &row->device);
    times(to, "wall_ms", &row->wall);
    if (!*row->peer) {
        if (row->precision) json(to, ",'cutoff':%f", row->cutoff);
        json(to,
             ",'bytes':%f,'operations':%f,'floor_ms':%f,'bound':%s,'percent_of_floor':%f,'memory_bytes':%u",
             row->cost.bytes, row->cost.operations, row->floor_ms, row->arithmetic ? "arithmetic" : "memory",
             row->percent, (unsigned long long)row->memory);
        fputs(",\"stages\":[", to);
        for (size_t k = 0; k < row->stage_count; k++) {
            if (k) fputs(",", to);
            json(to, "{'name':%s,'ms':%f}", row->stages[k].name, row->stages[k].ms);
        }
        fputs("]", to);
        change(to, "device_change", &row->device_change);
        change(to, "wall_change", &row->wall_change);
    }
    fputs("}", to);
}

/* Our rows or the peers'. */
static void write_rows(FILE *to, const bench_report *report, const char *name, int peers) {
    const char *between = "\n";
    json(to, ",\n%s:[", name);
    for (size_t k = 0; k < report->row_count; k++) {
        if ((*report->rows[k].peer != 0) != peers) continue;
        fputs(between, to);
        write_row(to, &report->rows[k]);
        between = ",\n";
    }
    fputs("]", to);
}

void bench_write_json(const bench_report *report, FILE *to) {
    const bench_tuning *t = &report->tuning;
    json(to, "{'schema':'nearfield-bench','schema_version':%u,'version':%s,'when':%s",
         (unsigned long long)SCHEMA, nf_version(), report->when);
    write_device(to, &report->device);
    write_floor(to, &report->floor);
    json(to, ",\n'tuning':{'note':%s,'tunables':%s,'words':%s,'paths':%s}", t->note, t->values, t->words,
         t->paths);
    write_first_use(to, report);
    write_rows(to, report, "measurements", 0);
    write_rows(to, report, "peers", 1);
    if (*report->compared_with)
        json(to, ",\n'compared':{'with':%s,'slower':%u,'faster':%u,'only_now':%u,'only_before':%u}",
             report->compared_with, (unsigned long long)report->slower, (unsigned long long)report->faster,
             (unsigned long long)report->only_now, (unsigned long long)report->only_before);
    fputs(",\n\"notes\":[", to);
    for (size_t k = 0; k < report->note_count; k++) {
        if (k) fputs(",", to);
        json(to, "{'about':%s,'text':%s}", report->notes[k].who, report->notes[k].text);
    }
    fputs("]}\n", to);
}

/* ---- CSV ---------------------------------------------------------------------------------------------- */

/* Numbers that are not positive are left empty. */
static void csv_numbers(FILE *to, const double *values, size_t count) {
    for (size_t k = 0; k < count; k++) {
        fputc(',', to);
        if (values[k] > 0) json_number(to, values[k]);
    }
}

/* In quotes if the text needs them. */
static void csv_word(FILE *to, const char *text) {
    const char *quote = strpbrk(text, ",\"\n") ? "\"" : "";
    fputs(quote, to);
    for (; *text; text++) fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fputs(quote, to);
}

void bench_write_csv(const bench_report *report, FILE *to) {
    fputs("who,version,case,precision,n,device_ms,device_lower_quartile,device_upper_quartile,wall_ms,"
          "wall_lower_quartile,wall_upper_quartile,bytes,operations,floor_ms,percent_of_floor,result\n",
          to);
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        const double numbers[] = {
            row->device.median, row->device.lower, row->device.upper,    row->wall.median, row->wall.lower,
            row->wall.upper,    row->cost.bytes,   row->cost.operations, row->floor_ms,    row->percent};
        csv_word(to, *row->peer ? row->peer : "nearfield");
        fputc(',', to);
        csv_word(to, *row->peer ? row->version : nf_version());
        fprintf(to, ",%s,%s,%llu", row->what->name, bench_precision_word(row->precision),
                (unsigned long long)row->n);
        csv_numbers(to, numbers, sizeof numbers / sizeof *numbers);
        fprintf(to, ",%llu\n", (unsigned long long)row->found);
    }
}
