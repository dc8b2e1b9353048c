/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#if !defined(_WIN32)
#include <pthread.h>
#endif

using namespace nb::literals;

PyObject *device_error;

/* Sentences name calls of the library, such as nf_pairs, which have no prefix in Python. */
static std::string without_prefixes(std::string text) {
    for (size_t at = 0; (at = text.find("nf_", at)) != std::string::npos; at++)
        if (at == 0 || text[at - 1] == ' ') text.erase(at, 3);
    return text;
}

void throw_status(nf_status status, const char *why) {
    if (status == NF_OK) return;
    std::string text = why && *why ? why : nf_status_words(status);
    if (status != NF_ERROR_BUILD) text = without_prefixes(std::move(text)); // a compiler's words stay as they are
    PyObject *kind = device_error;
    if (status == NF_ERROR_ARGUMENT || status == NF_ERROR_POINTS || status == NF_ERROR_CAPACITY)
        kind = PyExc_ValueError;
    else if (status == NF_ERROR_MEMORY) kind = PyExc_MemoryError;
    else if (status == NF_ERROR_UNSUPPORTED) kind = PyExc_NotImplementedError;
    PyErr_SetString(kind, text.c_str());
    throw nb::python_error();
}

/* ---- calls ------------------------------------------------------------------------------------------------ */

static std::thread::id main_thread;   // of the interpreter
static std::atomic<bool> ending{false}; // the interpreter is at its end

/* Off the main thread of an interpreter that ends: taking the GIL would end the thread in the middle of this code. */
static void park_at_the_end() {
    while (ending && std::this_thread::get_id() != main_thread) std::this_thread::sleep_for(std::chrono::hours(1));
}

/* Signals are handled by the interpreter's main thread, twenty times a second. */
static int is_cancelled(void *user) {
    context *of = static_cast<context *>(user);
    if (std::this_thread::get_id() != main_thread) return ending;
    const auto now = std::chrono::steady_clock::now();
    if (now - of->looked < std::chrono::milliseconds(50)) return 0;
    of->looked = now;
    nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() == 0) return 0;
    of->interrupted = std::make_unique<nb::python_error>();
    return 1;
}

/* How many fork() lie between the first process and this one.  It is counted, since getpid() would be a system call at each look. */
static long generation;

bool context::is_forked() const { return process != generation; }

void context::check_process() {
    if (!is_forked()) return;
    if (!is_host || owner.load() != std::thread::id()) {
        PyErr_SetString(PyExc_RuntimeError,
                        is_host ? "a thread of the parent was in a call of this context at fork(): make another"
                                : "this context was made before fork(), which drivers of OpenCL do not survive: start "
                                  "processes by \"spawn\" or \"forkserver\", or make a context of the device \"host\"");
        throw nb::python_error();
    }
    renew();
}

/* In the child of a fork: another thread of the parent may have held the locks. */
bool context::renew() {
    if (!is_forked()) return true;
    if (!is_host || owner.load() != std::thread::id()) return false;
    new (&calls) std::timed_mutex;
    new (&lists) std::mutex;
    process = generation;
    return true;
}

void context::free_released() {
    std::vector<std::function<void()>> now;
    {
        std::lock_guard<std::mutex> held(lists);
        now.swap(released);
    }
    for (const auto &f : now) f();
}

/* Without the GIL: the main thread handles signals while it waits for another thread's call. */
void context::lock() {
    const bool is_main = std::this_thread::get_id() == main_thread;
    while (!calls.try_lock_for(std::chrono::milliseconds(50))) {
        park_at_the_end();
        if (!is_main) continue;
        nb::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
    owner = std::this_thread::get_id();
}

void context::unlock() {
    owner = std::thread::id();
    calls.unlock();
}

void context::release(std::function<void()> f) {
    if (!renew()) return; // in the child of a fork, what a driver made is left to the parent
    {
        std::lock_guard<std::mutex> held(lists);
        released.push_back(std::move(f));
    }
    if (owner.load() == std::this_thread::get_id() || !calls.try_lock()) return;
    owner = std::this_thread::get_id();
    free_released();
    unlock();
}

void context::call(const std::function<nf_status()> &f) {
    nf_status status = NF_OK;
    std::string why;
    check_process();
    if (owner.load() == std::this_thread::get_id()) {
        PyErr_SetString(PyExc_RuntimeError, "this thread is in a call of the context already: a handler of a signal must "
                                            "take another context");
        throw nb::python_error();
    }
    {
        nb::gil_scoped_release released_gil;
        lock();
        {
            const std::unique_ptr<context, void (*)(context *)> held(this, [](context *of) { of->unlock(); });
            free_released();
            status = f(); // which may throw
            if (status != NF_OK) {
                why = nf_context_error(handle);
                const char *log = nf_context_build_log(handle);
                if (status == NF_ERROR_BUILD && *log) why += std::string("\n") + log;
            }
        }
        park_at_the_end();
    }
    if (std::this_thread::get_id() == main_thread && interrupted) {
        auto raised = std::move(interrupted);
        throw std::move(*raised);
    }
    throw_status(status, why.c_str());
}

/* Ends the calls of other threads before the interpreter ends. */
static std::mutex alive_lock;
static std::vector<context *> alive;

void context::wait_for_end() {
    ending = true;
    nb::gil_scoped_release released_gil;
    std::lock_guard<std::mutex> held(alive_lock);
    for (context *c : alive)
        if (!c->is_forked() && c->owner.load() != std::this_thread::get_id()) {
            c->calls.lock();
            c->calls.unlock();
        }
}

/* ---- memory that is used again ----------------------------------------------------------------------------- */

enum { IDLE_RESULTS = 4, IDLE_BLOCKS = 16 };
static const size_t idle_bytes = size_t(256) << 20; /* of results, and of blocks */

nf_result *context::take_result() {
    if (!renew()) return nullptr;
    std::lock_guard<std::mutex> held(lists);
    if (results.empty()) return nullptr;
    nf_result *taken = results.back().handle;
    results.pop_back();
    return taken;
}

bool context::keep_result(nf_result *result, size_t bytes) {
    std::lock_guard<std::mutex> held(lists);
    size_t sum = bytes;
    for (const unused &u : results) sum += u.bytes;
    if (results.size() >= IDLE_RESULTS || sum > idle_bytes) return false;
    results.push_back({result, bytes});
    return true;
}

void context::give_result(nf_result *result, size_t bytes) {
    if (renew() && !keep_result(result, bytes)) release([result] { nf_result_free(result); });
}

void *context::take_block(size_t bytes, size_t *room) {
    if (!renew()) return nullptr;
    std::lock_guard<std::mutex> held(lists);
    for (auto at = blocks.begin(); at != blocks.end(); ++at)
        if (at->room >= bytes && at->room / 2 <= bytes) {
            void *memory = at->memory;
            *room = at->room;
            blocks.erase(at);
            return memory;
        }
    return nullptr;
}

void context::give_block(void *memory, size_t room) {
    if (!renew()) return;
    nf_context *of = handle;
    std::vector<block> old;
    {
        std::lock_guard<std::mutex> held(lists);
        size_t sum = room;
        blocks.push_back({memory, room});
        for (size_t k = blocks.size() - 1; k-- > 0;) { // the newest stay
            sum += blocks[k].room;
            if (sum <= idle_bytes && blocks.size() - k <= IDLE_BLOCKS) continue;
            old.assign(blocks.begin(), blocks.begin() + (ptrdiff_t)k + 1);
            blocks.erase(blocks.begin(), blocks.begin() + (ptrdiff_t)k + 1);
            break;
        }
    }
    for (const block &b : old)
        release([of, b] { nf_host_free(of, b.memory); });
}

void context::trim() {
    std::vector<unused> old;
    std::vector<block> free;
    {
        std::lock_guard<std::mutex> held(lists);
        old.swap(results);
        free.swap(blocks);
    }
    call([&] {
        for (const unused &u : old) nf_result_free(u.handle);
        for (const block &b : free) nf_host_free(handle, b.memory);
        nf_context_trim(handle);
        return NF_OK;
    });
}

context::~context() {
    {
        std::lock_guard<std::mutex> held(alive_lock);
        alive.erase(std::remove(alive.begin(), alive.end(), this), alive.end());
    }
    if (!handle || !renew()) return;
    free_released();
    for (const unused &u : results) nf_result_free(u.handle);
    for (const block &b : blocks) nf_host_free(handle, b.memory);
    nf_context_free(handle);
}

/* ---- Python ------------------------------------------------------------------------------------------------- */

static const char *text_of(const std::optional<std::string> &text) { return text ? text->c_str() : nullptr; }

static context_ptr make_context(const std::optional<std::string> &device, uint32_t threads, bool profile) {
    auto made = std::make_shared<context>();
    nf_context_options options = NF_DEFAULTS;
    char why[512] = "";
    nf_status status;
    options.size = sizeof options;
    options.device = text_of(device);
    options.threads = threads;
    options.profile = profile;
    options.cancelled = is_cancelled;
    options.cancelled_user = made.get();
    made->process = generation;
    {
        nb::gil_scoped_release released;
        status = nf_context_create(&options, &made->handle, why, sizeof why);
    }
    throw_status(status, why);
    {
        std::lock_guard<std::mutex> held(alive_lock);
        alive.push_back(made.get());
    }
    const nf_device_info *info = nf_context_device(made->handle);
    made->is_host = !info->device;
    made->shares_memory = made->is_host || (info->type & 2); // CL_DEVICE_TYPE_CPU
    return made;
}

static nb::dict device_of(const nf_device_info &info) {
    nb::dict d;
    d["platform"] = info.platform_name;
    d["name"] = info.name;
    d["vendor"] = info.vendor;
    d["driver"] = info.driver;
    d["version"] = info.version;
    d["kind"] = !info.device ? "host" : info.type & 4 ? "gpu" : info.type & 2 ? "cpu" : "accelerator";
    d["compute_units"] = info.compute_units;
    d["memory"] = info.global_memory;
    d["fp64"] = info.fp64 != 0;
    return d;
}

static nb::tuple devices() {
    size_t count = 0;
    char why[512] = "";
    nb::list found;
    std::vector<nf_device_info> infos;
    nf_status status;
    {
        nb::gil_scoped_release released; // drivers may take seconds to start
        status = nf_devices(nullptr, 0, &count, why, sizeof why);
        if (status == NF_OK && count) {
            infos.resize(count);
            infos[0].size = sizeof infos[0];
            status = nf_devices(infos.data(), infos.size(), &count, why, sizeof why);
        }
    }
    if (status != NF_OK && status != NF_ERROR_NO_DEVICE) throw_status(status, why);
    for (size_t k = 0; k < std::min(count, infos.size()); k++) found.append(device_of(infos[k]));
    return nb::make_tuple(found, why);
}

static nb::list stages_of(context &of) {
    std::vector<nf_stage> all(256);
    size_t count = 0;
    nb::list found;
    all[0].size = sizeof all[0];
    of.call([&] { return nf_context_stages(of.handle, all.data(), all.size(), &count); });
    for (size_t k = 0; k < std::min(count, all.size()); k++)
        found.append(nb::make_tuple(all[k].name, all[k].ms, all[k].launches));
    return found;
}

void bind_context(nb::module_ &m) {
    device_error = PyErr_NewExceptionWithDoc("nearfield.DeviceError", "A device or its driver failed, or there is none.",
                                             PyExc_RuntimeError, nullptr);
    main_thread = std::this_thread::get_id();
    m.attr("DeviceError") = nb::borrow(device_error);
#if !defined(_WIN32)
    pthread_atfork(nullptr, nullptr, [] { generation++; });
#endif
    m.def("version", [] { return nf_version(); });
    m.def("device_is_named", [] { // os.environ takes ten times as long
        const char *name = std::getenv("NEARFIELD_DEVICE");
        return name && *name;
    });
    m.def("devices", &devices, nb::sig("def devices() -> tuple[list[dict[str, object]], str]"));
    m.def("function_names", [] {
        nb::list names;
        for (size_t k = 0; nf_function_name(k); k++) names.append(nf_function_name(k));
        return names;
    }, nb::sig("def function_names() -> list[str]"));
    nb::class_<context>(m, "Context")
        .def("device", [](const context &of) { return device_of(*nf_context_device(of.handle)); },
             nb::sig("def device(self) -> dict[str, object]"))
        .def_prop_ro("shares_memory", [](const context &of) { return of.shares_memory; })
        .def_prop_ro("is_forked", [](const context &of) { return of.is_forked(); })
        .def("finish", [](context &of) { of.call([&] { return nf_context_finish(of.handle); }); })
        .def("trim", &context::trim)
        .def("memory", [](context &of) {
            uint64_t now = 0, peak = 0;
            of.call([&] { return nf_context_memory(of.handle, &now, &peak), NF_OK; });
            return std::make_tuple(now, peak);
        })
        .def("stages", &stages_of, nb::sig("def stages(self) -> list[tuple[str, float, int]]"));
    m.def("make_context", &make_context, "device"_a.none(), "threads"_a, "profile"_a);
    m.def("wait_for_end", &context::wait_for_end);
}
