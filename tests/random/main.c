/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The program of the random comparison: see the usage below and random.h. */
#include "random/runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Seeds that once found a fault run first: a fault that was mended stays mended.  A row has the options that the fault needs, so that it is found again
   when the table of options has changed. */
static const struct {
    uint64_t seed, cases; /* from the first on */
    const char *questions, *fixed[16];
} regressions[] = {
    /* In the shape of a GPU: lists with a cutoff by radii into a result that has room read beyond its offsets. */
    {5,
     7,
     "L",
     {"cutoff by radii=yes", "type=float32", "dims=3", "queries=none", "skin=none", "exclusions=none",
      "min distance=0", "systems=none", "box=none", "form=reused", "radii=few large", "arrays=default",
      "rule=query", "half=0"}},
    /* Rows in cell order of query points in a system without points began where those of the system before did. */
    {6,
     2,
     "L",
     {"cell order=1", "type=float64", "dims=1", "queries=many", "systems=some", "radii=none",
      "exclusions=none", "box=none", "skin=none", "half=0", "arrays=default", "form=new"}},
    /* A system without query points has a point that is not finite: the device refuses it if it is in host memory, and the comparison did not
       expect that of the call that tells what memory is taken. */
    {8,
     2,
     "P",
     {"kind=not finite", "systems=some", "layout=buffer", "estimate=yes", "queries=few", "form=outputs",
      "radii=none", "exclusions=none", "type=float32", "method=search"}},
    /* The cost of lists without points was less than what they take in chunks. */
    {9,
     6,
     "L",
     {"n=0", "systems=some", "form=chunks", "queries=few", "radii=none", "exclusions=none", "skin=none",
      "half=0", "sorted=0", "cell order=0", "arrays=distances", "type=float32", "dims=1"}},
    /* On a GPU: links across faces joined some points with a part of their piece. */
    {20,
     8,
     "C",
     {"labels=random", "kind=uniform", "type=float64", "dims=3", "box=thin", "linking length=spacings",
      "min members=1"}},
    /* Sorted rows on CPUs with several images of a point lost entries that were equal. */
    {7,
     2,
     "L",
     {"sorted=1", "half=0", "arrays=default", "box=rectangular", "cutoff=long", "n=few", "exclusions=none",
      "skin=none", "radii=none", "form=new", "systems=none", "types=none"}}};

static const char usage[] =
    "random: compares the device with the host and with brute force, in random cases\n"
    "  --seed N       of the cases; by default one from the time\n"
    "  --seconds S    runs about so long; by default NEARFIELD_RANDOM_SECONDS, or 15\n"
    "  --cases N      runs so many cases\n"
    "  --case K       runs case K alone, behind those of its sequence before it\n"
    "  --device D     a device as NEARFIELD_DEVICE names it\n"
    "  --large        clouds of up to 120,000 points\n"
    "  --most N       clouds of at most N points\n"
    "  --questions W  only these, by their letters: " RND_QUESTIONS "\n"
    "  --with O=V     all cases that have the option have this value (up to 24 times)\n"
    "  --without L    leaves out these cases (numbers with commas)\n"
    "  --minimise     after a failure: leaves out cases before it, and shrinks clouds, as long as it fails\n"
    "  --all-pairs    lists every pair of option values that was not answered\n"
    "  --regressions  runs the seeds of past faults first\n"
    "  --verbose      prints each case\n";

/* ---- a run ------------------------------------------------------------------------------------------------------------ */

typedef struct counts {
    uint64_t cases, checks, brute, failures;
} counts;

static int run_seed(const settings *s, counts *sum) {
    rnd_draw *draw = rnd_draw_begin(s->seed, s->large, s->questions, s->fixed);
    const double stop = s->only >= 0 || s->cases ? HUGE_VAL : rnd_now() + s->seconds;
    uint64_t first = 0;
    int status = 0;
    printf("seed %llu%s\n", (unsigned long long)s->seed, s->words);
    for (; rnd_now() < stop && (!s->cases || first < s->cases) && sum->failures < 20; first += RND_SEQUENCE) {
        sequence q = {.count = RND_SEQUENCE};
        rnd_run run;
        for (int k = 0; k < RND_SEQUENCE; k++) rnd_draw_case(draw, &q.cases[k]);
        if (s->only >= 0 && first + RND_SEQUENCE <= (uint64_t)s->only) continue;
        if (s->only >= 0) q.count = (int)((uint64_t)s->only - first) + 1;
        if (s->cases && first + RND_SEQUENCE > s->cases) q.count = (int)(s->cases - first);
        status = rnd_begin(&run, s, &q);
        if (status) break;
        const int failed = rnd_run_sequence(s, &q, draw, &run, stop);
        sum->cases += (uint64_t)(failed >= 0 ? failed + 1 : q.count);
        sum->checks += run.checks;
        sum->brute += (uint64_t)run.brute;
        if (failed >= 0) rnd_tell_failure(s, &q, failed, &run);
        rnd_end(&run);
        if (failed >= 0) {
            sum->failures++;
            if (s->minimise) rnd_minimise(s, &q, failed);
        }
        if (s->only >= 0) break;
    }
    if (s->only < 0 && status == 0 && !s->quiet) rnd_draw_report(draw, s->all_pairs, stdout);
    rnd_draw_end(draw);
    return status;
}

/* The arguments that choose the cases. */
static void write_words(settings *s) {
    size_t used = 0;
    s->words[0] = 0;
    if (s->large) used += (size_t)snprintf(s->words, sizeof s->words, " --large");
    if (strcmp(s->questions, RND_QUESTIONS) != 0)
        used += (size_t)snprintf(s->words + used, sizeof s->words - used, " --questions %s", s->questions);
    for (int k = 0; k < s->fixed_count && used < sizeof s->words; k++)
        used += (size_t)snprintf(s->words + used, sizeof s->words - used, " --with \"%s\"", s->fixed[k]);
}

static void read_settings(settings *s, int argc, char **argv) {
    const char *seconds = getenv("NEARFIELD_RANDOM_SECONDS");
    *s = (settings){.seconds = seconds ? strtod(seconds, NULL) : 15,
                    .most = UINT64_MAX,
                    .only = -1,
                    .questions = RND_QUESTIONS,
                    .seed = (uint64_t)time(NULL) % 100000000};
    for (int k = 1; k < argc && argv[k]; k++) {
        const char *word = argv[k], *value = k + 1 < argc ? argv[k + 1] : NULL;
        const int is_flag = strcmp(word, "--large") == 0 || strcmp(word, "--verbose") == 0 ||
                            strcmp(word, "--minimise") == 0 || strcmp(word, "--all-pairs") == 0 ||
                            strcmp(word, "--regressions") == 0;
        if (strcmp(word, "--large") == 0) s->large = 1;
        else if (strcmp(word, "--verbose") == 0) s->verbose = 1;
        else if (strcmp(word, "--minimise") == 0) s->minimise = 1;
        else if (strcmp(word, "--all-pairs") == 0) s->all_pairs = 1;
        else if (strcmp(word, "--regressions") == 0) s->regressions = 1;
        else if (!value) value = NULL;
        else if (strcmp(word, "--seed") == 0) s->seed = strtoull(value, NULL, 10);
        else if (strcmp(word, "--seconds") == 0) s->seconds = strtod(value, NULL);
        else if (strcmp(word, "--cases") == 0) s->cases = strtoull(value, NULL, 10);
        else if (strcmp(word, "--case") == 0) s->only = (int64_t)strtoull(value, NULL, 10);
        else if (strcmp(word, "--most") == 0) s->most = strtoull(value, NULL, 10);
        else if (strcmp(word, "--device") == 0) s->device = value;
        else if (strcmp(word, "--questions") == 0) s->questions = value;
        else if (strcmp(word, "--with") == 0 && s->fixed_count < 24) s->fixed[s->fixed_count++] = value;
        else if (strcmp(word, "--without") == 0) s->without = value;
        else value = NULL;
        if (!is_flag && !value) {
            (void)fputs(usage, strcmp(word, "--help") == 0 ? stdout : stderr);
            exit(strcmp(word, "--help") == 0 ? 0 : 2);
        }
        k += !is_flag;
    }
    write_words(s);
}

int main(int argc, char **argv) {
    settings s;
    counts sum = {0};
    int status = 0;
    read_settings(&s, argc, argv);
    rnd_watch();
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t k = 0; s.regressions && status == 0 && k < sizeof regressions / sizeof *regressions; k++) {
        settings one = s;
        one.large = 0;
        one.quiet = 1; /* without a report of pairs */
        one.seed = regressions[k].seed;
        one.cases = regressions[k].cases;
        one.questions = regressions[k].questions;
        for (one.fixed_count = 0; regressions[k].fixed[one.fixed_count]; one.fixed_count++)
            one.fixed[one.fixed_count] = regressions[k].fixed[one.fixed_count];
        one.fixed[one.fixed_count] = NULL;
        write_words(&one);
        status = run_seed(&one, &sum);
    }
    if (status == 0) status = run_seed(&s, &sum);
    rnd_forget();
    if (status) return status;
    rnd_print_refusals();
    for (int k = 0; k < rnd_option_count(RND_QUESTION); k++)
        if (rnd_question_count[k])
            printf("%s%s %llu", k ? ", " : "", rnd_option_value(RND_QUESTION, k),
                   (unsigned long long)rnd_question_count[k]);
    printf("\n%llu cases, %llu checks, %llu answers also by brute force, %llu failures, seed %llu\n",
           (unsigned long long)sum.cases, (unsigned long long)sum.checks, (unsigned long long)sum.brute,
           (unsigned long long)sum.failures, (unsigned long long)s.seed);
    return sum.failures ? 1 : 0;
}
