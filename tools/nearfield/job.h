/* One run of `nearfield pairs`: what was asked, what was found, what it took. */
#ifndef NEARFIELD_TOOL_JOB_H
#define NEARFIELD_TOOL_JOB_H

#include "command.h"
#include "source.h"

/* Stages in the order of the report; rows of one table in job.c. */
enum {
    STAGE_READ,
    STAGE_UPLOAD,
    STAGE_BUILD,
    STAGE_LOAD,
    STAGE_BOUNDS,
    STAGE_KEYS,
    STAGE_SORT,
    STAGE_ORDER,
    STAGE_SEARCH,
    STAGE_SORTED,
    STAGE_DOWNLOAD,
    STAGE_WRITE,
    STAGES
};
extern const char *const stage_names[STAGES];

/* How many partners points have. */
typedef struct degrees {
    uint32_t *each; /* n; NULL when the pairs themselves were not asked for */
    uint32_t least, most;
} degrees;

typedef struct pairs_job {
    /* asked */
    const char *source, *format, *columns, *array, *output, *output_format, *device;
    double cutoff;
    nf_pairs_options options;
    int repeat; /* searches; 1 at least */
    int count_only, verify, json, quiet;
    nf_type precision; /* NF_TYPE_NONE: as the file has it */
    /* found */
    io_frame cloud;
    char ignored[512]; /* what the file has and the answer does not heed, as a sentence; or "" */
    uint64_t pairs;
    uint64_t potential; /* pairs tested by --method potential */
    degrees partners;
    int verified;
    /* took */
    char platform[128], name[128];
    double ms[STAGES];
    double total_ms;           /* of the whole run, with every search, without the host's of --verify */
    double first_ms, usual_ms; /* --repeat: wall time of the first search, and of the one that ms is of */
    uint64_t memory;           /* peak on the device */
} pairs_job;

/* Reads the points, finds the pairs, writes them; answers an exit code and has complained. */
int run_job(pairs_job *job);
void free_job(pairs_job *job);

/* Its first part: fills in what the source has, and the time that this took. */
int read_job_points(pairs_job *job);

void report_text(const pairs_job *job);
void report_json(const pairs_job *job);

#endif
