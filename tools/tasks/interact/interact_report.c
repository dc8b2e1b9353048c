/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What interact prints of a frame: the function, and the totals and extremes of its sums. */
#include "text/grouped.h"
#include "tasks/interact/task_interact.h"

#include <math.h>

static const nf_function_info *declared(const task_job *job) {
    return nf_function_declares(interaction_of(job)->program);
}

/* "forces_x", or "energies" */
static const char *component_name(const nf_sum_info *sum, int a, char text[NF_NAME_BYTES + 3]) {
    if (sum->vector) snprintf(text, NF_NAME_BYTES + 3, "%s_%c", sum->name, "xyz"[a]);
    else snprintf(text, NF_NAME_BYTES + 3, "%s", sum->name);
    return text;
}

static void print_parameters(const task_job *job) {
    const nf_function_info *info = declared(job);
    for (int k = 0; k < info->parameters; k++)
        printf("%s%s %g", k ? ", " : "parameters: ", info->parameter[k].name,
               interaction_parameter(interaction_of(job), &info->parameter[k]));
    if (info->parameters) putchar('\n');
}

/* "sums of lennard-jones over neighbours closer than 2.5" */
static void print_question(const task_job *job) {
    const interaction *about = interaction_of(job);
    char bound[BOUND];
    report_bound(job, bound);
    printf("sums of %s over neighbours %s", about->function, bound);
    if (about->strategy) printf(", by %s", about->strategy);
    if (about->sum64) printf(", added in double precision");
    if (about->fast) printf(", with fast arithmetic");
}

/* Why a strategy was taken that the user did not name. */
static const char *reason(const char *source) {
    if (strcmp(source, "stored") == 0) return "which is stored as the fastest";
    if (strcmp(source, "nearest") == 0) return "which is stored as the fastest for similar clouds";
    return "by rule";
}

void interact_report(const task_job *job) {
    const interaction *about = interaction_of(job);
    const nf_function_info *info = declared(job);
    char text[GROUPED], name[NF_NAME_BYTES + 3];
    print_question(job);
    putchar('\n');
    print_parameters(job);
    if (!about->strategy) printf("strategy: %s, %s\n", about->used.name, reason(about->used.source));
    if (*about->used.ignored)
        printf("ignored: the stored strategy %s, which cannot serve here\n", about->used.ignored);
    printf("\n  %-20s %18s %14s %14s\n", "sum", "total", "least", "largest");
    for (int k = 0; k < info->sums; k++)
        for (int a = 0; interaction_wants(about, k) && a < interaction_width(about, k); a++) {
            const int c = interaction_first(about, k) + a;
            printf("  %-20s %18.10g %14.6g %14.6g\n", component_name(&info->sum[k], a, name),
                   about->totals[c], about->least[c], about->largest[c]);
        }
    if (about->not_finite)
        printf(
            "%s sum%s not finite: points may be at the same place, numbers too large for the precision, or "
            "values that the function does not take (nearfield help interact %s)\n",
            grouped(about->not_finite, text), about->not_finite == 1 ? " is" : "s are", about->function);
}

void interact_report_verified(const task_job *job) {
    (void)job;
    puts("verified: every sum is, up to rounding, the result of plain C on the host");
}

static void json_components(json_out *j, const task_job *job, const char *member, const double *values) {
    const interaction *about = interaction_of(job);
    const nf_function_info *info = declared(job);
    json_open(j, member, '{');
    for (int k = 0; k < info->sums; k++) {
        const int width = interaction_width(about, k), first = interaction_first(about, k);
        if (!interaction_wants(about, k)) continue;
        if (info->sum[k].vector) json_open(j, info->sum[k].name, '[');
        for (int a = 0; a < width; a++)
            json_real(j, info->sum[k].vector ? NULL : info->sum[k].name, values[first + a]);
        if (info->sum[k].vector) json_close(j, ']');
    }
    json_close(j, '}');
}

void interact_report_json(const task_job *job, json_out *j) {
    const interaction *about = interaction_of(job);
    const nf_function_info *info = declared(job);
    json_text(j, "function", about->function);
    json_open(j, "parameters", '{');
    for (int k = 0; k < info->parameters; k++)
        json_real(j, info->parameter[k].name, interaction_parameter(about, &info->parameter[k]));
    json_close(j, '}');
    json_truth(j, "sum64", about->sum64);
    json_truth(j, "fast", about->fast);
    json_text(j, "strategy", about->used.name);
    json_text(j, "strategy_from", about->used.source);
    json_components(j, job, "totals", about->totals);
    json_components(j, job, "least", about->least);
    json_components(j, job, "largest", about->largest);
    json_count(j, "not_finite", about->not_finite);
}

/* A row of several frames has the totals of the scalars; of a function without any, those of all components; of the wanted sums alone. */
enum { ROW_MOST = 4 };

static int is_in_row(const interaction *about, const nf_function_info *info, int k) {
    int scalars = 0;
    for (int other = 0; other < info->sums; other++)
        scalars += interaction_wants(about, other) && !info->sum[other].vector;
    return interaction_wants(about, k) && (!scalars || !info->sum[k].vector);
}

void interact_report_head(const task_job *job) {
    print_question(job);
    printf("; totals; ms from bounds to search\n");
    print_parameters(job);
}

void interact_report_cells(const task_job *job, int head) {
    const interaction *about = interaction_of(job);
    const nf_function_info *info = declared(job);
    char name[NF_NAME_BYTES + 3];
    int cells = 0;
    for (int k = 0; k < info->sums; k++)
        for (int a = 0; is_in_row(about, info, k) && a < interaction_width(about, k); a++)
            if (cells++ < ROW_MOST)
                report_cell(head, component_name(&info->sum[k], a, name), 16, "%.9g",
                            about->totals[interaction_first(about, k) + a]);
}
