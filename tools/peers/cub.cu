// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// CUB on the elements and keys of nearfield bench: reduce, scan, compact and radix sort.
#include "peer.cuh"

#include <cub/cub.cuh>

namespace {

const char *const name = "CUB";

// Device memory that goes with its owner.
template <typename T> struct buffer {
    T *at = nullptr;
    explicit buffer(std::size_t count) { peer::check(cudaMalloc(&at, (count ? count : 1) * sizeof(T)), "memory"); }
    explicit buffer(const std::vector<T> &values) : buffer(values.size()) {
        peer::check(cudaMemcpy(at, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice), "upload");
    }
    buffer(const buffer &) = delete;
    ~buffer() { cudaFree(at); }
    std::vector<T> back(std::size_t count) const {
        std::vector<T> values(count);
        peer::check(cudaMemcpy(values.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost), "download");
        return values;
    }
};

// A call of CUB: asked for its scratch, then run with it.
using call = std::function<cudaError_t(void *scratch, std::size_t &bytes)>;

peer::samples measure(double seconds, const call &c, const std::function<void()> &restore = [] {}) {
    std::size_t bytes = 0;
    peer::check(c(nullptr, bytes), name);
    buffer<char> scratch(bytes);
    return peer::measure(seconds, restore, [&] { peer::check(c(scratch.at, bytes), name); });
}

std::string version() {
    return std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) + "." +
           std::to_string(CUB_SUBMINOR_VERSION);
}

void reduce(const peer::work &w, double seconds) {
    buffer<uint32_t> in(peer::read<uint32_t>(w, w.n)), out(1);
    const auto s = measure(seconds, [&](void *scratch, std::size_t &bytes) {
        return cub::DeviceReduce::Sum(scratch, bytes, in.at, out.at, w.n);
    });
    peer::answer(name, version(), w, s, out.back(1)[0]);
}

void scan(const peer::work &w, double seconds) {
    buffer<uint32_t> in(peer::read<uint32_t>(w, w.n)), out(w.n);
    const auto s = measure(seconds, [&](void *scratch, std::size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(scratch, bytes, in.at, out.at, w.n);
    });
    uint32_t last = 0;
    peer::check(cudaMemcpy(&last, out.at + w.n - 1, sizeof last, cudaMemcpyDeviceToHost), "download");
    peer::answer(name, version(), w, s, last);
}

void compact(const peer::work &w, double seconds) {
    const auto values = peer::read<uint32_t>(w, w.n);
    std::vector<uint8_t> odd(w.n);
    for (std::size_t k = 0; k < w.n; k++) odd[k] = values[k] & 1;
    buffer<uint32_t> in(values), out(w.n);
    buffer<uint8_t> flags(odd);
    buffer<uint64_t> count(1);
    const auto s = measure(seconds, [&](void *scratch, std::size_t &bytes) {
        return cub::DeviceSelect::Flagged(scratch, bytes, in.at, flags.at, out.at, count.at, (int64_t)w.n);
    });
    peer::answer(name, version(), w, s, count.back(1)[0]);
}

template <typename Key> void sort(const peer::work &w, double seconds) {
    buffer<Key> pristine(peer::read<Key>(w, w.n)), keys(w.n), other_keys(w.n);
    std::vector<uint32_t> places(w.n);
    for (std::size_t k = 0; k < w.n; k++) places[k] = (uint32_t)k;
    buffer<uint32_t> pristine_values(places), values(w.n), other_values(w.n);
    cub::DoubleBuffer<Key> k(keys.at, other_keys.at);
    cub::DoubleBuffer<uint32_t> v(values.at, other_values.at);
    const auto s = measure(
        seconds,
        [&](void *scratch, std::size_t &bytes) {
            return cub::DeviceRadixSort::SortPairs(scratch, bytes, k, v, w.n, 0, (int)w.parameter);
        },
        [&] {
            k = cub::DoubleBuffer<Key>(keys.at, other_keys.at);
            v = cub::DoubleBuffer<uint32_t>(values.at, other_values.at);
            peer::check(cudaMemcpy(keys.at, pristine.at, w.n * sizeof(Key), cudaMemcpyDeviceToDevice), "restoring");
            peer::check(cudaMemcpy(values.at, pristine_values.at, w.n * 4, cudaMemcpyDeviceToDevice), "restoring");
        });
    std::vector<Key> sorted(w.n);
    peer::check(cudaMemcpy(sorted.data(), k.Current(), w.n * sizeof(Key), cudaMemcpyDeviceToHost), "download");
    peer::check(cudaMemcpy(places.data(), v.Current(), w.n * 4, cudaMemcpyDeviceToHost), "download");
    uint32_t sum = 0;
    for (std::size_t i = 0; i < w.n; i++) {
        const uint64_t key = sorted[i];
        sum += (uint32_t)(i + 1) * ((uint32_t)key ^ (uint32_t)(key >> 32) ^ (places[i] * 2654435769U));
    }
    peer::answer(name, version(), w, s, sum);
}

} // namespace

int main(int argc, char **argv) {
    const double seconds = peer::seconds_of(argc, argv) / 150;
    peer::work w;
    if (!peer::ready(name)) return 0;
    while (peer::next(w)) {
        const std::string task = w.task;
        if (task == "reduce") reduce(w, seconds);
        else if (task == "scan") scan(w, seconds);
        else if (task == "compact") compact(w, seconds);
        else if (task.rfind("sort", 0) == 0 && std::string(w.type) == "uint64") sort<uint64_t>(w, seconds);
        else if (task.rfind("sort", 0) == 0) sort<uint32_t>(w, seconds);
    }
    return 0;
}
