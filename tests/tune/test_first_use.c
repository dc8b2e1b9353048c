/*
 * The first context of a device and driver of which nothing is known: it finds out by itself which fast paths are safe.
 * A layer makes of the device at hand one that no profile knows, and one that is wrong.
 */
#include "profile_folder.h"
#include "tune/capability.h"
#include "tune/probe.h"

#include <nearfield/pairs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const fakes[] = {"FAKE_TYPE",       "FAKE_NAME",    "FAKE_VENDOR",  "FAKE_PLATFORM",
                                    "FAKE_DRIVER",     "SKIP_KERNELS", "SKIP_ONCE",    "STUCK_KERNELS",
                                    "REFUSED_OPTIONS", "FAKE_PTX",     "FAKE_COMPUTE", "FAKE_WAVE",
                                    "FAKE_SUBGROUPS"};

/* A GPU of NVIDIA's, by name, with a driver that is in no profile. */
static void fake_nvidia(void) {
    for (size_t k = 0; k < sizeof fakes / sizeof *fakes; k++) unsetenv(fakes[k]);
    setenv("FAKE_TYPE", "gpu", 1);
    setenv("FAKE_NAME", "NVIDIA H200", 1);
    setenv("FAKE_VENDOR", "NVIDIA Corporation", 1);
    setenv("FAKE_PLATFORM", "NVIDIA CUDA", 1);
    setenv("FAKE_DRIVER", "999.99.01", 1);
    setenv("FAKE_PTX", "1", 1);
}

/* A GPU of someone else's, with kernels that run as they are. */
static void fake_other(void) {
    fake_nvidia();
    unsetenv("FAKE_PTX");
    setenv("FAKE_NAME", "Another GPU", 1);
    setenv("FAKE_VENDOR", "Another vendor", 1);
    setenv("FAKE_PLATFORM", "Another platform", 1);
}

static void begin(void) {
    make_folder();
    fake_other();
}

static void end(void) {
    for (size_t k = 0; k < sizeof fakes / sizeof *fakes; k++) unsetenv(fakes[k]);
    remove_folder();
}

static nf_context *open_with(const nf_context_options *options) {
    char message[640] = "";
    nf_context *context = NULL;
    ck_assert_msg(nf_context_create(options, &context, message, sizeof message) == NF_OK, "%s", message);
    return context;
}

static nf_context *open_default(void) {
    const nf_context_options options = {.config_folder = folder, .no_disk_cache = 1};
    return open_with(&options);
}

static int is_said(const nf_context *context, const char *words) {
    return strstr(nf_context_note(context), words) != NULL;
}

/* Whether the device's own profile is in the folder. */
static int is_stored(const nf_context *context) { return access(nf_profile_path(context), F_OK) == 0; }

/* The pairs of 700 points on the device are those of the host. */
static void pairs_are_right(nf_context *context) {
    enum { N = 700, CAPACITY = 40000 };
    float xyz[3 * N];
    uint64_t state = 5, wanted = 0;
    static int32_t got[2 * CAPACITY];
    nf_cloud *cloud = NULL;
    nf_pairs_result *result = NULL;
    for (int k = 0; k < 3 * N; k++) xyz[k] = (float)(support_random(&state) >> 40) * 0x1p-24f;
    const float r2 = 0.2f * 0.2f;
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++) {
            const float dx = xyz[3 * j] - xyz[3 * i], dy = xyz[3 * j + 1] - xyz[3 * i + 1],
                        dz = xyz[3 * j + 2] - xyz[3 * i + 2];
            wanted += (dx * dx + dy * dy) + dz * dz < r2;
        }
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .host = xyz};
    const nf_pairs_options options = {.sorted = 1};
    support_ok(context, nf_cloud_create(context, &points, NULL, NULL, &cloud));
    support_ok(context, nf_pairs(cloud, (double)0.2f, &options, &result));
    ck_assert_uint_eq(nf_pairs_total(result), wanted);
    ck_assert_uint_le(wanted, CAPACITY);
    support_ok(context, nf_pairs_read(result, 0, wanted, got));
    for (uint64_t k = 0; k < wanted; k++) {
        const int32_t *p = got + 2 * k;
        const float *a = xyz + 3 * (size_t)p[0], *b = xyz + 3 * (size_t)p[1];
        const float dx = b[0] - a[0], dy = b[1] - a[1], dz = b[2] - a[2];
        ck_assert(p[0] < p[1] && (dx * dx + dy * dy) + dz * dz < r2);
        ck_assert(k == 0 || p[-2] < p[0] || (p[-2] == p[0] && p[-1] < p[1]));
    }
    nf_pairs_free(result);
    nf_cloud_free(cloud);
}

START_TEST(a_driver_of_nvidia_s_that_no_profile_knows_takes_the_fast_paths_unasked) {
    static const struct {
        const char *compute, *skipped, *refused;
        uint32_t lost;
        int stored;
    } rows[] = {
        {NULL, NULL, NULL, 0, 1},
        {"7", NULL, NULL, 1u << NF_CAN_REDUX, 1},
        {NULL, "probe_lanes", NULL, 1u << NF_CAN_REDUX, 1},
        {NULL, "probe_lanes_shuffled", NULL, 1u << NF_CAN_PTX,
         0}, /* the second try has a program of its own */
        {NULL, "probe_lanes,probe_lanes_shuffled", NULL, 1u << NF_CAN_REDUX | 1u << NF_CAN_PTX, 1},
        {NULL, "probe_progress_32", NULL, 1u << NF_CAN_LOOK_BACK, 1},
        {NULL, "probe_progress_lanes_32", NULL, 1u << NF_CAN_LOOK_BACK, 1},
        {NULL, "probe_progress_lanes_64", NULL, 1u << NF_CAN_LOOK_BACK, 1},
        {NULL, NULL, "LANES_BY=3", 1u << NF_CAN_REDUX, 1},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        begin();
        fake_nvidia();
        if (rows[k].compute) setenv("FAKE_COMPUTE", rows[k].compute, 1);
        if (rows[k].skipped) setenv("SKIP_KERNELS", rows[k].skipped, 1);
        if (rows[k].refused) setenv("REFUSED_OPTIONS", rows[k].refused, 1);
        nf_context *context = open_default();
        const uint32_t wide = nf_context_device(context)->int64_atomics ? 1u << NF_CAN_INT64_ATOMICS : 0;
        const uint32_t all = 1u << NF_CAN_LOOK_BACK | 1u << NF_CAN_PTX | 1u << NF_CAN_REDUX | wide;
        ck_assert_msg(context->known.proved == (all & ~rows[k].lost), "row %zu: %x", k,
                      context->known.proved);
        ck_assert_msg(is_stored(context) == rows[k].stored, "row %zu", k);
        nf_context_free(context);
        end();
    }
}
END_TEST

START_TEST(lanes_are_those_that_the_device_says_it_has_and_a_probe_proved) {
    static const struct {
        const char *wave, *subgroups, *skipped;
        nf_lanes lanes;
    } rows[] = {
        {"64", NULL, NULL, NF_LANES_WAVE64},         {"32", NULL, NULL, NF_LANES_WAVE32},
        {"64", NULL, "probe_lanes", NF_LANES_LOCAL}, {"16", NULL, NULL, NF_LANES_LOCAL},
        {NULL, "16,32", NULL, NF_LANES_SUBGROUPS},   {NULL, "8,16,32", NULL, NF_LANES_LOCAL},
        {NULL, "32", "probe_lanes", NF_LANES_LOCAL}, {NULL, NULL, NULL, NF_LANES_LOCAL},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        begin();
        setenv("FAKE_PTX", "1", 1);
        if (rows[k].wave) setenv("FAKE_WAVE", rows[k].wave, 1);
        if (rows[k].subgroups) setenv("FAKE_SUBGROUPS", rows[k].subgroups, 1);
        if (rows[k].skipped) setenv("SKIP_KERNELS", rows[k].skipped, 1);
        nf_context *context = open_default();
        ck_assert_msg(nf_lanes_of(context) == rows[k].lanes, "row %zu: %d", k, (int)nf_lanes_of(context));
        ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 1);
        nf_context_free(context);
        end();
    }
}
END_TEST

START_TEST(a_device_that_no_profile_knows_takes_the_fast_paths_unasked) {
    begin();
    nf_context *context = open_default();
    ck_assert_str_eq(nf_context_device(context)->driver, "999.99.01");
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 1);
    ck_assert_int_eq(nf_can(context, NF_CAN_INT64_ATOMICS), nf_context_device(context)->int64_atomics);
    ck_assert_uint_eq(context->known.checked | 1u << NF_CAN_GROUPS, (1u << NF_CAPABILITIES) - 1);
    ck_assert_msg(is_said(context, "Fast paths are those of the self-check that is stored."), "%s",
                  nf_context_note(context));
    ck_assert(is_stored(context));
    ck_assert_str_eq(nf_context_error(context), "");
    pairs_are_right(context);
    nf_context *later = open_default();
    ck_assert_uint_eq(later->known.proved, context->known.proved);
    ck_assert_msg(later->programs.count == 0, "the probes ran again");
    nf_context_free(later);
    nf_context_free(context);
    end();
}
END_TEST

START_TEST(the_check_leaves_no_time_no_scratch_and_no_command_behind) {
    begin();
    const nf_context_options options = {.config_folder = folder, .profile = 1};
    nf_context *context = open_with(&options);
    size_t count = 1;
    uint64_t now = 1;
    ck_assert_uint_ne(context->known.checked, 0);
    support_ok(context, nf_context_stages(context, NULL, 0, &count));
    nf_context_memory(context, &now, NULL);
    ck_assert_uint_eq(count, 0);
    ck_assert_uint_eq(now, 0);
    ck_assert_ptr_null(context->last_queue);
    ck_assert_ptr_null(context->last_event);
    nf_context_free(context);
    end();
}
END_TEST

START_TEST(it_can_be_switched_off_and_on) {
    static const struct {
        int option;
        const char *variable, *folder;
        int runs;
    } rows[] = {
        {0, NULL, NULL, 1},   {0, "on", NULL, 1},  {0, "off", NULL, 0}, {-1, NULL, NULL, 0},
        {-1, "on", NULL, 0},  {1, NULL, NULL, 1},  {1, "off", NULL, 1}, {0, NULL, "off", 0},
        {-1, NULL, "off", 0}, {1, NULL, "off", 1},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        begin();
        if (rows[k].variable) setenv("NEARFIELD_SELF_CHECK", rows[k].variable, 1);
        else unsetenv("NEARFIELD_SELF_CHECK");
        const nf_context_options options = {.config_folder = rows[k].folder ? rows[k].folder : folder,
                                            .self_check = rows[k].option};
        nf_context *context = open_with(&options);
        ck_assert_msg((context->known.checked != 0) == rows[k].runs, "row %zu", k);
        ck_assert_msg(nf_can(context, NF_CAN_LOOK_BACK) == rows[k].runs, "row %zu", k);
        nf_context_free(context);
        end();
    }
    unsetenv("NEARFIELD_SELF_CHECK");
}
END_TEST

/* A CPU could gain nothing, and its user does not wait. */
START_TEST(a_cpu_is_not_checked_unasked) {
    make_folder();
    nf_context *context = open_default();
    if (strcmp(nf_profile_type(nf_context_device(context)), "cpu") == 0) {
        ck_assert_uint_eq(context->programs.count, 0);
        ck_assert(!is_stored(context));
    }
    nf_context_free(context);
    remove_folder();
}
END_TEST

START_TEST(a_verdict_that_cannot_be_stored_serves_its_context_and_is_told) {
    begin();
    char below[400];
    snprintf(below, sizeof below, "%s/file", folder);
    FILE *file = fopen(below, "w");
    ck_assert_ptr_nonnull(file);
    fclose(file);
    snprintf(below, sizeof below, "%s/file/below", folder);
    const nf_context_options options = {.config_folder = below};
    nf_context *context = open_with(&options);
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 1);
    ck_assert_msg(is_said(context, "which is not stored: ") && is_said(context, "Not a directory."), "%s",
                  nf_context_note(context));
    ck_assert_str_eq(nf_context_error(context), "");
    pairs_are_right(context);
    nf_context_free(context);
    const nf_context_options off = {.config_folder = "off", .self_check = 1};
    context = open_with(&off);
    ck_assert_msg(is_said(context, "which is not stored: there is no folder for profiles."), "%s",
                  nf_context_note(context));
    nf_context_free(context);
    end();
}
END_TEST

static const struct {
    const char *kernel;
    nf_capability lost;
} wrong[] = {
    {"probe_progress_32", NF_CAN_LOOK_BACK},
    {"probe_progress_64", NF_CAN_LOOK_BACK},
    {"probe_atomics64", NF_CAN_INT64_ATOMICS},
};
enum { WRONG = sizeof wrong / sizeof *wrong };

START_TEST(where_a_probe_is_wrong_its_path_is_off_and_results_are_right) {
    begin();
    setenv("SKIP_KERNELS", wrong[_i].kernel, 1);
    nf_context *context = open_default();
    if (!nf_context_device(context)->int64_atomics && strstr(wrong[_i].kernel, "64")) {
        nf_context_free(context);
        end();
        return;
    }
    ck_assert_int_eq(nf_can(context, wrong[_i].lost), 0);
    ck_assert_uint_eq(context->known.checked | 1u << NF_CAN_GROUPS, (1u << NF_CAPABILITIES) - 1);
    ck_assert(is_stored(context));
    pairs_are_right(context);
    nf_context_free(context);
    end();
}
END_TEST

/* Bounded waits: the kernel ends, and so does the context's creation. */
START_TEST(where_groups_wait_in_vain_the_check_ends_and_says_no) {
    begin();
    setenv("STUCK_KERNELS", "probe_progress_32,probe_progress_64", 1);
    nf_context *context = open_default();
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 0);
    ck_assert(is_stored(context));
    nf_finding finding;
    support_ok(context, nf_check_run(context, 5, &finding));
    ck_assert_str_eq(nf_checks(NULL)[5].name, "progress");
    ck_assert_msg(finding.outcome == NF_CHECK_FAILS && strstr(finding.why, "waited in vain"), "%s",
                  finding.why);
    unsetenv("STUCK_KERNELS");
    pairs_are_right(context);
    nf_context_free(context);
    end();
}
END_TEST

START_TEST(what_failed_once_alone_is_neither_taken_nor_stored) {
    begin();
    setenv("SKIP_ONCE", "probe_progress_32", 1);
    nf_context *context = open_default();
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 0);
    ck_assert_msg(is_said(context, "not stored: a second try of the probe \"progress\""), "%s",
                  nf_context_note(context));
    ck_assert(!is_stored(context));
    pairs_are_right(context);
    nf_context_free(context);
    unsetenv("SKIP_ONCE");
    context = open_default();
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 1);
    nf_context_free(context);
    end();
}
END_TEST

/* One part that a compiler refuses costs its own path alone. */
START_TEST(a_part_that_does_not_build_leaves_the_others) {
    begin();
    setenv("REFUSED_OPTIONS", "PARTS=5,PARTS=4", 1);
    nf_context *context = open_default();
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 1);
    ck_assert_int_eq(nf_can(context, NF_CAN_INT64_ATOMICS), 0);
    ck_assert_str_eq(nf_context_error(context), "");
    ck_assert_str_eq(nf_context_build_log(context), "");
    nf_context_free(context);
    end();
}
END_TEST

/* What a driver does whose compiler is broken is no verdict on the device. */
START_TEST(where_nothing_builds_nothing_is_stored) {
    begin();
    setenv("REFUSED_OPTIONS", "-cl-std", 1);
    nf_context *context = open_default();
    ck_assert_uint_eq(context->known.proved, 0);
    ck_assert_msg(is_said(context, "not stored: the driver built none of its kernels."), "%s",
                  nf_context_note(context));
    ck_assert(!is_stored(context));
    nf_context_free(context);
    end();
}
END_TEST

/* A CPU with none of what the quick part could try. */
START_TEST(where_nothing_is_there_to_be_tried_the_driver_is_not_blamed) {
    begin();
    unsetenv("FAKE_TYPE");
    setenv("FAKE_SUBGROUPS", "8", 1); /* and no other extension */
    const nf_context_options options = {.config_folder = folder, .self_check = 1};
    nf_context *context = open_with(&options);
    if (strcmp(nf_profile_type(nf_context_device(context)), "cpu") == 0) {
        ck_assert_int_eq(nf_context_device(context)->int64_atomics, 0);
        ck_assert_uint_eq(context->known.proved & ~(1u << NF_CAN_GROUPS), 0);
        ck_assert_msg(!is_said(context, "built none"), "%s", nf_context_note(context));
        ck_assert(is_stored(context));
    }
    nf_context_free(context);
    end();
}
END_TEST

/* The caller's queue may be stopped behind an event that only the caller can set. */
START_TEST(the_check_does_not_wait_for_the_caller_s_queue) {
    begin();
    const nf_context_options none = {.config_folder = "off"};
    nf_context *first = open_with(&none);
    cl_int code = CL_SUCCESS;
    cl_command_queue queue =
        clCreateCommandQueue(nf_context_cl(first), nf_context_device(first)->device, 0, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    cl_event gate = clCreateUserEvent(nf_context_cl(first), &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    ck_assert_int_eq(clEnqueueMarkerWithWaitList(queue, 1, &gate, NULL), CL_SUCCESS);
    const nf_context_options theirs = {.config_folder = folder,
                                       .context = nf_context_cl(first),
                                       .cl_device = nf_context_device(first)->device,
                                       .queue = queue};
    nf_context *context = open_with(&theirs);
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 1);
    ck_assert_int_eq(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    nf_context_free(context);
    clReleaseEvent(gate);
    clReleaseCommandQueue(queue);
    nf_context_free(first);
    end();
}
END_TEST

/* Each of several processes finds the store empty, and each writes it. */
START_TEST(processes_that_start_at_once_on_an_empty_store_agree) {
    enum { PROCESSES = 4 };
    pid_t process[PROCESSES];
    int gate[2];
    begin();
    ck_assert_int_eq(pipe(gate), 0);
    for (int k = 0; k < PROCESSES; k++) {
        process[k] = fork();
        ck_assert_int_ge(process[k], 0);
        if (process[k] == 0) {
            char word;
            close(gate[1]);
            while (read(gate[0], &word, 1) > 0) {} /* until the gate is closed */
            nf_context *context = NULL;
            const nf_context_options options = {.config_folder = folder, .no_disk_cache = 1};
            const int good = nf_context_create(&options, &context, NULL, 0) == NF_OK &&
                             nf_can(context, NF_CAN_LOOK_BACK) && is_said(context, "that is stored.");
            nf_context_free(context);
            _exit(good ? 0 : 1);
        }
    }
    close(gate[0]);
    close(gate[1]);
    for (int k = 0; k < PROCESSES; k++) {
        int status = 1;
        ck_assert_int_eq(waitpid(process[k], &status, 0), process[k]);
        ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "process %d: %d", k, status);
    }
    nf_context *context = open_default();
    ck_assert_msg(context->programs.count == 0, "the probes ran again");
    ck_assert(!is_said(context, "Passed over"));
    nf_context_free(context);
    end();
}
END_TEST

int main(void) {
    /* Before the first OpenCL call: the loader and PoCL read these once.  With one thread PoCL's work-groups run in
       their order, on a busy machine too. */
    if (setenv("OPENCL_LAYERS", DRIVER_LAYER, 1) != 0 || setenv("POCL_MAX_PTHREAD_COUNT", "1", 1) != 0)
        return 1;
    Suite *suite = suite_create("first_use");
    TCase *tcase = tcase_create("first_use");
    tcase_set_timeout(tcase, 600);
    tcase_add_test(tcase,
                   processes_that_start_at_once_on_an_empty_store_agree); /* before OpenCL has begun here */
    tcase_add_test(tcase, a_driver_of_nvidia_s_that_no_profile_knows_takes_the_fast_paths_unasked);
    tcase_add_test(tcase, lanes_are_those_that_the_device_says_it_has_and_a_probe_proved);
    tcase_add_test(tcase, a_device_that_no_profile_knows_takes_the_fast_paths_unasked);
    tcase_add_test(tcase, the_check_leaves_no_time_no_scratch_and_no_command_behind);
    tcase_add_test(tcase, it_can_be_switched_off_and_on);
    tcase_add_test(tcase, a_cpu_is_not_checked_unasked);
    tcase_add_test(tcase, a_verdict_that_cannot_be_stored_serves_its_context_and_is_told);
    tcase_add_loop_test(tcase, where_a_probe_is_wrong_its_path_is_off_and_results_are_right, 0, WRONG);
    tcase_add_test(tcase, where_groups_wait_in_vain_the_check_ends_and_says_no);
    tcase_add_test(tcase, what_failed_once_alone_is_neither_taken_nor_stored);
    tcase_add_test(tcase, a_part_that_does_not_build_leaves_the_others);
    tcase_add_test(tcase, where_nothing_builds_nothing_is_stored);
    tcase_add_test(tcase, where_nothing_is_there_to_be_tried_the_driver_is_not_blamed);
    tcase_add_test(tcase, the_check_does_not_wait_for_the_caller_s_queue);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
