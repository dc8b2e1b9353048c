/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Probes of operations across 32 work-items. */
#include "opencl/quirks.h"
#include "tune/probe.h"

#include <string.h>

enum { N = 4096, RESULTS = NF_LANES_RESULTS };

static uint32_t ballot_of(const uint32_t v[NF_LANES], uint32_t bit) {
    uint32_t ballot = 0;
    for (uint32_t l = 0; l < NF_LANES; l++) ballot |= (v[l] >> bit & 1) << l;
    return ballot;
}

/* probe_lanes_uneven of self_check.cl, for all lanes of a row. */
static void run_uneven(const uint32_t *in, uint32_t row, uint32_t v[NF_LANES]) {
    memcpy(v, in, NF_LANES * sizeof *v);
    for (uint32_t k = 0; k < 5 * row % 7; k++) {
        uint32_t from[NF_LANES], before = 0;
        memcpy(from, v, sizeof from);
        for (uint32_t l = 0; l < NF_LANES; before += from[l], l++)
            v[l] = ballot_of(from, k) ^ before ^ (from[(l + 1) % NF_LANES] + from[(row + 9 * k) % NF_LANES]);
    }
    const uint32_t ballot = ballot_of(v, 0);
    for (uint32_t l = 0; l < NF_LANES; l++) v[l] ^= ballot;
}

void nf_lanes_wanted(const uint32_t *in, uint32_t first, uint32_t wanted[NF_LANES][NF_LANES_RESULTS]) {
    uint32_t sum = 0, all = 0, uneven[NF_LANES];
    int32_t least = INT32_MAX, most = INT32_MIN;
    run_uneven(in, first / NF_LANES, uneven);
    for (uint32_t l = 0; l < NF_LANES; sum += in[l], l++) {
        const int32_t value = (int32_t)in[l];
        wanted[l][1] = sum;
        all = all * 31 + in[l];
        if (value < least) least = value;
        if (value > most) most = value;
    }
    for (uint32_t lane = 0; lane < NF_LANES; lane++) {
        uint32_t match = 0;
        for (uint32_t l = 0; l < NF_LANES; l++) match |= (uint32_t)(in[l] % 8 == in[lane] % 8) << l;
        const uint32_t values[RESULTS] = {
            ballot_of(in, 6), wanted[lane][1], sum, (uint32_t)least, (uint32_t)most, all, match,
            uneven[lane]};
        memcpy(wanted[lane], values, sizeof values);
    }
}

nf_status nf_probe_lanes(nf_trial *t) {
    static const uint32_t groups[] = {128, 32, 512};
    /* The program of the quick probes with NVIDIA's newer reductions also has a kernel with the older ones. */
    const char *kernel =
        t->quick && t->lanes == NF_LANES_PTX && !nf_lanes_missing(t->work->context, NF_LANES_REDUX)
            ? "probe_lanes_shuffled"
            : "probe_lanes";
    nf_status status = NF_OK;
    for (size_t k = 0; status == NF_OK && k < (t->quick ? 1 : sizeof groups / sizeof *groups); k++) {
        if (t->lanes == NF_LANES_LOCAL && groups[k] != 32) continue; /* its barriers are those of the group */
        const nf_spec spec = nf_trial_spec(t, NF_PART_LANES, groups[k]);
        nf_trial_blank(t, N, N * RESULTS);
        for (uint32_t i = 0; i < N; i += NF_LANES)
            nf_lanes_wanted(t->in + i, i, (uint32_t(*)[RESULTS])(t->wanted + (size_t)i * RESULTS));
        status = nf_trial_run(t, &spec, kernel, nf_shape_for(N, groups[k], groups[k]), RESULTS);
    }
    return status;
}

/* ---- what a device offers ----------------------------------------------------------------------------- */

static const char *no_subgroups(const nf_context *context) {
    const cl_device_info sub_group_sizes = 0x4108; /* cl_intel_required_subgroup_size */
    enum { SIZES_MOST = 32 };
    size_t sizes[SIZES_MOST] = {0}, bytes = 0;
    if (!context->device.subgroups) return "the device reports no sub-groups";
    /* Without this extension a larger kernel may get sub-groups of another size than the probe. */
    if (clGetDeviceInfo(context->device.device, sub_group_sizes, sizeof sizes, sizes, &bytes) != CL_SUCCESS)
        return "the size of sub-groups cannot be asked for";
    int of_8 = 0, of_32 = 0;
    for (size_t k = 0; k < bytes / sizeof *sizes; k++) {
        of_8 |= sizes[k] == 8;
        of_32 |= sizes[k] == 32;
    }
    /* With 32 lanes each has half as many registers on such a device: search, scan and sort spill on DG2. */
    if (of_8) return "the device's registers are too narrow for sub-groups of 32";
    return of_32 ? NULL : "the device has no sub-groups of 32";
}

static cl_uint fact(const nf_context *context, cl_device_info what, cl_uint unreported) {
    clGetDeviceInfo(context->device.device, what, sizeof unreported, &unreported, NULL);
    return unreported;
}

const char *nf_lanes_missing(const nf_context *context, nf_lanes lanes) {
    const cl_device_info compute_capability_major = 0x4000, /* cl_nv_device_attribute_query */
        wavefront_width = 0x4043; /* cl_amd_device_attribute_query: the width for which the driver compiles */
    const int is_ptx = lanes == NF_LANES_PTX || lanes == NF_LANES_REDUX;
    if (lanes == NF_LANES_LOCAL) return NULL;
    if (lanes == NF_LANES_SUBGROUPS) return no_subgroups(context);
    if (is_ptx && !nf_has_quirk(&context->device, NF_QUIRK_KNOWS_PTX)) return "the platform is not NVIDIA's";
    /* If the driver does not report it, the compiler decides. */
    if (lanes == NF_LANES_REDUX && fact(context, compute_capability_major, 8) < 8)
        return "the compute capability is below 8.0";
    const cl_uint width = is_ptx ? nf_lanes_wave(lanes) : fact(context, wavefront_width, 0);
    return width == nf_lanes_wave(lanes) ? NULL
           : width                       ? "the device's waves have another width"
                   : "the device is not AMD's, or its driver does not say how wide waves are";
}
