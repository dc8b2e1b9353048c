/* The parameters of the function interact, which its shape prescribes: a compiler would only say that the library's kernels cannot call it. */
#include "interact/function.h"

#include <string.h>

/* A text that is read word by word. */
typedef struct text {
    const char *at;
    size_t line;
    int begins; /* nothing stands before on the line */
} text;

typedef struct token {
    const char *at;
    size_t length, line; /* length: 0 at the end */
} token;

static int is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static int is(token t, const char *what) {
    return t.length == strlen(what) && memcmp(t.at, what, t.length) == 0;
}

/* Passes one character, or a line of the preprocessor, a comment or a quoted text that begins here. */
static void pass(text *t) {
    const char *end = t->at + 1;
    if (*t->at == '#' && t->begins) {
        while (*end && *end != '\n') end += *end == '\\' && end[1] ? 2 : 1;
    } else if (strncmp(t->at, "//", 2) == 0) end = t->at + strcspn(t->at, "\n");
    else if (strncmp(t->at, "/*", 2) == 0) {
        end = strstr(t->at + 2, "*/");
        end = end ? end + 2 : t->at + strlen(t->at);
    } else if (*t->at == '"' || *t->at == '\'') {
        while (*end && *end != *t->at && *end != '\n') end += *end == '\\' && end[1] ? 2 : 1;
        end += *end == *t->at;
    }
    for (; t->at < end; t->at++) {
        if (*t->at == '\n') t->line++;
        t->begins = *t->at == '\n' || (t->begins && (*t->at == ' ' || *t->at == '\t'));
    }
}

/* The next word, or a sign of the language. */
static token next_token(text *t) {
    while (*t->at && !is_word(*t->at) && !(strchr("(){};,*[]", *t->at))) pass(t);
    token found = {t->at, 0, t->line};
    if (!*t->at) return found;
    t->begins = 0;
    found.length = 1;
    if (is_word(*t->at))
        while (is_word(found.at[found.length])) found.length++;
    t->at += found.length;
    return found;
}

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

static int type_of(token t) {
    static const char *const names[TYPES] = {"fields", "vector", "real", "parameters", "sums"};
    for (int k = 0; k < TYPES; k++)
        if (is(t, names[k])) return k;
    return UNKNOWN;
}

/* Reads parameters up to the closing parenthesis.  Returns their number; that of more than MOST is MOST. */
static int read_parameters(text *t, parameter list[MOST]) {
    int count = 0, depth = 1;
    list[0] = (parameter){.type = UNKNOWN};
    for (token found = next_token(t); found.length && depth > 0; found = depth > 0 ? next_token(t) : found) {
        parameter *last = &list[count];
        depth += is(found, "(") - is(found, ")");
        if (depth == 1 && is(found, ",")) {
            if (count == MOST - 1) return MOST;
            list[++count] = (parameter){.type = UNKNOWN};
        } else if (is(found, "*") || is(found, "[")) last->points = 1;
        else if (is_word(*found.at)) {
            last->words++;
            if (last->type == UNKNOWN) last->type = type_of(found);
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
static int find(text *t, token *found, int *returns_nothing) {
    token before = {t->at, 0, 1};
    int braces = 0;
    for (*found = next_token(t); found->length; before = *found, *found = next_token(t)) {
        braces += is(*found, "{") - is(*found, "}");
        if (braces || !is(*found, "interact")) continue;
        text behind = *t;
        if (!is(next_token(&behind), "(")) continue;
        *t = behind;
        *returns_nothing = is(before, "void");
        return 1;
    }
    return 0;
}

nf_status nf_function_check_signature(const char *source, const char *file, const nf_function_info *info,
                                      nf_sentence *error) {
    text t = {.at = source, .line = 1, .begins = 1};
    parameter list[MOST];
    token at;
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
