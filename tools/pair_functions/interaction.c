/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "pair_functions/interaction.h"

#include "formats/reader/text_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the function ---------------------------------------------------------------------------------------- */

int interaction_is_ready(const interaction *about) {
    for (size_t k = 0; about->function && nf_function_name(k); k++)
        if (strcmp(nf_function_name(k), about->function) == 0) return 1;
    return 0;
}

/* "forces_x,forces_y,forces_z" for vectors. */
static void name_columns(interaction *about, const nf_function_info *info) {
    for (int k = 0; k < info->sums; k++) {
        const char *name = info->sum[k].name;
        if (info->sum[k].vector)
            snprintf(about->headings[k], SUM_HEADING, "%s_x,%s_y,%s_z", name, name, name);
        else snprintf(about->headings[k], SUM_HEADING, "%s", name);
    }
}

/* The number that is given for a name, or the usual one. */
static double named_value(const named_numbers *of, const char *name, double usual) {
    for (int k = 0; k < of->count; k++)
        if (strcmp(of->given[k].name, name) == 0) return of->given[k].value;
    return usual;
}

static void set_ranges(interaction *about, const nf_function_info *info) {
    for (int k = 0; k < info->sums; k++)
        about->ranges[k] = named_value(&about->named[OF_RANGES], info->sum[k].name, 0);
}

int interaction_open(interaction *about, int has_queries, nf_context *context, text_problem *problem) {
    char *text = NULL;
    const int ready = interaction_is_ready(about);
    if (!ready && io_read_text(about->function, &text, problem) != 0) {
        free(text);
        return problem->code;
    }
    const nf_status status = nf_function_create(context, ready ? about->function : NULL, text,
                                                ready ? NULL : about->function, &about->program);
    free(text);
    if (status != NF_OK) {
        const char *sentence = nf_context_error(context);
        const int is_input = status == NF_ERROR_ARGUMENT || interaction_is_wrong(about, status, sentence);
        return problem_set(problem, is_input ? EXIT_INPUT : exit_code_of(status), "%s", sentence);
    }
    const nf_function_info *info = nf_function_declares(about->program);
    about->context = context;
    about->has_double = nf_context_device(context)->fp64;
    name_columns(about, info);
    set_ranges(about, info);
    return interaction_check_names(about, has_queries, problem);
}

int interaction_is_wrong(const interaction *about, nf_status status, const char *sentence) {
    return status == NF_ERROR_BUILD && about->function && !interaction_is_ready(about) &&
           strncmp(sentence, about->function, strlen(about->function)) == 0;
}

nf_interact_options interaction_options(const interaction *about) {
    const named_numbers *parameters = &about->named[OF_PARAMETERS];
    return (nf_interact_options){.parameters = parameters->given,
                                 .parameter_count = (size_t)parameters->count,
                                 .fields = about->numbers[FOR_FIELDS],
                                 .field_count = (size_t)about->word_counts[FOR_FIELDS],
                                 .tables = about->numbers[FOR_TABLES],
                                 .table_count = (size_t)about->word_counts[FOR_TABLES],
                                 .query_fields = about->numbers[FOR_QUERY_FIELDS],
                                 .query_field_count = (size_t)about->word_counts[FOR_QUERY_FIELDS],
                                 .sum64 = about->sum64,
                                 .fast = about->fast,
                                 .arrays = about->arrays,
                                 .strategy = about->strategy,
                                 .ranges = about->ranges};
}

double interaction_parameter(const interaction *about, const nf_parameter_info *info) {
    return named_value(&about->named[OF_PARAMETERS], info->name, info->value);
}

/* ---- the sums -------------------------------------------------------------------------------------------- */

int interaction_width(const interaction *about, int k) {
    return nf_function_declares(about->program)->sum[k].vector ? about->dims : 1;
}

int interaction_wants(const interaction *about, int k) {
    return (about->arrays & NF_WANT(NF_ARRAY_SUM(k))) != 0;
}

int interaction_wants_all(const interaction *about) {
    return (about->arrays & NF_WANT(NF_ARRAY_TOTALS)) != 0;
}

int interaction_wanted_count(const interaction *about) {
    int count = 0;
    for (int k = 0; k < nf_function_declares(about->program)->sums; k++) count += interaction_wants(about, k);
    return count;
}

int interaction_first(const interaction *about, int k) {
    int first = 0;
    for (int before = 0; before < k; before++) first += interaction_width(about, before);
    return first;
}

void interaction_add(interaction *about, int k, const void *rows, nf_type type, uint64_t count) {
    const int width = interaction_width(about, k), first = interaction_first(about, k);
    for (uint64_t row = 0; row < count; row++) {
        int finite = 1;
        for (int a = 0; a < width; a++) {
            const double value = io_value(rows, row * (uint64_t)width + (uint64_t)a, type);
            double *least = &about->least[first + a], *largest = &about->largest[first + a];
            if (!interaction_wants_all(about)) about->totals[first + a] += value;
            if (!isfinite(value)) finite = 0;
            else if (isnan(*least)) *least = *largest = value;
            else *least = fmin(*least, value), *largest = fmax(*largest, value);
        }
        about->not_finite += !finite;
    }
}

void interaction_clear(interaction *about) {
    for (int o = 0; o < CARRIERS; o++)
        for (int k = 0; k < OPTION_MOST; k++) {
            free(about->carried[o][k].values);
            about->carried[o][k].values = NULL;
        }
    about->not_finite = 0;
}

void interaction_close(interaction *about) {
    nf_function_free(about->program);
    about->program = NULL;
}

void interaction_free(interaction *about) {
    for (int o = 0; o < CARRIERS; o++)
        for (int k = 0; k < OPTION_MOST; k++) io_frame_free(&about->carried[o][k].file);
}
