/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The values of the options of tasks: what they may be, and which cannot be combined. */
#include "charts/plot.h"
#include "tasks/interact/task_interact.h"
#include "tasks/options/task_options.h"
#include "tasks/job/timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A word that an option takes, and its value. */
typedef struct choice {
    const char *option, *word;
    int value;
} choice;
static const choice choices[] = {
    {"precision", "single", NF_FLOAT32},
    {"precision", "double", NF_FLOAT64},
    {"dims", "1", 1},
    {"dims", "2", 2},
    {"dims", "3", 3},
    {"cells-per-cutoff", "auto", 0},
    {"cells-per-cutoff", "1", 1},
    {"cells-per-cutoff", "2", 2},
    {"cells-per-cutoff", "3", 3},
    {"radii-rule", "query", NF_RADII_QUERY},
    {"radii-rule", "sum", NF_RADII_SUM},
    {"radii-rule", "larger", NF_RADII_LARGER},
    {"method", "search", NF_PAIRS_SEARCH},
    {"method", "potential", NF_PAIRS_POTENTIAL},
};

/* Sets *value to that of `word`; leaves it as it is where `word` is NULL. */
static int choose(const char *option, const char *word, int *value) {
    char known[128] = "";
    if (!word) return NF_EXIT_DONE;
    for (size_t k = 0; k < sizeof choices / sizeof *choices; k++) {
        if (strcmp(choices[k].option, option) != 0) continue;
        if (strcmp(choices[k].word, word) == 0) {
            *value = choices[k].value;
            return NF_EXIT_DONE;
        }
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", choices[k].word);
    }
    return complain(NF_EXIT_USAGE, "--%s takes one of %s, not \"%s\"", option, known, word);
}

/* Bins end at the cutoff, which the radii therefore do not replace. */
static int read_cutoff(const char *word, const task_job *job, double *cutoff) {
    const conditions *given = &job->conditions;
    const int radii = given->names[OF_RADII] || given->names[OF_QUERY_RADII];
    char *end = NULL;
    const int bins = (job->task->takes & TAKES_BINS) != 0;
    if (!word && radii && !bins) return NF_EXIT_DONE;
    if (!word) return complain(NF_EXIT_USAGE, "--cutoff R is required%s", bins ? "" : ", or --radii FILE");
    *cutoff = strtod(word, &end);
    if (end == word || *end) return complain(NF_EXIT_USAGE, "the cutoff \"%s\" is not a number", word);
    if (!(*cutoff > 0) || isinf(*cutoff))
        return complain(NF_EXIT_USAGE, "the cutoff is %s: it must be positive and finite", word);
    return NF_EXIT_DONE;
}

static int read_repeat(const char *word, int *repeat) {
    char *end = NULL;
    const long value = word ? strtol(word, &end, 10) : 1;
    *repeat = (int)value;
    if (!word || (end != word && !*end && value >= 1 && value <= MOST_RUNS)) return NF_EXIT_DONE;
    return complain(NF_EXIT_USAGE, "--repeat takes a whole number from 1 to %d, not \"%s\"", (int)MOST_RUNS,
                    word);
}

static int read_bins(const char *word, uint32_t *bins) {
    enum { BINS = 200 };
    char *end = NULL;
    const long value = word ? strtol(word, &end, 10) : BINS;
    *bins = (uint32_t)value;
    if (!word || (end != word && !*end && value >= 1 && value <= NF_HISTOGRAM_BINS_MOST)) return NF_EXIT_DONE;
    return complain(NF_EXIT_USAGE, "--bins takes a whole number from 1 to %d, not \"%s\"",
                    NF_HISTOGRAM_BINS_MOST, word);
}

/* NEARFIELD_DEVICE=host acts as --device host; the library reads the names of other devices. */
static void take_host(task_job *job) {
    const char *device = getenv("NEARFIELD_DEVICE");
    if (!job->device && is_host(device)) job->device = device;
}

/* Reads the words of the box. */
static int read_box(const task_words *w, box_options *box) {
    io_problem problem = {0, ""};
    if (box->open && (w->box || w->periodic))
        return complain(NF_EXIT_USAGE,
                        "--open ignores every box: it cannot be combined with --box or --periodic");
    if ((w->box && box_parse(w->box, box, &problem) != 0) ||
        (w->periodic && box_parse_axes(w->periodic, box, &problem) != 0))
        return complain(problem.code, "%s", problem.text);
    return NF_EXIT_DONE;
}

static int read_words(task_job *job, const task_words *w) {
    int precision = NF_TYPE_NONE, method = NF_PAIRS_SEARCH, rule = -1, code = NF_EXIT_DONE;
    if (job->task->takes & TAKES_CUTOFF) code = read_cutoff(w->cutoff, job, &job->cutoff);
    if (code == NF_EXIT_DONE) code = read_box(w, &job->box_options);
    if (code == NF_EXIT_DONE && !frames_parse(w->frames, &job->frames))
        code = complain(NF_EXIT_USAGE, "--frames takes a number from 0, A:B, A:B:C or all, not \"%s\"",
                        w->frames);
    if (code == NF_EXIT_DONE && frames_are_none(&job->frames))
        code = complain(NF_EXIT_USAGE, "--frames %s selects no frame", w->frames);
    if (code == NF_EXIT_DONE) code = choose("precision", w->precision, &precision);
    if (code == NF_EXIT_DONE) code = choose("cells-per-cutoff", w->cells, &job->cells_per_cutoff);
    if (code == NF_EXIT_DONE) code = choose("dims", w->dims, &job->conditions.dims);
    if (code == NF_EXIT_DONE) code = choose("method", w->method, &method);
    if (code == NF_EXIT_DONE) code = choose("radii-rule", w->radii_rule, &rule);
    if (code == NF_EXIT_DONE) code = read_repeat(w->repeat, &job->repeat);
    if (code == NF_EXIT_DONE) code = read_bins(w->bins, &job->bins);
    if (code == NF_EXIT_DONE) code = task_read_memory(w->memory, &job->budget);
    if (code == NF_EXIT_DONE && job->task->takes & TAKES_K) code = task_check_knn(job, w);
    if (code == NF_EXIT_DONE && job->task->takes & TAKES_LINKS) code = task_check_fof(job, w);
    if (code == NF_EXIT_DONE && job->task->takes & TAKES_FUNCTION) code = task_check_interact(job);
    job->precision = (nf_type)precision;
    job->method = (nf_pairs_method)method;
    return code == NF_EXIT_DONE ? task_check_conditions(job, w->min_distance, rule) : code;
}

/* Refuses options that cannot be combined. */
static int check_options(const task_job *job) {
    io_problem problem = {0, ""};
    const int standard = job->output && strcmp(job->output, "-") == 0;
    const int counts = job->task->counts.name != NULL;
    if (job->count_only && (job->sorted || (job->output && !counts) || (job->verify && !job->output)))
        return complain(
            NF_EXIT_USAGE, "--count stores no %s: it cannot be combined with %s%s", job->task->found,
            counts ? "--sorted, or with --verify but for --output" : "--output, --verify or --sorted",
            counts ? "" : " (nearfield lists --count --output FILE writes those of each point)");
    if (job->count_only && job->output && job->half && counts)
        return complain(NF_EXIT_USAGE,
                        "--half stores a neighbour in the row of one point of two: it cannot be "
                        "combined with --count and --output");
    for (size_t k = 0; k < TASK_MORE; k++)
        if (job->count_only && job->more[k])
            return complain(NF_EXIT_USAGE, "--count stores nothing: it cannot be combined with --%s",
                            task_more[k].option);
    if (job->full && job->half) return complain(NF_EXIT_USAGE, "--full and --half cannot be combined");
    if (job->json && standard)
        return complain(NF_EXIT_USAGE, "--json and --output - would both write to standard output");
    if (job->output_format && !job->output)
        return complain(NF_EXIT_USAGE, "--output-format is the format of --output FILE, which is missing");
    const char *const one[] = {job->output, job->plot};
    for (size_t k = 0; k < sizeof one / sizeof *one; k++)
        if (job->task->sums.take && one[k] && strchr(one[k], '*'))
            return complain(NF_EXIT_USAGE, "%s writes one file for all frames: leave the * out of \"%s\"",
                            job->task->name, one[k]);
    if (job->plot && plot_check(job->plot, &problem) != 0) return complain(problem.code, "%s", problem.text);
    if (job->budget &&
        (job->count_only || job->repeat > 1 || is_host(job->device) || job->method == NF_PAIRS_POTENTIAL))
        return complain(
            NF_EXIT_USAGE,
            "--memory cannot be combined with --count, --repeat, --method potential or --device host");
    if (job->budget && job->sorted && !(job->task->takes & TAKES_HALF))
        return complain(NF_EXIT_USAGE, "--memory gives chunks of pairs that are not sorted: leave out "
                                       "--sorted, or use nearfield lists --half --sorted");
    if (job->verify && is_host(job->device))
        return complain(NF_EXIT_USAGE,
                        "--verify compares a device with the host: it cannot be combined with --device host");
    return NF_EXIT_DONE;
}

int task_check(task_job *job, const task_words *w, size_t operands) {
    take_host(job);
    if (operands == 0 || !*job->source)
        return complain(NF_EXIT_USAGE,
                        "SOURCE is required: a file, - or a cloud such as random:N; see nearfield %s --help",
                        job->task->name);
    const int code = read_words(job, w);
    job->array_count = task_arrays(job, job->arrays);
    return code == NF_EXIT_DONE ? check_options(job) : code;
}
