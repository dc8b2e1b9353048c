/* The names of a pair function: none may be one that the library's kernels define, or a word of the language. */
#include "core/memory.h"
#include "interact/function.h"
#include "opencl/program.h"

#include <stdio.h>
#include <string.h>

/* A name that a text defines: a macro, or at file scope a function, a type or a constant. */
typedef struct name {
    const char *at;
    size_t length, line;
    int macro;
} name;

/* A text that is searched for such names. */
typedef struct scan {
    const char *at, *end;
    size_t line;
    int braces, parentheses;
} scan;

static int is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Passes the rest of a line, with those that continue it. */
static void pass_line(scan *s) {
    for (; s->at < s->end && *s->at != '\n'; s->at++)
        if (*s->at == '\\' && s->at + 1 < s->end && s->at[1] == '\n') {
            s->at++;
            s->line++;
        }
}

static void pass_comment(scan *s) {
    for (s->at += 2; s->at < s->end && !(s->at[0] == '*' && s->at + 1 < s->end && s->at[1] == '/'); s->at++)
        s->line += *s->at == '\n';
    s->at = s->at + 2 < s->end ? s->at + 2 : s->end;
}

static void pass_quoted(scan *s) {
    const char quote = *s->at;
    for (s->at++; s->at < s->end && *s->at != quote && *s->at != '\n'; s->at++)
        if (*s->at == '\\' && s->at + 1 < s->end) s->at++;
    if (s->at < s->end && *s->at == quote) s->at++;
}

static name word_at(scan *s) {
    name found = {s->at, 0, s->line, 0};
    while (s->at < s->end && is_word(*s->at)) s->at++;
    found.length = (size_t)(s->at - found.at);
    return found;
}

static void pass_blanks(scan *s) {
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t')) s->at++;
}

/* A line that begins with #: 1 if it defines a macro. */
static int take_directive(scan *s, name *found) {
    s->at++;
    pass_blanks(s);
    const name directive = word_at(s);
    pass_blanks(s);
    *found = word_at(s);
    const int defines = directive.length == 6 && memcmp(directive.at, "define", 6) == 0 && found->length;
    pass_line(s);
    found->macro = defines;
    return defines;
}

/* The next name; 0 at the end. */
static int next_name(scan *s, name *found) {
    while (s->at < s->end) {
        const char c = *s->at;
        if (c == '\n') s->line++;
        if (c == '#') {
            if (take_directive(s, found)) return 1;
        } else if (c == '/' && s->at + 1 < s->end && s->at[1] == '/') pass_line(s);
        else if (c == '/' && s->at + 1 < s->end && s->at[1] == '*') pass_comment(s);
        else if (c == '"' || c == '\'') pass_quoted(s);
        else if (is_word(c)) {
            *found = word_at(s);
            pass_blanks(s);
            const int ends = s->at < s->end && strchr("(=;[,", *s->at);
            if (ends && !s->braces && !s->parentheses && strncmp(found->at, "__", 2) != 0) return 1;
        } else {
            s->braces += (c == '{') - (c == '}');
            s->parentheses += (c == '(') - (c == ')');
            s->at++;
        }
    }
    return 0;
}

static int same(const name *a, const char *text) {
    return strlen(text) == a->length && memcmp(a->at, text, a->length) == 0;
}

/* 1 if a text asks whether the name is defined: the host may define it. */
static int is_asked(const char *text, const name *wanted) {
    static const char asks[] = "defined(";
    for (const char *at = strstr(text, asks); at; at = strstr(at, asks)) {
        at += sizeof asks - 1;
        if (strncmp(at, wanted->at, wanted->length) == 0 && at[wanted->length] == ')') return 1;
    }
    return 0;
}

int nf_function_may_meet(const char *file) {
    static const char *const begins[] = {"machine/",
                                         "space/",
                                         "search/",
                                         "interact/",
                                         "order/coordinates.cl",
                                         "order/tiles.cl",
                                         "primitives/preceding.cl"},
                             functions[] = "interact/pair_";
    if (strncmp(file, functions, sizeof functions - 1) == 0) return 0;
    for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
        if (strncmp(file, begins[k], strlen(begins[k])) == 0) return 1;
    return 0;
}

/* 1 if a file that may be in a program with a pair function defines the name. */
static int is_taken(const name *wanted, const char **where) {
    for (size_t k = 0; k < nf_embedded_count; k++) {
        const nf_embedded *file = &nf_embedded_files[k];
        const char *text = (const char *)file->bytes;
        scan s = {.at = text, .end = text + file->size, .line = 1};
        name other;
        *where = file->name;
        if (!nf_function_may_meet(file->name)) continue;
        if (is_asked(text, wanted)) return 1;
        while (next_name(&s, &other))
            if (other.length == wanted->length && memcmp(other.at, wanted->at, other.length) == 0) return 1;
    }
    return 0;
}

/* "FILE:LINE", or "FILE" of a name whose line is not known. */
static void place_of(const name *wanted, const char *file, char *text, size_t size) {
    if (wanted->line) snprintf(text, size, "%s:%zu", file, wanted->line);
    else snprintf(text, size, "%s", file);
}

static nf_status check(const name *wanted, const char *file, nf_sentence *error) {
    static const char *const words[] = {
        "auto",   "break",  "case",     "char",     "const",  "continue", "default", "do",
        "double", "else",   "enum",     "extern",   "float",  "for",      "goto",    "if",
        "inline", "int",    "long",     "return",   "short",  "signed",   "sizeof",  "static",
        "struct", "switch", "typedef",  "union",    "uint",   "unsigned", "void",    "while",
        "half",   "bool",   "volatile", "register", "kernel", "global",   "local",   "private"};
    const char *where = NULL;
    char place[256];
    place_of(wanted, file, place, sizeof place);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (same(wanted, words[k]))
            return nf_fail(error, NF_ERROR_ARGUMENT, "%s: \"%s\" is a word of OpenCL C: choose another name",
                           place, words[k]);
    if (wanted->length >= 3 && (memcmp(wanted->at, "nf_", 3) == 0 || memcmp(wanted->at, "NF_", 3) == 0))
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s: names that begin with nf_ are the library's: rename %.*s", place,
                       (int)wanted->length, wanted->at);
    if (is_taken(wanted, &where))
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s: the library's kernels define %.*s (cl/%s): choose another name", place,
                       (int)wanted->length, wanted->at, where);
    return NF_OK;
}

/* The names of `count` rows of `size` bytes. */
static nf_status check_rows(const void *rows, int count, size_t size, const char *file, nf_sentence *error) {
    nf_status status = NF_OK;
    for (int k = 0; k < count; k++) {
        const char *text = (const char *)rows + (size_t)k * size;
        const name wanted = {text, strlen(text), 0, 0};
        NF_TRY(check(&wanted, file, error));
    }
done:
    return status;
}

nf_status nf_function_check_names(const char *source, const char *file, const nf_function_info *info,
                                  nf_sentence *error) {
    scan s = {.at = source, .end = source + strlen(source), .line = 1};
    name found;
    int has_function = 0;
    nf_status status = NF_OK;
    NF_TRY(check_rows(info->field, info->fields, sizeof *info->field, file, error));
    NF_TRY(check_rows(info->parameter, info->parameters, sizeof *info->parameter, file, error));
    NF_TRY(check_rows(info->table, info->tables, sizeof *info->table, file, error));
    NF_TRY(check_rows(info->sum, info->sums, sizeof *info->sum, file, error));
    while (next_name(&s, &found)) {
        NF_TRY(check(&found, file, error));
        has_function |= same(&found, "interact");
    }
    if (!has_function)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s: there is no function with the name interact", file);
done:
    return status;
}

nf_status nf_function_undefine(const nf_allocator *allocator, const char *source, char **text,
                               nf_sentence *error) {
    static const char undef[] = "#undef ";
    size_t used = 0, room = 0;
    scan s = {.at = source, .end = source + strlen(source), .line = 1};
    name found;
    nf_status status = NF_OK;
    *text = NULL;
    NF_TRY(nf_grow(allocator, (void **)text, &room, 1, 1, "the macros of a pair function", error));
    while (next_name(&s, &found)) {
        if (!found.macro) continue;
        NF_TRY(nf_grow(allocator, (void **)text, &room, used + sizeof undef + found.length + 1, 1,
                       "the macros of a pair function", error));
        memcpy(*text + used, undef, sizeof undef - 1);
        memcpy(*text + used + sizeof undef - 1, found.at, found.length);
        used += sizeof undef - 1 + found.length;
        (*text)[used++] = '\n';
    }
    (*text)[used] = 0;
done:
    if (status != NF_OK) {
        nf_release(allocator, *text);
        *text = NULL;
    }
    return status;
}
