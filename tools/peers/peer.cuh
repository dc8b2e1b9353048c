// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// What the peers in CUDA share: the protocol of README.md, buffers, samples by events and by the clock.
#ifndef NEARFIELD_PEER_CUH
#define NEARFIELD_PEER_CUH

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace peer {

inline void check(cudaError_t code, const char *what) {
    if (code == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
    std::exit(1);
}

struct work {
    char task[64], type[32], path[4096];
    unsigned long long n;
    double parameter;
};

inline bool next(work &w) {
    char line[4352];
    while (std::fgets(line, sizeof line, stdin))
        if (std::sscanf(line, "%63s %llu %31s %lf %4095[^\n]", w.task, &w.n, w.type, &w.parameter, w.path) == 5)
            return true;
    return false;
}

template <typename T> std::vector<T> read(const work &w, std::size_t count) {
    std::vector<T> values(count);
    std::FILE *file = std::fopen(w.path, "rb");
    if (!file || std::fread(values.data(), sizeof(T), count, file) != count) {
        std::fprintf(stderr, "%s cannot be read\n", w.path);
        std::exit(1);
    }
    std::fclose(file);
    return values;
}

inline double now() {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

struct samples {
    std::vector<double> device, wall;
};

// After one run to warm up; `restore` stands outside the time.
inline samples measure(double seconds, const std::function<void()> &restore, const std::function<void()> &run) {
    samples s;
    cudaEvent_t from, to;
    check(cudaEventCreate(&from), "event");
    check(cudaEventCreate(&to), "event");
    restore();
    run();
    check(cudaDeviceSynchronize(), "warming up");
    const double begun = now();
    while (s.wall.size() < 5 || (s.wall.size() < 51 && now() - begun < seconds * 1e3)) {
        float ms = 0;
        restore();
        check(cudaDeviceSynchronize(), "restoring");
        const double start = now();
        check(cudaEventRecord(from), "event");
        run();
        check(cudaEventRecord(to), "event");
        check(cudaDeviceSynchronize(), "running");
        s.wall.push_back(now() - start);
        check(cudaEventElapsedTime(&ms, from, to), "event");
        s.device.push_back(ms);
    }
    cudaEventDestroy(from);
    cudaEventDestroy(to);
    return s;
}

inline void list(const char *name, const std::vector<double> &values) {
    std::printf(",\"%s\":[", name);
    for (std::size_t k = 0; k < values.size(); k++) std::printf("%s%.6g", k ? "," : "", values[k]);
    std::printf("]");
}

inline void answer(const char *name, const std::string &version, const work &w, const samples &s,
                   unsigned long long result) {
    std::printf("{\"peer\":\"%s\",\"version\":\"%s\",\"case\":\"%s\",\"n\":%llu,\"type\":\"%s\",\"result\":%llu", name,
                version.c_str(), w.task, w.n, w.type, result);
    list("device_ms", s.device);
    list("wall_ms", s.wall);
    std::printf("}\n");
    std::fflush(stdout);
}

inline void left_out(const char *name, const char *why) {
    std::printf("{\"peer\":\"%s\",\"left_out\":\"%s\"}\n", name, why);
    std::fflush(stdout);
}

// Whether there is a GPU; says so when there is none.
inline bool ready(const char *name) {
    int count = 0;
    if (cudaGetDeviceCount(&count) == cudaSuccess && count > 0) return true;
    left_out(name, "there is no NVIDIA GPU");
    return false;
}

inline double seconds_of(int argc, char **argv) {
    for (int k = 1; k + 1 < argc; k++)
        if (std::strcmp(argv[k], "--seconds") == 0) return std::atof(argv[k + 1]);
    return 60;
}

} // namespace peer

#endif
