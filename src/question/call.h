/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * One call of a question.  A question is a row of functions; nf_call_run() is the course that all calls have:
 *
 *     options -> ask -> destinations of the arrays -> find -> write -> result, outputs or chunks
 *
 * A public function has a struct that begins with an nf_call and holds its own arguments, and hands it to nf_call_run().
 */
#ifndef NF_QUESTION_CALL_H
#define NF_QUESTION_CALL_H

#include "core/sized.h"
#include "question/budget.h"
#include "question/result.h"
#include "question/shaped.h"

#include <nearfield/outputs.h>
#include <stddef.h>

/* What the host waits for in a call. */
typedef enum nf_wait {
    NF_WAIT_TOTAL,       /* the number of results */
    NF_WAIT_ORDER,       /* whether the order is as expected, once what uses it is enqueued */
    NF_WAIT_ORDER_FIRST, /* the order, before what uses it is enqueued: the number on the device is valid */
    NF_WAIT_NOTHING /* as NF_WAIT_ORDER_FIRST, but nothing if the order is foreseen: the number on the device may be NF_UNKNOWN */
} nf_wait;

struct nf_call;
struct nf_flow;
struct nf_host_cloud;
struct nf_host_answer;

/* An answer in chunks.  Its results are in groups, rows or aligned tiles. */
typedef struct nf_chunked {
    nf_stock (*stock)(const nf_cloud *cloud); /* what the cloud keeps for the question */
    /* After `ask`: refuses what has no chunks, before anything is released; NULL: nothing. */
    nf_status (*check)(struct nf_call *call);
    /* Refuses a budget that is certainly too small, before anything is taken; NULL: none. */
    nf_status (*check_budget)(struct nf_flow *flow);
    /* Orders the points, counts the results, and sets the groups of the flow and where they start. */
    nf_status (*count)(struct nf_flow *flow);
    /* Writes the results of the groups [first, end). */
    nf_status (*write)(struct nf_flow *flow, uint64_t first, uint64_t end, nf_chunk *chunk);
    /* The same where costs are added up, for the first groups in place of any others; NULL: as it is. */
    nf_status (*write_shape)(struct nf_flow *flow, uint64_t first, uint64_t end, nf_chunk *chunk);
    int by_cells; /* 1: the question orders the cloud by cells, for which a call with a budget makes room first */
} nf_chunked;

/* The members with which the options of every question begin. */
typedef struct nf_shared_options {
    uint32_t size;
    uint64_t arrays;
    const nf_outputs *outputs;
    nf_cost *cost;
    const nf_chunks *chunks;
} nf_shared_options;

/* A question of the library. */
typedef struct nf_question {
    const char *name;    /* of the public function */
    const char *results; /* what is found, for messages: "pairs" */
    uint64_t arrays;     /* NF_WANT of those that an answer may have */
    nf_sized options; /* the options, which begin with nf_shared_options; what the other members point to */
    /* Checks what is asked, and takes query points and other numbers.  Sets what the call says about the answer.  work: NULL to take nothing, and to
       check alone what the host knows. */
    nf_status (*ask)(nf_work *work, struct nf_call *call);
    /* Finds the results, and writes all arrays whose rows are known before; of the others it may write those for which there is room. */
    nf_status (*find)(nf_work *work, struct nf_call *call);
    /* Writes the arrays with a row for each result, up to call->room, unless find has; NULL if there are none.  Called for no results only if offsets are
       among them. */
    nf_status (*write)(nf_work *work, struct nf_call *call);
    /* Answers in plain C (host/host.h), in place of `find` and `write`. */
    nf_status (*host)(struct nf_call *call, const struct nf_host_cloud *cloud, struct nf_host_answer *answer);
    /* 1 if the host may answer by a table of images, which takes nf_host_table_cost(); NULL: it never may. */
    int (*by_table)(const struct nf_call *call);
    /* Replaces what is asked by shapes, for a cloud of a shape, which stand in call->shaped; NULL: nothing. */
    nf_status (*shape)(struct nf_call *call);
    /* The cost, if it is not that of one run; or NULL. */
    nf_status (*cost)(struct nf_call *call, uint64_t *bytes);
    int one_cutoff;            /* 1: the systems of a batch have no cutoffs of their own */
    int in_plain_c;            /* 1: on the host it has no programs (native/programs.txt) */
    int from_start;            /* 1: kernels write arrays from the first element of a buffer on */
    const nf_chunked *chunked; /* or NULL */
} nf_question;

/* The sizes of a type of options, which must begin with nf_shared_options. */
#define NF_OPTIONS(type)                                                                                     \
    .known = sizeof(struct {                                                                                 \
        _Static_assert(NF_SHARES(type, size) && NF_SHARES(type, arrays) && NF_SHARES(type, outputs) &&       \
                           NF_SHARES(type, cost) && NF_SHARES(type, chunks),                                 \
                       #type " begins with the members of nf_shared_options");                               \
        type options;                                                                                        \
    }),                                                                                                      \
    .first = sizeof(type)
#define NF_SHARES(type, member) (offsetof(type, member) == offsetof(nf_shared_options, member))

/* Rows of what options point to. */
#define NF_QUERIES_OF(type) NF_SIZED_POINTER(type, queries, nf_sized_points, "query points")
#define NF_FILTERS_OF(type) NF_SIZED_POINTER(type, filters, nf_sized_filters, "filters")

/* Where an array is written.  The offset counts rows, or neighbours of nf_knn (nf_result_unit). */
typedef struct nf_destination {
    nf_elements at;
    const nf_output *copied_to; /* the output that is copied from here at last; or NULL */
} nf_destination;

enum { NF_CALL_READS = 3 };

typedef struct nf_call {
    const nf_question *question;
    nf_cloud *cloud;
    const void *caller_options; /* the caller's options, or NULL; nf_sized_take alone reads them */
    void *options;              /* where the question has its copy */
    nf_sized_copies copies;     /* of what the options point to */
    nf_cost own_cost;
    const nf_outputs *outputs; /* these are copies, too; NULL: not in the options */
    const nf_cost *cost;
    const nf_chunks *chunks;
    nf_shaped_query shaped; /* what `shape` has put in place of what is asked */
    uint64_t *cost_bytes;   /* where the caller receives the cost */
    /* The arrays of the answer, NF_WANT of each: those that the caller named, to which `ask` adds what the answer always has. */
    uint64_t arrays;
    int names_arrays; /* 1: the caller named some; 0: `ask` chooses */

    /* `ask` sets these. */
    uint64_t
        needs; /* arrays that the question needs a place for, whether the answer has them or not; with outputs, those from which others are made
                       (question/derived.h) are among them before */
    uint64_t open;            /* those with a row for each result; open offsets have one more */
    uint64_t rows[NF_ARRAYS]; /* of the others: known before the search */
    nf_result shape;          /* the type, dims, `row` and `shapes` that the arrays have */
    nf_wait wait;             /* the driver waits for more where the caller wants it */
    uint64_t most;            /* results that there can be at most; UINT64_MAX: not known */
    int all_or_none;          /* 1: outputs are written if all results fit, or not at all */
    nf_named_array
        reads[NF_CALL_READS]; /* what the call reads beside the points and query points; no buffer: nothing */
    const nf_view *queries;   /* the query points, or NULL */

    /* The driver sets these. */
    nf_destination to[NF_ARRAYS];
    uint64_t room; /* the results for which all open arrays have room */
    int fits;      /* 1: the number is known, and there is room for all */
    int given;     /* 1: the caller has a chunk of the answer */
    int grown; /* 1: the destinations are others than those that `find` wrote to, as it had too little room */

    /* `find` sets these. */
    nf_elements found; /* the number on the device, 1 x uint64; no buffer: it is `total` */
    uint64_t total;    /* with NF_WAIT_TOTAL, which `find` sets if the number is known without waiting */

    /* On the host: what was found (question/host.h), and the last two members of nf_host_answer; NULL elsewhere. */
    void *answer[NF_ARRAYS];
    void (*answer_write)(const void *found, uint64_t count, void *const *to);
    const void *answer_found;
} nf_call;

/* 1 if the answer has an array. */
static inline int nf_call_has(const nf_call *call, int array) { return (call->arrays >> array & 1) != 0; }

/* 1 if an array has a row for each result. */
static inline int nf_call_is_open(const nf_call *call, int array) { return (call->open >> array & 1) != 0; }

/* The rows that an open array has beyond these: 1 of offsets, also where nothing is found. */
static inline uint64_t nf_call_extra(const nf_call *call, int array) {
    return nf_call_is_open(call, array) && array == NF_ARRAY_OFFSETS;
}

/* 1 if `write` has something to write of so many results. */
static inline int nf_call_writes(const nf_call *call, uint64_t results) {
    return call->open && (results || nf_call_is_open(call, NF_ARRAY_OFFSETS));
}

/* Makes a call: copies the options, and answers.  `options` is the caller's struct, or NULL, and `copy` has room for question->options.known bytes. */
nf_status nf_call_run(nf_call *call, const nf_question *question, nf_cloud *cloud, const void *options,
                      void *copy, const nf_sync *sync, nf_result **result);

/* Asks the question of a call whose options are taken.  work: NULL to take nothing, and to check alone what the host knows. */
nf_status nf_call_ask(nf_work *work, nf_call *call);

/* For calls within a call, whose work is begun and whose question is asked: fills a result. */
nf_status nf_call_fill(nf_work *work, nf_call *call, nf_result *result);

/* NF_ERROR_CAPACITY if the number of results is known, and outputs have no room for all.  The number of a cost is assumed, and needs no room. */
nf_status nf_call_check_room(const nf_call *call);

/* Makes room in a result for so many rows of these arrays (NF_WANT), and one more of open offsets; makes it their destination. */
nf_status nf_call_keep(nf_call *call, nf_result *result, uint64_t arrays, uint64_t rows);

/* Arrays that the question needs a place for in scratch: none on the host, which has them in its answer. */
uint64_t nf_call_hidden(const nf_call *call);

/* The cost of one run of the call, of which the options are taken. */
nf_status nf_call_cost(nf_call *call, uint64_t *bytes);

/* NF_ERROR_ARGUMENT for an array that the question does not have and that `where` names. */
nf_status nf_call_refuse_array(const nf_call *call, int array, const char *where);

/* The place of an array. */
static inline nf_elements nf_call_at(const nf_call *call, int array) { return call->to[array].at; }

#endif
