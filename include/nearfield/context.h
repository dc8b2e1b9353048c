/* Devices and contexts: where nearfield computes, and what it keeps there. */
#ifndef NEARFIELD_CONTEXT_H
#define NEARFIELD_CONTEXT_H

#include <nearfield/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- devices ------------------------------------------------------------------------------------------ */

/* What a device says of itself.  All strings end with a zero byte; sizes are in bytes. */
typedef struct nf_device_info {
    cl_platform_id platform;
    cl_device_id device;
    char platform_name[128];
    char name[128];
    char vendor[128];
    char driver[128];
    char version[128];
    cl_device_type type;
    uint32_t compute_units;
    uint64_t global_memory;
    uint64_t largest_buffer;
    uint64_t local_memory;
    uint64_t max_work_group;
    int fp64;          /* 1 where double is supported */
    int fma;           /* 1 where CL_FP_FMA is reported: float multiply-adds in one rounding */
    int int64_atomics; /* 1 where cl_khr_int64_base_atomics is reported */
    int subgroups;     /* 1 where cl_khr_subgroups or cl_intel_subgroups is reported */
} nf_device_info;

/**
 * Lists all OpenCL devices of all platforms, in the order in which the platforms report them: the index in
 * this list is the index that nf_context_options.device and NEARFIELD_DEVICE take.
 *
 * infos     room for `capacity` entries; may be NULL when capacity is 0.
 * count     how many devices there are, also when capacity is smaller.  A device that does not tell its facts has
 *           its row, of zeros.
 * Errors    NF_ERROR_NO_DEVICE when there is no platform or device (then *count is 0), NF_ERROR_ARGUMENT,
 *           NF_ERROR_MEMORY.
 */
NF_API nf_status nf_devices(nf_device_info *infos, size_t capacity, size_t *count);

/* ---- contexts ----------------------------------------------------------------------------------------- */

typedef struct nf_context nf_context;

/* The caller's allocator; all three or none.  `allocate` answers NULL when there is no memory. */
typedef struct nf_allocator {
    void *(*allocate)(void *user, size_t bytes);
    void (*release)(void *user, void *pointer);
    void *user;
} nf_allocator;

/* How to make a context.  All zeros are the defaults. */
typedef struct nf_context_options {
    /* A device by index ("1") or by a part of its or its platform's name ("h200", any case).  NULL: what
       NEARFIELD_DEVICE says, or else the best that is available and has a compiler: GPUs before accelerators
       before CPUs, then those with double precision, then more memory. */
    const char *device;
    /* The caller's own OpenCL objects; all are retained.  With `context` goes `cl_device`; the queue may be
       left NULL and is then made.  `device` must be NULL. */
    cl_context context;
    cl_device_id cl_device;
    cl_command_queue queue;
    /* Nonzero: time every stage on the device (nf_context_stages).  A queue of the caller's must then have
       CL_QUEUE_PROFILING_ENABLE. */
    int profile;
    /* Nonzero: no cache of built programs on disk.  The cache is also off when NEARFIELD_CACHE is "off". */
    int no_disk_cache;
    /* Where that cache is; NULL: NEARFIELD_CACHE, or nearfield below XDG_CACHE_HOME or ~/.cache (on Windows
       nearfield\cache below LOCALAPPDATA, and names are UTF-8); but with PoCL, which keeps
       built kernels itself, none unless one of the first two names a folder. */
    const char *cache_folder;
    /* Overrides of tunables, for example "scan.GROUP=64 sort.ITEMS=8"; NULL: what NEARFIELD_TUNING says.  No
       tunable changes a result.  A word that names no tunable, or has no good value, is ignored, and
       nf_context_note names it. */
    const char *tuning;
    /* Where profiles of devices are (tuning.h); NULL: NEARFIELD_CONFIG, or nearfield below XDG_CONFIG_HOME or
       ~/.config (on Windows nearfield\config below LOCALAPPDATA).  "off": none is read, neither stored nor
       shipped ones, and none is stored. */
    const char *config_folder;
    /* Where nothing is known of the device with its driver, the first context runs the quick part of the self-check
       (check.h) and stores the verdict; fast paths are taken from then on.  That takes about a quarter of a second on a
       GPU, once; where the verdict cannot be stored it is found again each time, and nf_context_note says why, as it does
       where the check fails.
       0: so, but not on CPUs, which would gain nothing, nor where NEARFIELD_SELF_CHECK or the configuration is "off".
       Negative: never; paths that are safe on every device are taken.  Positive: wherever nothing is known. */
    int self_check;
    nf_allocator allocator;
} nf_context_options;

/**
 * Makes a context: a device, a queue, and what is kept there (built programs, scratch memory).
 *
 * One context serves one thread at a time; several contexts may be used at once.
 * options   NULL for the defaults.
 * out       the context, or NULL on any error; release it with nf_context_free().
 * Errors    NF_ERROR_ARGUMENT, NF_ERROR_NO_DEVICE, NF_ERROR_DEVICE, NF_ERROR_MEMORY.
 *           As there is no context yet to ask, `message` (at least `message_size` bytes, may be NULL) takes
 *           the sentence.
 */
NF_API nf_status nf_context_create(const nf_context_options *options, nf_context **out, char *message,
                                   size_t message_size);

/** Waits for the context's own work and releases all that it keeps.  NULL is fine. */
NF_API void nf_context_free(nf_context *context);

/** One sentence about the last error of this context; "" when there was none.  Valid until the next call. */
NF_API const char *nf_context_error(const nf_context *context);

/** The compiler's log of the last kernel that did not build, with real file names; "" when there is none. */
NF_API const char *nf_context_build_log(const nf_context *context);

/** Facts about the context's device.  Never NULL: all zeros for a NULL context. */
NF_API const nf_device_info *nf_context_device(const nf_context *context);

/** The OpenCL context, for buffers that are to be used with this nearfield context.  Not retained; NULL for a NULL context. */
NF_API cl_context nf_context_cl(const nf_context *context);

/** The context's queue.  Not retained; NULL for a NULL context. */
NF_API cl_command_queue nf_context_queue(const nf_context *context);

/** Waits until everything that was enqueued on the context's own queue is done.  Errors  NF_ERROR_DEVICE. */
NF_API nf_status nf_context_finish(nf_context *context);

/* ---- what it took ------------------------------------------------------------------------------------- */

/* One stage of the work, in the order in which the stages first ran: device time for stages on the device,
   host time for "build" (programs from their source) and "load" (programs from the disk cache). */
typedef struct nf_stage {
    const char *name;  /* static storage */
    double ms;         /* of all its launches together */
    uint64_t launches; /* commands on the device, or programs made */
} nf_stage;

/**
 * The stages since the context was made or since nf_context_reset_stages().  Waits for the work timed.
 * Without nf_context_options.profile only "build" and "load" are timed.
 *
 * stages    room for `capacity` entries; may be NULL when capacity is 0.
 * count     how many there are, also when capacity is smaller.
 * Errors    NF_ERROR_ARGUMENT, NF_ERROR_DEVICE.
 */
NF_API nf_status nf_context_stages(nf_context *context, nf_stage *stages, size_t capacity, size_t *count);
NF_API void nf_context_reset_stages(nf_context *context);

/** Device memory that the context and its results hold now, and the most they held at once, in bytes; either may
 *  be NULL. */
NF_API void nf_context_memory(const nf_context *context, uint64_t *now, uint64_t *peak);

/** Gives back the scratch memory that no call is using. */
NF_API void nf_context_trim(nf_context *context);

#ifdef __cplusplus
}
#endif
#endif
