/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The task interact: sums of a pair function over the neighbours of every point. */
#include "system/hush.h"
#include "pair_functions/pair_functions.h"
#include "tasks/interact/task_interact.h"

#include <math.h>
#include <stdlib.h>

static int asks_for_totals(const task_job *job) {
    for (size_t k = 0; k < TASK_MORE; k++)
        if (job->more[k] && task_more[k].about.array == NF_ARRAY_TOTALS) return 1;
    return 0;
}

int task_check_interact(task_job *job) {
    if (is_host(job->device)) return interaction_refuse_host();
    if (job->verify && job->interaction.fast)
        return complain(NF_EXIT_USAGE,
                        "--verify does not know how accurate the arithmetic of --fast is: leave one "
                        "of them out");
    job->second =
        job->verify && job->interaction.function && !pair_function_named(job->interaction.function, 3);
    return interaction_parse(&job->interaction, job->conditions.names[OF_QUERIES] != NULL, job->named,
                             sizeof job->named);
}

static int open_function(task_job *job, nf_context *context, io_problem *problem) {
    interaction *about = &job->interaction;
    job->conditions.query_columns = about->query_columns;
    job->conditions.query_remedy = about->query_remedy;
    if (interaction_open(about, job->conditions.names[OF_QUERIES] != NULL, context, problem) != 0)
        return problem->code;
    if (about->wanted && asks_for_totals(job))
        return io_problem_set(
            problem, NF_EXIT_USAGE,
            "--totals are those of all sums, and --wanted leaves some out: leave one of them out");
    for (size_t k = 0; k < TASK_MORE; k++)
        if (job->more[k] &&
            interaction_check_outputs(about, task_more[k].about.file.name, task_more[k].option, problem) != 0)
            return problem->code;
    return interaction_check_outputs(about, NULL, NULL, problem);
}

static void close_function(task_job *job) { interaction_close(&job->interaction); }

/* An array for each wanted sum; none before the function is known. */
static size_t declare(const task_job *job, task_array *arrays) {
    const interaction *about = &job->interaction;
    const nf_function_info *info = nf_function_declares(about->program);
    size_t count = 0;
    for (int k = 0; k < info->sums; k++) {
        if (!interaction_wants(about, k)) continue;
        arrays[count++] = (task_array){.array = (nf_array)(NF_ARRAY_SUMS + k),
                                       .values = VALUES_EACH,
                                       .file = {.name = info->sum[k].name,
                                                .type = about->sum64 ? NF_FLOAT64 : NF_TYPE_NONE,
                                                .columns = info->sum[k].vector ? COLUMNS_DIMS : 1,
                                                .heading = about->headings[k]}};
    }
    return count;
}

static int prepare(task_job *job, io_problem *problem) {
    const conditions *c = &job->conditions;
    return interaction_take(&job->interaction, &job->points, job->source,
                            c->names[OF_QUERIES] ? &c->files[OF_QUERIES] : NULL, c->names[OF_QUERIES],
                            problem);
}

/* ---- on a device ----------------------------------------------------------------------------------------- */

static nf_status read_totals(task_answer *answer) {
    const nf_array_info info = nf_result_array(answer->result, NF_ARRAY_TOTALS);
    answer->totals_type = info.type;
    answer->totals = malloc((size_t)info.rows * nf_type_bytes(info.type) + 1);
    return answer->totals
               ? nf_result_read(answer->result, NF_ARRAY_TOTALS, 0, info.rows, NULL, answer->totals)
               : NF_ERROR_MEMORY;
}

static nf_status ask_device(const task_job *job, nf_cloud *cloud, task_answer *answer) {
    const interaction *about = &job->interaction;
    nf_interact_options options = interaction_options(about);
    options.queries = conditions_queries(&job->conditions);
    options.conditions = conditions_asked(&job->conditions);
    hush quiet = {-1, NULL};
    if (job->done == 0 && !interaction_is_ready(about)) quiet = hush_begin();
    const nf_status status = nf_interact(cloud, job->cutoff, about->program, &options, NULL, &answer->result);
    hush_end(&quiet);
    answer->total =
        conditions_rows(&job->conditions, job->points.n) * (uint64_t)interaction_wanted_count(about);
    return status == NF_OK && options.totals ? read_totals(answer) : status;
}

/* ---- the rows of a frame --------------------------------------------------------------------------------- */

static int take(task_job *job, size_t array, const void *rows, uint64_t first, uint64_t count,
                io_problem *problem) {
    const task_array *about = &job->arrays[array];
    (void)first, (void)problem;
    if (about->values == VALUES_EACH)
        interaction_add(&job->interaction, (int)about->array - NF_ARRAY_SUMS, rows, about->file.type, count);
    return 0;
}

static void end(task_job *job, const task_answer *answer) {
    interaction *about = &job->interaction;
    if (!about->second) about->used = *nf_strategy_used(about->context);
    for (int k = 0; answer->totals && k < about->components; k++)
        about->totals[k] = interaction_value(answer->totals, (uint64_t)k, answer->totals_type);
}

static void clear(task_job *job) { interaction_clear(&job->interaction); }

static const task_rows rows_of_sums = {
    .prepare = prepare,
    .agrees = interact_agrees,
    .excuses = interact_excuses,
    .take = take,
    .end = end,
    .clear = clear,
    .report = interact_report,
    .report_json = interact_report_json,
    .report_head = interact_report_head,
    .report_row = interact_report_row,
};

const task interact_task = {
    .name = "interact",
    .asks = "sums of a pair function over the neighbours of every point",
    .needs = "--cutoff R --function F",
    .found = "sums",
    .row = "an array with the name of each sum of the function: n x dims for vectors, or n; of lennard-jones "
           "forces, energies and virials",
    .takes = TAKES_CUTOFF | TAKES_QUERIES | TAKES_CONDITIONS | TAKES_FUNCTION,
    .open = open_function,
    .close = close_function,
    .declare = declare,
    .ask_device = ask_device,
    .ask_host = interact_ask_host,
    .ask_second = interact_ask_second,
    .rows = &rows_of_sums,
};
