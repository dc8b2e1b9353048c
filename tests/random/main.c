/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The program of the random comparison: see usage() and random.h. */
#include "random/random.h"

#include <nearfield/tuning.h>

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Seeds that once found a fault run first: a fault that was mended stays mended.  A row has the options that the fault needs, so that it is found again
   when the table of options has changed. */
static const struct {
    uint64_t seed, cases; /* from the first on */
    const char *questions, *fixed[16];
} regressions[] = {
    /* In the shape of a GPU: query points in systems with three cells per cutoff gave each pair twice. */
    {4, 2, "PH", {"cells=3", "type=float32", "dims=3", "queries=many", "radii=none", "exclusions=none", "min distance=0", "method=search", "systems=some",
                  "box=none", "cutoff=long", "arrays=default"}},
    /* In the shape of a GPU: lists with a cutoff by radii into a result that has room read beyond its offsets. */
    {5, 7, "L", {"cutoff by radii=yes", "type=float32", "dims=3", "queries=none", "skin=none", "exclusions=none", "min distance=0", "systems=none", "box=none",
                 "form=reused", "radii=classes", "arrays=default", "rule=query", "half=0"}}};

typedef struct settings {
    uint64_t seed, cases, most;
    int64_t only; /* a case that is run with those of its sequence before it, or -1 */
    double seconds;
    int large, verbose, minimise, all_pairs, regressions, quiet;
    const char *device, *questions, *without, *fixed[25];
    int fixed_count;
    char words[600]; /* the arguments that choose the cases, for messages */
} settings;

static const char usage[] =
    "random: compares the device with the host and with brute force, in random cases\n"
    "  --seed N       of the cases; by default one from the time\n"
    "  --seconds S    runs about so long (15)\n"
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

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- crashes --------------------------------------------------------------------------------------------------- */

static char last_words[4096];

static void crashed(int number) {
    static const char words[] = "\nthe process crashed in this case:\n";
    ssize_t written = write(2, words, sizeof words - 1);
    written = write(2, last_words, strlen(last_words));
    (void)written;
    signal(number, SIG_DFL);
    raise(number);
}

/* ---- a case ----------------------------------------------------------------------------------------------------- */

static uint64_t asked[RND_VALUES_MOST];

static void ask(rnd_run *run) {
    static void (*const with_cloud[])(rnd_run *, rnd_cloud *) = {rnd_ask_pairs,     rnd_ask_pairs,    rnd_ask_lists, rnd_ask_histogram, rnd_ask_knn,
                                                                  rnd_ask_fof, rnd_ask_catalogue, rnd_ask_interact};
    const rnd_case *c = run->now;
    const int question = c->value[RND_QUESTION];
    if (rnd_is(c, RND_QUESTION, "zsort")) {
        rnd_ask_zsort(run);
        return;
    }
    if (c->value[RND_MOVE] < 0) {
        rnd_ask_primitive(run);
        return;
    }
    rnd_cloud *cloud = rnd_cloud_for(run);
    if (!cloud) return;
    if (rnd_is(c, RND_PREPARE, "yes") && !c->refused && cloud->packed.dims <= 3) {
        const double cutoff = cloud->packed.systems && cloud->packed.systems->cutoffs ? 0 : cloud->lengths[c->value[RND_CUTOFF]];
        const nf_status status = nf_cloud_prepare(cloud->cloud, cutoff, rnd_number(c, RND_CELLS), NULL);
        RND_CHECK(run, status == NF_OK || *nf_context_error(run->context), "%s of nf_cloud_prepare() without a sentence", nf_status_name(status));
    }
    with_cloud[question](run, cloud);
}

/* Runs one case; 1 if it fails, and run->words says why. */
static int run_case(rnd_run *run, const rnd_case *c) {
    char options[2600];
    run->now = c;
    run->state = c->seed;
    run->layout_count = 0;
    rnd_describe(c, options, sizeof options);
    snprintf(last_words, sizeof last_words, "  case %llu: %s\n", (unsigned long long)c->number, options);
    asked[c->value[RND_QUESTION]]++;
    const int failed = setjmp(run->failed);
    if (failed == 0) ask(run);
    rnd_release(run);
    return failed;
}

/* ---- a sequence ---------------------------------------------------------------------------------------------------- */

static cl_context kept;
static cl_device_id kept_device;

/* The device, its shapes, and the fast paths that are used. */
static void print_device(const nf_context *context) {
    nf_capability_info paths[32];
    size_t count = 0;
    printf("device: %s, %s; %s\nfast paths in use:", nf_context_device(context)->name, nf_context_device(context)->driver, nf_context_note(context));
    if (nf_capabilities(context, paths, 32, &count) != NF_OK) count = 0;
    for (size_t k = 0; k < count && k < 32; k++)
        if (paths[k].usable) printf(" %s (%s)", paths[k].name, paths[k].source);
    printf("\n");
}

static int begin(rnd_run *run, const settings *s) {
    char message[640] = "";
    nf_context_options options = {.device = kept ? NULL : s->device, .context = kept, .cl_device = kept_device};
    memset(run, 0, sizeof *run);
    run->most = s->most;
    if (nf_context_create(&options, &run->context, message, sizeof message) != NF_OK) {
        printf("skipped: no context: %s\n", message);
        return 77;
    }
    if (!kept) {
        kept = nf_context_cl(run->context);
        kept_device = nf_context_device(run->context)->device;
        clRetainContext(kept);
        print_device(run->context);
    }
    cl_int code = 0;
    run->in_order = clCreateCommandQueue(kept, kept_device, 0, &code);
    run->out_of_order = clCreateCommandQueue(kept, kept_device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    if (!run->out_of_order) run->out_of_order = clCreateCommandQueue(kept, kept_device, 0, &code);
    return run->in_order && run->out_of_order ? 0 : 2;
}

static void end(rnd_run *run) {
    for (int k = 0; k < RND_RESULTS; k++) nf_result_free(run->results[k]);
    for (int k = 0; k <= RND_CLOUDS; k++) rnd_cloud_end(&run->clouds[k]);
    for (int k = 0; k < 3; k++) nf_function_free(run->functions[k]);
    if (run->in_order) clReleaseCommandQueue(run->in_order);
    if (run->out_of_order) clReleaseCommandQueue(run->out_of_order);
    nf_context_free(run->context);
}

/* 1 if the case is named in `list`. */
static int is_in(const char *list, uint64_t number) {
    while (list && *list) {
        char *rest = NULL;
        if (strtoull(list, &rest, 10) == number && rest != list) return 1;
        list = strchr(list, ',');
        if (list) list++;
    }
    return 0;
}

typedef struct sequence {
    rnd_case cases[RND_SEQUENCE];
    int count, skipped[RND_SEQUENCE];
} sequence;

/* Runs a sequence up to its last case; returns the place of the case that fails, or -1. */
static int run_sequence(const settings *s, sequence *q, rnd_draw *note, rnd_run *run, double stop) {
    int failed = -1;
    for (int k = 0; k < q->count && failed < 0 && now() < stop; k++) {
        if (q->skipped[k] || is_in(s->without, q->cases[k].number)) continue;
        if (s->verbose) {
            char options[2600];
            rnd_describe(&q->cases[k], options, sizeof options);
            printf("  case %llu: %s\n", (unsigned long long)q->cases[k].number, options);
            (void)fflush(stdout);
        }
        if (run_case(run, &q->cases[k])) failed = k;
        else if (note) rnd_draw_note(note, &q->cases[k], !q->cases[k].refused);
    }
    return failed;
}

/* ---- failures ------------------------------------------------------------------------------------------------------- */

static int fails_with(const settings *s, sequence *q, const char **words) {
    static char last[1600];
    rnd_run run;
    if (begin(&run, s) != 0) return 0;
    const int failed = run_sequence(s, q, NULL, &run, HUGE_VAL);
    snprintf(last, sizeof last, "%s", run.words);
    *words = last;
    end(&run);
    return failed == q->count - 1;
}

static void minimise(const settings *s, sequence *q, int at) {
    settings less = *s;
    const char *words = "";
    q->count = at + 1;
    if (!fails_with(&less, q, &words)) {
        printf("  it does not fail again behind the cases of its sequence alone\n");
        return;
    }
    for (int k = 0; k < at; k++) {
        q->skipped[k] = 1;
        if (!fails_with(&less, q, &words)) q->skipped[k] = 0;
    }
    for (uint64_t most = 65536; most > 1; most /= 2) {
        less.most = most;
        if (!fails_with(&less, q, &words)) {
            less.most = most * 2;
            break;
        }
    }
    printf("  the least that fails: random --seed %llu --case %llu --most %llu --without ", (unsigned long long)s->seed,
           (unsigned long long)q->cases[at].number, (unsigned long long)less.most);
    for (int k = 0; k < at; k++)
        if (q->skipped[k]) printf("%llu,", (unsigned long long)q->cases[k].number);
    (void)fails_with(&less, q, &words);
    printf("%s\n    %s\n", s->words, words);
}

static void tell_failure(const settings *s, sequence *q, int at, const rnd_run *run) {
    char options[2600];
    rnd_describe(&q->cases[at], options, sizeof options);
    const uint64_t n = q->cases[at].slot < RND_CLOUDS ? run->clouds[q->cases[at].slot].packed.n : 0;
    printf("FAILED: random --seed %llu --case %llu%s: %s\n  n=%llu; %s\n", (unsigned long long)s->seed,
           (unsigned long long)q->cases[at].number, s->words, run->words, (unsigned long long)n, options);
    (void)fflush(stdout);
}

/* ---- a run ------------------------------------------------------------------------------------------------------------ */

typedef struct counts {
    uint64_t cases, checks, brute, failures;
} counts;

static int run_seed(const settings *s, counts *sum) {
    rnd_draw *draw = rnd_draw_begin(s->seed, s->large, s->questions, s->fixed);
    const double stop = s->only >= 0 || s->cases ? HUGE_VAL : now() + s->seconds;
    uint64_t first = 0;
    int status = 0;
    printf("seed %llu%s\n", (unsigned long long)s->seed, s->words);
    for (; now() < stop && (!s->cases || first < s->cases) && sum->failures < 20; first += RND_SEQUENCE) {
        sequence q = {.count = RND_SEQUENCE};
        rnd_run run;
        for (int k = 0; k < RND_SEQUENCE; k++) rnd_draw_case(draw, &q.cases[k]);
        if (s->only >= 0 && first + RND_SEQUENCE <= (uint64_t)s->only) continue;
        if (s->only >= 0) q.count = (int)((uint64_t)s->only - first) + 1;
        if (s->cases && first + RND_SEQUENCE > s->cases) q.count = (int)(s->cases - first);
        status = begin(&run, s);
        if (status) break;
        const int failed = run_sequence(s, &q, draw, &run, stop);
        sum->cases += (uint64_t)(failed >= 0 ? failed + 1 : q.count);
        sum->checks += run.checks;
        sum->brute += (uint64_t)run.brute;
        if (failed >= 0) tell_failure(s, &q, failed, &run);
        end(&run);
        if (failed >= 0) {
            sum->failures++;
            if (s->minimise) minimise(s, &q, failed);
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
    if (strcmp(s->questions, RND_QUESTIONS) != 0) used += (size_t)snprintf(s->words + used, sizeof s->words - used, " --questions %s", s->questions);
    for (int k = 0; k < s->fixed_count && used < sizeof s->words; k++)
        used += (size_t)snprintf(s->words + used, sizeof s->words - used, " --with \"%s\"", s->fixed[k]);
}

static void read_settings(settings *s, int argc, char **argv) {
    *s = (settings){.seconds = 15, .most = UINT64_MAX, .only = -1, .questions = RND_QUESTIONS, .seed = (uint64_t)time(NULL) % 100000000};
    for (int k = 1; k < argc; k++) {
        const char *word = argv[k], *value = k + 1 < argc ? argv[k + 1] : NULL;
        const int is_flag = strcmp(word, "--large") == 0 || strcmp(word, "--verbose") == 0 || strcmp(word, "--minimise") == 0 ||
                            strcmp(word, "--all-pairs") == 0 || strcmp(word, "--regressions") == 0;
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
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGSEGV, crashed);
    signal(SIGABRT, crashed);
    signal(SIGFPE, crashed);
    for (size_t k = 0; s.regressions && status == 0 && k < sizeof regressions / sizeof *regressions; k++) {
        settings one = s;
        one.quiet = 1; /* without a report of pairs */
        one.seed = regressions[k].seed;
        one.cases = regressions[k].cases;
        one.questions = regressions[k].questions;
        for (one.fixed_count = 0; regressions[k].fixed[one.fixed_count]; one.fixed_count++) one.fixed[one.fixed_count] = regressions[k].fixed[one.fixed_count];
        one.fixed[one.fixed_count] = NULL;
        write_words(&one);
        status = run_seed(&one, &sum);
    }
    if (status == 0) status = run_seed(&s, &sum);
    if (status) return status;
    rnd_print_refusals();
    for (int k = 0; k < rnd_option_count(RND_QUESTION); k++)
        if (asked[k]) printf("%s%s %llu", k ? ", " : "", rnd_option_value(RND_QUESTION, k), (unsigned long long)asked[k]);
    printf("\n%llu cases, %llu checks, %llu answers also by brute force, %llu failures, seed %llu\n", (unsigned long long)sum.cases,
           (unsigned long long)sum.checks, (unsigned long long)sum.brute, (unsigned long long)sum.failures, (unsigned long long)s.seed);
    return sum.failures ? 1 : 0;
}
