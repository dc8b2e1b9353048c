/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The task interact: sums of a pair function over the neighbours of every point. */
#include "pair_functions/pair_sums.h"
#include "tasks/interact/task_interact.h"
#include "tasks/tasks.h"

#include <math.h>
#include <stdlib.h>

/* ---- the options ----------------------------------------------------------------------------------------- */

static size_t options(task_job *job, option_row *rows) {
    interaction *own = job->state;
    named_numbers *params = &own->named[OF_PARAMETERS], *ranges = &own->named[OF_RANGES];
    const option_row all[] = {
        {"function", 0, "F", "a file in OpenCL C, such as force.cl, or one of the library's (below)",
         &own->function, NULL},
        {named_options[OF_PARAMETERS], 0, "NAME=X",
         "the value of a parameter of the function; any number of times", params->words, &params->count},
        {carrier_options[FOR_FIELDS], 0, "NAME=C",
         "what a field is: a number, a column of SOURCE or a file (FILE:COLUMN); any number of times",
         own->words[FOR_FIELDS], &own->word_counts[FOR_FIELDS]},
        {carrier_options[FOR_TABLES], 0, "NAME=T",
         "what a table is: numbers such as 1,0.7,0.7,2, or a file; any number of times",
         own->words[FOR_TABLES], &own->word_counts[FOR_TABLES]},
        {carrier_options[FOR_QUERY_FIELDS], 0, "NAME=C",
         "the same as --field for the query points, if it is not the same number or column",
         own->words[FOR_QUERY_FIELDS], &own->word_counts[FOR_QUERY_FIELDS]},
        {"wanted", 0, "NAMES", "compute only these sums of the function, such as energies,virials",
         &own->sums, NULL},
        {"strategy", 0, "S", "how neighbours are walked; chosen by default", &own->strategy, NULL},
        {named_options[OF_RANGES], 0, "NAME=X",
         "of --strategy symmetric: the largest absolute value of a sum; any number of times", ranges->words,
         &ranges->count},
        {"sum64", 0, NULL, "add contributions of single precision in double", NULL, &own->sum64},
        {"fast", 0, NULL, "the function's arithmetic may be less accurate; neighbours stay exact", NULL,
         &own->fast}};
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof *all;
}

static int check(task_job *job) {
    interaction *own = job->state;
    if (job->asked.verify && own->fast)
        return complain(EXIT_USAGE,
                        "--verify does not know how accurate the arithmetic of --fast is: leave one "
                        "of them out");
    if (job->asked.verify && own->function && !nf_host_function_named(own->function, 3))
        return complain(
            EXIT_USAGE,
            "--verify compares with plain C, and %.200s is no function of the library: leave it out",
            own->function);
    return interaction_parse(own, job->filters.names[OF_QUERIES] != NULL, job->reads.named,
                             sizeof job->reads.named);
}

/* "functions of the library: coulomb, gaussian, ...", in lines */
static void print_names(const char *what, const char *(*name)(size_t index)) {
    enum { WIDTH = 110 };
    int column = printf("\n%s:", what);
    for (size_t k = 0; name(k); k++) {
        if (column + (int)strlen(name(k)) > WIDTH) column = printf("\n ") - 1;
        column += printf(" %s%s", name(k), name(k + 1) ? "," : "");
    }
    printf("\n");
}

static void help(void) {
    print_names("functions of the library", nf_function_name);
    puts("  nearfield help interact NAME says what a function, or a file, computes and takes, and what its "
         "cutoff must be");
    print_names("strategies", nf_strategy_name);
    puts("  direct, point-lists, cluster-lists, clusters and symmetric need a GPU");
}

/* ---- the function ---------------------------------------------------------------------------------------- */

/* Its rows are the components of all sums. */
static const task_further totals = {
    "totals",
    "also the total of each component of the sums, one after the other: the array totals",
    {NF_ARRAY_TOTALS, VALUES_OWN, {"totals", NF_FLOAT64, 1, "total", IO_OWN_ROWS}, 0}};

static int open_function(task_job *job, nf_context *context, text_problem *problem) {
    interaction *about = job->state;
    job->filters.query_columns = about->query_columns;
    if (interaction_open(about, job->filters.names[OF_QUERIES] != NULL, context, problem) != 0)
        return problem->code;
    if (job->asked.further[0] && !interaction_wants_all(about))
        return problem_set(
            problem, EXIT_USAGE,
            "--totals are those of all sums, and --wanted leaves some out: leave one of them out");
    if (job->asked.further[0] &&
        interaction_check_outputs(about, totals.about.file.name, totals.option, problem) != 0)
        return problem->code;
    return interaction_check_outputs(about, NULL, NULL, problem);
}

static void close_function(task_job *job) { interaction_close(interaction_of(job)); }

/* An array for each wanted sum; none before the function is known. */
static size_t declare(const task_job *job, task_array *arrays) {
    const interaction *about = job->state;
    const nf_function_info *info = nf_function_declares(about->program);
    size_t count = 0;
    uint64_t components = 0;
    for (int k = 0; k < info->sums; k++) {
        components += info->sum[k].vector ? (uint64_t)job->points.dims : 1;
        if (!interaction_wants(about, k)) continue;
        arrays[count++] = (task_array){.array = (nf_array)(NF_ARRAY_SUMS + k),
                                       .values = VALUES_EACH,
                                       .file = {.name = info->sum[k].name,
                                                .type = about->sum64 ? NF_FLOAT64 : NF_TYPE_NONE,
                                                .columns = info->sum[k].vector ? COLUMNS_DIMS : 1,
                                                .heading = about->headings[k]}};
    }
    if (job_further(job, arrays + count) == 0) return count;
    arrays[count].rows = components;
    return count + 1;
}

/* A sentence about the text of a function names file and line. */
static int explain(const task_job *job, nf_status status, const char *sentence, const char **advice) {
    static const char ranges[] = "give it in ranges";
    const size_t length = strlen(sentence), end = sizeof ranges - 1;
    if (length >= end && strcmp(sentence + length - end, ranges) == 0) *advice = " (--range NAME=X)";
    return interaction_is_wrong(job->state, status, sentence) ? EXIT_INPUT : 0;
}

/* The file of the function, and those of its fields and tables. */
static const char *reads(const task_job *job, size_t k, const io_frame **read) {
    const interaction *about = job->state;
    size_t count = about->function != NULL;
    if (k < count) return about->function;
    for (int of = 0; of < CARRIERS; of++)
        for (int c = 0; c < about->word_counts[of]; c++) {
            const carried *from = &about->carried[of][c];
            if (from->kind != FROM_FILE || count++ != k) continue;
            *read = &from->file;
            return from->from;
        }
    return NULL;
}

static void free_state(task_job *job) { interaction_free(job->state); }

static int prepare(task_job *job, text_problem *problem) {
    const filters *c = &job->filters;
    return interaction_take(interaction_of(job), &job->points, job->asked.source,
                            c->names[OF_QUERIES] ? &c->files[OF_QUERIES] : NULL, c->names[OF_QUERIES],
                            problem);
}

/* ---- the answer ------------------------------------------------------------------------------------------ */

static nf_status read_totals(task_answer *answer) {
    const nf_array_info *info = nf_result_array(answer->result, NF_ARRAY_TOTALS);
    double *all = malloc(SUM_COMPONENTS * sizeof *all);
    answer->own = all;
    if (!all) return NF_ERROR_MEMORY;
    const nf_status status = nf_result_read(answer->result, NF_ARRAY_TOTALS, 0, info->rows, NULL, all);
    for (uint64_t k = info->rows; k-- > 0;) all[k] = io_value(all, k, info->type); /* widened in place */
    return status;
}

static nf_status ask(const task_job *job, nf_cloud *cloud, task_answer *answer) {
    const interaction *about = interaction_of(job);
    nf_interact_options options = interaction_options(about);
    options.queries = filters_queries(&job->filters);
    options.filters = filters_asked(&job->filters);
    const nf_status status =
        nf_interact(cloud, job->within.cutoff, about->program, &options, NULL, &answer->result);
    answer->total = filters_rows(&job->filters, job->points.n) * (uint64_t)interaction_wanted_count(about);
    return status == NF_OK && interaction_wants_all(about) ? read_totals(answer) : status;
}

/* ---- the rows of a frame --------------------------------------------------------------------------------- */

static int take(task_job *job, size_t array, const void *rows, uint64_t first, uint64_t count,
                text_problem *problem) {
    const task_array *about = &job->arrays[array];
    (void)first, (void)problem;
    if (about->values == VALUES_EACH)
        interaction_add(interaction_of(job), (int)about->array - NF_ARRAY_SUMS, rows, about->file.type,
                        count);
    return 0;
}

static void end(task_job *job, const task_answer *answer) {
    interaction *about = interaction_of(job);
    about->used = *nf_strategy_used(about->context);
    const double *all = answer->own;
    for (int k = 0; all && k < about->components; k++) about->totals[k] = all[k];
    for (int k = 0; k < about->components; k++) /* what is not a number has no sign */
        if (isnan(about->totals[k])) about->totals[k] = (double)NAN;
}

static void clear(task_job *job) { interaction_clear(interaction_of(job)); }

static const task_rows rows_of_sums = {
    .prepare = prepare,
    .agrees = interact_agrees,
    .take = take,
    .end = end,
    .clear = clear,
    .report = interact_report,
    .report_json = interact_report_json,
    .report_head = interact_report_head,
    .report_cells = interact_report_cells,
    .report_verified = interact_report_verified,
};

const task interact_task = {
    .name = "interact",
    .summary = "sum a pair function, of the library or your own, over the neighbours of every point",
    .asks = "sums of a pair function over the neighbours of every point",
    .needs = "--cutoff R --function F",
    .found = "sums",
    .row = "an array with the name of each sum of the function: n x dims for vectors, or n; of lennard-jones "
           "forces, energies and virials",
    .takes = TAKES_CUTOFF | TAKES_QUERIES,
    .further_count = 1,
    .further = &totals,
    .state_bytes = sizeof(interaction),
    .options = options,
    .check = check,
    .verifies = "compare the sums of a function of the library with those of plain C",
    .help = help,
    .help_named = interaction_help,
    .free = free_state,
    .open = open_function,
    .close = close_function,
    .declare = declare,
    .ask = ask,
    .ask_reference = interact_ask_reference,
    .explain = explain,
    .reads = reads,
    .rows = &rows_of_sums,
};
