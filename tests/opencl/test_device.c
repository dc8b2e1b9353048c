/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Finding devices and choosing one. */
#include "opencl/device.h"
#include "opencl/error.h"
#include "support/answers/pairs.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static size_t all_devices(nf_device_info infos[MOST]) {
    size_t count = 0;
    ck_assert_int_eq(nf_devices(infos, MOST, &count, NULL, 0), NF_OK);
    ck_assert_uint_ge(count, 1);
    return count < MOST ? count : MOST;
}

static void check_no_device(const char *wish) {
    nf_context *context = (nf_context *)&wish;
    char message[640] = "";
    const nf_context_options options = {.device = wish};
    const nf_status status = nf_context_create(&options, &context, message, sizeof message);
    ck_assert_msg(status == NF_ERROR_NO_DEVICE, "%s: %s", wish, nf_status_name(status));
    ck_assert_ptr_null(context);
    ck_assert_msg(strstr(message, wish) != NULL, "no \"%s\" in \"%s\"", wish, message);
}

static void check_chooses(const char *wish, const nf_device_info *wanted) {
    const nf_context_options options = {.device = wish};
    own_context context = support_context_with(&options);
    ck_assert_str_eq(nf_context_device(context)->name, wanted->name);
    ck_assert_ptr_eq(nf_context_device(context)->device, wanted->device);
}

TEST(devices_say_what_they_are) {
    nf_device_info infos[MOST] = {{.size = sizeof infos[0]}};
    const size_t count = all_devices(infos);
    for (size_t k = 0; k < count; k++) {
        ck_assert_ptr_nonnull(infos[k].device);
        ck_assert_ptr_nonnull(infos[k].platform);
        ck_assert_str_ne(infos[k].name, "");
        ck_assert_str_ne(infos[k].platform_name, "");
        ck_assert_str_ne(infos[k].version, "");
        ck_assert_uint_ge(infos[k].compute_units, 1);
        ck_assert_uint_ge(infos[k].global_memory, infos[k].largest_buffer / 2);
        ck_assert_uint_ge(infos[k].local_memory, 16384);
        ck_assert_uint_ge(infos[k].max_work_group, 1);
    }
}

TEST(the_count_is_right_when_there_is_less_room) {
    nf_device_info infos[MOST] = {{.size = sizeof infos[0]}};
    size_t count = 0;
    const size_t all = all_devices(infos);
    ck_assert_int_eq(nf_devices(NULL, 0, &count, NULL, 0), NF_OK);
    ck_assert_uint_eq(count, all);
    ck_assert_int_eq(nf_devices(NULL, 1, &count, NULL, 0), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(nf_devices(infos, 1, NULL, NULL, 0), NF_ERROR_ARGUMENT);
}

TEST(a_device_is_chosen_by_its_index) {
    nf_device_info infos[MOST] = {{.size = sizeof infos[0]}};
    const size_t count = all_devices(infos);
    for (size_t k = 0; k < count; k++) {
        char index[24];
        snprintf(index, sizeof index, "%zu", k);
        check_chooses(index, &infos[k]);
    }
}

TEST(a_device_is_chosen_by_a_part_of_its_name_in_any_case) {
    nf_device_info infos[MOST] = {{.size = sizeof infos[0]}};
    all_devices(infos);
    char part[128];
    memcpy(part, infos[0].name + 1, sizeof part - 1);
    for (char *at = part; *at; at++) *at = (char)(isupper((unsigned char)*at) ? tolower(*at) : toupper(*at));
    check_chooses(part, &infos[0]);
    snprintf(part, sizeof part, "%s", infos[0].platform_name);
    check_chooses(part, &infos[0]);
}

TEST(the_environment_chooses_where_the_options_do_not) {
    nf_device_info infos[MOST] = {{.size = sizeof infos[0]}};
    all_devices(infos);
    nf_context *context = NULL;
    char message[640] = "";
    setenv("NEARFIELD_DEVICE", "0", 1);
    check_chooses(NULL, &infos[0]);
    setenv("NEARFIELD_DEVICE", "no such device", 1);
    ck_assert_int_eq(nf_context_create(NULL, &context, message, sizeof message), NF_ERROR_NO_DEVICE);
    ck_assert_ptr_nonnull(strstr(message, "\"no such device\" (NEARFIELD_DEVICE)"));
    check_chooses("0", &infos[0]);
    setenv("NEARFIELD_DEVICE", "", 1);
    nf_context_free(support_context(NULL));
    unsetenv("NEARFIELD_DEVICE");
}

TEST(a_device_that_does_not_exist_is_an_error_with_its_name) {
    check_no_device("no such device");
    check_no_device("999");
    check_no_device("99999999999999999999999999");
    check_no_device("-1");
    char message[640] = "", known[192];
    nf_device_info infos[MOST] = {{.size = sizeof infos[0]}};
    nf_context *context = NULL;
    all_devices(infos);
    (void)snprintf(known, sizeof known, "available: 0 %s", infos[0].name);
    ck_assert_int_eq(
        nf_context_create(&(nf_context_options){.device = "999"}, &context, message, sizeof message),
        NF_ERROR_NO_DEVICE);
    ck_assert_msg(strstr(message, "no device with index 999;") && strstr(message, known), "%s", message);
}

TEST(errors_of_opencl_have_names) {
    ck_assert_str_eq(nf_cl_name(CL_OUT_OF_RESOURCES), "CL_OUT_OF_RESOURCES");
    ck_assert_str_eq(nf_cl_name(CL_INVALID_BUFFER_SIZE), "CL_INVALID_BUFFER_SIZE");
    ck_assert_str_ne(nf_cl_name(-123456), "");
    ck_assert_int_eq(nf_cl_is_memory(CL_MEM_OBJECT_ALLOCATION_FAILURE), 1);
    ck_assert_int_eq(nf_cl_is_memory(CL_OUT_OF_HOST_MEMORY), 1);
    ck_assert_int_eq(nf_cl_is_memory(CL_INVALID_VALUE), 0);
    ck_assert_int_eq(nf_cl_is_memory(CL_OUT_OF_RESOURCES), 0);
    ck_assert_int_eq(nf_cl_has_no_room(CL_OUT_OF_RESOURCES), 1);
}

TEST(sub_groups_get_the_next_standard_that_the_compiler_lists) {
    static const nf_c_version only_12[] = {{1u << 22, "OpenCL C"}, {1u << 22 | 2u << 12, "OpenCL C"}},
                              with_20[] = {{1u << 22 | 2u << 12, "OpenCL C"}, {2u << 22, "OpenCL C"}},
                              with_30[] = {{3u << 22, "OpenCL C"},
                                           {1u << 22 | 1u << 12, "OpenCL C"},
                                           {2u << 22, "OpenCL C"}};
    ck_assert_int_eq(nf_standard_of(only_12, 2, "OpenCL C 1.2 "), NF_CL12);
    ck_assert_int_eq(nf_standard_of(with_20, 2, "OpenCL C 1.2 "), NF_CL20);
    ck_assert_int_eq(nf_standard_of(with_30, 3, "OpenCL C 1.2 "), NF_CL20);
    ck_assert_int_eq(nf_standard_of(with_30, 2, "OpenCL C 1.2 "),
                     NF_CL30); /* it lists what all its devices support */
    ck_assert_int_eq(nf_standard_of(with_30, 1, ""), NF_CL30);
    ck_assert_int_eq(nf_standard_of(with_30, 0, "OpenCL C 2.0 "), NF_CL20);
    ck_assert_int_eq(nf_standard_of(with_30, 0, "OpenCL C 3.0 vendor"), NF_CL30);
    ck_assert_int_eq(nf_standard_of(with_30, 0, "OpenCL C 1.2"), NF_CL12);
    ck_assert_int_eq(nf_standard_of(with_30, 0, "OpenCL 3.0"), NF_CL12);
    ck_assert_int_eq(nf_standard_of(with_30, 0, ""), NF_CL12);
}
