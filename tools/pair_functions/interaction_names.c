/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The names of a pair function: what is given must be what it declares, and no two outputs may have one name. */
#include "pair_functions/interaction.h"
#include "text/append.h"

#include <stdio.h>
#include <string.h>

/* Names that are declared: `count` rows of `size` bytes, which begin with one. */
typedef struct names {
    const char *are; /* "field" */
    const void *rows;
    int count;
    size_t size;
} names;

static const char *name_at(const names *of, int k) { return (const char *)of->rows + (size_t)k * of->size; }

static int has_name(const names *of, const char *name) {
    for (int k = 0; k < of->count; k++)
        if (strcmp(name_at(of, k), name) == 0) return 1;
    return 0;
}

/* "--field mas: the function gravity does not declare such a field; its field is mass" */
static int not_declared(const interaction *about, const char *option, const char *name, const names *of,
                        text_problem *problem) {
    char known[600];
    if (!of->count) snprintf(known, sizeof known, "; it has no %ss", of->are);
    else snprintf(known, sizeof known, "; its %s%s", of->are, of->count == 1 ? " is" : "s are");
    for (int k = 0; k < of->count; k++) append(known, sizeof known, k ? ", " : " ", "%s", name_at(of, k));
    return problem_set(problem, EXIT_USAGE, "--%s %s: the function %.200s does not declare such a %s%s",
                       option, name, about->function, of->are, known);
}

/* "the function gravity has the field "mass": give --field mass=VALUE, a column of SOURCE, a number or a file (FILE:COLUMN)" */
static int not_given(const interaction *about, int carriers, const char *name, const names *of,
                     text_problem *problem) {
    static const char *const ask[CARRIERS] = {
        "a column of SOURCE, a number or a file (FILE:COLUMN)",
        "a column of the query points, a number or a file (FILE:COLUMN)",
        "numbers separated by commas, or a file"};
    const int number = about->only_numbers && carriers == FOR_FIELDS;
    return problem_set(problem, EXIT_USAGE, "the function %.200s has the %s \"%s\": give --%s %s=VALUE, %s",
                       about->function, of->are, name, carrier_options[carriers], name,
                       number ? "a number for all points" : ask[carriers]);
}

static int check(const interaction *about, int carriers, const names *of, text_problem *problem) {
    const carried *given = about->carried[carriers];
    const int count = about->word_counts[carriers];
    for (int k = 0; k < count; k++)
        if (!has_name(of, given[k].name))
            return not_declared(about, carrier_options[carriers], given[k].name, of, problem);
    for (int d = 0; d < of->count; d++) {
        int found = 0;
        for (int k = 0; k < count; k++) found |= strcmp(given[k].name, name_at(of, d)) == 0;
        if (!found) return not_given(about, carriers, name_at(of, d), of, problem);
    }
    return 0;
}

/* The sums that --wanted names. */
static int read_wanted(interaction *about, const names *declared, text_problem *problem) {
    const uint64_t all = (NF_WANT(declared->count) - 1) << NF_ARRAY_SUMS;
    about->arrays = about->sums ? 0 : all;
    for (const char *at = about->sums; at; at += strcspn(at, ","), at = *at ? at + 1 : NULL) {
        const size_t length = strcspn(at, ",");
        char name[NF_NAME_BYTES];
        uint64_t found = 0;
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), at);
        for (int k = 0; k < declared->count && length < sizeof name; k++)
            if (strcmp(name_at(declared, k), name) == 0) found = NF_WANT(NF_ARRAY_SUM(k));
        if (!length)
            return problem_set(problem, EXIT_USAGE, "--wanted \"%.100s\": a name is missing beside a comma",
                               about->sums);
        if (!found) return not_declared(about, "wanted", name, declared, problem);
        if (about->arrays & found)
            return problem_set(problem, EXIT_USAGE, "--wanted names the sum %s twice", name);
        about->arrays |= found;
    }
    if (about->arrays == all) about->arrays |= NF_WANT(NF_ARRAY_TOTALS);
    return 0;
}

int interaction_check_names(interaction *about, int has_queries, text_problem *problem) {
    const nf_function_info *info = nf_function_declares(about->program);
    const names declared[NAMED] = {{"parameter", info->parameter, info->parameters, sizeof *info->parameter},
                                   {"sum", info->sum, info->sums, sizeof *info->sum}},
                fields = {"field", info->field, info->fields, sizeof *info->field},
                tables = {"table", info->table, info->tables, sizeof *info->table};
    for (int of = 0; of < NAMED; of++)
        for (int k = 0; k < about->named[of].count; k++)
            if (!has_name(&declared[of], about->named[of].names[k]))
                return not_declared(about, named_options[of], about->named[of].names[k], &declared[of],
                                    problem);
    if (read_wanted(about, &declared[OF_RANGES], problem) != 0) return problem->code;
    if (check(about, FOR_FIELDS, &fields, problem) != 0 || check(about, FOR_TABLES, &tables, problem) != 0)
        return problem->code;
    return has_queries ? check(about, FOR_QUERY_FIELDS, &fields, problem) : 0;
}

/* ---- what is written ------------------------------------------------------------------------------------- */

/* Whether both have a component of this name, as the vector f and the scalar f_x have. */
static int is_component(const nf_sum_info *vector, const nf_sum_info *scalar) {
    const size_t length = strlen(vector->name);
    return vector->vector && !scalar->vector && strncmp(scalar->name, vector->name, length) == 0 &&
           strlen(scalar->name) == length + 2 && scalar->name[length] == '_' &&
           strchr("xyz", scalar->name[length + 1]);
}

int interaction_check_outputs(const interaction *about, const char *further, const char *option,
                              text_problem *problem) {
    const nf_function_info *info = nf_function_declares(about->program);
    for (int k = 0; k < info->sums; k++) {
        const nf_sum_info *sum = &info->sum[k];
        if (further && strcmp(sum->name, further) == 0)
            return problem_set(problem, EXIT_USAGE,
                               "--%s writes an array \"%s\", and a sum of %.200s has that name: rename the "
                               "sum, or leave --%s out",
                               option, further, about->function, option);
        for (int m = 0; m < info->sums; m++)
            if (is_component(sum, &info->sum[m]))
                return problem_set(problem, EXIT_INPUT,
                                   "%.200s: the sum \"%s\" has the name of a component of \"%s\": rename "
                                   "one of them",
                                   about->function, info->sum[m].name, sum->name);
    }
    return 0;
}
