/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The time of the first answer of a new process: without caches, with empty and with full ones, of the library and of the
   driver. */
#include "bench/bench.h"
#include "system/clock.h"
#include "system/temporary_folder.h"
#include "system/child.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

static const struct {
    const char *name, *folder;
    int library; /* the library may keep programs on disk */
} caches[BENCH_CACHES] = {{"none", "none", 0}, {"cold", "kept", 1}, {"warm", "kept", 1}};

/* Variables that name the drivers' caches. */
static const char *const drivers[] = {"POCL_CACHE_DIR", "CUDA_CACHE_PATH", "MESA_SHADER_CACHE_DIR",
                                      "NEO_CACHE_DIR"};

enum { POINTS = 1000, SECONDS_MOST = 600 };

int bench_be_first_user(const char *place, const char *device) {
    char *folder = NULL, path[FOLDER_PATH + 16];
    const size_t which = strtoul(place, &folder, 10);
    bench_device on = {.plain = NULL};
    bench_job job = {.what = bench_case_named("pairs"), .on = &on, .n = POINTS, .precision = NF_FLOAT32};
    if (which >= BENCH_CACHES || *folder != ':') return EXIT_USAGE;
    snprintf(path, sizeof path, "%s/%s", folder + 1, caches[which].folder);
    mkdir(path, 0700);
    for (size_t k = 0; k < sizeof drivers / sizeof *drivers; k++) setenv(drivers[k], path, 1);
    unsetenv("NEARFIELD_CACHE");
    setenv("XDG_CACHE_HOME", path, 1);
    if (!caches[which].library) setenv("CUDA_CACHE_DISABLE", "1", 1);
    const nf_context_options options = {.device = device, .no_disk_cache = !caches[which].library};
    double ms = 0, begun = now_ms();
    nf_status status = nf_context_create(&options, &on.plain, NULL, 0);
    printf("%.17g", now_ms() - begun);
    begun = now_ms();
    job.cutoff = 0.3;
    if (status == NF_OK && job.what->setup(&job) != EXIT_DONE) status = NF_ERROR_MEMORY;
    for (int k = 0; k < 2 && status == NF_OK; k++) {
        status = bench_run_once(&job, on.plain, &ms);
        printf(" %.17g", now_ms() - begun);
        begun = now_ms();
    }
    bench_clear(&job);
    nf_context_free(on.plain);
    return exit_code_of(status);
}

void bench_measure_first_use(bench_report *report, const temporary_folder *folder, const char *device) {
    char place[FOLDER_PATH + 8], answer[FOLDER_PATH + 16];
    const char *const words[] = {"bench", "--first-user", place, device ? "--device" : NULL, device, NULL};
    snprintf(answer, sizeof answer, "%s/first", folder->path);
    /* The folder stays until these processes have ended. */
    (void)fcntl(folder->alive, F_SETFD, 0);
    for (int k = 0; k < BENCH_CACHES; k++) {
        bench_first_use *use = &report->first_use[report->use_count];
        snprintf(place, sizeof place, "%d:%s", k, folder->path);
        FILE *file = run_self(words, answer, SECONDS_MOST) == EXIT_DONE ? fopen(answer, "r") : NULL;
        snprintf(use->cache, sizeof use->cache, "%s", caches[k].name);
        if (file && fscanf(file, "%lf %lf %lf", &use->open_ms, &use->first_ms, &use->second_ms) == 3)
            report->use_count++;
        if (file) fclose(file);
    }
    (void)fcntl(folder->alive, F_SETFD, FD_CLOEXEC);
}
