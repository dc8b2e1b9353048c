/* The names of a pair function: none may be one that the library's kernels define, or a word of the language. */
#include "core/memory.h"
#include "interact/function.h"
#include "interact/tokens.h"
#include "opencl/program.h"

#include <stdio.h>
#include <string.h>

/* A name that a text defines: a macro, or at file scope a function, a type or a constant. */
typedef struct name {
    nf_token word; /* without a line if it is that of a declaration */
    int macro;
    const char *taken; /* the file of the library that defines it, too */
} name;

/* A directive: 1 if it defines a macro. */
static int take_macro(nf_token directive, name *found) {
    const nf_token kind = nf_directive_word(&directive), rest = nf_directive_word(&directive);
    if (!nf_token_is(&kind, "define") || !rest.length) return 0;
    nf_tokens definition = nf_tokens_of(rest.at);
    found->word = nf_token_next(&definition);
    found->word.line = rest.line;
    return found->macro = found->word.kind == NF_TOKEN_NAME;
}

/* 1 if a word at file scope is the name of a function, a type or a constant, by the token behind it. */
static int is_defined(const nf_token *word, nf_tokens behind) {
    const nf_token next = nf_token_next(&behind);
    return !word->braces && !word->parentheses && next.kind == NF_TOKEN_SIGN && strchr("(=;[,", *next.at) &&
           strncmp(word->at, "__", 2) != 0;
}

/* The next name; 0 at the end. */
static int next_name(nf_tokens *tokens, name *found) {
    for (;;) {
        const nf_token word = nf_token_next(tokens);
        *found = (name){.word = word};
        if (word.kind == NF_TOKEN_END) return 0;
        if (word.kind == NF_TOKEN_DIRECTIVE && take_macro(word, found)) return 1;
        if (word.kind == NF_TOKEN_NAME && is_defined(&word, *tokens)) return 1;
    }
}

/* ---- those of the library ---------------------------------------------------------------------------------- */

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

/* The names of a function, in the order in which they are checked. */
typedef struct names {
    name *rows;
    size_t count, room;
} names;

/* Marks the names that are `length` letters of a file. */
static void mark(names *all, const char *at, size_t length, const char *file) {
    for (size_t k = 0; k < all->count; k++) {
        const nf_token *word = &all->rows[k].word;
        if (!all->rows[k].taken && word->length == length && memcmp(word->at, at, length) == 0)
            all->rows[k].taken = file;
    }
}

/* Marks the names that a file defines, and those of which it asks whether they are defined: the host may define them. */
static void mark_file(names *all, const nf_embedded *file) {
    static const char asks[] = "defined(";
    const char *text = (const char *)file->bytes;
    nf_tokens tokens = nf_tokens_of(text);
    name found;
    for (const char *at = strstr(text, asks); at; at = strstr(at, asks)) {
        at += sizeof asks - 1;
        mark(all, at, strcspn(at, ")"), file->name);
    }
    while (next_name(&tokens, &found)) mark(all, found.word.at, found.word.length, file->name);
}

/* ---- those of a function ---------------------------------------------------------------------------------- */

static nf_status add(const nf_allocator *allocator, names *all, const name *row, nf_sentence *error) {
    nf_status status = NF_OK;
    NF_TRY(nf_grow(allocator, (void **)&all->rows, &all->room, all->count + 1, sizeof *all->rows,
                   "the names of a pair function", error));
    all->rows[all->count++] = *row;
done:
    return status;
}

/* The names of declarations, then those that the source defines. */
static nf_status collect(const nf_allocator *allocator, const char *source, const nf_function_info *info,
                         names *all, nf_sentence *error) {
    const struct {
        const void *rows;
        int count;
        size_t size;
    } declared[] = {{info->field, info->fields, sizeof *info->field},
                    {info->parameter, info->parameters, sizeof *info->parameter},
                    {info->table, info->tables, sizeof *info->table},
                    {info->sum, info->sums, sizeof *info->sum}};
    nf_tokens tokens = nf_tokens_of(source);
    name found;
    nf_status status = NF_OK;
    for (size_t d = 0; d < sizeof declared / sizeof *declared; d++)
        for (int k = 0; k < declared[d].count; k++) {
            const char *text = (const char *)declared[d].rows + (size_t)k * declared[d].size;
            const name row = {.word = {.at = text, .length = strlen(text)}};
            NF_TRY(add(allocator, all, &row, error));
        }
    while (next_name(&tokens, &found)) NF_TRY(add(allocator, all, &found, error));
done:
    return status;
}

/* "FILE:LINE", or "FILE" of a name whose line is not known. */
static void place_of(const nf_token *wanted, const char *file, char *text, size_t size) {
    if (wanted->line) snprintf(text, size, "%s:%zu", file, wanted->line);
    else snprintf(text, size, "%s", file);
}

static nf_status check(const name *row, const char *file, nf_sentence *error) {
    static const char *const words[] = {
        "auto",   "break",  "case",     "char",     "const",  "continue", "default", "do",
        "double", "else",   "enum",     "extern",   "float",  "for",      "goto",    "if",
        "inline", "int",    "long",     "return",   "short",  "signed",   "sizeof",  "static",
        "struct", "switch", "typedef",  "union",    "uint",   "unsigned", "void",    "while",
        "half",   "bool",   "volatile", "register", "kernel", "global",   "local",   "private"};
    const nf_token *wanted = &row->word;
    char place[256];
    place_of(wanted, file, place, sizeof place);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (nf_token_is(wanted, words[k]))
            return nf_fail(error, NF_ERROR_ARGUMENT, "%s: \"%s\" is a word of OpenCL C: choose another name",
                           place, words[k]);
    if (wanted->length >= 3 && (memcmp(wanted->at, "nf_", 3) == 0 || memcmp(wanted->at, "NF_", 3) == 0))
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s: names that begin with nf_ are the library's: rename %.*s", place,
                       (int)wanted->length, wanted->at);
    if (row->taken)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s: the library's kernels define %.*s (cl/%s): choose another name", place,
                       (int)wanted->length, wanted->at, row->taken);
    return NF_OK;
}

nf_status nf_function_check_names(const nf_allocator *allocator, const char *source, const char *file,
                                  const nf_function_info *info, nf_sentence *error) {
    names all = {NULL, 0, 0};
    int has_function = 0;
    nf_status status = NF_OK;
    NF_TRY(collect(allocator, source, info, &all, error));
    for (size_t k = 0; k < nf_embedded_count; k++)
        if (nf_function_may_meet(nf_embedded_files[k].name)) mark_file(&all, &nf_embedded_files[k]);
    for (size_t k = 0; k < all.count; k++) {
        NF_TRY(check(&all.rows[k], file, error));
        has_function |= all.rows[k].word.line && nf_token_is(&all.rows[k].word, "interact");
    }
    if (!has_function)
        NF_TRY(nf_fail(error, NF_ERROR_ARGUMENT, "%s: there is no function with the name interact", file));
done:
    nf_release(allocator, all.rows);
    return status;
}

nf_status nf_function_undefine(const nf_allocator *allocator, const char *source, char **text,
                               nf_sentence *error) {
    static const char undef[] = "#undef ";
    size_t used = 0, room = 0;
    nf_tokens tokens = nf_tokens_of(source);
    name found;
    nf_status status = NF_OK;
    *text = NULL;
    NF_TRY(nf_grow(allocator, (void **)text, &room, 1, 1, "the macros of a pair function", error));
    while (next_name(&tokens, &found)) {
        if (!found.macro) continue;
        NF_TRY(nf_grow(allocator, (void **)text, &room, used + sizeof undef + found.word.length + 1, 1,
                       "the macros of a pair function", error));
        memcpy(*text + used, undef, sizeof undef - 1);
        memcpy(*text + used + sizeof undef - 1, found.word.at, found.word.length);
        used += sizeof undef - 1 + found.word.length;
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
