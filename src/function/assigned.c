/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What a pair function does to its sums: it must only add to them, as the kernels call it for one pair after another and the last one would remain of
   what is assigned. */
#include "function/function.h"
#include "function/tokens.h"

#include <string.h>

/* Where a source is read, and the parameter of the function at hand that points to its sums. */
typedef struct reader {
    nf_tokens tokens;
    nf_token before[2]; /* the last two tokens */
    nf_token sums;      /* of length 0: there is none */
} reader;

static int is_same(const nf_token *a, const nf_token *b) {
    return a->length == b->length && memcmp(a->at, b->at, a->length) == 0;
}

/* Reads on if the next token is this sign. */
static int passes(nf_tokens *t, const char *sign) {
    nf_tokens behind = *t;
    const nf_token found = nf_token_next(&behind);
    if (!nf_token_is(&found, sign)) return 0;
    *t = behind;
    return 1;
}

/* At "sums" in a list of parameters: takes the name behind "*", if there is one. */
static void take_parameter(reader *r) {
    nf_tokens t = r->tokens;
    if (!passes(&t, "*")) return;
    nf_token name = nf_token_next(&t);
    while (name.kind == NF_TOKEN_NAME && (nf_token_is(&name, "const") || nf_token_is(&name, "restrict")))
        name = nf_token_next(&t);
    if (name.kind == NF_TOKEN_NAME) r->sums = name;
}

/* At the name of the parameter: passes what names one of its sums, "->NAME.x", "(*to).NAME" or "*to"; 0 if nothing does. */
static int names_sum(const reader *r, nf_tokens *t, nf_token *sum) {
    const int follows = nf_token_is(&r->before[0], "*") &&
                        (r->before[1].kind == NF_TOKEN_SIGN && !nf_token_is(&r->before[1], ")") &&
                         !nf_token_is(&r->before[1], "]")); /* not a product, nor a declaration */
    *sum = r->sums;
    if (passes(t, "-")) {
        if (!passes(t, ">")) return 0;
        *sum = nf_token_next(t);
    } else if (!follows) return 0;
    else if (passes(t, ")")) {
        if (!passes(t, ".")) return 0;
        *sum = nf_token_next(t);
    }
    while (passes(t, ".")) (void)nf_token_next(t);
    return 1;
}

/* 1 if an operator follows that replaces what is before it: =, *= or /=. */
static int assigns(nf_tokens *t) {
    const nf_token first = nf_token_next(t), next = nf_token_next(t);
    const int is_one = next.at == first.at + 1 && nf_token_is(&next, "="); /* of two characters */
    return nf_token_is(&first, "=") ? !is_one
                                    : is_one && (nf_token_is(&first, "*") || nf_token_is(&first, "/"));
}

/* The sum to which the token at hand begins an assignment; of length 0: it begins none. */
static nf_token assigned(const reader *r, const nf_token *found) {
    nf_tokens t = r->tokens;
    nf_token sum = {0};
    if (!r->sums.length || !found->braces || found->groups || !is_same(found, &r->sums)) return sum;
    return names_sum(r, &t, &sum) && assigns(&t) ? sum : (nf_token){0};
}

nf_status nf_function_check_sums(const char *source, const char *file, nf_sentence *error) {
    reader r = {.tokens = nf_tokens_of(source)};
    for (nf_token found = nf_token_next(&r.tokens); found.kind != NF_TOKEN_END;
         r.before[1] = r.before[0], r.before[0] = found, found = nf_token_next(&r.tokens)) {
        if (!found.braces && (nf_token_is(&found, ";") || nf_token_is(&r.before[0], "}")))
            r.sums = (nf_token){0};
        if (!found.braces && nf_token_is(&found, "sums")) take_parameter(&r);
        const nf_token sum = assigned(&r, &found);
        if (sum.length)
            return nf_fail(error, NF_ERROR_ARGUMENT,
                           "%s:%zu: %.*s is assigned, and a pair function only adds to its sums: write +=",
                           file, found.line, (int)(sum.length < 60 ? sum.length : 60), sum.at);
    }
    return NF_OK;
}
