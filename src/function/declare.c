/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The declarations of a pair function: lines of its source, and the part that is generated from them. */
#include "core/number.h"
#include "function/function.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- lines and words -------------------------------------------------------------------------------------- */

static int is_word(const nf_word *word, const char *text) {
    return word->length == strlen(text) && memcmp(word->at, text, word->length) == 0;
}

/* Takes the next word before `end`. */
static nf_word take_word(const char **at, const char *end) {
    while (*at < end && strchr(" \t\r\v\f", **at)) ++*at;
    nf_word word = {*at, 0};
    while (*at < end && !strchr(" \t\r\v\f", **at)) ++*at;
    word.length = (size_t)(*at - word.at);
    return word;
}

static nf_word next_word(nf_declaration *d) { return take_word(&d->rest, d->end); }

static int is_kind(const nf_word *word);

/* 1 if a line is a declaration: #pragma nearfield, with blanks or without behind #; or another pragma with the kind of a declaration. */
static int take_line(const char *line, const char *end, nf_declaration *found) {
    for (const char *at = line; at + 1 < end; at++) /* a comment ends it */
        if (at[0] == '/' && (at[1] == '/' || at[1] == '*')) end = at;
    while (line < end && strchr(" \t\r\v\f", *line)) line++;
    if (line == end || *line != '#') return 0;
    found->begin = line++;
    found->rest = line;
    found->end = end;
    const nf_word pragma = next_word(found), whose = next_word(found);
    nf_declaration copy = *found;
    found->kind = next_word(&copy);
    found->name = next_word(&copy);
    found->owner = whose;
    return is_word(&pragma, "pragma") && (is_word(&whose, "nearfield") || is_kind(&found->kind));
}

int nf_declaration_next(nf_lines *lines, nf_declaration *found) {
    while (*lines->at) {
        const char *line = lines->at, *end = line + strcspn(line, "\n");
        lines->at = *end ? end + 1 : end;
        found->line = ++lines->count;
        if (take_line(line, end, found)) return 1;
    }
    return 0;
}

/* ---- what they declare ------------------------------------------------------------------------------------- */

/* A source that is being read. */
typedef struct reader {
    const char *file;
    nf_declaration line;
    int shape; /* 1: the shape was declared */
    nf_function_info *info;
    nf_sentence *error;
} reader;

static const nf_word none = {"", 0};

/* `of` is the word that is wrong, or `none`. */
static nf_status refuse(const reader *r, const char *what, nf_word of) {
    if (!of.length) return nf_fail(r->error, NF_ERROR_ARGUMENT, "%s:%zu: %s", r->file, r->line.line, what);
    return nf_fail(r->error, NF_ERROR_ARGUMENT, "%s:%zu: %s (\"%.*s\")", r->file, r->line.line, what,
                   (int)(of.length < 60 ? of.length : 60), of.at);
}

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/* Reads a name that none of `count` rows of `size` bytes, which begin with a name, has. */
static nf_status read_name(reader *r, const void *rows, int count, size_t size, char *name) {
    const nf_word w = next_word(&r->line);
    if (!w.length || w.length >= NF_NAME_BYTES || !is_letter(*w.at))
        return refuse(r, "a declaration needs a name of 1 to 31 letters, digits and _", w);
    for (size_t k = 1; k < w.length; k++)
        if (!is_letter(w.at[k]) && !(w.at[k] >= '0' && w.at[k] <= '9'))
            return refuse(r, "a name has other characters than letters, digits and _", w);
    for (int k = 0; k < count; k++)
        if (is_word(&w, (const char *)rows + (size_t)k * size))
            return refuse(r, "the name is declared twice", w);
    memcpy(name, w.at, w.length);
    name[w.length] = 0;
    if (strncmp(name, "nf_", 3) == 0 || strncmp(name, "NF_", 3) == 0)
        return refuse(r, "names that begin with nf_ are the library's", w);
    if (nf_function_is_macro(name)) return refuse(r, "a macro of the library's kernels has this name", w);
    return NF_OK;
}

static nf_status read_number(reader *r, nf_word w, double *value) {
    return nf_number_read(w.at, w.length, value) ? NF_OK : refuse(r, "this is not a finite number", w);
}

static nf_status read_field(reader *r) {
    nf_function_info *info = r->info;
    if (info->fields == NF_FIELDS_MOST)
        return refuse(r, "a function has at most 16 fields", next_word(&r->line));
    const int k = info->fields++;
    return read_name(r, info->field, k, NF_NAME_BYTES, info->field[k]);
}

/* 1 if the name is that of the number of a table's elements. */
static int is_count_of(const char *name, const char *table) {
    const size_t length = strlen(table);
    return strncmp(name, table, length) == 0 && strcmp(name + length, "_count") == 0;
}

/* Parameters and tables are members of one structure, in which each table has its number of elements too. */
static nf_status check_members(const reader *r) {
    const nf_function_info *info = r->info;
    char what[4 * NF_NAME_BYTES + 80];
    for (int t = 0; t < info->tables; t++) {
        const char *table = info->table[t], *other = strcmp(table, "cutoff") == 0 ? table : NULL;
        for (int k = 0; k < info->parameters && !other; k++) {
            const char *name = info->parameter[k].name;
            if (strcmp(name, table) == 0 || is_count_of(name, table)) other = name;
        }
        for (int k = 0; k < info->tables && !other; k++)
            if (is_count_of(info->table[k], table)) other = info->table[k];
        if (!other) continue;
        snprintf(what, sizeof what, "p->%s would be two things, as the table %s has p->%s and p->%s_count",
                 other, table, table, table);
        return refuse(r, what, none);
    }
    return NF_OK;
}

static nf_status read_table(reader *r) {
    nf_function_info *info = r->info;
    nf_status status = NF_OK;
    if (info->tables == NF_TABLES_MOST)
        return refuse(r, "a function has at most 4 tables", next_word(&r->line));
    const int k = info->tables;
    NF_TRY(read_name(r, info->table, k, NF_NAME_BYTES, info->table[k]));
    info->tables++;
    NF_TRY(check_members(r));
done:
    return status;
}

static nf_status read_parameter(reader *r) {
    nf_function_info *info = r->info;
    nf_parameter_info *row = &info->parameter[info->parameters];
    nf_status status = NF_OK;
    if (info->parameters == NF_PARAMETERS_MOST)
        return refuse(r, "a function has at most 32 parameters", next_word(&r->line));
    NF_TRY(read_name(r, info->parameter, info->parameters, sizeof *row, row->name));
    if (strcmp(row->name, "cutoff") == 0)
        return refuse(r, "p->cutoff is always the cutoff of the call, and is not declared", none);
    const nf_word value = next_word(&r->line);
    if (!value.length)
        return refuse(r, "a parameter has a default: #pragma nearfield parameter NAME VALUE", none);
    NF_TRY(read_number(r, value, &row->value));
    info->parameters++;
    NF_TRY(check_members(r));
done:
    return status;
}

static nf_status read_sum(reader *r) {
    nf_function_info *info = r->info;
    nf_sum_info *row = &info->sum[info->sums];
    nf_status status = NF_OK;
    if (info->sums == NF_SUMS_MOST) return refuse(r, "a function has at most 16 sums", next_word(&r->line));
    NF_TRY(read_name(r, info->sum, info->sums, sizeof *row, row->name));
    const nf_word shape = next_word(&r->line);
    row->vector = is_word(&shape, "vector");
    if (!row->vector && !is_word(&shape, "scalar")) return refuse(r, "a sum is vector or scalar", shape);
    info->sums++;
    const nf_word sign = next_word(&r->line);
    if (!sign.length) return NF_OK;
    row->sign = is_word(&sign, "even") ? 1 : is_word(&sign, "odd") ? -1 : 0;
    if (!row->sign && !is_word(&sign, "none"))
        return refuse(r, "the sign of a sum is odd, even or none", sign);
    const nf_word most = next_word(&r->line);
    if (!most.length) return NF_OK;
    NF_TRY(read_number(r, most, &row->most));
    if (!(row->most > 0)) return refuse(r, "the largest value of a sum is positive", most);
done:
    return status;
}

static nf_status read_shape(reader *r, int radial) {
    if (r->shape) return refuse(r, "the shape is declared twice: radial or general", none);
    r->shape = 1;
    r->info->radial = radial;
    return NF_OK;
}
static nf_status read_radial(reader *r) { return read_shape(r, 1); }
static nf_status read_general(reader *r) { return read_shape(r, 0); }

static const struct {
    const char *word;
    nf_status (*read)(reader *r);
} declarations[] = {{"radial", read_radial},       {"general", read_general}, {"field", read_field},
                    {"parameter", read_parameter}, {"table", read_table},     {"sum", read_sum}};

static int is_kind(const nf_word *word) {
    for (size_t k = 0; k < sizeof declarations / sizeof *declarations; k++)
        if (is_word(word, declarations[k].word)) return 1;
    return 0;
}

static nf_status read_declaration(reader *r) {
    nf_status status = NF_OK;
    const nf_word kind = next_word(&r->line);
    if (!is_word(&r->line.owner, "nearfield"))
        return refuse(r, "a declaration begins with #pragma nearfield", r->line.owner);
    for (size_t k = 0; k < sizeof declarations / sizeof *declarations; k++)
        if (is_word(&kind, declarations[k].word)) {
            NF_TRY(declarations[k].read(r));
            const nf_word rest = next_word(&r->line);
            return rest.length ? refuse(r, "the declaration has a word too many", rest) : NF_OK;
        }
    return refuse(r, "a declaration is radial, general, field, parameter, table or sum", kind);
done:
    return status;
}

nf_status nf_function_read(const char *source, const char *file, nf_function_info *info, nf_sentence *error) {
    reader r = {.file = file, .info = info, .error = error};
    nf_lines lines = {source, 0};
    int vectors = 0;
    nf_status status = NF_OK;
    *info = (nf_function_info){.size = sizeof *info};
    while (nf_declaration_next(&lines, &r.line)) NF_TRY(read_declaration(&r));
    if (!r.shape)
        return nf_fail(
            error, NF_ERROR_ARGUMENT,
            "%s: the function does not declare its shape: add #pragma nearfield radial, or general", file);
    if (!info->sums)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s: the function declares no sum: add #pragma nearfield sum NAME scalar, or vector",
                       file);
    for (int k = 0; k < info->sums; k++) vectors += info->sum[k].vector;
    if (info->radial && vectors > 1)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s: a radial function has one vector sum, and this one declares %d: make it general",
                       file, vectors);
done:
    return status;
}

/* ---- the generated part --------------------------------------------------------------------------------- */

typedef struct writer {
    char *text;
    size_t room, used;
} writer;

NF_PRINTF(2, 3)
static void put(writer *w, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const int n = vsnprintf(w->text + w->used, w->room - w->used, format, list);
    va_end(list);
    if (n > 0 && (size_t)n < w->room - w->used) w->used += (size_t)n;
}

/* One macro with nf_x(name) for each of `count` rows of `size` bytes, which begin with a name. */
static void put_names(writer *w, const char *macro, const char *first, const void *rows, int count,
                      size_t size) {
    put(w, "#define %s(nf_x)%s", macro, first);
    for (int k = 0; k < count; k++) put(w, " nf_x(%s)", (const char *)rows + (size_t)k * size);
    put(w, "\n");
}

/* Each sum is among NF_SUMS or, where the call does not want it, among NF_UNWANTED_SUMS. */
static void put_sums(writer *w, const nf_function_info *info) {
    static const char *const macros[] = {"NF_SUM", "NF_UNWANTED_SUM"};
    for (int k = 0; k < info->sums; k++) {
        const nf_sum_info *sum = &info->sum[k];
        for (int wanted = 1; wanted >= 0; wanted--) {
            if (wanted) put(w, "#if NF_WANTED >> %d & 1\n", k);
            else put(w, "#else\n");
            for (int m = 0; m < 2; m++) {
                put(w, "#define %s_%d(nf_v, nf_s)", macros[m], k);
                if (m != wanted) put(w, " nf_%c(%s, %d)", sum->vector ? 'v' : 's', sum->name, sum->sign);
                put(w, "\n");
            }
            if (wanted && info->radial && sum->vector) put(w, "#define NF_RADIAL_SUM %s\n", sum->name);
        }
        put(w, "#endif\n");
    }
    for (int m = 0; m < 2; m++) {
        put(w, "#define %sS(nf_v, nf_s)", macros[m]);
        for (int k = 0; k < info->sums; k++) put(w, " %s_%d(nf_v, nf_s)", macros[m], k);
        put(w, "\n");
    }
}

void nf_function_declarations(const nf_function_info *info, char *text, size_t room) {
    writer w = {text, room, 0};
    put_names(&w, "NF_FIELDS", "", info->field, info->fields, NF_NAME_BYTES);
    put_names(&w, "NF_VALUES", " nf_x(cutoff)", info->parameter, info->parameters, sizeof *info->parameter);
    put_names(&w, "NF_TABLES", "", info->table, info->tables, NF_NAME_BYTES);
    put_sums(&w, info);
    put(&w, "#define NF_FIELD_COUNT %d\n#define NF_RADIAL %d\n", info->fields, info->radial);
}
