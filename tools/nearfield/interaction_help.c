/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nearfield help interact NAME: what a function, of the library or of a file, computes and takes, from its own source. */
#include "interaction.h"
#include "suggest.h"

#include "interact/function.h"
#include "opencl/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *function_name(const void *table, size_t k) {
    (void)table;
    return nf_function_name(k);
}

/* The source of a function, which a zero follows; NULL if there is none of this name. */
static const char *source_of(const char *name) {
    char file[NF_NAME_BYTES + 32];
    int known = 0;
    for (size_t k = 0; nf_function_name(k); k++) known |= strcmp(nf_function_name(k), name) == 0;
    if (!known) return NULL;
    snprintf(file, sizeof file, "interact/pair_%s.cl", name);
    for (char *c = file; *c; c++)
        if (*c == '-') *c = '_';
    for (size_t k = 0; k < nf_embedded_count; k++)
        if (strcmp(nf_embedded_files[k].name, file) == 0) return (const char *)nf_embedded_files[k].bytes;
    return NULL;
}

/* Prints the comment at the head. */
static void print_comment(const char *source) {
    for (const char *line = source; strncmp(line, "//", 2) == 0;
         line += strcspn(line, "\n"), line += *line == '\n') {
        const char *text = line + 2 + (line[2] == ' ');
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

static int print(const char *name, const char *source, int of_file) {
    nf_function_info info;
    nf_sentence error;
    if (nf_function_read(source, name, &info, &error) != NF_OK)
        return complain(of_file ? NF_EXIT_INPUT : NF_EXIT_OTHER, "%s", error.text);
    printf("nearfield interact --function %s\n\n", name);
    print_comment(source);
    printf("%sIt declares, with the defaults of parameters in brackets; units are those of your numbers:\n\n",
           strncmp(source, "//", 2) == 0 ? "\n" : "");
    print_declared(&info);
    printf("\nusage: nearfield interact SOURCE --cutoff R --function %s", name);
    for (int k = 0; k < info.fields; k++) printf(" --field %s=C", info.field[k]);
    for (int k = 0; k < info.tables; k++) printf(" --table %s=T", info.table[k]);
    if (info.parameters) printf(" [--param NAME=X]...");
    puts("");
    return NF_EXIT_DONE;
}

static int print_file(const char *path) {
    io_problem problem = {.code = 0};
    char *text = NULL;
    const int code = interaction_read_text(path, &text, &problem) == 0
                         ? print(path, nf_function_text(text), 1)
                         : complain(problem.code, "%s", problem.text);
    free(text);
    return code;
}

int interaction_help(const char *name) {
    char text[SUGGESTION];
    const char *source = source_of(name);
    if (source) return print(name, source, 0);
    if (interaction_is_file(name)) return print_file(name);
    return complain(NF_EXIT_USAGE,
                    "there is no pair function \"%s\" in the library%s (nearfield help interact; a file is "
                    "named with its extension or folder)",
                    name, suggest(name, "", function_name, NULL, text));
}
