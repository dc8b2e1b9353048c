/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Which tunables are used on which devices; the devices are made up. */
#include "support/device.h"
#include "support/made_up.h"
#include "tune/capability.h"

#include <nearfield/experimental/tuning.h>
#include <stdio.h>
#include <string.h>

enum {
    LOOK_BACK = 1 << NF_CAN_LOOK_BACK,
    PTX = 1 << NF_CAN_PTX,
    REDUX = 1 << NF_CAN_REDUX,
    SUBGROUPS = 1 << NF_CAN_SUBGROUPS,
    WAVE64 = 1 << NF_CAN_WAVE64,
    WAVE32 = 1 << NF_CAN_WAVE32,
    INT64 = 1 << NF_CAN_INT64_ATOMICS,
    CAPABILITIES_MOST = 1 << NF_CAPABILITIES,
    TUNABLES_MOST = 256
};

/* A context with all that tunables ask for: the kind and limits of the device, and what was proved. */
static nf_context made_up(cl_device_type type, uint32_t proved) {
    nf_context context = support_made_up();
    context.device.type = type;
    context.device.max_work_group = 1024;
    nf_known_of(&context)->checked = nf_known_of(&context)->proved = proved;
    return context;
}

static size_t list(const nf_context *context, nf_tunable_info infos[TUNABLES_MOST]) {
    size_t count = 0;
    ck_assert_int_eq(nf_tunables(context, infos, TUNABLES_MOST, &count), NF_OK);
    ck_assert(count > 0 && count <= TUNABLES_MOST);
    return count;
}

static int is_used(const nf_context *context, const char *name) {
    nf_tunable_info infos[TUNABLES_MOST];
    const size_t count = list(context, infos);
    for (size_t k = 0; k < count; k++) {
        char full[64];
        snprintf(full, sizeof full, "%s.%s", infos[k].family, infos[k].name);
        if (strcmp(full, name) == 0) return infos[k].value_count > 0;
    }
    ck_abort_msg("there is no %s", name);
    return 0;
}

TEST(what_the_paths_taken_do_not_use_is_not_worth_trying) {
    static const cl_device_type gpu = CL_DEVICE_TYPE_GPU, cpu = CL_DEVICE_TYPE_CPU;
    static const struct {
        cl_device_type type;
        uint32_t proved;
        const char *name;
        int used;
    } rows[] = {
        {gpu, SUBGROUPS, "search.GROUP", 1},
        {gpu, LOOK_BACK | WAVE64, "search.GROUP", 1},
        {gpu, WAVE32, "search.GROUP", 1},
        {gpu, LOOK_BACK | PTX, "scan.ITEMS", 1},
        {gpu, LOOK_BACK | INT64, "scan.ITEMS", 1},
        {gpu, LOOK_BACK, "scan.ITEMS", 0}, /* no word of 64 bits that a scan could wait for */
        {gpu, 0, "scan.WIDE_ITEMS", 1},
        {gpu, PTX, "search.GROUP", 1},
        {gpu, 0, "search.GROUP", 0},
        {gpu, LOOK_BACK | PTX, "search_cpu.LIST", 0},
        {cpu, 0, "search_cpu.LIST", 1},
        {cpu, 0, "search.GROUP", 1},
        {gpu, 0, "catalogue.GROUP", 1},
        {cpu, 0, "scan.ITEMS", 1},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const nf_context context = made_up(rows[k].type, rows[k].proved);
        ck_assert_msg(is_used(&context, rows[k].name) == rows[k].used, "row %zu: %s", k, rows[k].name);
    }
}

TEST(a_gpu_is_not_given_the_items_of_a_cpu) {
    const nf_context gpu = made_up(CL_DEVICE_TYPE_GPU, CAPABILITIES_MOST - 1),
                     cpu = made_up(CL_DEVICE_TYPE_CPU, 0);
    nf_tunable_info infos[TUNABLES_MOST];
    const size_t count = list(&gpu, infos);
    int most = 0;
    for (size_t k = 0; k < count; k++)
        for (int v = 0; v < infos[k].value_count && strcmp(infos[k].name, "ITEMS") == 0; v++)
            if (infos[k].values[v] > most) most = infos[k].values[v];
    ck_assert_int_eq(most, 120);
    ck_assert_uint_eq(list(&cpu, infos), count);
    for (size_t k = 0; k < count; k++)
        for (int v = 0; v < infos[k].value_count && strcmp(infos[k].name, "ITEMS") == 0; v++)
            if (infos[k].values[v] > most) most = infos[k].values[v];
    ck_assert_int_eq(most, 32768);
}

static void set_driver(nf_context *context, const char *platform, const char *driver) {
    snprintf(context->device.platform_name, sizeof context->device.platform_name, "%s", platform);
    snprintf(context->device.driver, sizeof context->device.driver, "%s", driver);
}

/* The values of all tunables named GROUP: the one in use and those worth trying. */
static void check_groups(const nf_context *context, int allowed, const char *source) {
    nf_tunable_info infos[TUNABLES_MOST];
    const size_t count = list(context, infos);
    for (size_t k = 0; k < count; k++) {
        if (strcmp(infos[k].name, "GROUP") != 0) continue;
        ck_assert_msg(allowed || infos[k].value == 1 || !infos[k].value_count, "%s.GROUP is %d",
                      infos[k].family, infos[k].value);
        for (int v = 0; v < infos[k].value_count; v++)
            ck_assert_msg(allowed || infos[k].values[v] == 1, "%s.GROUP=%d is worth trying", infos[k].family,
                          infos[k].values[v]);
        if (strcmp(infos[k].family, "scan") != 0) continue;
        ck_assert_int_eq(infos[k].value, allowed ? 64 : 1);
        ck_assert_str_eq(infos[k].source, source);
    }
}

TEST(no_group_has_two_work_items_where_the_driver_gets_them_wrong) {
    static const struct {
        cl_device_type type;
        const char *platform, *driver;
        int checked, proved, allowed;
    } rows[] = {
        {CL_DEVICE_TYPE_CPU, "Portable Computing Language", "1.8", 0, 0, 1},
        {CL_DEVICE_TYPE_CPU, "Portable Computing Language", "3.1+debian", 0, 0, 1},
        {CL_DEVICE_TYPE_CPU, "Portable Computing Language", "5.0+debian", 0, 0, 1},
        {CL_DEVICE_TYPE_CPU, "Portable Computing Language", "6.0+debian", 0, 0, 0},
        {CL_DEVICE_TYPE_CPU, "Portable Computing Language", "7.1+debian", 0, 0, 0},
        {CL_DEVICE_TYPE_CPU, "Portable Computing Language", "10.2", 0, 0, 0},
        {CL_DEVICE_TYPE_CPU, "Intel(R) OpenCL", "2024.18.7.0.11_160000", 0, 0, 1},
        {CL_DEVICE_TYPE_GPU, "NVIDIA CUDA", "580.159.04", 0, 0, 1},
        {CL_DEVICE_TYPE_CPU, "Portable Computing Language", "6.0+debian", 1, 1,
         0}, /* the probe may have run with another work-group method */
        {CL_DEVICE_TYPE_CPU, "Portable Computing Language", "3.1+debian", 1, 0, 0},
        {CL_DEVICE_TYPE_GPU, "NVIDIA CUDA", "580.159.04", 1, 0, 0},
    };
    static char words[] = "scan.GROUP=64 search.GROUP=64 reduce.GROUP=256";
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        nf_context context = made_up(rows[k].type, PTX);
        set_driver(&context, rows[k].platform, rows[k].driver);
        nf_known_of(&context)->tuning = words;
        nf_known_of(&context)->checked |= (uint32_t)rows[k].checked << NF_CAN_GROUPS;
        nf_known_of(&context)->proved |= (uint32_t)rows[k].proved << NF_CAN_GROUPS;
        check_groups(&context, rows[k].allowed, rows[k].allowed ? "words" : "refused");
    }
}

/* Every default is in its list: a profile, which may contain defaults, accepts listed values only.  And every tunable is
   used on some device. */
TEST(every_default_is_worth_trying_where_its_tunable_is_used) {
    static const cl_device_type types[] = {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_CPU};
    int used[TUNABLES_MOST] = {0};
    nf_tunable_info infos[TUNABLES_MOST];
    size_t count = 0;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (uint32_t proved = 0; proved < CAPABILITIES_MOST; proved++) {
            nf_context context = made_up(types[t], proved);
            nf_known_of(&context)->checked = CAPABILITIES_MOST - 1;
            count = list(&context, infos);
            for (size_t k = 0; k < count; k++) {
                int listed = 0;
                for (int v = 0; v < infos[k].value_count; v++)
                    listed += infos[k].values[v] == infos[k].default_value;
                used[k] |= infos[k].value_count > 0;
                ck_assert_msg(listed == (infos[k].value_count > 0),
                              "%s.%s: the default %d is not in its list", infos[k].family, infos[k].name,
                              infos[k].default_value);
            }
        }
    for (size_t k = 0; k < count; k++)
        ck_assert_msg(used[k], "%s.%s is used nowhere", infos[k].family, infos[k].name);
}
