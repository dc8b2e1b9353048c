/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Devices, and contexts: a device with its queue, built programs and memory. */
#ifndef NEARFIELD_CONTEXT_H
#define NEARFIELD_CONTEXT_H

#include <nearfield/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The host is a device, too: the context that nf_context_create() makes for the device "host" needs no
 * OpenCL.  All questions answer on it by the same calls with the same bytes, into host memory
 * (nf_array_info.host, nf_output.host).  A library that was built with clang has the kernels of CPUs as code
 * of the host, which runs on several threads; what it has no such kernels for, and every call of a library
 * that was built without clang, is answered in plain C in the thread of the call.  nf_device_info.version
 * says which library it is ("plain C").  Where the host differs from other devices:
 * - It has no OpenCL objects: nf_context_cl() and nf_context_queue() are NULL; buffers, queues and events to
 *   wait for are NF_ERROR_ARGUMENT.
 * - A call has ended when it returns: the event that nf_sync.event receives is NULL.
 * - A pair function from a source and the self-check are NF_ERROR_UNSUPPORTED.  There is no profile, and
 *   tuning has no effect on kernels, which have one shape.
 *   The functions of primitives.h work on buffers, of which there are none.
 * - Pairs and lists of at most 4,096 points, also of systems of a batch, are answered in plain C unless they
 *   are sorted, and work in scratch memory, as on other devices.  What other calls in plain C work in does
 *   not count as memory of the context (nf_context_memory()), nor in the budget of chunks (nf_chunks), which
 *   are cut from an answer that is found as a whole.  In a library that was built without clang it does not
 *   count in a cost (nf_cost), either, which is that of the points and the arrays.
 * - In plain C a skin has no effect.
 */

/* ---- devices ------------------------------------------------------------------------------------------ */

/* Properties of a device, as its driver reports them.  Strings are zero-terminated, cut if too long; sizes
   are in bytes. */
typedef struct nf_device_info {
    uint32_t size;                    /* sizeof(nf_device_info); set that of the first one of an array */
    struct _cl_platform_id *platform; /* OpenCL's platform, a cl_platform_id */
    struct _cl_device_id *device;     /* OpenCL's device, a cl_device_id; NULL for the host */
    char platform_name[128];          /* CL_PLATFORM_NAME */
    char name[128];                   /* CL_DEVICE_NAME */
    char vendor[128];                 /* CL_DEVICE_VENDOR */
    char driver[128];                 /* CL_DRIVER_VERSION */
    char version[128];                /* CL_DEVICE_VERSION */
    uint64_t type;                    /* a bit mask: CL_DEVICE_TYPE_CPU (2), CL_DEVICE_TYPE_GPU (4), ... */
    uint32_t compute_units;           /* CL_DEVICE_MAX_COMPUTE_UNITS */
    uint64_t global_memory;           /* CL_DEVICE_GLOBAL_MEM_SIZE */
    uint64_t largest_buffer;          /* CL_DEVICE_MAX_MEM_ALLOC_SIZE */
    uint64_t local_memory;            /* CL_DEVICE_LOCAL_MEM_SIZE */
    uint64_t max_work_group;          /* CL_DEVICE_MAX_WORK_GROUP_SIZE, in work-items */
    int fp64;                         /* 1 if double precision is supported */
    int fma;                          /* 1 if CL_FP_FMA is reported: float multiply-add with one rounding */
    int int64_atomics;                /* 1 if cl_khr_int64_base_atomics is reported */
    int subgroups;                    /* 1 if cl_khr_subgroups or cl_intel_subgroups is reported */
} nf_device_info;

/**
 * Lists all OpenCL devices of all platforms, in the order in which the platforms report them.
 * nf_context_options.device and NEARFIELD_DEVICE take an index into this list.  The host is not in it.
 *
 * infos         room for `capacity` entries; set infos[0].size to sizeof infos[0] before the call (types.h).
 *               May be NULL if `capacity` is 0.
 * count         the number of devices, also if it is larger than `capacity`.  The entry of a device whose
 *               properties cannot be read is all zeros but for its size.
 * message       receives one sentence on an error; may be NULL.
 * message_size  the size of `message` in bytes; a longer sentence is cut.
 * Errors        NF_ERROR_NO_DEVICE if there is no loader, platform or device, NF_ERROR_ARGUMENT,
 *               NF_ERROR_MEMORY, NF_ERROR_DEVICE.  *count is then 0.
 */
NF_API nf_status nf_devices(nf_device_info *infos, size_t capacity, size_t *count, char *message,
                            size_t message_size);

/* The address of a function of OpenCL; cast it to the function's type. */
typedef void (*nf_address)(void);

/**
 * The address of a function of OpenCL by its name, for example "clCreateBuffer", from the loader that the
 * library uses: a program with OpenCL objects of its own need not link OpenCL.  NULL if there is no loader,
 * or no such function.
 *
 * The library opens the OpenCL loader with the first call that needs it: the library that NEARFIELD_OPENCL
 * names, or else libOpenCL.so.1 (OpenCL.dll on Windows, the framework on macOS).  It stays open.  What a
 * caller hands over (contexts, devices, queues, buffers, events) must come from that loader.  A program that
 * links libOpenCL.so.1 uses the same one, unless NEARFIELD_OPENCL names another.
 * A build of the library that links OpenCL (NEARFIELD_LINK_OPENCL) opens nothing, and knows the functions
 * that it calls itself.
 */
NF_API nf_address nf_opencl_address(const char *name);

/* ---- contexts ----------------------------------------------------------------------------------------- */

/*
 * Threads.  A context and what is made with it (clouds, results, pair functions) are used by one thread at a
 * time, also by functions that only read, such as nf_context_error().  That may be another thread for each
 * call, if the calls follow each other, by a lock for example.  Several contexts may be used at once, on one
 * device and in one OpenCL context, too.  Functions without a context (nf_devices(), nf_context_create(),
 * ...) may be called by any thread at any time; the two named read the environment, which must not change
 * meanwhile.  The library calls the functions that the caller hands over (an allocator, `cancelled`, `take`
 * of chunks) in the thread of the call.  A context has threads of its own, in which the host runs kernels, or
 * large arrays are copied between host memory and a device with memory of its own.  They are made when a call
 * needs them first, sleep between calls, receive no signals but those of their own faults, and end with
 * nf_context_trim() and with the context.  A context on the host also works in a process that fork() makes
 * while no call runs, where calls make threads of their own; those on OpenCL devices do not.
 *
 * Rounding.  Within a call the thread has the default floating-point environment, also in `cancelled` and in
 * `take`; at its end it has that of the caller again.  So results do not depend on fesetround().
 */

/* A device, a queue, and what is kept for them: built programs, scratch memory, the last error. */
typedef struct nf_context nf_context;

/* An allocator for host memory.  Set both functions, or none for malloc() and free().  This struct does not
   grow. */
typedef struct nf_allocator {
    void *(*allocate)(void *user, size_t bytes); /* aligned as that of malloc(); NULL if there is none */
    void (*release)(void *user, void *pointer);  /* is never called with NULL */
    void *user;                                  /* passed to both */
} nf_allocator;

/* Options of nf_context_create().  All zeros are the defaults. */
typedef struct nf_context_options {
    uint32_t size; /* sizeof(nf_context_options), or 0 for the layout of version 1.0 */
    /* The device: an index into nf_devices() ("1"), a part of its or its platform's name, in any case
       ("h200"), or "host"; "" is the best device, whatever NEARFIELD_DEVICE says.
       NULL: as NEARFIELD_DEVICE says, or else the best device that is available and has a compiler: GPUs
       before accelerators before CPUs, then with double precision before without, then the one with most
       memory.  If there is no loader, no platform or no device, it is the host, unless NEARFIELD_OPENCL names
       a loader. */
    const char *device;
    /* The caller's own OpenCL context, or NULL to create one.  If set, `cl_device` must be set and `device`
       must be NULL.  The context and the queue are retained until the nf_context ends. */
    struct _cl_context *cl_context;
    /* The caller's device, in `cl_context`. */
    struct _cl_device_id *cl_device;
    /* The caller's queue, in order or out of order; NULL to create one in `cl_context`. */
    struct _cl_command_queue *cl_queue;
    /* Nonzero: time every stage on the device (nf_context_stages()).  `cl_queue`, if set, must then have
       CL_QUEUE_PROFILING_ENABLE. */
    int profile;
    /* Nonzero: no cache of built programs on disk.  NEARFIELD_CACHE=off has the same effect. */
    int no_disk_cache;
    /* The folder of that cache; NULL: NEARFIELD_CACHE, or else "nearfield" in XDG_CACHE_HOME or ~/.cache (on
       Windows "nearfield/cache" in LOCALAPPDATA; names are UTF-8).  PoCL has a cache of its own: for its
       devices there is no cache unless this option or NEARFIELD_CACHE names a folder.  A folder that cannot
       be used, or that others can access, is left alone, and nf_context_note() (experimental/tuning.h) says
       so. */
    const char *cache_folder;
    /* Overrides of tunables, for example "scan.GROUP=64 scan.ITEMS=8"; NULL: as NEARFIELD_TUNING says.  No
       tunable changes a result.  A word that names no tunable or has no valid value is ignored, and
       nf_context_note() (experimental/tuning.h) names it. */
    const char *tuning;
    /* The folder of device profiles (experimental/tuning.h); NULL: NEARFIELD_CONFIG, or else "nearfield" in
       XDG_CONFIG_HOME or ~/.config (on Windows "nearfield/config" in LOCALAPPDATA).  "off": no profile is
       used, neither a stored one nor one that comes with the library, and none is stored. */
    const char *config_folder;
    /* Whether the first context of an unchecked device runs the quick part of the self-check
       (experimental/check.h), which decides which fast paths are used.  It takes about a quarter of a second
       on a GPU.  The verdict is stored, so this happens once for each device and driver; if it cannot be
       stored, the next context checks again.  nf_context_note() (experimental/tuning.h) says why a verdict
       could not be stored or a check failed.
       0: on devices other than CPUs (on CPUs no fast path is faster), unless NEARFIELD_SELF_CHECK or the
       configuration is "off".  Negative: never; only paths that are safe on every device are used.  Positive:
       on every device. */
    int self_check;
    /* The allocator for all host memory of this context and of what is made with it. */
    nf_allocator allocator;
    /* NULL, or a function that may cancel calls.  It is called with `cancelled_user` before each command of a
       call (a launch, a fill, a copy, a read), and so between the chunks of an answer; while a call waits for
       the device it is not called.  On the host it is also called within launches, by the thread of the
       call; in plain C it is called before each copy, and at every 32nd row.  If it
       returns nonzero, the call ends with NF_ERROR_CANCELLED, as with any other error: the commands that are
       in the queue run to their end, what the call was to write is undefined, nothing leaks, and the context
       works on.  It must not call functions of this context or of what is made with it;
       it may look at a flag that another thread or the handler of a signal sets.  nf_context_create() does
       not call it. */
    int (*cancelled)(void *user);
    void *cancelled_user; /* passed to `cancelled` */
    /* The most threads that a call works on, that of the call among them; 0: as many as the processors that
       the process may use, by its affinity and by the limit of its container (cpu.max of cgroups).  Results
       do not depend on it.  Calls in plain C and about few points take one.  On devices with memory of their
       own large arrays are copied by at most eight; other devices need none. */
    uint32_t threads;
} nf_context_options;

/**
 * Creates a context on a device.
 *
 * options       NULL for the defaults.
 * out           the context, or NULL on any error; release it with nf_context_free().
 * message       receives one sentence on an error, as there is no context to ask yet; may be NULL.
 * message_size  the size of `message` in bytes; a longer sentence is cut.
 * Errors        NF_ERROR_ARGUMENT, NF_ERROR_NO_DEVICE, NF_ERROR_DEVICE, NF_ERROR_MEMORY.
 */
NF_API nf_status nf_context_create(const nf_context_options *options, nf_context **out, char *message,
                                   size_t message_size);

/**
 * Releases the context: do not use it any more, but for nf_host_free().  Clouds, results, pair functions and
 * memory of nf_host_allocate() that were made with it may be freed before or after, and work until then; with
 * the last of them the context ends, when its own work has ended.  Until then the allocator and `cancelled`
 * of its options are called.  Calls for them return a status alone then, as the sentence of an error is read
 * from the context.  NULL is allowed.
 */
NF_API void nf_context_free(nf_context *context);

/**
 * One sentence about the last error of this context; "" if there was none.  Valid until the next call.
 * A call that changes no context keeps no sentence: one whose object is NULL, and the lists of a const
 * context (nf_tunables(), nf_capabilities()).  It returns NF_ERROR_ARGUMENT alone.  But a question about a
 * NULL cloud that is given a result keeps one in the context of the result.
 */
NF_API const char *nf_context_error(const nf_context *context);

/**
 * Copies the sentence of nf_context_error(), so that it outlives the next call: for programs whose threads
 * share a context, and for bindings.  Call it before the context is handed to another thread.
 *
 * buffer   receives the sentence, zero-terminated and cut to fit; may be NULL if `size` is 0.
 * size     the size of `buffer` in bytes.
 * Returns  the length of the whole sentence without its zero: it was cut if that is `size` or more.
 */
NF_API size_t nf_context_error_copy(const nf_context *context, char *buffer, size_t size);

/**
 * The compiler's log of the last kernel that did not build, with file names of the kernel sources; "" if
 * there is none.  It stays when later calls fail for other reasons: print it after NF_ERROR_BUILD.  Valid
 * until the next call.
 */
NF_API const char *nf_context_build_log(const nf_context *context);

/**
 * The properties of the context's device.  Never NULL; all zeros for a NULL context.  Owned by the context.
 */
NF_API const nf_device_info *nf_context_device(const nf_context *context);

/**
 * The OpenCL context, in which buffers for this nearfield context must be created.  Not retained for the
 * caller; NULL for a NULL context.
 */
NF_API struct _cl_context *nf_context_cl(const nf_context *context);

/** The context's queue.  Not retained for the caller; NULL for a NULL context. */
NF_API struct _cl_command_queue *nf_context_queue(const nf_context *context);

/** Waits until all commands on the context's own queue have completed.
 *  Errors  NF_ERROR_ARGUMENT for a NULL context, NF_ERROR_DEVICE. */
NF_API nf_status nf_context_finish(nf_context *context);

/* ---- times and memory --------------------------------------------------------------------------------- */

/* The time of one stage: device time for stages on the device, host time for "build" (programs from source)
   and "load" (programs from the disk cache), and for all stages of the host. */
typedef struct nf_stage {
    uint32_t size;     /* sizeof(nf_stage); set that of the first one of an array */
    const char *name;  /* static storage */
    double ms;         /* the sum over all launches, in milliseconds */
    uint64_t launches; /* the number of commands on the device, or of programs */
} nf_stage;

/**
 * Lists the stages since the context was created or nf_context_reset_stages() was called, in the order in
 * which they first ran.  Waits for the work timed.  Without nf_context_options.profile only "build" and
 * "load" are timed.
 *
 * stages    room for `capacity` entries; set stages[0].size to sizeof stages[0] before the call (types.h).
 *           May be NULL if `capacity` is 0.
 * count     the number of stages, also if it is larger than `capacity`; 0 after an error.
 * Errors    NF_ERROR_ARGUMENT, NF_ERROR_DEVICE.
 */
NF_API nf_status nf_context_stages(nf_context *context, nf_stage *stages, size_t capacity, size_t *count);

/** Forgets all stages and their times.  NULL is allowed. */
NF_API void nf_context_reset_stages(nf_context *context);

/**
 * Reports the device memory of a context, its clouds and its results, in bytes.  Buffers of the caller do not
 * count, nor does pinned host memory.
 *
 * now   the memory allocated at present; may be NULL.
 * peak  the largest amount that was allocated at once; may be NULL.
 */
NF_API void nf_context_memory(const nf_context *context, uint64_t *now, uint64_t *peak);

/** Releases scratch memory that no enqueued command uses, and the pinned host memory through which large
 *  arrays are copied, and ends the threads of the context.  Calls make them again.  NULL is allowed. */
NF_API void nf_context_trim(nf_context *context);

/**
 * Allocates host memory for arrays that calls of this context read and write: points, outputs, and what
 * nf_result_read() fills.  On a device with memory of its own it is pinned: the device copies from and to
 * it by itself, faster than from and to other memory; points that are not packed rows are packed on their
 * way, as from any memory.  Pinned memory takes milliseconds to make: allocate it once for many calls.  On
 * devices that share the host's memory, on the host, and where the driver has no pinned memory, it is
 * ordinary memory of the context's allocator.
 *
 * bytes    the size; 0 gives NULL.
 * out      the memory, aligned as that of malloc(), with undefined contents; NULL on any error.  Owned by the
 *          caller: release it with nf_host_free(), before or after nf_context_free(), as a cloud.
 * Errors   NF_ERROR_ARGUMENT, NF_ERROR_MEMORY.
 */
NF_API nf_status nf_host_allocate(nf_context *context, size_t bytes, void **out);

/** Releases memory that nf_host_allocate() gave for the same context.  NULL is allowed. */
NF_API void nf_host_free(nf_context *context, void *memory);

#ifdef __cplusplus
}
#endif
#endif
