/* The time of the first answer of a fresh process: without caches, with empty and with full ones, of the library and of
   the driver. */
#include "bench.h"
#include "clock.h"
#include "folder.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
    const char *name, *folder;
    int library; /* the library may keep programs on disk */
} caches[BENCH_CACHES] = {{"none", "none", 0}, {"cold", "kept", 1}, {"warm", "kept", 1}};

/* Variables that name the drivers' caches. */
static const char *const drivers[] = {"POCL_CACHE_DIR", "CUDA_CACHE_PATH", "MESA_SHADER_CACHE_DIR",
                                      "NEO_CACHE_DIR"};

enum { POINTS = 1000 };

struct bench_first_users {
    pid_t process[BENCH_CACHES];
    int go[BENCH_CACHES], answer[BENCH_CACHES];
};

typedef struct times {
    double open, first, second;
} times;

/* Finds the pairs of a few points, twice. */
static int ask(const char *device, int library, times *took) {
    nf_context_options options;
    nf_context *context = NULL;
    nf_cloud *cloud = NULL;
    nf_points points;
    float xyz[3 * POINTS];
    uint32_t random = 1;
    for (int k = 0; k < 3 * POINTS; k++) {
        random = random * 1664525U + 1013904223U;
        xyz[k] = (float)(random >> 8) * 0x1p-24F;
    }
    memset(&options, 0, sizeof options);
    memset(&points, 0, sizeof points);
    options.device = device;
    options.no_disk_cache = !library;
    points.n = POINTS;
    points.dims = 3;
    points.type = NF_FLOAT32;
    points.host = xyz;
    const double start = now_ms();
    nf_status status = nf_context_create(&options, &context, NULL, 0);
    took->open = now_ms() - start;
    for (int k = 0; k < 2 && status == NF_OK; k++) {
        nf_result *result = NULL;
        const double begun = now_ms();
        status = cloud ? nf_cloud_move(cloud, &points, NULL, NULL)
                       : nf_cloud_create(context, &points, NULL, NULL, &cloud);
        if (status == NF_OK) status = nf_pairs(cloud, 0.3, NULL, NULL, &result);
        if (status == NF_OK) status = nf_context_finish(context);
        *(k ? &took->second : &took->first) = now_ms() - begun;
        nf_result_free(result);
    }
    nf_cloud_free(cloud);
    nf_context_free(context);
    return status == NF_OK;
}

/* The process waits for its turn, or for the end of the command. */
static _Noreturn void wait_and_ask(int which, const char *device, int go, int answer) {
    char folder[BENCH_FOLDER], path[BENCH_FOLDER + 16];
    times took = {0, 0, 0};
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* the folder is removed when this process has ended */
#endif
    if (read(go, folder, sizeof folder) != (ssize_t)sizeof folder) _exit(0);
    snprintf(path, sizeof path, "%s/%s", folder, caches[which].folder);
    mkdir(path, 0700);
    for (size_t k = 0; k < sizeof drivers / sizeof *drivers; k++) setenv(drivers[k], path, 1);
    unsetenv("NEARFIELD_CACHE");
    setenv("XDG_CACHE_HOME", path, 1);
    if (!caches[which].library) setenv("CUDA_CACHE_DISABLE", "1", 1);
    const int good = ask(device, caches[which].library, &took);
    if (good && write(answer, &took, sizeof took) != (ssize_t)sizeof took) _exit(1);
    _exit(good ? 0 : 1);
}

bench_first_users *bench_first_users_make(const char *device) {
    bench_first_users *users = calloc(1, sizeof *users);
    if (!users) return NULL;
    for (int k = 0; k < BENCH_CACHES; k++) users->go[k] = users->answer[k] = -1;
    for (int k = 0; k < BENCH_CACHES; k++) {
        int go[2], answer[2];
        if (pipe(go) != 0) break;
        if (pipe(answer) != 0) {
            close(go[0]), close(go[1]);
            break;
        }
        users->process[k] = fork();
        if (users->process[k] == 0) {
            for (int before = 0; before < k; before++) close(users->go[before]), close(users->answer[before]);
            close(go[1]), close(answer[0]);
            wait_and_ask(k, device, go[0], answer[1]);
        }
        close(go[0]), close(answer[1]);
        users->go[k] = go[1];
        users->answer[k] = answer[0];
    }
    return users;
}

/* Sends the folder.  If the process has ended, the write fails and SIGPIPE is ignored. */
static int tell(int go, const char *folder) {
    char text[BENCH_FOLDER];
    struct sigaction ignore, before;
    memset(&ignore, 0, sizeof ignore);
    ignore.sa_handler = SIG_IGN;
    sigemptyset(&ignore.sa_mask);
    memset(text, 0, sizeof text);
    snprintf(text, sizeof text, "%s", folder);
    if (sigaction(SIGPIPE, &ignore, &before) != 0) return 0;
    const int told = write(go, text, sizeof text) == (ssize_t)sizeof text;
    (void)sigaction(SIGPIPE, &before, NULL);
    return told;
}

void bench_first_users_run(bench_first_users *users, const char *folder, bench_report *report) {
    for (int k = 0; k < BENCH_CACHES; k++) {
        times took;
        bench_first_use *use = &report->first_use[k];
        use->cache = caches[k].name;
        if (users->go[k] < 0 || users->process[k] <= 0 || !tell(users->go[k], folder)) continue;
        if (read(users->answer[k], &took, sizeof took) != (ssize_t)sizeof took) continue;
        use->measured = 1;
        use->open_ms = took.open;
        use->first_ms = took.first;
        use->second_ms = took.second;
    }
}

void bench_first_users_free(bench_first_users *users) {
    if (!users) return;
    for (int k = 0; k < BENCH_CACHES; k++) {
        if (users->go[k] >= 0) close(users->go[k]);
        if (users->answer[k] >= 0) close(users->answer[k]);
        if (users->process[k] > 0) waitpid(users->process[k], NULL, 0);
    }
    free(users);
}
