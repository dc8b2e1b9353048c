/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The clouds of generated.c.  They use only operations that IEEE 754 rounds in one way. */
#include "formats/generated/generated.h"

#include <math.h>
#include <stdlib.h>

/* ---- draws ----------------------------------------------------------------------------------------------- */

int io_fill_random(const io_cloud *cloud) {
    io_mt19937_64 generator;
    io_mt19937_64_seed(&generator, cloud->seed);
    for (uint64_t k = 0; k < cloud->n * (uint64_t)cloud->dims; k++)
        cloud->positions[k] = io_mt19937_64_uniform(&generator);
    return 1;
}

/* The natural logarithm of a positive number.  That of the C library may differ in the last bits between machines. */
static double logarithm(double x) {
    enum { TERMS = 40 };
    static const double log_2 = 0x1.62e42fefa39efp-1, root_half = 0x1.6a09e667f3bcdp-1;
    int exponent = 0;
    double m = frexp(x, &exponent);
    if (m < root_half) {
        m *= 2;
        exponent--;
    }
    /* log m = 2 artanh t; |t| is below 0.172. */
    const double t = (m - 1) / (m + 1), square = t * t;
    double sum = 0, power = t;
    for (int k = 1; k < TERMS; k += 2) {
        sum += power / k;
        power *= square;
    }
    return 2 * sum + exponent * log_2;
}

/* Marsaglia's polar method, of which one number of the two is used. */
static double gaussian(io_mt19937_64 *generator) {
    double u, s;
    do {
        u = 2 * io_mt19937_64_uniform(generator) - 1;
        const double v = 2 * io_mt19937_64_uniform(generator) - 1;
        s = u * u + v * v;
    } while (!(s > 0 && s < 1));
    return u * sqrt(-2 * logarithm(s) / s);
}

/* The image inside of the unit cube.  Just below 0 the difference is rounded to 1. */
static double inside(double x) {
    const double image = x - floor(x);
    return image < 1 ? image : 0;
}

/* A point belongs to a blob at random, so that neighbours are far apart in the order of the points. */
int io_fill_clustered(const io_cloud *cloud) {
    enum { POINTS_OF_BLOB = 1000 };
    static const double least = 0.002, most = 0.012;
    const uint64_t blobs = cloud->n > POINTS_OF_BLOB ? cloud->n / POINTS_OF_BLOB : 1;
    const size_t dims = (size_t)cloud->dims, row = dims + 1; /* the centre and the width */
    double *table = malloc((size_t)blobs * row * sizeof *table), *to = cloud->positions;
    io_mt19937_64 generator;
    if (!table) return 0;
    io_mt19937_64_seed(&generator, cloud->seed);
    for (size_t b = 0; b < blobs; b++) {
        for (size_t k = 0; k < dims; k++) table[b * row + k] = io_mt19937_64_uniform(&generator);
        table[b * row + dims] = least + (most - least) * io_mt19937_64_uniform(&generator);
    }
    for (uint64_t i = 0; i < cloud->n; i++) {
        const double *blob = table + (size_t)(io_mt19937_64_draw(&generator) % blobs) * row;
        for (size_t k = 0; k < dims; k++) *to++ = inside(blob[k] + blob[dims] * gaussian(&generator));
    }
    free(table);
    return 1;
}

/* ---- sequences and lattices ------------------------------------------------------------------------------ */

/* The digits of k to this base, mirrored at the point.  Both integers are below 2^53. */
static double radical_inverse(uint64_t k, uint64_t base) {
    uint64_t mirrored = 0, scale = 1;
    for (; k > 0; k /= base, scale *= base) mirrored = mirrored * base + k % base;
    return (double)mirrored / (double)scale;
}

/* The sequence begins with 1, as point 0 would be the origin to every base. */
int io_fill_halton(const io_cloud *cloud) {
    static const uint64_t bases[IO_CLOUD_DIMS] = {2, 3, 5};
    double *to = cloud->positions;
    for (uint64_t i = 1; i <= cloud->n; i++)
        for (int k = 0; k < cloud->dims && k < IO_CLOUD_DIMS; k++) *to++ = radical_inverse(i, bases[k]);
    return 1;
}

/* side^dims, or n where that is less. */
static uint64_t room_of(uint64_t side, int dims, uint64_t n) {
    uint64_t room = 1;
    for (int k = 0; k < dims; k++) room = room < n ? room * side : n;
    return room < n ? room : n;
}

/* The first n points of the smallest lattice that has as many; the last coordinate runs fastest. */
int io_fill_regular(const io_cloud *cloud) {
    uint64_t low = 1, high = cloud->n > 0 ? cloud->n : 1;
    double *to = cloud->positions;
    while (low < high) {
        const uint64_t side = low + (high - low) / 2;
        if (room_of(side, cloud->dims, cloud->n) < cloud->n) low = side + 1;
        else high = side;
    }
    for (uint64_t i = 0; i < cloud->n; i++, to += cloud->dims) {
        uint64_t rest = i;
        for (int k = cloud->dims; k-- > 0; rest /= low) to[k] = (double)(rest % low) / (double)low;
    }
    return 1;
}

/* Moves each point x to |x|^2 x. */
static void grade(const io_cloud *cloud) {
    const size_t dims = (size_t)cloud->dims;
    for (uint64_t i = 0; i < cloud->n; i++) {
        double *x = cloud->positions + (size_t)i * dims, square = 0;
        for (size_t k = 0; k < dims; k++) square += x[k] * x[k];
        for (size_t k = 0; k < dims; k++) x[k] *= square;
    }
}

int io_fill_graded_halton(const io_cloud *cloud) {
    io_fill_halton(cloud);
    grade(cloud);
    return 1;
}

int io_fill_graded_regular(const io_cloud *cloud) {
    io_fill_regular(cloud);
    grade(cloud);
    return 1;
}

enum { MIDDLE = 156 };

void io_mt19937_64_seed(io_mt19937_64 *generator, uint64_t seed) {
    uint64_t *s = generator->state;
    s[0] = seed;
    for (uint64_t i = 1; i < IO_MT_WORDS; i++)
        s[i] = UINT64_C(6364136223846793005) * (s[i - 1] ^ (s[i - 1] >> 62)) + i;
    generator->next = IO_MT_WORDS;
}

static void twist(io_mt19937_64 *generator) {
    const uint64_t low = UINT64_C(0x7FFFFFFF);
    uint64_t *s = generator->state;
    for (int i = 0; i < IO_MT_WORDS; i++) {
        uint64_t joined = (s[i] & ~low) | (s[(i + 1) % IO_MT_WORDS] & low);
        uint64_t matrix = (joined & 1) != 0 ? UINT64_C(0xB5026F5AA96619E9) : 0;
        s[i] = s[(i + MIDDLE) % IO_MT_WORDS] ^ (joined >> 1) ^ matrix;
    }
    generator->next = 0;
}

uint64_t io_mt19937_64_draw(io_mt19937_64 *generator) {
    if (generator->next >= IO_MT_WORDS) twist(generator);
    uint64_t x = generator->state[generator->next++];
    x ^= (x >> 29) & UINT64_C(0x5555555555555555);
    x ^= (x << 17) & UINT64_C(0x71D67FFFEDA60000);
    x ^= (x << 37) & UINT64_C(0xFFF7EEE000000000);
    return x ^ (x >> 43);
}

double io_mt19937_64_uniform(io_mt19937_64 *generator) {
    /* A draw near 2^64 is rounded up to 2^64 by the conversion. */
    double r = (double)io_mt19937_64_draw(generator) * 0x1p-64;
    return r < 1.0 ? r : 0x1.fffffffffffffp-1;
}
