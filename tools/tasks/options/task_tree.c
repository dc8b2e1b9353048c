/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The options of knn and fof. */
#include "tasks/options/task_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reads a positive length; leaves it as it is without a word. */
static int read_length(const char *option, const char *word, double *length) {
    char *end = NULL;
    if (!word) return NF_EXIT_DONE;
    *length = strtod(word, &end);
    if (end != word && !*end && *length > 0 && !isinf(*length)) return NF_EXIT_DONE;
    return complain(NF_EXIT_USAGE, "--%s takes a positive number, not \"%s\"", option, word);
}

/* Reads a whole number from 1 on; the usual one without a word. */
static int read_number(const char *option, const char *word, long usual, long most, long *number) {
    char *end = NULL;
    *number = word ? strtol(word, &end, 10) : usual;
    if (!word || (end != word && !*end && *number >= 1 && *number <= most)) return NF_EXIT_DONE;
    return complain(NF_EXIT_USAGE, "--%s takes a whole number from 1 to %ld, not \"%s\"", option, most, word);
}

int task_check_knn(task_job *job, const task_words *words) {
    long k = 0;
    if (!words->k) return complain(NF_EXIT_USAGE, "--k K is required: the number of neighbours");
    int code = read_number("k", words->k, 0, NF_KNN_MOST, &k);
    if (code == NF_EXIT_DONE) code = read_length("max-distance", words->max_distance, &job->max_distance);
    if (code == NF_EXIT_DONE && job->include_self && job->conditions.names[OF_QUERIES])
        code = complain(NF_EXIT_USAGE, "--include-self is about the points of SOURCE: query points are never "
                                       "their own neighbours");
    job->k = (int)k;
    job->conditions.most_dims = NF_KNN_DIMS_MOST;
    return code;
}

/* Puts the names of columns together, which the reader finds. */
static int name_columns(task_job *job) {
    const int both = job->masses && job->velocities;
    if (snprintf(job->named, sizeof job->named, "%s%s%s", job->masses ? job->masses : "", both ? "," : "",
                 job->velocities ? job->velocities : "") >= (int)sizeof job->named)
        return complain(NF_EXIT_USAGE, "the names of --masses and --velocities are too long");
    if (*job->named && !job->side && !job->plot)
        return complain(
            NF_EXIT_USAGE,
            "--masses and --velocities are for --catalogue FILE or --plot FILE, which are missing");
    if (job->side && strcmp(job->side, "-") == 0)
        return complain(NF_EXIT_USAGE, "--catalogue takes the name of a file; - is for --output");
    return NF_EXIT_DONE;
}

int task_check_fof(task_job *job, const task_words *words) {
    enum { USUAL_MEMBERS = 20 };
    const char *word = words->linking_length ? words->linking_length : words->b;
    long points = 0, members = 0;
    if (!word) return complain(NF_EXIT_USAGE, "--linking-length L or --b B is required");
    if (words->linking_length && words->b)
        return complain(NF_EXIT_USAGE, "--linking-length and --b cannot be combined");
    if (words->b && job->box_options.open)
        return complain(NF_EXIT_USAGE, "--b counts mean spacings in a periodic box: it cannot be combined "
                                       "with --open");
    job->in_spacings = words->b != NULL;
    int code = read_length(words->b ? "b" : "linking-length", word, &job->linking_length);
    if (code == NF_EXIT_DONE) code = read_number("min-points", words->min_points, 1, INT32_MAX, &points);
    if (code == NF_EXIT_DONE)
        code = read_number("min-members", words->min_members, USUAL_MEMBERS, INT32_MAX, &members);
    job->min_points = words->min_points ? (uint32_t)points : 0;
    job->min_members = (uint32_t)members;
    return code == NF_EXIT_DONE ? name_columns(job) : code;
}
