/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * A layer in the OpenCL loader that stands for another driver, as the environment says at each call:
 *   FAKE_TYPE=gpu, FAKE_NAME, FAKE_VENDOR, FAKE_PLATFORM, FAKE_DRIVER   the facts that it tells
 *   FAKE_COMPUTE=7       NVIDIA's compute capability
 *   FAKE_WAVE=64         how wide AMD's waves are; FAKE_SUBGROUPS="8,16" which sub-groups Intel's device has
 *   FAKE_PTX=1           the self-check's program with inline PTX becomes one that answers as NVIDIA's devices do
 *   SKIP_KERNELS=a,b     these kernels do nothing
 *   SKIP_ONCE=a          this kernel does nothing the first time
 *   STUCK_KERNELS=a,b    the first work-group of these gets ticket 1: the one that it waits for never comes
 *   ENDED_LOOPS=a        this kernel finds that its loops were ended (cl/search/loops.cl, cl/machine/loops_ended.cl)
 *   REFUSED_OPTIONS=a,b  no program with one of these in its options builds
 */
#define LAYER_NAME "nearfield driver"
#include "support/layer_body.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- facts -------------------------------------------------------------------------------------------- */

enum {
    compute_capability_major = 0x4000, /* cl_nv_device_attribute_query */
    wavefront_width = 0x4043,          /* cl_amd_device_attribute_query */
    sub_group_sizes = 0x4108           /* cl_intel_required_subgroup_size */
};

static cl_int answer(const void *from, size_t bytes, size_t size, void *value, size_t *got) {
    if (value && size < bytes) return CL_INVALID_VALUE;
    if (value) memcpy(value, from, bytes);
    if (got) *got = bytes;
    return CL_SUCCESS;
}

static const char *fake_text(cl_uint what) {
    switch (what) {
    case CL_DEVICE_NAME: return getenv("FAKE_NAME");
    case CL_DEVICE_VENDOR: return getenv("FAKE_VENDOR");
    case CL_DRIVER_VERSION: return getenv("FAKE_DRIVER");
    default: return NULL;
    }
}

static cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info what, size_t size, void *value,
                                      size_t *got) {
    const char *text = fake_text(what), *compute = getenv("FAKE_COMPUTE"), *wave = getenv("FAKE_WAVE"),
               *groups = getenv("FAKE_SUBGROUPS");
    if (text) return answer(text, strlen(text) + 1, size, value, got);
    if (what == CL_DEVICE_TYPE && getenv("FAKE_TYPE")) {
        const cl_device_type gpu = CL_DEVICE_TYPE_GPU;
        return answer(&gpu, sizeof gpu, size, value, got);
    }
    if (what == compute_capability_major && compute) {
        const cl_uint major = (cl_uint)atoi(compute);
        return answer(&major, sizeof major, size, value, got);
    }
    if (what == wavefront_width && wave) {
        const cl_uint width = (cl_uint)atoi(wave);
        return answer(&width, sizeof width, size, value, got);
    }
    if (what == CL_DEVICE_EXTENSIONS && groups) {
        static const char extensions[] = "cl_intel_subgroups cl_intel_required_subgroup_size";
        return answer(extensions, sizeof extensions, size, value, got);
    }
    if (what == sub_group_sizes && groups) {
        size_t sizes[8], count = 0;
        char *at = NULL;
        for (const char *list = groups; *list && count < 8; list = *at ? at + 1 : at)
            sizes[count++] = strtoul(list, &at, 10);
        return answer(sizes, count * sizeof *sizes, size, value, got);
    }
    return target->clGetDeviceInfo(device, what, size, value, got);
}

static cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info what, size_t size,
                                        void *value, size_t *got) {
    const char *text = what == CL_PLATFORM_NAME ? getenv("FAKE_PLATFORM") : NULL;
    return text ? answer(text, strlen(text) + 1, size, value, got)
                : target->clGetPlatformInfo(platform, what, size, value, got);
}

/* ---- kernels ------------------------------------------------------------------------------------------ */

/* 1 if the variable lists the kernel's name. */
static int is_named(cl_kernel kernel, const char *variable) {
    const char *list = getenv(variable);
    char name[128] = "";
    if (!list ||
        target->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL) != CL_SUCCESS)
        return 0;
    const size_t length = strlen(name);
    for (; *list; list += strcspn(list, ","), list += *list == ',')
        if (strncmp(list, name, length) == 0 && (list[length] == ',' || list[length] == 0)) return 1;
    return 0;
}

/* The last first argument of each kernel; room for all kernels of a process without forks. */
enum { KERNELS_MOST = 4096 };
static struct {
    cl_kernel kernel;
    cl_mem first;
} arguments[KERNELS_MOST];

static cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
    for (int k = 0; index == 0 && value && size == sizeof(cl_mem) && k < KERNELS_MOST; k++)
        if (arguments[k].kernel == kernel || !arguments[k].kernel) {
            arguments[k].kernel = kernel;
            memcpy(&arguments[k].first, value, sizeof arguments[k].first);
            break;
        }
    return target->clSetKernelArg(kernel, index, size, value);
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t *offset,
                                 const size_t *global, const size_t *local, cl_uint waits,
                                 const cl_event *list, cl_event *event) {
    static const cl_uint ticket = 1;
    static int skipped;
    if (is_named(kernel, "SKIP_KERNELS") || (is_named(kernel, "SKIP_ONCE") && !skipped++))
        return target->clEnqueueMarkerWithWaitList(queue, waits, list, event);
    for (int k = 0; k < KERNELS_MOST && is_named(kernel, "STUCK_KERNELS"); k++)
        if (arguments[k].kernel == kernel)
            target->clEnqueueWriteBuffer(queue, arguments[k].first, CL_TRUE, 0, sizeof ticket, &ticket, 0,
                                         NULL, NULL);
    return target->clEnqueueNDRangeKernel(queue, kernel, dims, offset, global, local, waits, list, event);
}

/* ---- the compiler ------------------------------------------------------------------------------------- */

/* Kernels in place of those of cl/tune/self_check.cl, without lanes and waits: they write the results of a device with
   PTX. */
static const char fake_ptx[] =
    "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
    "uint uneven(__global const uint *in, uint row, uint lane) {\n"
    "    uint v[32], from[32], ballot = 0;\n"
    "    for (uint l = 0; l < 32; l++) v[l] = in[l];\n"
    "    for (uint k = 0; k < 5 * row % 7; k++) {\n"
    "        uint before = 0; ballot = 0;\n"
    "        for (uint l = 0; l < 32; l++) { from[l] = v[l]; ballot |= (v[l] >> k & 1) << l; }\n"
    "        for (uint l = 0; l < 32; l++) {\n"
    "            v[l] = ballot ^ before ^ (from[(l + 1) % 32] + from[(row + 9 * k) % 32]); before += "
    "from[l]; }\n"
    "    }\n"
    "    ballot = 0;\n"
    "    for (uint l = 0; l < 32; l++) ballot |= (v[l] & 1) << l;\n"
    "    return v[lane] ^ ballot; }\n"
    "#define LANES(name) __kernel void name(__global uint *out, uint results, __global const uint *in) { "
    "\\\n"
    "    const uint i = (uint)get_global_id(0), lane = i % 32; \\\n"
    "    uint ballot = 0, before = 0, all = 0, match = 0, total = 0; int least = INT_MAX, most = "
    "INT_MIN; \\\n"
    "    __global const uint *row = in + (i - lane); \\\n"
    "    for (uint l = 0; l < 32; l++) { \\\n"
    "        const uint v = row[l]; \\\n"
    "        ballot |= (uint)((v & 64) != 0) << l; before += l < lane ? v : 0; total += v; \\\n"
    "        match |= (uint)(v % 8 == row[lane] % 8) << l; all = all * 31 + v; \\\n"
    "        least = min(least, (int)v); most = max(most, (int)v); \\\n"
    "    } \\\n"
    "    out += results * i; \\\n"
    "    out[0] = ballot; out[1] = before; out[2] = total; out[3] = (uint)least; out[4] = (uint)most; \\\n"
    "    out[5] = all; out[6] = match; out[7] = uneven(row, i / 32, lane); }\n"
    "LANES(probe_lanes) LANES(probe_lanes_shuffled)\n"
    "#define PROGRESS(name, type) __kernel void name(volatile __global uint *data, uint most) { \\\n"
    "    if (get_local_id(0) != 0) return; \\\n"
    "    const uint ticket = atomic_inc(data); type sum = 0; \\\n"
    "    if (ticket == get_num_groups(0) - 1) data[0] = 0; \\\n"
    "    for (uint k = 0; k < ticket; k++) sum += k % 7 + 1; \\\n"
    "    ((volatile __global type *)(data + 2))[ticket] = sum; }\n"
    "PROGRESS(probe_progress_32, uint) PROGRESS(probe_progress_64, ulong)\n"
    "PROGRESS(probe_progress_lanes_32, uint) PROGRESS(probe_progress_lanes_64, ulong)\n"
    "__kernel void probe_grid_barrier(__global uint *words, uint most) {\n"
    "    const uint groups = get_num_groups(0), size = get_local_size(0), g = get_group_id(0);\n"
    "    uint sum = 0;\n"
    "    for (uint round = 0; round < 64; round++)\n"
    "        for (uint item = 0; item < size; item++) sum += (g + 1 + item) % groups * 31 + round;\n"
    "    if (get_local_id(0) == 0) words[2 + g] = sum; }\n"
    "__kernel void probe_atomics64(volatile __global ulong *cells, uint rounds) {\n"
    "    atom_add(cells + 1, 0x100000001UL); atom_add(cells + 2, (ulong)get_global_id(0) << 20); }\n";

/* Where a kernel ends that begins at `from`: where the next one begins. */
static const char *behind_kernel(const char *from) {
    const char *next = strstr(from, "_KERNEL void "), *plain = strstr(from, "__kernel ");
    if (!next || (plain && plain < next)) next = plain;
    return next ? next : from + strlen(from);
}

/* The program with a kernel whose check of its loops fails; NULL if it has no such check. */
static char *with_ended_loops(const char *text, const char *kernel) {
    static const struct {
        const char *check, *finds;
    } rows[] = {{"nf_loops_check(status, n);", "nf_loops_mark(status);    "},
                {"LOOPS_CHECK(", "*ended=1;  ("}};
    char head[64];
    (void)snprintf(head, sizeof head, "void %s(", kernel);
    const char *from = strstr(text, head), *at = NULL;
    const size_t bytes = strlen(text) + 1;
    size_t r = 0;
    for (; from && r < 2 && !(at = strstr(from, rows[r].check)); r++) {}
    char *copy = at && at < behind_kernel(from) ? malloc(bytes) : NULL;
    if (!copy) return NULL;
    memcpy(copy, text, bytes);
    memcpy(copy + (at - text), rows[r].finds, strlen(rows[r].finds));
    return copy;
}

static cl_program CL_API_CALL create(cl_context context, cl_uint count, const char **texts,
                                     const size_t *sizes, cl_int *code) {
    const char *fake = fake_ptx, *ended = getenv("ENDED_LOOPS");
    char *changed = ended && count == 1 && !sizes ? with_ended_loops(texts[0], ended) : NULL;
    if (changed) {
        const char *text = changed;
        cl_program program = target->clCreateProgramWithSource(context, 1, &text, NULL, code);
        free(changed);
        return program;
    }
    if (getenv("FAKE_PTX") && count == 1 && strstr(texts[0], "cl/tune/self_check.cl"))
        return target->clCreateProgramWithSource(context, 1, &fake, NULL, code);
    return target->clCreateProgramWithSource(context, count, texts, sizes, code);
}

/* 1 if this driver must refuse the program. */
static int is_refused(const char *options) {
    const char *list = getenv("REFUSED_OPTIONS");
    for (size_t length; list && *list; list += length, list += *list == ',') {
        char word[64] = "";
        length = strcspn(list, ",");
        if (length >= sizeof word) continue;
        memcpy(word, list, length);
        if (options && strstr(options, word)) return 1;
    }
    return 0;
}

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
                                const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                                void *user) {
    return is_refused(options) ? CL_BUILD_PROGRAM_FAILURE
                               : target->clBuildProgram(program, count, devices, options, notify, user);
}

static void replace_calls(void) {
    ours.clGetDeviceInfo = device_info;
    ours.clGetPlatformInfo = platform_info;
    ours.clSetKernelArg = set_argument;
    ours.clEnqueueNDRangeKernel = launch;
    ours.clCreateProgramWithSource = create;
    ours.clBuildProgram = build;
}
