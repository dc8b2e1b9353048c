/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The values of the options of tasks: what they may be, and which cannot be combined. */
#include "charts/plot.h"
#include "job/options.h"
#include "job/job.h"
#include "options/options.h"
#include "text/words.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static int read_cutoff(const char *word, const task_job *job, double *cutoff) {
    const filters *given = &job->filters;
    const int radii = given->names[OF_RADII] || given->names[OF_QUERY_RADII];
    const int needed = (job->task->takes & NEEDS_CUTOFF) != 0;
    *cutoff = given->types.largest;
    if (!word && !given->types.cutoffs && (needed || !radii))
        return complain(EXIT_USAGE, "--cutoff R is required%s, or --pair-cutoffs LIST",
                        needed ? "" : ", or --radii FILE");
    return read_positive("cutoff", word, cutoff);
}

/* Reads the words of the box. */
static int read_box(const job_words *w, box_options *box) {
    text_problem problem = {0, ""};
    if (box->open && (w->box || w->periodic))
        return complain(EXIT_USAGE,
                        "--open ignores every box: it cannot be combined with --box or --periodic");
    if ((w->box && box_parse(w->box, box, &problem) != 0) ||
        (w->periodic && box_parse_axes(w->periodic, box, &problem) != 0))
        return complain(problem.code, "%s", problem.text);
    return EXIT_DONE;
}

static int read_words(task_job *job, const job_words *w) {
    text_problem problem = {0, ""};
    int precision = NF_TYPE_NONE, code = EXIT_DONE;
    job->asked.repeat = 1;
    if (types_parse_cutoffs(&job->filters.types, &problem) != 0)
        return complain(problem.code, "%s", problem.text);
    job->filters.types.wanted = job->filters.types.cutoffs != NULL;
    if (job->task->takes & TAKES_CUTOFF) code = read_cutoff(w->cutoff, job, &job->within.cutoff);
    job->reads.reach = job->within.cutoff;
    if (code == EXIT_DONE) code = read_box(w, &job->asked.box);
    if (code == EXIT_DONE && !frames_parse(w->frames, &job->asked.frames))
        code =
            complain(EXIT_USAGE, "--frames takes a number from 0, A:B, A:B:C or all, not \"%s\"", w->frames);
    if (code == EXIT_DONE && frames_are_none(&job->asked.frames))
        code = complain(EXIT_USAGE, "--frames %s selects no frame", w->frames);
    if (code == EXIT_DONE) code = read_choice("precision", w->precision, precision_choices, &precision);
    if (code == EXIT_DONE) code = read_choice("dims", w->dims, dims_choices, &job->filters.dims);
    if (code == EXIT_DONE) code = read_whole("repeat", w->repeat, 1, MOST_RUNS, &job->asked.repeat);
    if (code == EXIT_DONE) code = job_read_memory(w->memory, &job->asked.budget);
    if (code == EXIT_DONE) code = job_check_filters(job, w);
    job->asked.precision = (nf_type)precision;
    return code == EXIT_DONE && job->task->check ? job->task->check(job) : code;
}

/* Refuses options that cannot be combined. */
static int check_options(const task_job *job) {
    text_problem problem = {0, ""};
    const int standard = job->asked.output && strcmp(job->asked.output, "-") == 0;
    const int counts = job->task->counts.name != NULL;
    if (job->asked.count_only &&
        (job->within.sorted || (job->asked.output && !counts) || (job->asked.verify && !job->asked.output)))
        return complain(EXIT_USAGE, "--count stores no %s: it cannot be combined with %s%s", job->task->found,
                        counts ? "--sorted, or with --verify but for --output"
                               : "--output, --verify or --sorted",
                        counts ? "" : " (nearfield lists --count --output FILE writes those of each point)");
    if (job->asked.count_only && job->asked.output && job->within.half && counts)
        return complain(EXIT_USAGE, "--half stores a neighbour in the row of one point of two: it cannot be "
                                    "combined with --count and --output");
    for (size_t k = 0; k < job->task->further_count; k++)
        if (job->asked.count_only && job->asked.further[k])
            return complain(EXIT_USAGE, "--count stores nothing: it cannot be combined with --%s",
                            job->task->further[k].option);
    if (job->within.full && job->within.half)
        return complain(EXIT_USAGE, "--full and --half cannot be combined");
    if (job->asked.json && standard)
        return complain(EXIT_USAGE, "--json and --output - would both write to standard output");
    if (job->asked.output_format && !job->asked.output)
        return complain(EXIT_USAGE, "--output-format is the format of --output FILE, which is missing");
    const char *const one[] = {job->asked.output, job->asked.plot};
    for (size_t k = 0; k < sizeof one / sizeof *one; k++)
        if (job->task->sums.take && one[k] && strchr(one[k], '*'))
            return complain(EXIT_USAGE, "%s writes one file for all frames: leave the * out of \"%s\"",
                            job->task->name, one[k]);
    if (job->asked.plot && plot_check(job->asked.plot, &problem) != 0)
        return complain(problem.code, "%s", problem.text);
    if (job->asked.budget && (job->asked.count_only || job->asked.repeat > 1))
        return complain(EXIT_USAGE, "--memory cannot be combined with --count or --repeat");
    if (job->asked.budget && job->within.sorted && !(job->task->takes & TAKES_HALF))
        return complain(EXIT_USAGE, "--memory gives chunks of pairs that are not sorted: leave out "
                                    "--sorted, or use nearfield lists --half --sorted");
    return EXIT_DONE;
}

/* With types, --count of lists is about the neighbours of each type.  Refuses types that nothing needs. */
static int check_types(task_job *job) {
    point_types *t = &job->filters.types;
    const int counts = job->asked.count_only && job->task->counts.name && (t->cutoffs || t->column);
    if (counts && job->within.half)
        return complain(EXIT_USAGE, "--half lists a neighbour in the row of one point of two: it cannot be "
                                    "combined with --count by types");
    if (t->column && !t->wanted && !counts)
        return complain(EXIT_USAGE, "--types is for --pair-cutoffs, for rdf --partial and for lists --count");
    if (types_file(t) && job->filters.names[OF_QUERIES])
        return complain(
            EXIT_USAGE,
            "--types @FILE has the types of SOURCE alone: with --queries, name a column that both "
            "files have");
    if (types_file(t) && (!*types_file(t) || strcmp(types_file(t), "-") == 0))
        return complain(EXIT_USAGE, "--types @FILE takes a file: only SOURCE can be standard input");
    if (!counts) return EXIT_DONE;
    t->wanted = job->asked.by_type = 1;
    job->asked.count_only = 0;
    job->array_count = job_arrays(job, job->arrays);
    return EXIT_DONE;
}

int job_check(task_job *job, const job_words *w, size_t operands) {
    if (operands == 0 || !*job->asked.source)
        return complain(EXIT_USAGE,
                        "SOURCE is required: a file, - or a cloud such as random:N; see nearfield %s --help",
                        job->task->name);
    int code = read_words(job, w);
    job->array_count = job_arrays(job, job->arrays);
    if (code == EXIT_DONE) code = check_options(job);
    return code == EXIT_DONE ? check_types(job) : code;
}

static const choice rules[] = {
    {"query", NF_RADII_QUERY}, {"sum", NF_RADII_SUM}, {"larger", NF_RADII_LARGER}, {NULL, 0}};

/* Without --radii-rule both radii of a pair count where each pair is found once, and where query points and points have
 * them. */
static nf_radii_rule usual_rule(const task_job *job) {
    const filters *c = &job->filters;
    return c->names[OF_RADII] && (job->within.half || c->names[OF_QUERIES]) ? NF_RADII_SUM : NF_RADII_QUERY;
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
        {queries && job->within.half && job->task->takes & TAKES_HALF,
         "--half lists each pair of points of SOURCE once: it cannot be combined with --queries"},
        {theirs && !queries, "--query-radii are those of --queries FILE, which is missing"},
        {radii && queries && !theirs,
         "--radii are those of SOURCE: the query points need --query-radii, too"},
        {rule >= 0 && !radii && !theirs, "--radii-rule is for --radii and --query-radii, which are missing"},
        {rule > NF_RADII_QUERY && !radii, "--radii-rule sum and larger need --radii, those of SOURCE, too"},
        {rule == NF_RADII_QUERY && queries && radii,
         "--radii-rule query takes the radii of the query points alone: leave out --radii"},
        {rule == NF_RADII_QUERY && !queries && job->within.half,
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
    if (c->names[OF_QUERIES]) job->within.half = 0; /* all pairs of a query point and a point */
    return code;
}

/* Suffixes of decimal and of binary multiples. */
static const struct {
    const char *name;
    double bytes;
} suffixes[] = {{"", 1},         {"B", 1},    {"K", 1e3},      {"KB", 1e3},    {"KiB", 0x1p10},
                {"M", 1e6},      {"MB", 1e6}, {"MiB", 0x1p20}, {"G", 1e9},     {"GB", 1e9},
                {"GiB", 0x1p30}, {"T", 1e12}, {"TB", 1e12},    {"TiB", 0x1p40}};

int job_read_memory(const char *word, uint64_t *bytes) {
    double value = 0;
    if (!word) return EXIT_DONE;
    const size_t length = strspn(word, "0123456789.");
    char number[64] = "";
    if (length < sizeof number) memcpy(number, word, length);
    const int is_number = parse_double((span){number, strlen(number)}, &value);
    for (size_t k = 0; is_number && k < sizeof suffixes / sizeof *suffixes; k++) {
        if (strcasecmp(word + length, suffixes[k].name) != 0) continue;
        value *= suffixes[k].bytes;
        if (!(value >= 1 && value < 0x1p63)) break;
        *bytes = (uint64_t)value;
        return EXIT_DONE;
    }
    return complain(EXIT_USAGE, "--memory takes a number of bytes, such as 500M or 1.5GiB, not \"%s\"", word);
}
