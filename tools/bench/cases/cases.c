/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "bench/cases/case.h"
#include "options/options.h"

#include <stdlib.h>
#include <string.h>

const bench_case *bench_case_at(size_t number) {
    const bench_case *tables[] = {bench_primitives, bench_points, bench_lists_cases, bench_tree};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const bench_case *what = tables[t]; what->name; what++)
            if (number-- == 0) return what;
    return NULL;
}

const bench_case *bench_case_named(const char *name) {
    for (size_t k = 0; bench_case_at(k); k++)
        if (strcmp(bench_case_at(k)->name, name) == 0) return bench_case_at(k);
    return NULL;
}

uint64_t bench_input_bytes(const bench_job *job) {
    return job->what->type ? job->n * nf_type_bytes(job->what->type)
                           : 3 * job->n * nf_type_bytes(job->precision);
}

int bench_make_input(bench_job *job) {
    const uint64_t bytes = bench_input_bytes(job);
    job->input = malloc(bytes ? bytes : 1);
    if (!job->input)
        return complain(EXIT_MEMORY, "there is no memory for %.1f MB of input", (double)bytes * 1e-6);
    (job->what->type ? bench_make_elements : bench_make_points)(job);
    return EXIT_DONE;
}

bench_cost bench_cost_of(const bench_job *job) {
    const bench_work *w = &job->what->work;
    const double n = (double)job->n, found = (double)job->found;
    const double each = w->found_bytes + w->found_values * (double)nf_type_bytes(job->precision);
    return (bench_cost){w->inputs * (double)bench_input_bytes(job) + w->bytes * n + each * found,
                        w->operations * n + w->found_operations * found};
}

int bench_wrong(const bench_job *job, const char *how) {
    return complain(
        EXIT_OTHER,
        "%s of %llu %s on %s gives a wrong result (%s): nothing is measured; nearfield check may say "
        "why",
        job->what->name, (unsigned long long)job->n, job->what->unit, job->on->info->name, how);
}

void bench_clear(bench_job *job) {
    cl_mem *const buffers[] = {&job->in, &job->pristine, &job->more, &job->out, &job->total};
    bench_leave(job);
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++) {
        if (*buffers[k]) clReleaseMemObject(*buffers[k]);
        *buffers[k] = NULL;
    }
    free(job->input);
    free(job->offsets);
    job->input = NULL;
    job->offsets = NULL;
}
