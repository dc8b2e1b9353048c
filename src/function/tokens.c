/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "function/tokens.h"

#include <string.h>

static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/* ---- each of these returns where something ends that begins at `at`, and `at` itself if it does not begin there ---- */

static const char *behind_continuation(const char *at) {
    if (*at != '\\') return at;
    const char *next = at[1] == '\r' ? at + 2 : at + 1;
    return *next == '\n' ? next + 1 : at;
}

static const char *behind_comment(const char *at) {
    if (strncmp(at, "/*", 2) == 0) {
        const char *close = strstr(at + 2, "*/");
        return close ? close + 2 : at + strlen(at);
    }
    if (strncmp(at, "//", 2) != 0) return at;
    while (*at && *at != '\n') {
        const char *next = behind_continuation(at);
        at = next > at ? next : at + 1;
    }
    return at;
}

/* What separates words within a line. */
static const char *behind_blank(const char *at) {
    if (*at && strchr(" \t\r\v\f", *at)) return at + 1;
    const char *next = behind_continuation(at);
    return next > at ? next : behind_comment(at);
}

/* A quoted text ends with its line, as in a directive or a group that is left out the quote may be an apostrophe. */
static const char *behind_quoted(const char *at) {
    const char quote = *at;
    if (quote != '"' && quote != '\'') return at;
    for (at++; *at && *at != quote && *at != '\n'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at == quote ? at + 1 : at;
}

static const char *behind_name(const char *at) {
    if (!is_letter(*at)) return at;
    while (is_letter(*at) || is_digit(*at)) at++;
    return at;
}

static const char *behind_number(const char *at) {
    if (!is_digit(*at) && !(*at == '.' && is_digit(at[1]))) return at;
    while (is_letter(*at) || is_digit(*at) || *at == '.')
        at += strchr("eEpP", *at) && (at[1] == '+' || at[1] == '-') ? 2 : 1;
    return at;
}

static const char *behind_sign(const char *at) { return *at ? at + 1 : at; }

/* The rest of a line, with those that continue it. */
static const char *behind_line(const char *at) {
    while (*at && *at != '\n') {
        const char *next = behind_blank(at);
        if (next == at) next = behind_quoted(at);
        at = next > at ? next : at + 1;
    }
    return at;
}

/* ---- tokens ----------------------------------------------------------------------------------------------- */

nf_tokens nf_tokens_of(const char *text) { return (nf_tokens){.at = text, .line = 1, .begins = 1}; }

static void advance(nf_tokens *tokens, const char *to) {
    for (; tokens->at < to; tokens->at++) tokens->line += *tokens->at == '\n';
}

/* Passes blanks, comments and ends of lines. */
static void pass_space(nf_tokens *tokens) {
    for (;;) {
        const int ends = *tokens->at == '\n';
        const char *next = ends ? tokens->at + 1 : behind_blank(tokens->at);
        if (next == tokens->at) return;
        tokens->begins |= ends;
        advance(tokens, next);
    }
}

/* The kind of the token that begins at found->at, whose length it sets. */
static nf_token_kind measure(nf_token *found) {
    static const struct {
        nf_token_kind kind;
        const char *(*behind)(const char *at);
    } kinds[] = {{NF_TOKEN_NAME, behind_name},
                 {NF_TOKEN_NUMBER, behind_number},
                 {NF_TOKEN_QUOTED, behind_quoted},
                 {NF_TOKEN_SIGN, behind_sign}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        found->length = (size_t)(kinds[k].behind(found->at) - found->at);
        if (found->length) return kinds[k].kind;
    }
    return NF_TOKEN_END;
}

/* Counts the groups of lines that the preprocessor may leave out. */
static void take_group(nf_tokens *tokens, nf_token directive) {
    const nf_token word = nf_directive_word(&directive);
    tokens->groups += word.length >= 2 && memcmp(word.at, "if", 2) == 0;
    if (tokens->groups && nf_token_is(&word, "endif")) tokens->groups--;
}

nf_token nf_token_next(nf_tokens *tokens) {
    pass_space(tokens);
    nf_token found = {.at = tokens->at,
                      .line = tokens->line,
                      .braces = tokens->braces,
                      .parentheses = tokens->parentheses,
                      .groups = tokens->groups};
    if (*found.at == '#' && tokens->begins) {
        found.kind = NF_TOKEN_DIRECTIVE;
        found.at++;
        found.length = (size_t)(behind_line(found.at) - found.at);
        take_group(tokens, found);
    } else found.kind = measure(&found);
    tokens->begins = 0;
    advance(tokens, found.at + found.length);
    if (found.kind == NF_TOKEN_SIGN) {
        tokens->braces += (*found.at == '{') - (*found.at == '}');
        tokens->parentheses += (*found.at == '(') - (*found.at == ')');
    }
    return found;
}

nf_token nf_directive_word(nf_token *directive) {
    const char *end = directive->at + directive->length, *at = directive->at;
    nf_token word = *directive;
    while (at < end && behind_blank(at) > at) at = behind_blank(at);
    word.at = at;
    while (at < end && behind_blank(at) == at) at++;
    word.length = (size_t)(at - word.at);
    directive->at = at;
    directive->length = (size_t)(end - at);
    return word;
}

int nf_directive_count(const nf_token *directive, const char *text) {
    nf_tokens tokens = nf_tokens_of(directive->at);
    int count = 0;
    for (nf_token t = nf_token_next(&tokens);
         t.kind != NF_TOKEN_END && t.at < directive->at + directive->length; t = nf_token_next(&tokens))
        count += nf_token_is(&t, text);
    return count;
}

size_t nf_open_comment(const char *text) {
    nf_tokens tokens = nf_tokens_of(text);
    while (*tokens.at) {
        const char *next = behind_blank(tokens.at);
        if (next == tokens.at) next = behind_quoted(tokens.at);
        if (strncmp(tokens.at, "/*", 2) == 0 && !strstr(tokens.at + 2, "*/")) return tokens.line;
        advance(&tokens, next > tokens.at ? next : tokens.at + 1);
    }
    return 0;
}

int nf_token_is(const nf_token *token, const char *text) {
    return token->length == strlen(text) && memcmp(token->at, text, token->length) == 0;
}
