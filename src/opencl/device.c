/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/device.h"

#include "core/memory.h"
#include "core/sized.h"
#include "core/system.h"
#include "opencl/error.h"
#include "opencl/host_device.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLATFORMS_MOST = 32, DEVICES_MOST = 256 };

/* Reads a string property of a device, or of a platform where that is NULL, into memory that nf_release(NULL, ...) frees. */
static cl_int read_text(cl_platform_id platform, cl_device_id device, cl_uint what, char **text) {
    size_t size = 0;
    *text = NULL;
    cl_int code = device ? clGetDeviceInfo(device, what, 0, NULL, &size)
                         : clGetPlatformInfo(platform, what, 0, NULL, &size);
    if (code != CL_SUCCESS) return code;
    if (nf_allocate(NULL, size + 1, 1, "a property of a device", (void **)text, NULL) != NF_OK)
        return CL_OUT_OF_HOST_MEMORY;
    code = device ? clGetDeviceInfo(device, what, size, *text, NULL)
                  : clGetPlatformInfo(platform, what, size, *text, NULL);
    return code;
}

/* The same, cut to fit, without the blanks that some drivers put around it. */
static cl_int put_text(cl_platform_id platform, cl_device_id device, cl_uint what, char *out, size_t size) {
    char *text = NULL;
    const cl_int code = read_text(platform, device, what, &text);
    if (code == CL_SUCCESS) {
        const char *start = text;
        while (isspace((unsigned char)*start)) start++;
        snprintf(out, size, "%s", start);
        for (size_t n = strlen(out); n && isspace((unsigned char)out[n - 1]); n--) out[n - 1] = 0;
    }
    nf_release(NULL, text);
    return code;
}

static int has_extension(const char *list, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return 1;
    return 0;
}

static cl_int number(cl_device_id device, cl_device_info what, size_t size, void *out) {
    return clGetDeviceInfo(device, what, size, out, NULL);
}

nf_status nf_device_facts(cl_device_id device, nf_device_info *info, nf_sentence *error) {
    *info = (nf_device_info){.size = sizeof *info, .device = device};
    cl_uint units = 0;
    cl_ulong memory = 0, largest = 0, local = 0;
    size_t group = 0;
    cl_device_fp_config config = 0;
    char *extensions = NULL;
    cl_int code = number(device, CL_DEVICE_PLATFORM, sizeof info->platform, &info->platform);
    if (!code)
        code =
            put_text(info->platform, NULL, CL_PLATFORM_NAME, info->platform_name, sizeof info->platform_name);
    const struct {
        cl_device_info what;
        char *out;
    } strings[] = {{CL_DEVICE_NAME, info->name},
                   {CL_DEVICE_VENDOR, info->vendor},
                   {CL_DRIVER_VERSION, info->driver},
                   {CL_DEVICE_VERSION, info->version}};
    for (size_t k = 0; !code && k < sizeof strings / sizeof *strings; k++)
        code = put_text(NULL, device, strings[k].what, strings[k].out, sizeof info->name);
    if (!code) code = number(device, CL_DEVICE_TYPE, sizeof info->type, &info->type);
    if (!code) code = number(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units);
    if (!code) code = number(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory);
    if (!code) code = number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest);
    if (!code) code = number(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local);
    if (!code) code = number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof group, &group);
    if (!code) code = number(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config);
    if (!code) code = read_text(NULL, device, CL_DEVICE_EXTENSIONS, &extensions);
    if (!code) {
        info->fp64 = has_extension(extensions, "cl_khr_fp64");
        info->int64_atomics = has_extension(extensions, "cl_khr_int64_base_atomics");
        info->subgroups =
            has_extension(extensions, "cl_khr_subgroups") || has_extension(extensions, "cl_intel_subgroups");
    }
    nf_release(NULL, extensions);
    if (code)
        return nf_fail(error, NF_ERROR_DEVICE, "asking a device for its facts failed: %s", nf_cl_name(code));
    info->compute_units = units;
    info->global_memory = memory;
    info->largest_buffer = largest;
    info->local_memory = local;
    info->max_work_group = group;
    info->fma = (config & CL_FP_FMA) != 0;
    return NF_OK;
}

static nf_standard standard_of_major(unsigned long major) {
    return major >= 3 ? NF_CL30 : major == 2 ? NF_CL20 : NF_CL12;
}

/* The older of two versions, where 1.2 means that there is none. */
static nf_standard older(nf_standard a, nf_standard b) {
    return a == NF_CL12 || (b != NF_CL12 && b < a) ? b : a;
}

nf_standard nf_standard_of(const nf_c_version *listed, size_t count, const char *said) {
    static const char words[] = "OpenCL C ";
    nf_standard best = NF_CL12;
    if (strncmp(said, words, sizeof words - 1) == 0)
        best = standard_of_major(strtoul(said + sizeof words - 1, NULL, 10));
    for (size_t k = 0; k < count; k++) best = older(best, standard_of_major(listed[k].version >> 22));
    return best;
}

nf_standard nf_device_standard(cl_device_id device) {
    enum { VERSIONS_MOST = 32 };
    const cl_device_info all_versions = 0x1066; /* CL_DEVICE_OPENCL_C_ALL_VERSIONS of OpenCL 3.0 */
    nf_c_version listed[VERSIONS_MOST];
    size_t bytes = 0;
    char said[256] = "";
    if (clGetDeviceInfo(device, all_versions, sizeof listed, listed, &bytes) != CL_SUCCESS) bytes = 0;
    if (put_text(NULL, device, CL_DEVICE_OPENCL_C_VERSION, said, sizeof said) != CL_SUCCESS) said[0] = 0;
    return nf_standard_of(listed, bytes / sizeof *listed, said);
}

/* Lists all devices of all platforms, in the order of the loader.  A platform that cannot list its devices is ignored, so
   that a broken driver does not hide the others. */
static nf_status list_all(cl_device_id *devices, size_t *count, nf_sentence *error) {
    cl_platform_id platforms[PLATFORMS_MOST];
    cl_uint platform_count = 0;
    const cl_int code = clGetPlatformIDs(PLATFORMS_MOST, platforms, &platform_count);
    if (code == -1001 || (code == CL_SUCCESS && platform_count == 0))
        return nf_fail(error, NF_ERROR_NO_DEVICE,
                       "no OpenCL platform is installed: install a driver, or PoCL for the CPU");
    if (code == CL_OUT_OF_HOST_MEMORY)
        return nf_fail(error, NF_ERROR_MEMORY, "clGetPlatformIDs: %s", nf_cl_name(code));
    if (code != CL_SUCCESS) return nf_fail(error, NF_ERROR_DEVICE, "clGetPlatformIDs: %s", nf_cl_name(code));
    for (cl_uint p = 0; p < platform_count && p < PLATFORMS_MOST; p++) {
        cl_uint found = 0;
        const size_t room = DEVICES_MOST - *count;
        if (room && clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, (cl_uint)room, devices + *count,
                                   &found) == CL_SUCCESS)
            *count += found < room ? found : room;
    }
    if (*count == 0)
        return nf_fail(error, NF_ERROR_NO_DEVICE,
                       "the OpenCL platforms that are installed show no device (PoCL needs a cache folder "
                       "that it can write: POCL_CACHE_DIR)");
    return NF_OK;
}

/* PoCL begins its work in the first listing of a process, and not safely for several threads. */
static nf_status find_all(cl_device_id *devices, size_t *count, nf_sentence *error) {
    nf_status status = nf_opencl_open(error);
    *count = 0;
    if (status != NF_OK) return status;
    nf_system_lock();
    status = list_all(devices, count, error);
    nf_system_unlock();
    return status;
}

static const nf_sized info_sized = {NF_SIZED(nf_device_info)};

nf_status nf_devices(nf_device_info *infos, size_t capacity, size_t *count, char *message,
                     size_t message_size) {
    cl_device_id devices[DEVICES_MOST];
    nf_sentence error = {.text = ""};
    nf_status status = NF_OK;
    size_t found = 0, stride = 0;
    if (!count) NF_TRY(nf_fail(&error, NF_ERROR_ARGUMENT, "count is NULL"));
    if (capacity && !infos)
        NF_TRY(nf_fail(&error, NF_ERROR_ARGUMENT, "infos is NULL, with room for %zu devices", capacity));
    if (capacity) NF_TRY(nf_sized_stride(&info_sized, "infos", infos, &stride, &error));
    NF_TRY(find_all(devices, &found, &error));
    for (size_t k = 0; k < found && k < capacity; k++) {
        nf_device_info info;
        const int is_known = nf_device_facts(devices[k], &info, NULL) == NF_OK;
        nf_sized_give(&info_sized, infos, stride, k, is_known ? &info : NULL);
    }
done:
    if (count) *count = status == NF_OK ? found : 0;
    nf_sentence_copy(&error, message, message_size);
    return status;
}

static int contains(const char *text, const char *part) {
    for (; *text; text++) {
        size_t k = 0;
        while (part[k] && tolower((unsigned char)text[k]) == tolower((unsigned char)part[k])) k++;
        if (!part[k]) return 1;
    }
    return 0;
}

/* Ranks GPUs before accelerators before CPUs. */
static int rank(const nf_device_info *info) {
    return info->type & CL_DEVICE_TYPE_GPU ? 3 : info->type & CL_DEVICE_TYPE_ACCELERATOR ? 2 : 1;
}

static int better(const nf_device_info *a, const nf_device_info *b) {
    if (rank(a) != rank(b)) return rank(a) > rank(b);
    return a->fp64 != b->fp64 ? a->fp64 > b->fp64 : a->global_memory > b->global_memory;
}

/* 1 if the device is available and has a compiler; the default is one of these. */
static int is_ready(const nf_device_info *info) {
    cl_bool available = CL_FALSE, compiler = CL_FALSE;
    return info->device &&
           number(info->device, CL_DEVICE_AVAILABLE, sizeof available, &available) == CL_SUCCESS &&
           available &&
           number(info->device, CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler, &compiler) == CL_SUCCESS &&
           compiler;
}

/* 1 if the wish is an index, not a part of a name. */
static int is_index(const char *wish) { return *wish && wish[strspn(wish, "0123456789")] == 0; }

/* Says that no device is the wished one, and lists those that can be chosen. */
static nf_status fail_to_find(const char *wish, int from_environment, const nf_device_info *all, size_t count,
                              nf_sentence *error) {
    char known[400] = "none";
    size_t used = 0;
    for (size_t k = 0; all && k < count && used < sizeof known; k++) {
        if (!all[k].device) continue;
        const int wrote =
            snprintf(known + used, sizeof known - used, "%s%zu %s", used ? ", " : "", k, all[k].name);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    const char *where = from_environment ? " (NEARFIELD_DEVICE)" : "";
    if (is_index(wish))
        return nf_fail(error, NF_ERROR_NO_DEVICE,
                       "there is no device with index %.40s%s; available: %s, host", wish, where, known);
    return nf_fail(error, NF_ERROR_NO_DEVICE,
                   "no OpenCL device has \"%.80s\"%s in its name or platform; available: %s, host", wish,
                   where, known);
}

/* 1 if the host stands in for OpenCL devices: there is none, neither a device nor a loader is named. */
static int host_stands_in(const char *wish, nf_status found) {
    char loader[1] = "";
    return found == NF_ERROR_NO_DEVICE && !(wish && *wish) &&
           !nf_system_trusted_variable("NEARFIELD_OPENCL", loader, sizeof loader);
}

nf_status nf_device_choose(const nf_allocator *allocator, const char *option, nf_device_info *info,
                           nf_sentence *error) {
    const char *wish = option ? option : getenv("NEARFIELD_DEVICE");
    cl_device_id devices[DEVICES_MOST];
    size_t count = 0;
    nf_device_info *all = NULL;
    nf_status status = NF_OK;
    const int named = nf_is_host_device(wish);
    if (!named) status = find_all(devices, &count, error);
    if (named || host_stands_in(wish, status)) {
        error->text[0] = 0;
        nf_host_device_facts(info);
        return NF_OK;
    }
    NF_TRY(status);
    NF_TRY(nf_allocate(allocator, count, sizeof *all, "device facts", (void **)&all, error));
    for (size_t k = 0; k < count; k++)
        if (nf_device_facts(devices[k], &all[k], NULL) != NF_OK)
            memset(&all[k], 0, sizeof all[k]); /* cannot be queried */
    const nf_device_info *best = NULL;
    if (!wish || !*wish) {
        for (size_t k = 0; k < count; k++)
            if (is_ready(&all[k]) && (!best || better(&all[k], best))) best = &all[k];
    } else if (is_index(wish)) {
        const unsigned long index = strtoul(wish, NULL, 10);
        if (index < count && all[index].device) best = &all[index];
    } else {
        for (size_t k = 0; k < count && !best; k++)
            if (contains(all[k].name, wish) || contains(all[k].platform_name, wish)) best = &all[k];
    }
    if (best) *info = *best;
    else if (!wish || !*wish)
        status = nf_fail(error, NF_ERROR_NO_DEVICE,
                         "none of the %zu OpenCL devices is available and has a compiler", count);
    else status = fail_to_find(wish, option == NULL, all, count, error);
done:
    nf_release(allocator, all);
    return status;
}
