/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The declarations of a pair function: lines of its source, and the part that is generated from them. */
#include "core/number.h"
#include "function/function.h"
#include "function/tokens.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A source that is being read. */
typedef struct reader {
    const char *file;
    nf_token rest;     /* of a directive: the words behind those that were read */
    int shape;         /* 1: the shape was declared */
    size_t group_line; /* of the first #if that is open, if one is */
    nf_function_info *info;
    nf_sentence *error;
} reader;

static const nf_token none = {0};

static nf_token next_word(reader *r) { return nf_directive_word(&r->rest); }

/* `of` is the word that is wrong, or `none`. */
static nf_status refuse(const reader *r, const char *what, nf_token of) {
    if (!of.length) return nf_fail(r->error, NF_ERROR_ARGUMENT, "%s:%zu: %s", r->file, r->rest.line, what);
    return nf_fail(r->error, NF_ERROR_ARGUMENT, "%s:%zu: %s (\"%.*s\")", r->file, r->rest.line, what,
                   (int)(of.length < 60 ? of.length : 60), of.at);
}

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/* Reads a name that none of `count` rows of `size` bytes, which begin with a name, has. */
static nf_status read_name(reader *r, const void *rows, int count, size_t size, char *name) {
    const nf_token w = next_word(r);
    if (!w.length || w.length >= NF_NAME_BYTES || !is_letter(*w.at))
        return refuse(r, "a declaration needs a name of 1 to 31 letters, digits and _", w);
    for (size_t k = 1; k < w.length; k++)
        if (!is_letter(w.at[k]) && !(w.at[k] >= '0' && w.at[k] <= '9'))
            return refuse(r, "a name has other characters than letters, digits and _", w);
    for (int k = 0; k < count; k++)
        if (nf_token_is(&w, (const char *)rows + (size_t)k * size))
            return refuse(r, "the name is declared twice", w);
    memcpy(name, w.at, w.length);
    name[w.length] = 0;
    return NF_OK;
}

static nf_status read_number(reader *r, nf_token w, double *value) {
    if (!w.length) return refuse(r, "a number is missing", w);
    return nf_number_read(w.at, w.length, value) ? NF_OK : refuse(r, "this is not a finite number", w);
}

static nf_status read_field(reader *r) {
    nf_function_info *info = r->info;
    if (info->fields == NF_FIELDS_MOST) return refuse(r, "a function has at most 16 fields", next_word(r));
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
    if (info->tables == NF_TABLES_MOST) return refuse(r, "a function has at most 4 tables", next_word(r));
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
        return refuse(r, "a function has at most 32 parameters", next_word(r));
    NF_TRY(read_name(r, info->parameter, info->parameters, sizeof *row, row->name));
    if (strcmp(row->name, "cutoff") == 0)
        return refuse(r, "p->cutoff is always the cutoff of the call, and is not declared", none);
    NF_TRY(read_number(r, next_word(r), &row->value));
    info->parameters++;
    NF_TRY(check_members(r));
done:
    return status;
}

static nf_status read_sum(reader *r) {
    nf_function_info *info = r->info;
    nf_sum_info *row = &info->sum[info->sums];
    nf_status status = NF_OK;
    if (info->sums == NF_SUMS_MOST) return refuse(r, "a function has at most 16 sums", next_word(r));
    NF_TRY(read_name(r, info->sum, info->sums, sizeof *row, row->name));
    const nf_token shape = next_word(r);
    row->vector = nf_token_is(&shape, "vector");
    if (!row->vector && !nf_token_is(&shape, "scalar")) return refuse(r, "a sum is vector or scalar", shape);
    info->sums++;
    const nf_token sign = next_word(r);
    if (!sign.length) return NF_OK;
    row->sign = nf_token_is(&sign, "even") ? 1 : nf_token_is(&sign, "odd") ? -1 : 0;
    if (!row->sign && !nf_token_is(&sign, "none"))
        return refuse(r, "the sign of a sum is odd, even or none", sign);
    const nf_token most = next_word(r);
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

/* Reads a directive, which need not be a declaration. */
static nf_status read_directive(reader *r) {
    char what[160];
    nf_status status = NF_OK;
    const nf_token directive = next_word(r), whose = next_word(r);
    if (!r->rest.groups) r->group_line = r->rest.line;
    if (!nf_token_is(&directive, "pragma") || !nf_token_is(&whose, "nearfield")) return NF_OK;
    const nf_token kind = next_word(r);
    if (r->rest.groups) {
        snprintf(what, sizeof what,
                 "the #if of line %zu does not apply to a declaration, which is read before the preprocessor "
                 "runs: move it out",
                 r->group_line);
        return refuse(r, what, none);
    }
    for (size_t k = 0; k < sizeof declarations / sizeof *declarations; k++)
        if (nf_token_is(&kind, declarations[k].word)) {
            NF_TRY(declarations[k].read(r));
            const nf_token rest = next_word(r);
            return rest.length ? refuse(r, "the declaration has a word too many", rest) : NF_OK;
        }
    return refuse(r, "a declaration is radial, general, field, parameter, table or sum", kind);
done:
    return status;
}

nf_status nf_function_read(const char *source, const char *file, nf_function_info *info, nf_sentence *error) {
    reader r = {.file = file, .info = info, .error = error};
    nf_tokens tokens = nf_tokens_of(source);
    int vectors = 0;
    nf_status status = NF_OK;
    *info = (nf_function_info){0};
    while ((r.rest = nf_token_next(&tokens)).kind != NF_TOKEN_END)
        if (r.rest.kind == NF_TOKEN_DIRECTIVE) NF_TRY(read_directive(&r));
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

/* One macro with X(name) for each of `count` rows of `size` bytes, which begin with a name. */
static void put_names(writer *w, const char *macro, const char *first, const void *rows, int count,
                      size_t size) {
    put(w, "#define %s(X)%s", macro, first);
    for (int k = 0; k < count; k++) put(w, " X(%s)", (const char *)rows + (size_t)k * size);
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
                put(w, "#define %s_%d(V, S)", macros[m], k);
                if (m != wanted) put(w, " %c(%s, %d)", sum->vector ? 'V' : 'S', sum->name, sum->sign);
                put(w, "\n");
            }
            if (wanted && info->radial && sum->vector) put(w, "#define NF_RADIAL_SUM %s\n", sum->name);
        }
        put(w, "#endif\n");
    }
    for (int m = 0; m < 2; m++) {
        put(w, "#define %sS(V, S)", macros[m]);
        for (int k = 0; k < info->sums; k++) put(w, " %s_%d(V, S)", macros[m], k);
        put(w, "\n");
    }
}

void nf_function_declarations(const nf_function_info *info, char *text, size_t room) {
    writer w = {text, room, 0};
    put_names(&w, "NF_FIELDS", "", info->field, info->fields, NF_NAME_BYTES);
    put_names(&w, "NF_VALUES", " X(cutoff)", info->parameter, info->parameters, sizeof *info->parameter);
    put_names(&w, "NF_TABLES", "", info->table, info->tables, NF_NAME_BYTES);
    put_sums(&w, info);
    put(&w, "#define NF_FIELD_COUNT %d\n#define NF_RADIAL %d\n", info->fields, info->radial);
}
