/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nearfield help interact NAME: what a function, of the library or of a file, computes and takes, from its own source. */
#include "formats/reader/text_file.h"
#include "pair_functions/interaction.h"
#include "text/suggest.h"

#include <nearfield/function.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *function_name(const void *table, size_t k) {
    (void)table;
    return nf_function_name(k);
}

/* Prints the comment at the head, without the lines about its licence. */
static void print_comment(const char *source) {
    for (const char *line = source; strncmp(line, "//", 2) == 0;
         line += strcspn(line, "\n"), line += *line == '\n') {
        const char *text = line + 2 + (line[2] == ' ');
        if (strncmp(text, "SPDX-", 5) == 0) continue;
        printf("%.*s\n", (int)strcspn(text, "\n"), text);
    }
}

static void print_names(const char *are, const char (*names)[NF_NAME_BYTES], int count) {
    printf("  %-11s", are);
    for (int k = 0; k < count; k++) printf("%s%s", k ? ", " : "", names[k]);
    puts(count ? "" : "none");
}

static void print_declared(const nf_function_info *info) {
    print_names("fields", info->field, info->fields);
    printf("  %-11s", "parameters");
    for (int k = 0; k < info->parameters; k++)
        printf("%s%s (%g)", k ? ", " : "", info->parameter[k].name, info->parameter[k].value);
    puts(info->parameters ? "" : "none");
    print_names("tables", info->table, info->tables);
    printf("  %-11s", "sums");
    for (int k = 0; k < info->sums; k++)
        printf("%s%s (%s)", k ? ", " : "", info->sum[k].name, info->sum[k].vector ? "a vector" : "a number");
    puts("");
}

static void print(const char *name, const nf_function_info *info, const char *source) {
    printf("nearfield interact --function %s\n\n", name);
    print_comment(source);
    printf("%sIt declares, with the defaults of parameters in brackets; units are those of your numbers:\n\n",
           strncmp(source, "//", 2) == 0 ? "\n" : "");
    print_declared(info);
    printf("\nusage: nearfield interact SOURCE --cutoff R --function %s", name);
    for (int k = 0; k < info->fields; k++) printf(" --field %s=C", info->field[k]);
    for (int k = 0; k < info->tables; k++) printf(" --table %s=T", info->table[k]);
    if (info->parameters) printf(" [--param NAME=X]...");
    puts("");
}

static int print_file(const char *path) {
    text_problem problem = {.code = 0};
    nf_function_info info = NF_DEFAULTS;
    char *text = NULL, message[640];
    const char *source = NULL;
    if (io_read_text(path, &text, &problem) != 0) {
        complain(problem.code, "%s", problem.text);
    } else if (nf_function_describe(NULL, text, path, &info, &source, message, sizeof message) != NF_OK) {
        problem.code = complain(EXIT_INPUT, "%s", message);
    } else {
        print(path, &info, source);
    }
    free(text);
    return problem.code;
}

int interaction_help(const char *name) {
    nf_function_info info = NF_DEFAULTS;
    char text[SUGGESTION];
    const char *source = NULL;
    if (nf_function_describe(name, NULL, NULL, &info, &source, NULL, 0) == NF_OK) {
        print(name, &info, source);
        return EXIT_DONE;
    }
    if (interaction_is_file(name)) return print_file(name);
    return complain(EXIT_USAGE,
                    "there is no pair function \"%s\" in the library%s (nearfield help interact; a file is "
                    "named with its extension or folder)",
                    name, suggest(name, "", function_name, NULL, text));
}
