/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nearfield devices: lists the OpenCL devices and their properties. */
#include "command/command.h"

#include "options/options.h"
#include "device/device.h"

#include <stdio.h>
#include <stdlib.h>

static void print_json(const nf_device_info *infos, size_t count) {
    json_out j = {.to = stdout};
    json_open(&j, NULL, '{');
    json_open(&j, "devices", '[');
    for (size_t k = 0; k < count; k++) {
        json_open(&j, NULL, '{');
        json_count(&j, "index", k);
        json_device(&j, &infos[k]);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    putchar('\n');
}

static void print_table(const nf_device_info *infos, size_t count) {
    for (size_t k = 0; k < count; k++) {
        const nf_device_info *d = &infos[k];
        printf("%zu  %s\n", k, d->name);
        printf("   %s, %s, driver %s\n", d->platform_name, d->version, d->driver);
        printf("   %s, %u compute units, %.1f GiB memory (largest buffer %.1f), %.0f KiB local, work-groups "
               "up to %llu\n",
               device_type(d), d->compute_units, (double)d->global_memory / 1073741824.0,
               (double)d->largest_buffer / 1073741824.0, (double)d->local_memory / 1024.0,
               (unsigned long long)d->max_work_group);
        printf("   double precision %s, 64-bit atomics %s, sub-groups %s\n", d->fp64 ? "yes" : "no",
               d->int64_atomics ? "yes" : "no", d->subgroups ? "yes" : "no");
    }
}

int command_devices(int argc, char **argv) {
    int json = 0;
    size_t operands = 0, count = 0;
    char why[256] = "";
    const option_row rows[] = {{"json", 0, NULL, "one JSON object on standard output", NULL, &json}};
    const option_table table = {rows, 1,
                                .head = "nearfield devices: the OpenCL devices, with the index that --device "
                                        "and NEARFIELD_DEVICE take\n\n"
                                        "usage: nearfield devices [--json]\n\n"};
    const int code = read_options(argc, argv, &table, NULL, 0, &operands);
    if (code != EXIT_DONE) return code;
    nf_status status = nf_devices(NULL, 0, &count, why, sizeof why);
    if (status == NF_ERROR_NO_DEVICE && json) print_json(NULL, 0);
    nf_device_info *infos = calloc(count ? count : 1, sizeof *infos);
    if (!infos) return complain(EXIT_MEMORY, "there is no memory for the list of devices");
    infos[0].size = sizeof infos[0];
    if (status == NF_OK) status = nf_devices(infos, count, &count, why, sizeof why);
    if (status == NF_OK) (json ? print_json : print_table)(infos, count);
    free(infos);
    return status == NF_OK ? EXIT_DONE : complain(exit_code_of(status), "%s", why);
}
