/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The names of a pair function: none may be one that the library's kernels define, or a word of the language. */
#include "core/memory.h"
#include "function/function.h"
#include "function/tokens.h"
#include "opencl/program.h"

#include <stdio.h>
#include <string.h>

/* A name that a text defines: a macro, or outside of functions a function, a type, its tag, a constant or a variable. */
typedef struct name {
    nf_token word;
    int macro, declared; /* declared: by a line of the library's, as a field, parameter, table or sum */
    const char *taken;   /* the file of the library that defines it, too */
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

/* A text whose names are read. */
typedef struct reader {
    nf_tokens tokens;
    nf_token before;                                      /* the token before, or of kind NF_TOKEN_END */
    enum { NO_TYPE, STRUCTURE, ENUMERATION } type_begins; /* its braces have not opened */
    int body; /* how many braces are open in the function or the value that is read; 0: there is none */
    int list; /* the same of an enumeration */
} reader;

static reader reader_of(const char *text) { return (reader){.tokens = nf_tokens_of(text)}; }

/* The next token that is not of an attribute. */
static nf_token next_token(nf_tokens *tokens) {
    nf_token found = nf_token_next(tokens);
    while (nf_token_is(&found, "__attribute__")) {
        do nf_token_next(tokens);
        while (tokens->parentheses > found.parentheses && *tokens->at);
        found = nf_token_next(tokens);
    }
    return found;
}

/* Takes a brace: it opens or closes a type, or else a function or the value of a variable. */
static void take_brace(reader *r, const nf_token *brace) {
    if (*brace->at == '}') {
        if (brace->braces == r->body) r->body = 0;
        if (brace->braces == r->list) r->list = 0;
        return;
    }
    if (r->type_begins == ENUMERATION) r->list = brace->braces + 1;
    else if (r->type_begins == NO_TYPE && !brace->braces) r->body = 1;
    r->type_begins = NO_TYPE;
}

/* 1 if a word outside of functions defines a name: the tag of a type, a constant of an enumeration or, at file scope, a function, a type
   or a variable. */
static int defines(reader *r, const nf_token *word) {
    nf_tokens behind = r->tokens;
    const nf_token next = next_token(&behind);
    const int is_enum = nf_token_is(word, "enum");
    if (is_enum || nf_token_is(word, "struct") || nf_token_is(word, "union")) {
        r->type_begins = is_enum ? ENUMERATION : STRUCTURE;
        return 0;
    }
    if (r->type_begins != NO_TYPE && nf_token_is(&next, "{")) return 1;
    r->type_begins = NO_TYPE;
    if (word->parentheses) return 0;
    if (r->list && r->list == word->braces)
        return nf_token_is(&r->before, "{") || nf_token_is(&r->before, ",");
    return !word->braces && next.kind == NF_TOKEN_SIGN && strchr("(=;[,", *next.at);
}

/* The next name; 0 at the end. */
static int next_name(reader *r, name *found) {
    for (;;) {
        int is_name = 0;
        const nf_token word = next_token(&r->tokens);
        *found = (name){.word = word};
        if (word.kind == NF_TOKEN_END) return 0;
        if (word.kind == NF_TOKEN_DIRECTIVE) {
            if (take_macro(word, found)) return 1;
            continue;
        }
        if (nf_token_is(&word, "{") || nf_token_is(&word, "}")) take_brace(r, &word);
        else if (word.kind == NF_TOKEN_NAME && !r->body) is_name = defines(r, &word);
        r->before = word;
        if (is_name) return 1;
    }
}

/* ---- those of the library ---------------------------------------------------------------------------------- */

int nf_function_may_meet(const char *file) {
    static const char *const begins[] = {"machine/",
                                         "space/",
                                         "search/",
                                         "function/",
                                         "interact/",
                                         "papers/",
                                         "order/coordinates.cl",
                                         "order/tiles.cl",
                                         "primitives/preceding.cl"},
                             functions[] = "function/pair_";
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
    reader r = reader_of(text);
    name found;
    for (const char *at = strstr(text, asks); at; at = strstr(at, asks)) {
        at += sizeof asks - 1;
        mark(all, at, strcspn(at, ")"), file->name);
    }
    while (next_name(&r, &found)) mark(all, found.word.at, found.word.length, file->name);
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

/* A directive: 1 if it declares a field, a parameter, a table or a sum. */
static int take_declaration(nf_token directive, name *found) {
    const nf_token pragma = nf_directive_word(&directive), whose = nf_directive_word(&directive),
                   kind = nf_directive_word(&directive);
    *found = (name){.word = nf_directive_word(&directive), .declared = 1};
    return nf_token_is(&pragma, "pragma") && nf_token_is(&whose, "nearfield") && kind.length > 0 &&
           found->word.length > 0;
}

/* The names of declarations, then those that the source defines. */
static nf_status collect(const nf_allocator *allocator, const char *source, names *all, nf_sentence *error) {
    nf_tokens tokens = nf_tokens_of(source);
    reader r = reader_of(source);
    name found;
    nf_status status = NF_OK;
    for (nf_token t = nf_token_next(&tokens); t.kind != NF_TOKEN_END; t = nf_token_next(&tokens))
        if (t.kind == NF_TOKEN_DIRECTIVE && take_declaration(t, &found))
            NF_TRY(add(allocator, all, &found, error));
    while (next_name(&r, &found)) NF_TRY(add(allocator, all, &found, error));
done:
    return status;
}

static nf_status check(const name *row, const char *file, nf_sentence *error) {
    static const char *const words[] = {
        "auto",   "break",  "case",     "char",     "const",  "continue", "default", "do",
        "double", "else",   "enum",     "extern",   "float",  "for",      "goto",    "if",
        "inline", "int",    "long",     "return",   "short",  "signed",   "sizeof",  "static",
        "struct", "switch", "typedef",  "union",    "uint",   "unsigned", "void",    "while",
        "half",   "bool",   "volatile", "register", "kernel", "global",   "local",   "private"};
    const nf_token *wanted = &row->word;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (nf_token_is(wanted, words[k]))
            return nf_fail(error, NF_ERROR_ARGUMENT,
                           "%s:%zu: \"%s\" is a word of OpenCL C: choose another name", file, wanted->line,
                           words[k]);
    if (wanted->length >= 3 && (memcmp(wanted->at, "nf_", 3) == 0 || memcmp(wanted->at, "NF_", 3) == 0))
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s:%zu: names that begin with nf_ are the library's: rename %.*s", file, wanted->line,
                       (int)wanted->length, wanted->at);
    if (row->taken)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s:%zu: the library's kernels define %.*s (cl/%s): choose another name", file,
                       wanted->line, (int)wanted->length, wanted->at, row->taken);
    return NF_OK;
}

nf_status nf_function_check_names(const nf_allocator *allocator, const char *source, const char *file,
                                  nf_sentence *error) {
    names all = {NULL, 0, 0};
    int has_function = 0;
    nf_status status = NF_OK;
    NF_TRY(collect(allocator, source, &all, error));
    for (size_t k = 0; k < nf_embedded_count; k++)
        if (nf_function_may_meet(nf_embedded_files[k].name)) mark_file(&all, &nf_embedded_files[k]);
    for (size_t k = 0; k < all.count; k++) {
        NF_TRY(check(&all.rows[k], file, error));
        has_function |= !all.rows[k].declared && nf_token_is(&all.rows[k].word, "interact");
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
    reader r = reader_of(source);
    name found;
    nf_status status = NF_OK;
    *text = NULL;
    NF_TRY(nf_grow(allocator, (void **)text, &room, 1, 1, "the macros of a pair function", error));
    while (next_name(&r, &found)) {
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
