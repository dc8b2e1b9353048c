/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Whether the braces and comments of a source are closed: a compiler would find errors in the library's files behind it. */
#include "function/function.h"
#include "function/tokens.h"

/* What is known of the braces of a text. */
typedef struct braces {
    size_t line;   /* of the outermost that opened last */
    int group;     /* how many were open before the outermost #if */
    int undecided; /* 1: a macro or a line that the preprocessor may leave out opens or closes others */
} braces;

/* A directive decides nothing if each part of an #if, and each macro, closes the braces that it opens. */
static void take_directive(braces *b, const nf_token *directive, const nf_tokens *behind) {
    nf_token rest = *directive;
    const nf_token word = nf_directive_word(&rest);
    const int ends = nf_token_is(&word, "endif") || nf_token_is(&word, "else") || nf_token_is(&word, "elif");
    if (!directive->groups && behind->groups) b->group = directive->braces;
    if (ends && directive->groups == 1 && directive->braces != b->group) b->undecided = 1;
    if (nf_directive_count(directive, "{") != nf_directive_count(directive, "}")) b->undecided = 1;
}

nf_status nf_function_check_closed(const char *source, const char *file, nf_sentence *error) {
    const size_t comment = nf_open_comment(source);
    nf_tokens tokens = nf_tokens_of(source);
    braces b = {0};
    if (comment) return nf_fail(error, NF_ERROR_ARGUMENT, "%s:%zu: a comment is not closed", file, comment);
    for (nf_token t = nf_token_next(&tokens); t.kind != NF_TOKEN_END; t = nf_token_next(&tokens)) {
        if (t.kind == NF_TOKEN_DIRECTIVE) take_directive(&b, &t, &tokens);
        if (!t.braces && tokens.braces > 0) b.line = t.line;
    }
    if (tokens.braces > 0 && !b.undecided)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s:%zu: a { is not closed", file, b.line);
    return NF_OK;
}
