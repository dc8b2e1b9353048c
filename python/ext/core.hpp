/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The classes of the extension: one for each object of the C library.  The package in Python is built on them.
 * A context takes one call at a time, without the GIL.  An object that is freed while another thread is in a call is freed by the next call.
 */
#ifndef NEARFIELD_PYTHON_CORE_HPP
#define NEARFIELD_PYTHON_CORE_HPP

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nearfield/nearfield.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace nb = nanobind;

using array_in = nb::ndarray<nb::ro, nb::device::cpu>;

/* Throws the exception of a status, with the sentence of the library. */
void throw_status(nf_status status, const char *why);
extern PyObject *device_error; /* nearfield.DeviceError */

struct context {
    ~context();
    nf_context *handle = nullptr;
    bool is_host = false, shares_memory = false; /* with the host: arrays are mapped, not copied */
    long process = 0;                            /* that made it: how many fork() came before */

    /* Calls f(), which returns a status, when no other thread is in a call; throws what it returns. */
    void call(const std::function<nf_status()> &f);
    /* Calls f() now, or at the next call if a thread is in one. */
    void release(std::function<void()> f);
    /* Throws if the process was forked and a device is not usable in the child. */
    void check_process();
    bool is_forked() const;
    static void wait_for_end(); /* at the end of the interpreter */

    /* Results and blocks of host memory that nobody uses, whose memory the next call uses again. */
    nf_result *take_result();
    void give_result(nf_result *result, size_t bytes);
    bool keep_result(nf_result *result, size_t bytes); /* false: there are enough */
    void *take_block(size_t bytes, size_t *room);
    void give_block(void *block, size_t room);
    void trim();

    std::unique_ptr<nb::python_error> interrupted; /* what a handler of a signal raised in a call */
    std::chrono::steady_clock::time_point looked;  /* for signals */

  private:
    struct block {
        void *memory;
        size_t room;
    };
    struct unused {
        nf_result *handle;
        size_t bytes;
    };
    std::timed_mutex calls;             /* is held in a call */
    std::mutex lists;                   /* guards the lists below, and is held for moments only */
    std::atomic<std::thread::id> owner; /* the thread that holds `calls` */
    std::vector<std::function<void()>> released;
    std::vector<unused> results;
    std::vector<block> blocks;
    void lock();
    void unlock();
    void free_released();
    bool renew();
};
using context_ptr = std::shared_ptr<context>;

/* Points in host memory, which the arrays own. */
struct points {
    nf_points value = NF_DEFAULTS;
    nf_batch batch = NF_DEFAULTS;
    std::vector<nf_box> boxes;
    std::vector<array_in> kept;
    void set(const array_in &rows);
    void set_types(const array_in &types);
};

struct filters {
    nf_filters value = NF_DEFAULTS;
    points radii, query_radii;
    nf_csr exclusions = NF_DEFAULTS;
    size_t rows = 0; /* of the exclusions */
    std::vector<array_in> kept;
};

/* A result with its arrays.  Arrays of NumPy that show its memory own a part of it. */
struct result {
    ~result();
    context_ptr of;
    nf_result *handle = nullptr;
    uint64_t mapped = 0; /* NF_WANT(array) of those that are mapped */
    size_t bytes = 0;    /* of its arrays */
};
using result_ptr = std::shared_ptr<result>;

/* An array of a result as one of NumPy: the memory itself where the device shares that of the host. */
nb::object array_of(const result_ptr &from, int array);

struct function {
    ~function();
    context_ptr of;
    nf_function *handle = nullptr;
};

struct cloud {
    ~cloud();
    context_ptr of;
    nf_cloud *handle = nullptr;
    bool is_double = false;
};

void bind_context(nb::module_ &m);
void bind_points(nb::module_ &m);
void bind_result(nb::module_ &m);
void bind_cloud(nb::module_ &m);
void bind_edges(nb::module_ &m);

#endif
