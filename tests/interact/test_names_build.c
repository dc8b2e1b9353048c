/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The words of the library's kernels as names of a pair function, in the programs of every strategy: none clashes, and none changes a sum. */
#include "function/function.h"
#include "opencl/context.h"
#include "support/device.h"
#include "support/sums/interactions.h"

#include <nearfield/experimental/tuning.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MOST = 6000, WORD_BYTES = 64, POINTS = 60 };

#define SUMS "#pragma nearfield sum pulls vector odd 1e6\n#pragma nearfield sum energies scalar even 1e6\n"
#define BODY                                                                                                 \
    "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n"     \
    "    to->energies += d2;\n    return d2;\n}\n"

typedef struct word_list {
    char (*at)[WORD_BYTES];
    size_t count;
} word_list;

static int compare(const void *a, const void *b) { return strcmp(a, b); }

static int is_of_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* A word is the library's own if it begins with nf_, and the language's if it begins with _. */
static void add(word_list *words, const char *at, size_t length) {
    if (length >= WORD_BYTES || isdigit((unsigned char)*at) || *at == '_' || strncmp(at, "nf_", 3) == 0 ||
        strncmp(at, "NF_", 3) == 0)
        return;
    ck_assert_uint_lt(words->count, WORDS_MOST);
    (void)snprintf(words->at[words->count++], WORD_BYTES, "%.*s", (int)length, at);
}

/* The words of all kernel files that may be in a program with a pair function, each once. */
static word_list words_of_kernels(void) {
    word_list all = {support_allocate((uint64_t)WORDS_MOST * WORD_BYTES), 0};
    size_t kept = 0;
    for (size_t k = 0; k < nf_embedded_count; k++) {
        if (!nf_function_may_meet(nf_embedded_files[k].name)) continue;
        for (const char *at = (const char *)nf_embedded_files[k].bytes; *at;) {
            size_t length = 0;
            while (is_of_word(at[length])) length++;
            if (length) add(&all, at, length);
            at += length ? length : 1;
        }
        qsort(all.at, all.count, WORD_BYTES, compare);
        for (size_t w = kept = 0; w < all.count; w++)
            if (!kept || strcmp(all.at[w], all.at[kept - 1]) != 0)
                memmove(all.at[kept++], all.at[w], WORD_BYTES);
        all.count = kept;
    }
    return all;
}

/* Makes a function of a line for each word, with `head` before them, and drops words until the compiler accepts the text alone: those of the language
   and those that the header gives to a text. */
static nf_function *function_of(nf_context *context, word_list *words, const char *head,
                                void (*write)(char *line, size_t size, const char *word)) {
    enum { LINE = 3 * WORD_BYTES + 80 };
    const size_t room = strlen(head) + (words->count + 1) * LINE + sizeof SUMS BODY;
    size_t lines = 1, kept;
    own_memory char *source = support_allocate(room);
    nf_function *function = NULL;
    for (const char *at = head; *at; at++) lines += *at == '\n';
    do {
        size_t used = (size_t)snprintf(source, room, "%s", head);
        for (size_t k = 0; k < words->count; k++) {
            write(source + used, room - used, words->at[k]);
            used += strlen(source + used);
        }
        (void)snprintf(source + used, room - used, BODY);
        const nf_status status = nf_function_create(context, NULL, source, "names.cl", &function);
        if (status == NF_OK) break;
        ck_assert_msg(status == NF_ERROR_BUILD, "%s", nf_context_error(context));
        const char *at = nf_context_build_log(context);
        while ((at = strstr(at, "names.cl:")) != NULL) {
            const size_t line = strtoul(at += strlen("names.cl:"), NULL, 10);
            if (line >= lines && line - lines < words->count) words->at[line - lines][0] = 0;
        }
        kept = 0;
        for (size_t k = 0; k < words->count; k++)
            if (words->at[k][0]) memmove(words->at[kept++], words->at[k], WORD_BYTES);
        ck_assert_msg(kept < words->count, "%s", nf_context_build_log(context));
        words->count = kept;
    } while (1);
    return function;
}

/* The sums of all strategies, and those of the walk in the shape of a CPU, are those of a function without the names. */
static void check_sums(nf_context *context, const nf_function *named, const nf_function *plain) {
    interactions_setup s = interactions_setup_of(POINTS, 0, 3, NF_FLOAT32, &interactions_cube, 0, 4, 0.9);
    interactions_arguments a;
    interactions_prepare(&a, &s);
    nf_cloud *cloud = support_cloud_on(context, &a.points, s.in);
    for (int k = 0; nf_strategy_name((size_t)k); k++) {
        nf_interact_options options = {.strategy = nf_strategy_name((size_t)k)};
        nf_result *results[2] = {NULL, NULL};
        uint32_t sums[2][4 * POINTS]; /* the bits of floats */
        if (!support_is_run(k, 3)) continue;
        const nf_status status = nf_interact(cloud, s.cutoff, named, &options, NULL, &results[0]);
        if (status == NF_ERROR_UNSUPPORTED) continue;
        ck_assert_msg(status == NF_OK, "%s: %s", options.strategy, nf_context_error(context));
        support_ok(context, nf_interact(cloud, s.cutoff, plain, &options, NULL, &results[1]));
        for (int r = 0; r < 2; r++) {
            support_ok(context, nf_result_read(results[r], NF_ARRAY_SUMS, 0, POINTS, NULL, sums[r]));
            support_ok(context, nf_result_read(results[r], (nf_array)(NF_ARRAY_SUMS + 1), 0, POINTS, NULL,
                                               sums[r] + 3 * POINTS));
            nf_result_free(results[r]);
        }
        ck_assert_msg(memcmp(sums[0], sums[1], sizeof sums[0]) == 0, "other sums: %s", options.strategy);
    }
    nf_cloud_free(cloud);
    interactions_release(&a);
    interactions_forget(&s);
}

static void write_definitions(char *line, size_t size, const char *word) {
    (void)snprintf(line, size, "struct %s { int a; }; static int %s(int k) { return k; }\n", word, word);
}

static int has(const word_list *words, const char *word) {
    return bsearch(word, words->at, words->count, WORD_BYTES, compare) != NULL;
}

/* Shapes of programs: that of the device, which is a CPU's on CPUs, and that of a GPU. */
static const char *const shapes[] = {NULL, INTERACTIONS_GPU};

TEST(a_text_may_define_every_name_that_does_not_begin_with_nf) {
    static const char *const free_names[] = {"CLUSTER", "GROUP",   "LANE",  "LANES_BY",    "REAL_MAX",
                                             "TEAM",    "carried", "cloud", "displacement"},
                             *const reserved[] = {"DIMS", "REAL64", "const", "parameters", "real", "sqrt"};
    SUPPORT_NEEDS_GROUPS();
    for (size_t shape = 0; shape < 2; shape++) {
        nf_context *context = support_context(shapes[shape]);
        const char *head = "#pragma nearfield radial\n" SUMS;
        word_list words = words_of_kernels(), none = {NULL, 0};
        nf_function *named = function_of(context, &words, head, write_definitions),
                    *plain = function_of(context, &none, head, write_definitions);
        for (size_t k = 0; k < sizeof free_names / sizeof *free_names; k++)
            ck_assert_msg(has(&words, free_names[k]), "%s is not free", free_names[k]);
        for (size_t k = 0; k < sizeof reserved / sizeof *reserved; k++)
            ck_assert_msg(!has(&words, reserved[k]), "%s is free", reserved[k]);
        check_sums(context, named, plain);
        nf_function_free(named);
        nf_function_free(plain);
        nf_context_free(context);
        free(words.at);
    }
}

static void write_parameter(char *line, size_t size, const char *word) {
    (void)snprintf(line, size, "#pragma nearfield parameter %s 1\n", word);
}

/* The words without small letters, which a macro may be, that are accepted as the name of a parameter before the compiler sees them. */
static word_list names_of_parameters(void) {
    word_list all = words_of_kernels();
    size_t kept = 0;
    for (size_t k = 0; k < all.count; k++) {
        char source[512];
        const char *c = all.at[k];
        while (*c && !islower((unsigned char)*c)) c++;
        (void)snprintf(source, sizeof source,
                       "#pragma nearfield radial\n" SUMS "#pragma nearfield parameter %s 1\n", all.at[k]);
        if (!*c && nf_function_describe(NULL, source, NULL, NULL, NULL, NULL, 0) == NF_OK)
            memmove(all.at[kept++], all.at[k], WORD_BYTES);
    }
    all.count = kept;
    return all;
}

TEST(a_declared_name_is_refused_or_no_macro_of_a_kernel) {
    SUPPORT_NEEDS_GROUPS();
    for (size_t shape = 0; shape < 2; shape++) {
        nf_context *context = support_context(shapes[shape]);
        const char *head = "#pragma nearfield radial\n" SUMS;
        word_list words = names_of_parameters(), none = {NULL, 0};
        nf_function *plain = function_of(context, &none, head, write_parameter);
        ck_assert_uint_gt(words.count, 0);
        while (words.count) {
            word_list some = {words.at, words.count};
            if (some.count > NF_PARAMETERS_MOST) some.count = NF_PARAMETERS_MOST;
            some.at += words.count -= some.count;
            own_function named = function_of(context, &some, head, write_parameter);
            check_sums(context, named, plain);
        }
        nf_function_free(plain);
        nf_context_free(context);
        free(words.at);
    }
}

int main(void) {
    (void)support_take_atomics();
    return support_main();
}
