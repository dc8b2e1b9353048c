// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Pairs by a pipeline of Thrust calls: sort points by cell, count candidates in half of the cells around, store every
// candidate with a flag, keep those that are near.  Written anew after "Fixed-Radius Neighbour Search Using Thrust",
// with cells of half the cutoff, its faster choice.  As there, the points are reordered and the pairs are in that
// order.
#include "peer.cuh"

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/version.h>

namespace {

const char *const name = "Thrust pipeline";

enum { CELLS = 2, SIDE = 2 * CELLS + 1, HALF = (SIDE * SIDE * SIDE - 1) / 2, ASKED = HALF + 1 };

template <typename F> using vector = thrust::device_vector<F>;
template <typename T> T *raw(vector<T> &v) { return thrust::raw_pointer_cast(v.data()); }

template <typename F> struct grid {
    F low[3], width;
    int cells[3];

    __host__ __device__ int along(F x, int d) const { return (int)((x - low[d]) / width); }
    __host__ __device__ int cell(F x, F y, F z) const {
        return (along(z, 2) * cells[1] + along(y, 1)) * cells[0] + along(x, 0);
    }
    // The k-th cell asked of those around `own`; the last is `own` itself.
    __host__ __device__ int around(int own, int k) const {
        const int dx = k % SIDE - CELLS, dy = k / SIDE % SIDE - CELLS, dz = k / (SIDE * SIDE) - CELLS;
        return own + (dz * cells[1] + dy) * cells[0] + dx;
    }
};

// Two layers of empty cells on every side, so that no cell around a point is outside.
template <typename F> grid<F> make_grid(vector<F> (&points)[3], F cutoff) {
    grid<F> g;
    g.width = cutoff / CELLS;
    for (int d = 0; d < 3; d++) {
        const auto ends = thrust::minmax_element(points[d].begin(), points[d].end());
        const F least = *ends.first, most = *ends.second;
        g.low[d] = least - 2 * cutoff;
        g.cells[d] = (int)((most + 2 * cutoff - g.low[d]) / g.width) + 1;
    }
    return g;
}

template <typename F> struct key_of {
    grid<F> g;
    const F *x, *y, *z;
    __device__ int operator()(int i) const { return g.cell(x[i], y[i], z[i]); }
};

struct mark_end {
    const int *keys;
    int *ends;
    __device__ void operator()(int i) const {
        if (keys[i] != keys[i - 1]) ends[keys[i - 1]] = i;
    }
};

// The candidates of point i in the k-th cell: a run of points before i.
template <typename F> struct candidates {
    grid<F> g;
    const int *keys, *ends;
    __device__ void run(long long place, int &i, int &first, int &last) const {
        const int k = (int)(place % ASKED);
        i = (int)(place / ASKED);
        const int cell = g.around(keys[i], k);
        first = ends[cell - 1];
        last = k == HALF ? i : ends[cell];
    }
};

template <typename F> struct count_run {
    candidates<F> of;
    __device__ std::size_t operator()(long long place) const {
        int i, first, last;
        of.run(place, i, first, last);
        return last > first ? (std::size_t)(last - first) : 0;
    }
};

template <typename F> struct try_run {
    candidates<F> of;
    const F *x, *y, *z;
    F limit;
    const std::size_t *starts;
    int *is, *js;
    bool *near;
    __device__ void operator()(long long place) const {
        int i, first, last;
        of.run(place, i, first, last);
        std::size_t at = starts[place];
        for (int j = first; j < last; j++, at++) {
            const F dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
            near[at] = dx * dx + dy * dy + dz * dz < limit;
            is[at] = i;
            js[at] = j;
        }
    }
};

template <typename F> void sort_points(vector<F> (&points)[3], const grid<F> &g, vector<int> &keys) {
    const int n = (int)keys.size();
    vector<int> order(n);
    vector<F> moved(n);
    thrust::tabulate(keys.begin(), keys.end(), key_of<F>{g, raw(points[0]), raw(points[1]), raw(points[2])});
    thrust::sequence(order.begin(), order.end());
    thrust::sort_by_key(keys.begin(), keys.end(), order.begin());
    for (auto &coordinate : points) {
        thrust::gather(order.begin(), order.end(), coordinate.begin(), moved.begin());
        coordinate.swap(moved);
    }
}

template <typename F>
std::size_t find_pairs(vector<F> (&points)[3], F cutoff, vector<int> &is, vector<int> &js) {
    const int n = (int)points[0].size();
    const grid<F> g = make_grid(points, cutoff);
    vector<int> keys(n), ends((std::size_t)g.cells[0] * g.cells[1] * g.cells[2], 0);
    sort_points(points, g, keys);
    thrust::for_each(thrust::counting_iterator<int>(1), thrust::counting_iterator<int>(n),
                     mark_end{raw(keys), raw(ends)});
    thrust::inclusive_scan(ends.begin(), ends.end(), ends.begin(), thrust::maximum<int>());

    const candidates<F> of{g, raw(keys), raw(ends)};
    vector<std::size_t> starts((std::size_t)n * ASKED);
    thrust::tabulate(starts.begin(), starts.end(), count_run<F>{of});
    const std::size_t last = starts.back();
    thrust::exclusive_scan(starts.begin(), starts.end(), starts.begin());
    const std::size_t total = last + starts.back();

    vector<bool> near(total);
    is.resize(total);
    js.resize(total);
    thrust::for_each(thrust::counting_iterator<long long>(0), thrust::counting_iterator<long long>((long long)n * ASKED),
                     try_run<F>{of, raw(points[0]), raw(points[1]), raw(points[2]), cutoff * cutoff, raw(starts), raw(is),
                                raw(js), raw(near)});
    is.erase(thrust::remove_if(is.begin(), is.end(), near.begin(), thrust::logical_not<bool>()), is.end());
    js.erase(thrust::remove_if(js.begin(), js.end(), near.begin(), thrust::logical_not<bool>()), js.end());
    return is.size();
}

std::string version() {
    return std::to_string(THRUST_MAJOR_VERSION) + "." + std::to_string(THRUST_MINOR_VERSION) + "." +
           std::to_string(THRUST_SUBMINOR_VERSION);
}

template <typename F> void pairs(const peer::work &w, double seconds) {
    const std::vector<F> rows = peer::read<F>(w, 3 * w.n);
    std::vector<F> column(w.n);
    vector<F> pristine[3], points[3];
    vector<int> is, js;
    std::size_t found = 0;
    for (int d = 0; d < 3; d++) {
        for (std::size_t k = 0; k < w.n; k++) column[k] = rows[3 * k + d];
        pristine[d] = column;
    }
    const auto s = peer::measure(
        seconds,
        [&] {
            for (int d = 0; d < 3; d++) points[d] = pristine[d];
            is = vector<int>(), js = vector<int>();
        },
        [&] { found = find_pairs<F>(points, (F)w.parameter, is, js); });
    peer::answer(name, version(), w, s, found);
}

} // namespace

int main(int argc, char **argv) {
    const double seconds = peer::seconds_of(argc, argv) / 150;
    peer::work w;
    if (!peer::ready(name)) return 0;
    while (peer::next(w)) {
        if (std::string(w.task) != "pairs") continue;
        try {
            if (std::string(w.type) == "float32") pairs<float>(w, seconds);
            else pairs<double>(w, seconds);
        } catch (const std::exception &) { // its candidates take many times the memory of the result
            peer::left_out(name, ("n = " + std::to_string(w.n) + " of pairs: the memory of the GPU runs out").c_str());
            cudaGetLastError();
        }
    }
    return 0;
}
