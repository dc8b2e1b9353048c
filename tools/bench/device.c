/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "bench/bench.h"
#include "device/device.h"
#include "text/append.h"

#include <nearfield/experimental/tuning.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int bench_failed(const nf_context *context, nf_status status, const char *doing) {
    const char *sentence = context ? nf_context_error(context) : "";
    const char *log = context && status == NF_ERROR_BUILD ? nf_context_build_log(context) : "";
    return complain(exit_code_of(status), "%s: %s%s%s", doing, *sentence ? sentence : nf_status_words(status),
                    *log ? "\n" : "", log);
}

int bench_open_device(const char *name, bench_device *on) {
    char message[512];
    cl_int code = CL_SUCCESS;
    memset(on, 0, sizeof *on);
    const nf_context_options plain = {.device = name};
    nf_status status = open_device(&plain, &on->plain, message, sizeof message);
    if (status != NF_OK) return complain(exit_code_of(status), "%s", message);
    const nf_context_options host = {.device = "host", .tuning = "host.PLAIN=1"};
    status = nf_context_create(&host, &on->host, message, sizeof message);
    if (status != NF_OK) return complain(exit_code_of(status), "%s", message);
    on->info = nf_context_device(on->plain);
    on->queue =
        clCreateCommandQueue(nf_context_cl(on->plain), on->info->device, CL_QUEUE_PROFILING_ENABLE, &code);
    if (!on->queue)
        return complain(EXIT_OTHER, "%s gives no queue that takes times (OpenCL error %d)", on->info->name,
                        (int)code);
    const nf_context_options timed = {.cl_context = nf_context_cl(on->plain),
                                      .cl_device = on->info->device,
                                      .cl_queue = on->queue,
                                      .profile = 1};
    status = nf_context_create(&timed, &on->timed, message, sizeof message);
    return status == NF_OK ? EXIT_DONE : complain(exit_code_of(status), "%s", message);
}

void bench_close_device(bench_device *on) {
    nf_context_free(on->timed);
    if (on->queue) clReleaseCommandQueue(on->queue);
    nf_context_free(on->plain);
    nf_context_free(on->host);
}

cl_mem bench_buffer(bench_device *on, uint64_t bytes, const void *data) {
    cl_int code = CL_SUCCESS;
    const size_t size = bytes ? (size_t)bytes : 1;
    cl_mem buffer = clCreateBuffer(nf_context_cl(on->plain), CL_MEM_READ_WRITE, size, NULL, &code);
    if (buffer && data && bytes)
        code =
            clEnqueueWriteBuffer(nf_context_queue(on->plain), buffer, CL_TRUE, 0, size, data, 0, NULL, NULL);
    if (buffer && code == CL_SUCCESS) return buffer;
    if (buffer) clReleaseMemObject(buffer);
    complain(EXIT_MEMORY, "%s has no %.1f MB more for a buffer (OpenCL error %d)", on->info->name,
             (double)bytes * 1e-6, (int)code);
    return NULL;
}

int bench_read(bench_device *on, cl_mem buffer, uint64_t bytes, void *data) {
    if (!bytes) return EXIT_DONE;
    const cl_int code = clEnqueueReadBuffer(nf_context_queue(on->plain), buffer, CL_TRUE, 0, (size_t)bytes,
                                            data, 0, NULL, NULL);
    return code == CL_SUCCESS
               ? EXIT_DONE
               : complain(EXIT_OTHER, "%s cannot be read (OpenCL error %d)", on->info->name, (int)code);
}

/* So that a change of tuning is not taken for a change of the library. */
int bench_read_tuning(const nf_context *context, bench_tuning *tuning) {
    const char *words = getenv("NEARFIELD_TUNING"), *paths = getenv("NEARFIELD_PATHS");
    enum { TUNABLES_MOST = 256 };
    nf_tunable_info infos[TUNABLES_MOST];
    size_t count = 0;
    snprintf(tuning->note, sizeof tuning->note, "%s", nf_context_note(context));
    snprintf(tuning->words, sizeof tuning->words, "%s", words ? words : "");
    snprintf(tuning->paths, sizeof tuning->paths, "%s", paths ? paths : "");
    const nf_status status = nf_tunables(context, infos, TUNABLES_MOST, &count);
    if (status != NF_OK) return bench_failed(context, status, "listing the tunables");
    for (size_t k = 0; k < count; k++)
        if (infos[k].value != infos[k].default_value)
            append(tuning->values, sizeof tuning->values, " ", "%s.%s=%d", infos[k].family, infos[k].name,
                   infos[k].value);
    return EXIT_DONE;
}

const char *bench_shortage(const nf_device_info *info, const bench_need *need, char words[BENCH_SENTENCE]) {
    const double share = info->type & CL_DEVICE_TYPE_CPU ? 0.4 : 0.85;
    const struct {
        const char *where;
        uint64_t takes, may;
    } rows[] = {{"of device memory", need->device, (uint64_t)(share * (double)info->global_memory)},
                {"in one buffer", need->largest, info->largest_buffer},
                {"of the host's memory", need->host,
                 (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 2}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (rows[k].takes <= rows[k].may) continue;
        snprintf(words, BENCH_SENTENCE, "it takes %.2f GB %s, %.2f may be used", (double)rows[k].takes * 1e-9,
                 rows[k].where, (double)rows[k].may * 1e-9);
        return words;
    }
    return NULL;
}
