/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The first context on an unchecked device, with an OpenCL call or an allocation that fails in its self-check.  The context
 * is created nevertheless, or an error is reported; nothing leaks; and no verdict is stored that a run without failures would
 * not store.
 */
#include "layer.h"
#include "support/run.h"

#include <nearfield/nearfield.h>
#include <nearfield/experimental/tuning.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static faults_layer *layer;
static char folder[256];

/* ---- the counting allocator --------------------------------------------------------------------------- */

static struct {
    long calls, fail_at, alive;
    int failed;
} memory;

static void *counted_allocate(void *user, size_t bytes) {
    (void)user;
    if (++memory.calls == memory.fail_at) {
        memory.failed = 1;
        return NULL;
    }
    void *made = malloc(bytes);
    if (made) memory.alive++;
    return made;
}

static void counted_release(void *user, void *pointer) {
    (void)user;
    if (pointer) memory.alive--;
    free(pointer);
}

/* ---- one first use ------------------------------------------------------------------------------------ */

static const nf_allocator counted = {counted_allocate, counted_release, NULL};

/* Reads and removes the stored profile; "" if there is none. */
static void take_stored(const char *path, char text[4096]) {
    FILE *file = fopen(path, "r");
    const size_t got = file ? fread(text, 1, 4095, file) : 0;
    text[got] = 0;
    if (file) fclose(file);
    (void)remove(path);
}

static int is_usable(const nf_context *context, const char *name) {
    nf_capability_info infos[32];
    size_t count = 0;
    ck_assert_int_eq(nf_capabilities(context, infos, 32, &count), NF_OK);
    for (size_t k = 0; k < count; k++)
        if (strcmp(infos[k].name, name) == 0) return infos[k].usable;
    ck_abort_msg("there is no %s", name);
    return 0;
}

/* The profile that a run without failures stores, and its path; the number of calls of a context without a check. */
static char right[4096], path[1100];
static long unchecked_calls;

static nf_context *open_with(int self_check, nf_status *status, char message[640]) {
    const nf_context_options options = {
        .config_folder = folder, .no_disk_cache = 1, .self_check = self_check, .allocator = counted};
    nf_context *context = NULL;
    *status = nf_context_create(&options, &context, message, 640);
    return context;
}

static nf_context *open_device(nf_status *status, char message[640]) { return open_with(0, status, message); }

static void begin(void) {
    char message[640] = "";
    nf_status status = NF_OK;
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nearfield-faults-XXXXXX", parent && *parent ? parent : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    memset(layer, 0, sizeof *layer);
    memset(&memory, 0, sizeof memory);
    layer->as_unknown_gpu = 1;
    nf_context *context = open_device(&status, message);
    ck_assert_msg(status == NF_OK, "%s", message);
    ck_assert_int_eq(is_usable(context, "look_back"), 1);
    snprintf(path, sizeof path, "%s", nf_profile_path(context));
    nf_context_free(context);
    take_stored(path, right);
    ck_assert_ptr_nonnull(strstr(right, "\nlook_back yes\n"));
    layer->calls = 0;
    context = open_with(-1, &status, message);
    ck_assert_msg(status == NF_OK, "%s", message);
    unchecked_calls = layer->calls;
    nf_context_free(context);
}

/* Returns 1 if the failure was reached. */
static int run(long number, int in_opencl) {
    char message[640] = "", stored[4096];
    nf_status status = NF_OK;
    const char *kind = in_opencl ? "call" : "allocation";
    layer->calls = memory.calls = 0;
    layer->failed = NULL;
    memory.failed = 0;
    layer->fail_at = in_opencl ? number : 0;
    memory.fail_at = in_opencl ? 0 : number;
    nf_context *context = open_device(&status, message);
    const int failed = in_opencl ? layer->failed != NULL : memory.failed;
    const char *name = layer->failed ? layer->failed : "";
    layer->fail_at = memory.fail_at = 0;
    ck_assert_msg((status == NF_OK) == (context != NULL), "%s %ld %s", kind, number, name);
    ck_assert_msg(status == NF_OK || (failed && message[0]), "%s %ld %s: %s: %s", kind, number, name,
                  nf_status_name(status), message);
    ck_assert_msg(status == NF_OK || !in_opencl || number <= unchecked_calls,
                  "call %ld %s fails in the check, and the context with it: %s", number, name, message);
    take_stored(path, stored);
    ck_assert_msg(!stored[0] || strcmp(stored, right) == 0, "%s %ld %s: another verdict is stored:\n%s", kind,
                  number, name, stored);
    if (context) {
        ck_assert_str_eq(nf_context_error(context), "");
        ck_assert_msg(stored[0] || strstr(nf_context_note(context), "is not stored: "), "%s %ld %s: %s", kind,
                      number, name, nf_context_note(context));
    }
    nf_context_free(context);
    ck_assert_msg(memory.alive == 0, "%s %ld %s: %ld allocations are left", kind, number, name, memory.alive);
    for (int k = 0; k < FAULTS_OBJECT_COUNT; k++)
        ck_assert_msg(layer->alive[k] == 0, "%s %ld %s: an object of kind %d is left", kind, number, name, k);
    return failed;
}

LOOP_TEST(what_fails_in_the_self_check_stores_no_other_verdict, 2) {
    begin();
    const long step = !_i ? 1 : getenv("NEARFIELD_TEST_SMALL") ? 5 : 1;
    long runs = 0;
    for (long number = 1; run(number, _i); number += step) runs++;
    ck_assert_int_gt(runs, 10);
    printf("%ld %s failed in turn\n", runs, _i ? "OpenCL calls" : "allocations");
    ck_assert_int_eq(rmdir(folder), 0);
}

/* Simulates another program that uses the device's memory for a while. */
TEST(where_every_launch_fails_nothing_is_decided) {
    char message[640] = "", stored[4096];
    nf_status status = NF_OK;
    begin();
    layer->fail_name = "clEnqueueNDRangeKernel";
    layer->fail_times = 1000000;
    nf_context *context = open_device(&status, message);
    layer->fail_times = 0;
    ck_assert_msg(status == NF_OK, "%s", message);
    ck_assert_int_eq(is_usable(context, "look_back"), 0);
    ck_assert_str_eq(nf_context_error(context), "");
    ck_assert_msg(strstr(nf_context_note(context), "is not stored: ") &&
                      strstr(nf_context_note(context), "clEnqueueNDRangeKernel failed"),
                  "%s", nf_context_note(context));
    nf_context_free(context);
    take_stored(path, stored);
    ck_assert_str_eq(stored, "");
    context = open_device(&status, message);
    ck_assert_msg(status == NF_OK, "%s", message);
    ck_assert_int_eq(is_usable(context, "look_back"), 1);
    nf_context_free(context);
    take_stored(path, stored);
    ck_assert_str_eq(stored, right);
    ck_assert_int_eq(rmdir(folder), 0);
}

int main(int argc, char **argv) {
    /* Set before the first OpenCL call, as PoCL reads it once.  With one thread it runs work-groups in order, also on a busy machine. */
    (void)argc;
    if (setenv("POCL_MAX_PTHREAD_COUNT", "1", 1) != 0) return 1;
    layer = faults_layer_open(argv[0]);
    return layer ? support_main() : 1;
}
