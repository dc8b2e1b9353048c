/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The tokens of a text in C or OpenCL C: names, numbers, signs, and lines of the preprocessor, without comments. */
#ifndef NF_FUNCTION_TOKENS_H
#define NF_FUNCTION_TOKENS_H

#include <stddef.h>

typedef enum nf_token_kind {
    NF_TOKEN_END, /* of the text */
    NF_TOKEN_NAME,
    NF_TOKEN_NUMBER,
    NF_TOKEN_QUOTED,   /* a string or a character */
    NF_TOKEN_SIGN,     /* one character */
    NF_TOKEN_DIRECTIVE /* what follows # at the beginning of a line, with the lines that continue it */
} nf_token_kind;

typedef struct nf_token {
    nf_token_kind kind;
    const char *at;
    size_t length;
    size_t line;             /* where it begins; the first is 1 */
    int braces, parentheses; /* how many are open before it */
    int groups;              /* how many #if, #ifdef and #ifndef are open before it */
} nf_token;

/* A text that is read; a copy reads on from the same place. */
typedef struct nf_tokens {
    const char *at;
    size_t line;
    int braces, parentheses, groups;
    int begins; /* 1: no token stands before on the line */
} nf_tokens;

/* The tokens of a text that ends with a zero.  A name that is continued on the next line counts as two. */
nf_tokens nf_tokens_of(const char *text);
nf_token nf_token_next(nf_tokens *tokens);

/* Takes the next word from a directive: what stands between blanks and comments.  Its length is 0 if there is none. */
nf_token nf_directive_word(nf_token *directive);

/* How many tokens of a directive are this text. */
int nf_directive_count(const nf_token *directive, const char *text);

/* The line where a comment begins that the text does not close; 0 if there is none. */
size_t nf_open_comment(const char *text);

/* 1 if a token is this text. */
int nf_token_is(const nf_token *token, const char *text);

#endif
