/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tune/lanes.h"

#include "opencl/host_device.h"
#include "opencl/quirks.h"
#include "tune/capability.h"

/* ---- why a device cannot have a kind of lanes ---------------------------------------------------------- */

typedef const char *lanes_missing(const nf_context *context, uint32_t wave);

static cl_uint fact(const nf_context *context, cl_device_info what, cl_uint unreported) {
    clGetDeviceInfo(context->device.device, what, sizeof unreported, &unreported, NULL);
    return unreported;
}

static const char *without_subgroups(const nf_context *context, uint32_t wave) {
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
        of_32 |= sizes[k] == wave;
    }
    /* With 32 lanes each has half as many registers on such a device: search, scan and sort spill on DG2. */
    if (of_8) return "the device's registers are too narrow for sub-groups of 32";
    return of_32 ? NULL : "the device has no sub-groups of 32";
}

static const char *without_ptx(const nf_context *context, uint32_t wave) {
    (void)wave;
    return nf_has_quirk(&context->device, NF_QUIRK_KNOWS_PTX) ? NULL : "the platform is not NVIDIA's";
}

static const char *without_redux(const nf_context *context, uint32_t wave) {
    const cl_device_info compute_capability_major = 0x4000; /* cl_nv_device_attribute_query */
    (void)wave;
    /* If the driver does not report it, the compiler decides. */
    return fact(context, compute_capability_major, 8) < 8 ? "the compute capability is below 8.0" : NULL;
}

static const char *without_waves(const nf_context *context, uint32_t wave) {
    const cl_device_info wavefront_width =
        0x4043; /* cl_amd_device_attribute_query: the width for which the driver compiles */
    const cl_uint width = fact(context, wavefront_width, 0);
    return width == wave ? NULL
           : width       ? "the device's waves have another width"
                         : "the device is not AMD's, or its driver does not say how wide waves are";
}

/* ---- the kinds ----------------------------------------------------------------------------------------- */

static const struct {
    nf_capability capability;
    uint32_t wave;
    nf_lanes base;
    lanes_missing *missing;
} rows[NF_LANES_KINDS] = {{.wave = 1},
#define X(kind, word, on_cpus, wave, base, missing, meaning, proves)                                         \
    {NF_CAN_##kind, wave, NF_LANES_##base, missing},
                          NF_LANES_TABLE(X)
#undef X
};

static int has(const nf_context *context, nf_lanes lanes) {
    while (lanes != NF_LANES_LOCAL && nf_can(context, rows[lanes].capability)) lanes = rows[lanes].base;
    return lanes == NF_LANES_LOCAL;
}

nf_lanes nf_lanes_of(const nf_context *context) {
    int lanes = NF_LANES_KINDS - 1;
    while (!has(context, (nf_lanes)lanes)) lanes--;
    return (nf_lanes)lanes;
}

const char *nf_lanes_missing(const nf_context *context, nf_lanes lanes) {
    const char *missing = lanes != NF_LANES_LOCAL && nf_on_host(context) ? "the host has none" : NULL;
    for (; lanes != NF_LANES_LOCAL && !missing; lanes = rows[lanes].base)
        missing = rows[lanes].missing(context, rows[lanes].wave);
    return missing;
}

nf_lanes nf_lanes_to_try(const nf_context *context) {
    int lanes = NF_LANES_KINDS - 1;
    while (nf_lanes_missing(context, (nf_lanes)lanes)) lanes--;
    return (nf_lanes)lanes;
}

void nf_lanes_define(nf_spec *spec, nf_lanes lanes) {
    nf_define(spec, "LANES_BY", lanes);
    spec->subgroups |= lanes == NF_LANES_SUBGROUPS;
}

uint32_t nf_lanes_wave(nf_lanes lanes) { return rows[lanes].wave; }
