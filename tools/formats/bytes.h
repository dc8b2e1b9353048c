/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Loads and stores little-endian numbers on machines of either byte order. */
#ifndef NEARFIELD_FORMATS_BYTES_H
#define NEARFIELD_FORMATS_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint64_t io_load_le(const unsigned char *bytes, size_t count) {
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

static inline void io_store_le(unsigned char *bytes, uint64_t value, size_t count) {
    for (size_t i = 0; i < count; i++) bytes[i] = (unsigned char)(value >> (8 * i));
}

/* A number of a binary header, and its size in the file. */
typedef struct io_stored {
    uint64_t value;
    size_t bytes;
} io_stored;

/* Stores the numbers one behind the other; returns their size. */
static inline size_t io_store_all(unsigned char *to, const io_stored *numbers, size_t count) {
    size_t at = 0;
    for (size_t i = 0; i < count; at += numbers[i].bytes, i++)
        io_store_le(to + at, numbers[i].value, numbers[i].bytes);
    return at;
}

#define IO_STORE_ALL(to, numbers) io_store_all(to, numbers, sizeof(numbers) / sizeof((numbers)[0]))

static inline double io_load_float64(const unsigned char *bytes) {
    uint64_t bits = io_load_le(bytes, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float io_load_float32(const unsigned char *bytes) {
    uint32_t bits = (uint32_t)io_load_le(bytes, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
