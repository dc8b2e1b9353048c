/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "interact/numbers.h"

#include "core/check.h"
#include "order/pack.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

nf_status nf_numbers_check(const nf_interact_options *o, nf_sentence *error) {
    const struct {
        const char *name;
        const void *rows;
        size_t count;
    } arrays[] = {{"parameter", o->parameters, o->parameter_count},
                  {"field", o->fields, o->field_count},
                  {"query_field", o->query_fields, o->query_field_count},
                  {"table", o->tables, o->table_count}};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        if (arrays[k].count && !arrays[k].rows)
            return nf_fail(error, NF_ERROR_ARGUMENT, "%ss is NULL, and %s_count is %zu", arrays[k].name,
                           arrays[k].name, arrays[k].count);
    return NF_OK;
}

/* What a call gives by name: rows of `size` bytes that begin with a pointer to the name. */
typedef struct named_rows {
    const char *what;     /* "query field" */
    const char *array;    /* "query_fields" */
    const char *declared; /* what the function calls them: "field" */
    const void *rows;
    size_t count, size;
} named_rows;

static const void *row_at(const named_rows *named, size_t k) {
    return (const char *)named->rows + k * named->size;
}

static const char *name_at(const named_rows *named, size_t k) {
    return *(const char *const *)row_at(named, k);
}

/* The first row with this name; NULL if there is none. */
static const void *find(const named_rows *named, const char *name) {
    for (size_t k = 0; k < named->count; k++)
        if (name_at(named, k) && strcmp(name_at(named, k), name) == 0) return row_at(named, k);
    return NULL;
}

/* 1 if `names`, rows of `size` bytes that begin with a name, have the name. */
static int has(const void *names, int count, size_t size, const char *name) {
    for (int k = 0; k < count; k++)
        if (strcmp((const char *)names + (size_t)k * size, name) == 0) return 1;
    return 0;
}

/* "the pair function does not declare a field "charge"; its field is "radius"" */
static nf_status not_declared(nf_context *context, const named_rows *named, const char *name,
                              const void *names, int count, size_t size) {
    char known[sizeof context->error.text] = "";
    for (int k = 0; k < count; k++) {
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s\"%s\"", used ? ", " : "",
                 (const char *)names + (size_t)k * size);
    }
    return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                   "the pair function does not declare a %s \"%.40s\"; %s %s%s%s", named->what, name,
                   count ? "its" : "it has no", named->declared,
                   count == 1 ? " is "
                   : count    ? "s are "
                              : "s",
                   known);
}

/* What is given must be among the `declared` rows of `size` bytes that begin with a name, and given once. */
static nf_status check_declared(nf_context *context, const named_rows *named, const void *names, int declared,
                                size_t size) {
    for (size_t k = 0; k < named->count; k++) {
        const char *name = name_at(named, k);
        if (!name) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "%s[%zu] has no name", named->array, k);
        if (!has(names, declared, size, name))
            return not_declared(context, named, name, names, declared, size);
        if (find(named, name) != row_at(named, k))
            return nf_fail(&context->error, NF_ERROR_ARGUMENT, "the %s \"%s\" is given twice: give it once",
                           named->what, name);
    }
    return NF_OK;
}

/* Each declared name must be given, once, and none besides. */
static nf_status check_names(nf_context *context, const named_rows *named, const char (*names)[NF_NAME_BYTES],
                             int declared) {
    nf_status status = NF_OK;
    NF_TRY(
        check_declared(context, named, names, declared, NF_NAME_BYTES)); /* first: a name may be misspelt */
    for (int k = 0; k < declared; k++)
        if (!find(named, names[k]))
            return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                           "the pair function has the %s \"%s\", which is not given", named->what, names[k]);
done:
    return status;
}

/* Numbers as points of one dimension. */
static nf_points points_of(const nf_numbers *numbers, nf_type type) {
    return (nf_points){
        .n = numbers->n, .dims = 1, .type = type, .rows = numbers->values, .stride = numbers->stride};
}

/* What numbers are in messages: "numbers of the field "charge"". */
typedef struct title {
    char text[96];
} title;

static title title_of(const char *what, const nf_numbers *numbers) {
    title name;
    snprintf(name.text, sizeof name.text, "numbers of the %s \"%s\"", what, numbers->name);
    return name;
}

/* One place, and a stride whose bytes can be counted. */
static nf_status check_place(nf_context *context, const char *what, const nf_numbers *numbers, nf_type type) {
    const nf_points points = points_of(numbers, type);
    const title name = title_of(what, numbers);
    nf_status status = NF_OK;
    NF_TRY(nf_check_place(numbers->values, name.text, numbers->n, nf_type_bytes(type), &context->error));
    NF_TRY(nf_check_points(&points, name.text, &context->error));
done:
    return status;
}

nf_status nf_fields_take(nf_work *work, const nf_function *function, int of_queries, const nf_numbers *rows,
                         size_t count, uint64_t n, nf_type type, cl_mem *out) {
    const nf_function_info *info = &function->info;
    const char *what = of_queries ? "query field" : "field";
    const named_rows named = {what,        of_queries ? "query_fields" : "fields", "field", rows, count,
                              sizeof *rows};
    nf_context *context = function->context;
    nf_status status = NF_OK;
    *out = NULL;
    NF_TRY(check_names(context, &named, info->field, info->fields));
    if (!info->fields || !n) return NF_OK;
    if (work) NF_TRY(nf_scratch(work, n * (uint64_t)info->fields * nf_type_bytes(type), out));
    for (int k = 0; k < info->fields; k++) {
        const nf_numbers *numbers = find(&named, info->field[k]);
        if (numbers->n != n)
            NF_TRY(nf_fail(&context->error, NF_ERROR_ARGUMENT,
                           "the %s \"%s\" has %llu numbers for %llu %spoints", what, numbers->name,
                           (unsigned long long)numbers->n, (unsigned long long)n,
                           of_queries ? "query " : ""));
        NF_TRY(check_place(context, what, numbers, type));
        const nf_points points = points_of(numbers, type);
        const title name = title_of(what, numbers);
        if (work) NF_TRY(nf_pack_column(work, &points, name.text, k, info->fields, *out));
        else NF_TRY(nf_pack_check(context, &points, name.text));
    }
done:
    return status;
}

nf_status nf_parameters_take(const nf_function *function, double cutoff, const nf_parameter *rows,
                             size_t count, nf_type type, double values[1 + NF_PARAMETERS_MOST]) {
    const nf_function_info *info = &function->info;
    const named_rows named = {"parameter", "parameters", "parameter", rows, count, sizeof *rows};
    nf_sentence *error = &function->context->error;
    nf_status status = NF_OK;
    values[0] = cutoff;
    NF_TRY(check_declared(function->context, &named, info->parameter, info->parameters,
                          sizeof *info->parameter));
    for (int p = 0; p < info->parameters; p++) {
        const char *name = info->parameter[p].name;
        const nf_parameter *chosen = find(&named, name);
        const double value = chosen ? chosen->value : info->parameter[p].value;
        if (!(fabs(value) <= DBL_MAX))
            NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT, "the parameter \"%s\" is not finite", name));
        if (type == NF_FLOAT32 && !(fabsf((float)value) <= FLT_MAX))
            NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT,
                           "the parameter \"%s\" is %g, which is beyond the range of %s, the type of the "
                           "points: give a smaller value, or points of type float64",
                           name, value, nf_type_name(type)));
        values[p + 1] = value;
    }
done:
    return status;
}

nf_status nf_tables_take(nf_work *work, const nf_function *function, const nf_numbers *rows, size_t count,
                         nf_type type, cl_mem tables[NF_TABLES_MOST], uint64_t counts[NF_TABLES_MOST]) {
    const nf_function_info *info = &function->info;
    const named_rows named = {"table", "tables", "table", rows, count, sizeof *rows};
    nf_context *context = function->context;
    nf_status status = NF_OK;
    NF_TRY(check_names(context, &named, info->table, info->tables));
    for (int k = 0; k < info->tables; k++) {
        const nf_numbers *numbers = find(&named, info->table[k]);
        const nf_points points = points_of(numbers, type);
        if (!numbers->n)
            NF_TRY(nf_fail(&context->error, NF_ERROR_ARGUMENT, "the table \"%s\" has no elements",
                           numbers->name));
        NF_TRY(check_place(context, "table", numbers, type));
        counts[k] = numbers->n;
        const title name = title_of("table", numbers);
        if (work) {
            NF_TRY(nf_scratch(work, numbers->n * nf_type_bytes(type), &tables[k]));
            NF_TRY(nf_pack(work, &points, name.text, tables[k]));
        } else NF_TRY(nf_pack_check(context, &points, name.text));
    }
done:
    return status;
}

size_t nf_numbers_shaped(const char (*names)[NF_NAME_BYTES], int count, uint64_t n, nf_numbers *rows) {
    static uint64_t nowhere;
    for (int k = 0; k < count; k++)
        rows[k] = (nf_numbers){.name = names[k], .n = n, .values = nf_at((cl_mem)(void *)&nowhere, 0)};
    return (size_t)count;
}
