// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Vectors of 64 bytes, for CPU kernels with one work-item in each group.
//   WIDE_KERNEL        before a kernel
//   WIDE_APART         before a large function that is called at several places or does much work in each call: prevents
//                      inlining, so that it is compiled once (saves 0.2 s of the first use on PoCL), and is not slower
//   UNROLL             before a loop
//   LOAD_INT16(place) and so on  load a vector at a place that is aligned to one element
// Some compilers build vload16 from 16-byte pieces, and split 64-byte vectors in two unless the function requests them.
#pragma once
#if defined(__has_attribute)
#if __has_attribute(min_vector_width)
#define WIDE_KERNEL __kernel __attribute__((reqd_work_group_size(1, 1, 1), min_vector_width(512)))
#define WIDE_APART  __attribute__((noinline, min_vector_width(512))) static
#endif
#endif
#ifndef WIDE_KERNEL
#define WIDE_KERNEL __kernel __attribute__((reqd_work_group_size(1, 1, 1)))
#define WIDE_APART  __attribute__((noinline)) static
#endif
#if defined(__clang__)
#define UNROLL _Pragma("unroll")
typedef int16 nf_loose_int16 __attribute__((aligned(4)));
typedef int8 nf_loose_int8 __attribute__((aligned(4)));
typedef float16 nf_loose_float16 __attribute__((aligned(4)));
#if defined(REAL64) && REAL64
typedef double8 nf_loose_double8 __attribute__((aligned(8)));
#define LOAD_DOUBLE8(place) (*(__global const nf_loose_double8 *)(place))
#endif
#define LOAD_INT16(place)           (*(__global const nf_loose_int16 *)(place))
#define LOAD_FLOAT16(place)         (*(__global const nf_loose_float16 *)(place))
#define STORE_FLOAT16(place, value) (*(__global nf_loose_float16 *)(place) = (value))
#define STORE_INT16(place, value)   (*(__global nf_loose_int16 *)(place) = (value))
#define STORE_INT8(place, value)    (*(__global nf_loose_int8 *)(place) = (value))
#else
#define UNROLL
#define LOAD_DOUBLE8(place)         vload8(0, place)
#define LOAD_INT16(place)           vload16(0, place)
#define LOAD_FLOAT16(place)         vload16(0, place)
#define STORE_FLOAT16(place, value) vstore16(value, 0, place)
#define STORE_INT16(place, value)   vstore16(value, 0, place)
#define STORE_INT8(place, value)    vstore8(value, 0, place)
#endif

// Mask operations; x86 has instructions for them:
//   WIDE_SIGNS(v)             the sign bits of an int16, lane 0 lowest, as a ushort
//   WIDE_SQUEEZE(v, mask)     the lanes of an int16 whose bit is set, side by side, then zeros
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__has_builtin) && !defined(PLAIN)
#if __has_builtin(__builtin_ia32_cvtd2mask512) && __has_builtin(__builtin_ia32_compresssi512_mask)
#define WIDE_SIGNS(v)         ((ushort)__builtin_ia32_cvtd2mask512(v))
#define WIDE_SQUEEZE(v, mask) __builtin_ia32_compresssi512_mask(v, (int16)0, (ushort)(mask))
#endif
#endif
