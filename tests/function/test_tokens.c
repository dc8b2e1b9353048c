/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The tokens in which pair functions and kernels are read. */
#include "function/tokens.h"
#include "support/device.h"

#include <stdio.h>
#include <string.h>

/* Writes the tokens of a text: kind, text and line of each, and how many braces and parentheses are open before it. */
static void write_tokens(const char *text, char *to, size_t size) {
    static const char kinds[] = "EnNqsd";
    nf_tokens tokens = nf_tokens_of(text);
    size_t used = 0;
    to[0] = 0;
    for (nf_token t = nf_token_next(&tokens); t.kind != NF_TOKEN_END; t = nf_token_next(&tokens)) {
        used += (size_t)snprintf(to + used, size - used, "%s%c:%.*s:%zu", used ? " " : "", kinds[t.kind],
                                 (int)t.length, t.at, t.line);
        for (int k = 0; k < t.braces; k++) used += (size_t)snprintf(to + used, size - used, "{");
        for (int k = 0; k < t.parentheses; k++) used += (size_t)snprintf(to + used, size - used, "(");
        ck_assert_uint_lt(used, size);
    }
}

static const struct {
    const char *text, *tokens;
} texts[] = {
    {"a b1", "n:a:1 n:b1:1"},
    {"f(x) { y; }", "n:f:1 s:(:1 n:x:1( s:):1( s:{:1 n:y:1{ s:;:1{ s:}:1{"},
    {"1.5e-3f+.5", "N:1.5e-3f:1 s:+:1 N:.5:1"},
    {"a/* b\n{ */c", "n:a:1 n:c:2"},
    {"a// { b\nc", "n:a:1 n:c:2"},
    {"a// b\\\nc\nd", "n:a:1 n:d:3"},
    {"a \\\n b \\\r\n c", "n:a:1 n:b:2 n:c:3"},
    {"'{' \"/* \\\" \" c", "q:'{':1 q:\"/* \\\" \":1 n:c:1"},
    {"a 'b\nc", "n:a:1 q:'b:1 n:c:2"},
    {"#define a { // \\\n c\nb", "d:define a { // \\\n c:1 n:b:3"},
    {"/* a */ # if b /* c\n d */ e\nf", "d: if b /* c\n d */ e:1 n:f:3"},
    {"a # b", "n:a:1 s:#:1 n:b:1"},
    {"#error don't /* x\na", "d:error don't /* x:1 n:a:2"},
    {"a /* b", "n:a:1"},
};

START_TEST(comments_and_quoted_texts_have_no_tokens_and_lines_are_counted) {
    char got[256];
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        write_tokens(texts[k].text, got, sizeof got);
        ck_assert_str_eq(got, texts[k].tokens);
    }
}
END_TEST

START_TEST(words_of_a_directive_stand_between_blanks_and_comments) {
    static const char *const words[] = {"pragma", "nearfield", "parameter", "a", "-1,5/2", ""};
    nf_tokens tokens =
        nf_tokens_of("\n#  pragma nearfield/* b */parameter\ta \\\n -1,5/2 // the width\nnext");
    nf_token directive = nf_token_next(&tokens);
    ck_assert_int_eq(directive.kind, NF_TOKEN_DIRECTIVE);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        const nf_token word = nf_directive_word(&directive);
        ck_assert_msg(nf_token_is(&word, words[k]), "\"%.*s\" is not \"%s\"", (int)word.length, word.at,
                      words[k]);
        ck_assert_uint_eq(word.line, 2);
    }
}
END_TEST

int main(void) {
    const TTest *const tests[] = {comments_and_quoted_texts_have_no_tokens_and_lines_are_counted,
                                  words_of_a_directive_stand_between_blanks_and_comments};
    return support_main("function_tokens", tests, sizeof tests / sizeof *tests);
}
