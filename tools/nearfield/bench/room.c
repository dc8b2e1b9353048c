#include "room.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* The memory that a size may use: a CPU's device memory is that of the host, which needs a part of it. */
static bench_need available(const bench_device *on) {
    const double share = on->info->type & CL_DEVICE_TYPE_CPU ? 0.4 : 0.85;
    const uint64_t pages = (uint64_t)sysconf(_SC_PHYS_PAGES), page = (uint64_t)sysconf(_SC_PAGESIZE);
    return (bench_need){(uint64_t)(share * (double)on->info->global_memory), on->info->largest_buffer,
                        pages * page / 2};
}

void bench_prepare(bench_job *job, const bench_plan *plan, bench_device *on, const bench_case *what,
                   nf_type precision, uint64_t n) {
    memset(job, 0, sizeof *job);
    job->what = what;
    job->on = on;
    job->n = n;
    job->precision = precision;
    job->cutoff = precision ? plan->spacings * cbrt(1.0 / (double)n) : 0;
}

int bench_fits(const bench_job *job, bench_need *need) {
    const bench_need have = available(job->on);
    *need = job->what->need(job);
    return (!job->precision || job->n <= INT32_MAX) && need->device <= have.device &&
           need->largest <= have.largest && need->host <= have.host;
}

/* The largest size that fits, in two digits. */
uint64_t bench_largest(const bench_plan *plan, bench_device *on, const bench_case *what, nf_type precision) {
    uint64_t low = 1, high = UINT32_MAX, unit = 1;
    bench_need need;
    while (low < high) {
        bench_job job;
        const uint64_t middle = low + (high - low + 1) / 2;
        bench_prepare(&job, plan, on, what, precision, middle);
        if (bench_fits(&job, &need)) low = middle;
        else high = middle - 1;
    }
    while (low / unit >= 100) unit *= 10;
    return low / unit * unit;
}

/* "it takes X GB of device memory, Y may be used", for what is short. */
const char *bench_shortage(const bench_job *job, const bench_need *need, char words[BENCH_SENTENCE]) {
    const bench_need have = available(job->on);
    const struct {
        const char *what;
        uint64_t takes, may;
    } rows[] = {{"of device memory", need->device, have.device},
                {"in one buffer", need->largest, have.largest},
                {"of the host's memory", need->host, have.host}};
    size_t k = 0;
    while (k < 2 && rows[k].takes <= rows[k].may) k++;
    if (rows[k].takes <= rows[k].may) snprintf(words, BENCH_SENTENCE, "an index of a point is an int32");
    else
        snprintf(words, BENCH_SENTENCE, "it takes %.2f GB %s, %.2f may be used", (double)rows[k].takes * 1e-9,
                 rows[k].what, (double)rows[k].may * 1e-9);
    return words;
}
