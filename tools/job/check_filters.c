/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The options of query points and filters. */
#include "job/options.h"

#include "options/values.h"

#include <math.h>
#include <string.h>

static const choice rules[] = {
    {"query", NF_RADII_QUERY}, {"sum", NF_RADII_SUM}, {"larger", NF_RADII_LARGER}, {NULL, 0}};

/* Without --radii-rule both radii of a pair count where each pair is found once, and where query points and points have
 * them. */
static nf_radii_rule usual_rule(const task_job *job) {
    const filters *c = &job->filters;
    return c->names[OF_RADII] && (job->half || c->names[OF_QUERIES]) ? NF_RADII_SUM : NF_RADII_QUERY;
}

/* Refuses options that need or exclude another. */
static int refuse(const task_job *job, int rule) {
    const filters *c = &job->filters;
    const int queries = c->names[OF_QUERIES] != NULL, radii = c->names[OF_RADII] != NULL,
              theirs = c->names[OF_QUERY_RADII] != NULL;
    const struct {
        int holds;
        const char *words;
    } refusals[] = {
        {queries && job->half && job->task->takes & TAKES_HALF,
         "--half lists each pair of points of SOURCE once: it cannot be combined with --queries"},
        {theirs && !queries, "--query-radii are those of --queries FILE, which is missing"},
        {radii && queries && !theirs,
         "--radii are those of SOURCE: the query points need --query-radii, too"},
        {rule >= 0 && !radii && !theirs, "--radii-rule is for --radii and --query-radii, which are missing"},
        {rule > NF_RADII_QUERY && !radii, "--radii-rule sum and larger need --radii, those of SOURCE, too"},
        {rule == NF_RADII_QUERY && queries && radii,
         "--radii-rule query takes the radii of the query points alone: leave out --radii"},
        {rule == NF_RADII_QUERY && !queries && job->half,
         "--radii-rule query is that of one point of a pair, which is found once: give sum or larger, or "
         "full "
         "lists"},
    };
    for (size_t k = 0; k < sizeof refusals / sizeof *refusals; k++)
        if (refusals[k].holds) return complain(EXIT_USAGE, "%s", refusals[k].words);
    for (int k = 0; k < FILTER_FILES; k++)
        if (c->names[k] && strcmp(c->names[k], "-") == 0)
            return complain(EXIT_USAGE, "--%s takes a file: only SOURCE can be standard input",
                            filter_options[k]);
    return EXIT_DONE;
}

int job_check_filters(task_job *job, const job_words *words) {
    filters *c = &job->filters;
    int rule = -1, code = read_choice("radii-rule", words->radii_rule, rules, &rule);
    if (code == EXIT_DONE)
        code = read_number("min-distance", words->min_distance, (number_range){0, HUGE_VAL, 0},
                           &c->min_distance);
    if (code == EXIT_DONE) code = refuse(job, rule);
    c->rule = rule < 0 ? usual_rule(job) : (nf_radii_rule)rule;
    if (c->names[OF_QUERIES]) job->half = 0; /* all pairs of a query point and a point */
    return code;
}
