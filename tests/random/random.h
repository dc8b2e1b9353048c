/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The random comparison: draws clouds, questions with their options, and sequences of calls on one context, and compares the device with the
 * host to the byte, and both with a brute force that shares no code with the library (brute/).
 *
 * A case is one call.  Its options are rows of a table (options.h); its numbers come from a generator with a seed of its own, so that case K of a
 * seed is the same whether the cases before it run or not.  Cases of a sequence share a context, clouds and results.
 */
#ifndef RANDOM_RANDOM_H
#define RANDOM_RANDOM_H

#include <nearfield/nearfield.h>
#include <setjmp.h>

#include "arguments/arrays.h"
#include "random/options.h"
#include "support/numbers.h"
#include "support/opencl.h"

/* The calls of a sequence, the clouds and the results that it has. */
enum { RND_SEQUENCE = 24, RND_CLOUDS = 2, RND_RESULTS = 3, RND_KEPT = 4096 };

/* Lengths of a cloud: the values of CUTOFF, in their order. */
enum { RND_LENGTHS = 6 };

/* The types of points, and the type of each of n, which draws nothing. */
enum { RND_TYPE_COUNT = 3 };
void rnd_types(uint64_t n, int32_t *types);

/* A cloud on the device, and its points as the host and the brute force take them. */
typedef struct rnd_cloud {
    nf_cloud *cloud;
    nf_points packed; /* rows in host memory, with systems in a batch */
    nf_box box;
    const nf_box *in; /* &box, or NULL */
    nf_batch systems;
    double lengths[RND_LENGTHS];
    double edge;     /* about the width of the points */
    uint64_t room;   /* of the memory of packed.host, in points */
    void *memory[5]; /* packed.host, systems.offsets, systems.boxes, systems.cutoffs, packed.types */
} rnd_cloud;

/* What a sequence has. */
typedef struct rnd_run {
    nf_context *context, *host;
    nf_context *tables,
        *walks; /* the host: `host` is one of them, which answers few points by tables of images, or as all others */
    cl_command_queue in_order, out_of_order;
    rnd_cloud clouds[RND_CLOUDS + 1]; /* the last is for cases that are refused */
    nf_result *results[RND_RESULTS];
    nf_function *functions[3];
    const rnd_case *now; /* the case that runs */
    uint64_t state;      /* of its generator */
    int is_refused;      /* 1: the call of the case was refused */
    uint64_t checks;     /* comparisons that were made */
    uint64_t most;       /* the most points of a cloud */
    int brute;           /* cases that the brute force has answered */
    /* The memory and buffers of the case, released at its end. */
    void *kept[RND_KEPT];
    cl_mem buffers[RND_KEPT];
    int kept_count, buffer_count;
    /* Layouts in host memory, which may change when the call that took them has returned. */
    struct {
        void *at;
        uint64_t bytes;
    } layouts[64];
    int layout_count;
    jmp_buf failed;
    char words[1600]; /* what failed */
} rnd_run;

/* ---- numbers --------------------------------------------------------------------------------------------- */

uint64_t rnd_next(uint64_t *state);
uint64_t rnd_below(uint64_t *state, uint64_t n); /* 0 .. n - 1; 0 for n = 0 */
double rnd_uniform(uint64_t *state);             /* [0, 1) */

/* ---- the case -------------------------------------------------------------------------------------------- */

/* 1 if the option of the case has this value; 0 if it has another or none.  Ends the program for a value that the table does not have. */
int rnd_is(const rnd_case *c, int option, const char *value);

/* The value as a number; 0 if the option does not apply. */
int rnd_number(const rnd_case *c, int option);

/* 1 if the case asks nf_paper_pairs() in place of nf_pairs(): its method is one of potential pairs, and nothing is asked that only nf_pairs() has. */
int rnd_is_paper(const rnd_case *c);

/* Ends the case: it has failed, for this reason. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3), noreturn))
#endif
void rnd_fail(rnd_run *run, const char *format, ...);
#define RND_CHECK(run, condition, ...)                                                                       \
    do {                                                                                                     \
        (run)->checks++;                                                                                     \
        if (!(condition)) rnd_fail(run, __VA_ARGS__);                                                        \
    } while (0)

/* Memory of the case, filled with 0xA5; one byte at least. */
void *rnd_keep(rnd_run *run, uint64_t bytes);
/* Memory of malloc is released at the end of the case. */
void rnd_adopt(rnd_run *run, void *memory);
/* Releases the memory and the buffers of the case. */
void rnd_release(rnd_run *run);

/* ---- points (kinds.c, boxes.c, sequence.c, layouts.c) ---------------------------------------------------------- */

/* n points of a kind, in box or, without one, in a cube of this edge, in the type; `to` has room for n x dims. */
void rnd_points(uint64_t *state, const char *kind, uint64_t n, int dims, nf_type type, const nf_box *in,
                double edge, void *to);
/* The edge for a kind: of extreme scales far from 1. */
double rnd_edge(uint64_t *state, const char *kind, nf_type type, int boxed);

/* A box as the options BOX and PERIODIC say. */
void rnd_box(uint64_t *state, const rnd_case *c, double edge, nf_box *box);
/* The vectors along which a box is periodic, at most dims; their duals, so that dual k times r_j is 1 if j = k, or else 0; NULL: none. */
int rnd_periodic(const nf_box *box, int dims, long double H[3][3], long double dual[3][3], int axis[3]);
/* The lengths of a cloud, for which totals stay small. */
void rnd_lengths(uint64_t *state, rnd_cloud *cloud);

/* n x dims numbers in a layout, by the value of an option with the names of LAYOUT. */
nf_points rnd_layout(rnd_run *run, const nf_points *packed, int option);
/* Overwrites the layouts in host memory, which may change after a call. */
void rnd_spoil(rnd_run *run);
/* A buffer with `n` rows between canaries; NULL: all are canaries.  The offset counts rows. */
nf_slice rnd_buffer(rnd_run *run, const void *rows, uint64_t n, size_t row);
/* Reads the first `n` rows of a buffer with `room` rows; everything else must be canaries. */
void rnd_read(rnd_run *run, nf_slice at, void *rows, uint64_t n, uint64_t room, size_t row, const char *what);

/* Makes or moves the cloud of the case; returns NULL if there is none, or it was refused. */
rnd_cloud *rnd_cloud_for(rnd_run *run);
void rnd_cloud_end(rnd_cloud *cloud);
/* Points as the case says, without a box, into a cloud that is not on the device. */
void rnd_draw_points(rnd_run *run, rnd_cloud *cloud);
/* A batch of the points; NULL for none. */
const nf_batch *rnd_systems(rnd_run *run, rnd_cloud *cloud);

/* ---- answers --------------------------------------------------------------------------------------------- */

/* Arrays in host memory, by their number; sums of functions do not stand here. */
typedef struct rnd_answer {
    nf_status status;
    char message[640]; /* of the host */
    uint64_t total;
    void *array[NF_ARRAYS];
    uint64_t rows[NF_ARRAYS];
    int columns[NF_ARRAYS];
    nf_type type[NF_ARRAYS];
} rnd_answer;

/* Adds an array to an answer. */
void rnd_put(rnd_answer *answer, nf_array array, void *rows, uint64_t count, int columns, nf_type type);
/* A cloud on the host for the question of `answer`, whose status it sets: NULL if the points are refused. */
nf_cloud *rnd_host_cloud(rnd_run *run, rnd_answer *answer, const nf_points *points, const nf_box *box);
/* Adds an array of this shape, with a copy of its rows if the host has given a result. */
void rnd_put_host(rnd_run *run, rnd_answer *answer, const nf_result *result, nf_array array, uint64_t count,
                  int columns, nf_type type);
/* Keeps the sentence of an error, and releases the cloud and the result of the host. */
void rnd_host_end(rnd_run *run, rnd_answer *answer, nf_cloud *cloud, nf_result *result);
/* Reads the arrays named by `arrays` (and the total) of a result as a caller does. */
void rnd_read_result(rnd_run *run, nf_result *result, uint64_t arrays, const rnd_answer *like,
                     rnd_answer *out);
/* Both have the arrays named by `arrays` with the same bytes, and the same total. */
void rnd_same(rnd_run *run, const rnd_answer *host, const rnd_answer *device, uint64_t arrays);
/* Compares the status of a call with that of the host and with what the documentation says; 1 if both have an answer. */
int rnd_agree(rnd_run *run, const rnd_answer *host, nf_status status);
/* The sentences of refusals, counted, with their numbers left out. */
void rnd_count_refusal(nf_status status, const char *sentence);
void rnd_print_refusals(void);

/* The queue and events of a call, as SYNC says.  rnd_synced waits as a caller must before it reads. */
typedef struct rnd_sync {
    nf_sync sync;
    const nf_sync *give; /* &sync or NULL */
    cl_event event, waited;
} rnd_sync;
void rnd_sync_make(rnd_run *run, rnd_sync *sync);
void rnd_synced(rnd_run *run, rnd_sync *sync, nf_status status);
/* The result that the case writes: an existing one or NULL. */
nf_result **rnd_result(rnd_run *run);

/* A call that makes a result, and what it is said to take of memory. */
typedef struct rnd_question {
    const char *name; /* "nf_pairs" */
    nf_status (*ask)(void *call, nf_cloud *cloud, const nf_sync *sync, nf_result **result);
    nf_status (*say)(void *call, uint64_t total, uint64_t *bytes);
} rnd_question;
/* Makes the call, and compares these arrays of its result with those of the host.  `call` is what both functions get. */
void rnd_ask_result(rnd_run *run, const rnd_question *question, void *call, nf_cloud *cloud,
                    const rnd_answer *host, uint64_t arrays, rnd_sync *sync);
/* If the case asks for estimates: the call in a new cloud takes no more than it is said to take.  cloud: NULL, or the points of the case.
   Only for what the host answers, and before the case makes its call. */
void rnd_estimate(rnd_run *run, const rnd_cloud *cloud, const rnd_question *question, void *call);

/* ---- questions ------------------------------------------------------------------------------------------- */

void rnd_ask_pairs(rnd_run *run, rnd_cloud *cloud);
void rnd_ask_lists(rnd_run *run, rnd_cloud *cloud);
void rnd_ask_histogram(rnd_run *run, rnd_cloud *cloud);
void rnd_ask_knn(rnd_run *run, rnd_cloud *cloud);
void rnd_ask_fof(rnd_run *run, rnd_cloud *cloud);
void rnd_ask_catalogue(rnd_run *run, rnd_cloud *cloud);
void rnd_ask_interact(rnd_run *run, rnd_cloud *cloud);
void rnd_ask_zsort(rnd_run *run);
void rnd_ask_primitive(rnd_run *run);

/* ---- what a search asks beside its cutoff (questions/query.c) ------------------------------------------------------------- */

typedef struct rnd_query {
    double cutoff;             /* the argument of the call: 0 if radii or systems have it */
    nf_points queries, packed; /* query points in a layout, and as rows; packed.n = 0 without */
    const nf_points *has_queries;
    nf_batch systems;              /* of the query points */
    nf_filters host, device, *has; /* the same filters for both; has: NULL if there are none */
    nf_points radii[2], packed_radii[2];
    nf_csr exclusions[2];
    double type_cutoffs[RND_TYPE_COUNT * RND_TYPE_COUNT];
} rnd_query;
void rnd_draw_query(rnd_run *run, rnd_cloud *cloud, rnd_query *query);

#endif
