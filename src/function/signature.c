/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parameters of the function interact, which its shape prescribes, and its return: a compiler would only say that the library's kernels
   cannot call it, or nothing. */
#include "function/function.h"
#include "function/tokens.h"

/* Of a parameter: its type, of those that a function may have, and whether it points to one. */
enum { UNKNOWN = -1, FIELDS, VECTOR, REAL, PARAMETERS, SUMS, TYPES };
typedef struct parameter {
    int type, points, words;
} parameter;
enum { MOST = 16 };

static const struct {
    const char *shape, *signature;
    int count, types[6];
} shapes[] = {
    {"general",
     "static void interact(const fields *i, const fields *j, vector D, real d2, const parameters *p, "
     "sums *to)",
     6,
     {FIELDS, FIELDS, VECTOR, REAL, PARAMETERS, SUMS}},
    {"radial",
     "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to)",
     5,
     {FIELDS, FIELDS, REAL, PARAMETERS, SUMS}}};

static int type_of(const nf_token *t) {
    static const char *const names[TYPES] = {"fields", "vector", "real", "parameters", "sums"};
    for (int k = 0; k < TYPES; k++)
        if (nf_token_is(t, names[k])) return k;
    return UNKNOWN;
}

/* Reads parameters up to the closing parenthesis.  Returns their number; that of more than MOST is MOST. */
static int read_parameters(nf_tokens *t, parameter list[MOST]) {
    int count = 0, depth = 1;
    list[0] = (parameter){.type = UNKNOWN};
    while (depth > 0) {
        const nf_token found = nf_token_next(t);
        parameter *last = &list[count];
        if (found.kind == NF_TOKEN_END) break;
        depth += nf_token_is(&found, "(") - nf_token_is(&found, ")");
        if (depth == 1 && nf_token_is(&found, ",")) {
            if (count == MOST - 1) return MOST;
            list[++count] = (parameter){.type = UNKNOWN};
        } else if (nf_token_is(&found, "*") || nf_token_is(&found, "[")) last->points = 1;
        else if (found.kind == NF_TOKEN_NAME) {
            last->words++;
            if (last->type == UNKNOWN) last->type = type_of(&found);
        }
    }
    return count + (list[count].words > 0);
}

/* 1 if a parameter may be anything, as it is a macro. */
static int has_macro(const parameter *list, int count) {
    for (int k = 0; k < count; k++)
        if (list[k].words == 1 && list[k].type == UNKNOWN) return 1;
    return 0;
}

/* The first parameter of another type than the shape has; the number of them if all are right. */
static int first_wrong(const parameter *list, int count, const int *types) {
    int k = 0;
    while (k < count &&
           (list[k].type == UNKNOWN ||
            (list[k].type == types[k] && list[k].points == (types[k] != VECTOR && types[k] != REAL))))
        k++;
    return k;
}

/* Finds the function at file scope; *returns_nothing is 1 if it is declared void. */
static int find(nf_tokens *t, nf_token *found, int *returns_nothing) {
    nf_token before = {0};
    for (*found = nf_token_next(t); found->kind != NF_TOKEN_END; before = *found, *found = nf_token_next(t)) {
        if (found->braces || !nf_token_is(found, "interact")) continue;
        nf_tokens behind = *t;
        const nf_token opens = nf_token_next(&behind);
        if (!nf_token_is(&opens, "(")) continue;
        *t = behind;
        *returns_nothing = nf_token_is(&before, "void");
        return 1;
    }
    return 0;
}

/* The line of a definition of interact that has no return, declared to return something; 0 if there is none, or if a macro or another
   definition has one. */
static size_t line_without_return(const char *source) {
    nf_tokens t = nf_tokens_of(source);
    nf_token before = {0};
    size_t named = 0, line = 0; /* of the last interact at file scope, and of the last one with a body */
    int returns = 0, body = 0;
    for (nf_token found = nf_token_next(&t); found.kind != NF_TOKEN_END;
         before = found, found = nf_token_next(&t)) {
        if (found.kind == NF_TOKEN_DIRECTIVE) returns |= nf_directive_count(&found, "return") > 0;
        else if (found.braces) returns |= body && nf_token_is(&found, "return");
        else if (nf_token_is(&found, "interact") && !found.parentheses)
            named = nf_token_is(&before, "void") ? 0 : found.line;
        else if (nf_token_is(&found, "{")) {
            body = named > 0;
            if (body) line = named;
            named = 0;
        } else if (nf_token_is(&found, ";")) named = 0;
    }
    return returns ? 0 : line;
}

static nf_status check_parameters(const char *source, const char *file, const nf_function_info *info,
                                  nf_sentence *error) {
    nf_tokens t = nf_tokens_of(source);
    parameter list[MOST];
    nf_token at;
    int returns_nothing = 0, vectors = 0;
    if (!find(&t, &at, &returns_nothing)) return NF_OK;
    const int count = read_parameters(&t, list), radial = info->radial;
    if (has_macro(list, count)) return NF_OK;
    for (int k = 0; k < info->sums; k++) vectors += info->sum[k].vector;
    if (count != shapes[radial].count)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s:%zu: interact has %d parameter%s, and that of a %s function has %d: %s", file,
                       at.line, count, count == 1 ? "" : "s", shapes[radial].shape, shapes[radial].count,
                       shapes[radial].signature);
    const int wrong = first_wrong(list, count, shapes[radial].types);
    if (wrong < count)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s:%zu: parameter %d of interact has another type than that of a %s function: %s",
                       file, at.line, wrong + 1, shapes[radial].shape, shapes[radial].signature);
    if (radial && vectors && returns_nothing)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s:%zu: interact returns nothing, and that of a radial function with a vector sum "
                       "returns the factor of D: %s",
                       file, at.line, shapes[radial].signature);
    return NF_OK;
}

nf_status nf_function_check_signature(const char *source, const char *file, const nf_function_info *info,
                                      nf_sentence *error) {
    const size_t line = info->radial ? line_without_return(source) : 0;
    nf_status status = NF_OK;
    NF_TRY(check_parameters(source, file, info, error));
    if (line)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s:%zu: a radial function returns the factor of D, and interact has no return", file,
                       line);
done:
    return status;
}
