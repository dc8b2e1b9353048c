/* The points of a run, from its source and in the precision that was asked for. */
#include "clock.h"
#include "job.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The points in the precision that was asked for. */
static int convert(pairs_job *job) {
    io_frame *cloud = &job->cloud;
    const uint64_t count = cloud->n * (uint64_t)cloud->dims;
    const nf_type has = cloud->type;
    if (job->precision == NF_TYPE_NONE) job->precision = has;
    if (job->precision == has) return NF_EXIT_DONE;
    void *converted = malloc(count ? count * nf_type_bytes(job->precision) : 1);
    if (!converted)
        return complain(NF_EXIT_MEMORY, "there is no memory for the points in the other precision");
    for (uint64_t k = 0; k < count; k++) {
        if (has == NF_FLOAT32) ((double *)converted)[k] = (double)((const float *)cloud->positions)[k];
        else ((float *)converted)[k] = (float)((const double *)cloud->positions)[k];
        if (has == NF_FLOAT64 && isinf(((float *)converted)[k])) {
            free(converted);
            return complain(NF_EXIT_INPUT,
                            "%s: point %llu has the coordinate %g, which is beyond single precision",
                            job->source, (unsigned long long)(k / (uint64_t)cloud->dims),
                            ((const double *)cloud->positions)[k]);
        }
    }
    free(cloud->positions);
    cloud->positions = converted;
    cloud->type = job->precision;
    return NF_EXIT_DONE;
}

int read_job_points(pairs_job *job) {
    io_problem problem;
    const double start = now_ms();
    const io_source_options options = {.format = job->format, .columns = job->columns, .array = job->array};
    if (io_read_first(job->source, &options, &job->cloud, &problem) != 0)
        return complain(problem.code, "%s", problem.text);
    if (io_frame_is_periodic(&job->cloud))
        snprintf(job->ignored, sizeof job->ignored, "the box of %.400s is ignored: space is open",
                 strcmp(job->source, "-") == 0 ? "standard input" : job->source);
    const int code = convert(job);
    job->ms[STAGE_READ] = now_ms() - start;
    return code;
}
