/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Sequences of cases on one context, and what is told of those that fail. */
#include "random/runs.h"

#include <nearfield/experimental/tuning.h>

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double rnd_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- crashes --------------------------------------------------------------------------------------------------- */

static char last_words[4096];

static void crashed(int number) {
    static const char words[] = "\nthe process crashed in this case:\n";
    ssize_t written = write(2, words, sizeof words - 1);
    written += write(2, last_words, strlen(last_words));
    (void)written;
    signal(number, SIG_DFL);
    raise(number);
}

void rnd_watch(void) {
    signal(SIGSEGV, crashed);
    signal(SIGABRT, crashed);
    signal(SIGFPE, crashed);
}

/* ---- a case ----------------------------------------------------------------------------------------------------- */

uint64_t rnd_question_count[RND_VALUES_MOST];

static void ask(rnd_run *run) {
    static void (*const with_cloud[])(rnd_run *, rnd_cloud *) = {
        rnd_ask_pairs, rnd_ask_pairs, rnd_ask_lists,     rnd_ask_histogram,
        rnd_ask_knn,   rnd_ask_fof,   rnd_ask_catalogue, rnd_ask_interact};
    const rnd_case *c = run->now;
    const size_t question = (unsigned char)c->value[RND_QUESTION];
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
        const double cutoff =
            cloud->packed.batch && cloud->packed.batch->cutoffs ? 0 : cloud->lengths[c->value[RND_CUTOFF]];
        const nf_status status = nf_cloud_prepare(cloud->cloud, cutoff, NULL);
        RND_CHECK(run, status == NF_OK || *nf_context_error(run->context),
                  "%s of nf_cloud_prepare() without a sentence", nf_status_name(status));
    }
    with_cloud[question](run, cloud);
}

/* Runs one case; 1 if it fails, and run->words says why. */
static int run_case(rnd_run *run, const rnd_case *c) {
    char options[2600];
    run->now = c;
    run->host = rnd_is(c, RND_FEW, "walk") ? run->walks : run->tables;
    run->state = c->seed;
    run->layout_count = 0;
    run->is_refused = 0;
    rnd_describe(c, options, sizeof options);
    snprintf(last_words, sizeof last_words, "  case %llu: %s\n", (unsigned long long)c->number, options);
    rnd_question_count[c->value[RND_QUESTION]]++;
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
    printf("device: %s, %s; %s\nfast paths in use:", nf_context_device(context)->name,
           nf_context_device(context)->driver, nf_context_note(context));
    if (nf_capabilities(context, paths, 32, &count) != NF_OK) count = 0;
    for (size_t k = 0; k < count && k < 32; k++)
        if (paths[k].usable) printf(" %s (%s)", paths[k].name, paths[k].source);
    printf("\n");
}

/* The host answers in plain C, or by kernels on a few threads, which is drawn by the first case of a sequence; few points by tables of images or not. */
static nf_status open_host(const sequence *q, int walks, nf_context **host, char *message, size_t size) {
    static const char *const words[2][2] = {{"host.PLAIN=1", ""}, {"host.PLAIN=1 host.FEW=1", "host.FEW=1"}};
    const uint32_t course = (uint32_t)(q->cases[0].seed % 4);
    const nf_context_options options = {
        .device = "host", .tuning = words[walks][course != 0], .threads = course};
    return nf_context_create(&options, host, message, size);
}

int rnd_begin(rnd_run *run, const settings *s, const sequence *q) {
    char message[640] = "";
    nf_context_options options = {
        .device = kept ? NULL : s->device, .cl_context = kept, .cl_device = kept_device};
    memset(run, 0, sizeof *run);
    run->most = s->most;
    if (open_host(q, 0, &run->tables, message, sizeof message) != NF_OK ||
        open_host(q, 1, &run->walks, message, sizeof message) != NF_OK) {
        (void)fprintf(stderr, "no context of the host: %s\n", message);
        return 2;
    }
    if (nf_context_create(&options, &run->context, message, sizeof message) != NF_OK) {
        printf("skipped: no context: %s\n", message);
        nf_context_free(run->tables);
        nf_context_free(run->walks);
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
    run->out_of_order =
        clCreateCommandQueue(kept, kept_device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    if (!run->out_of_order) run->out_of_order = clCreateCommandQueue(kept, kept_device, 0, &code);
    return run->in_order && run->out_of_order ? 0 : 2;
}

void rnd_end(rnd_run *run) {
    for (int k = 0; k < RND_RESULTS; k++) nf_result_free(run->results[k]);
    for (int k = 0; k <= RND_CLOUDS; k++) rnd_cloud_end(&run->clouds[k]);
    for (int k = 0; k < 3; k++) nf_function_free(run->functions[k]);
    if (run->in_order) clReleaseCommandQueue(run->in_order);
    if (run->out_of_order) clReleaseCommandQueue(run->out_of_order);
    nf_context_free(run->context);
    nf_context_free(run->tables);
    nf_context_free(run->walks);
}

void rnd_forget(void) {
    if (kept) clReleaseContext(kept);
    kept = NULL;
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

/* Runs a sequence up to its last case; returns the place of the case that fails, or -1. */
int rnd_run_sequence(const settings *s, sequence *q, rnd_draw *note, rnd_run *run, double stop) {
    int failed = -1;
    for (int k = 0; k < q->count && failed < 0 && rnd_now() < stop; k++) {
        if (q->skipped[k] || is_in(s->without, q->cases[k].number)) continue;
        if (s->verbose) {
            char options[2600];
            rnd_describe(&q->cases[k], options, sizeof options);
            printf("  case %llu: %s\n", (unsigned long long)q->cases[k].number, options);
            (void)fflush(stdout);
        }
        if (run_case(run, &q->cases[k])) failed = k;
        else if (note) rnd_draw_note(note, &q->cases[k], !q->cases[k].refused && !run->is_refused);
    }
    return failed;
}

/* ---- failures ------------------------------------------------------------------------------------------------------- */

static int fails_with(const settings *s, sequence *q, const char **words) {
    static char last[1600];
    rnd_run run;
    if (rnd_begin(&run, s, q) != 0) return 0;
    const int failed = rnd_run_sequence(s, q, NULL, &run, HUGE_VAL);
    snprintf(last, sizeof last, "%s", run.words);
    *words = last;
    rnd_end(&run);
    return failed == q->count - 1;
}

void rnd_minimise(const settings *s, sequence *q, int at) {
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
    printf("  the least that fails: random --seed %llu --case %llu --most %llu --without ",
           (unsigned long long)s->seed, (unsigned long long)q->cases[at].number,
           (unsigned long long)less.most);
    for (int k = 0; k < at; k++)
        if (q->skipped[k]) printf("%llu,", (unsigned long long)q->cases[k].number);
    (void)fails_with(&less, q, &words);
    printf("%s\n    %s\n", s->words, words);
}

void rnd_tell_failure(const settings *s, sequence *q, int at, const rnd_run *run) {
    char options[2600];
    rnd_describe(&q->cases[at], options, sizeof options);
    const uint64_t n = q->cases[at].slot < RND_CLOUDS ? run->clouds[q->cases[at].slot].packed.n : 0;
    printf("FAILED: random --seed %llu --case %llu%s: %s\n  n=%llu; %s\n", (unsigned long long)s->seed,
           (unsigned long long)q->cases[at].number, s->words, run->words, (unsigned long long)n, options);
    (void)fflush(stdout);
}
