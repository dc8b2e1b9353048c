// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// OpenCL C for kernels that clang compiles as code of the host, with one work-item in each group: what cl/ uses of the language's types and functions.
// It stands before the text of a program (program.cmake), and no other header is read.  Address spaces are one, barriers are nothing, and local memory
// is the stack.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#define cl_khr_fp64               1
#define cl_khr_int64_base_atomics 1
#define __kernel                  NF_KERNEL
#define reqd_work_group_size(x, y, z)
#define __global
#define __local
#define __private
#define NF_CONSTANT static __constant
#ifndef NF_LISTED // program.cmake looks for the word itself
#define NF_KERNEL static
#endif

// ---- types and constants ----
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#define NF_VECTOR(type, n) typedef type type##n __attribute__((ext_vector_type(n)));
#define NF_VECTORS(type)                                                                                     \
    NF_VECTOR(type, 2) NF_VECTOR(type, 3) NF_VECTOR(type, 4) NF_VECTOR(type, 8) NF_VECTOR(type, 16)
NF_VECTORS(char)
NF_VECTORS(uchar)
NF_VECTORS(short)
NF_VECTORS(ushort)
NF_VECTORS(int)
NF_VECTORS(uint)
NF_VECTORS(long)
NF_VECTORS(ulong)
NF_VECTORS(float)
NF_VECTORS(double)
#define INT_MAX   __INT_MAX__
#define INT_MIN   (-INT_MAX - 1)
#define UINT_MAX  0xffffffffu
#define LONG_MAX  0x7fffffffffffffffL
#define LONG_MIN  (-LONG_MAX - 1)
#define ULONG_MAX 0xffffffffffffffffUL
#define FLT_MAX   __FLT_MAX__
#define MAXFLOAT  __FLT_MAX__
#define FLT_MIN   __FLT_MIN__
#define DBL_MAX   __DBL_MAX__
#define DBL_MIN   __DBL_MIN__
#define INFINITY  __builtin_inff()
#define NAN       __builtin_nanf("")

// ---- work-items ----
// The group that the thread computes.
typedef struct nf_native_place {
    size_t group, groups, first;
} nf_native_place;
extern __attribute__((pure)) const nf_native_place *nf_native_here(void);
#define get_group_id(dim)    (nf_native_here()->group)
#define get_num_groups(dim)  (nf_native_here()->groups)
#define get_global_id(dim)   (nf_native_here()->first + nf_native_here()->group)
#define get_global_size(dim) (nf_native_here()->groups)
#define get_local_id(dim)    ((size_t)0)
#define get_local_size(dim)  ((size_t)1)
// Of a kernel that takes its work by ticket: UINT_MAX once the call is cancelled.
extern int nf_native_goes_on(void);
#define TAKE_TICKET(counter) (nf_native_goes_on() ? atomic_inc(counter) : UINT_MAX)
enum { CLK_LOCAL_MEM_FENCE = 1, CLK_GLOBAL_MEM_FENCE = 2 };
#define barrier(flags)   ((void)(flags))
#define mem_fence(flags) __atomic_thread_fence(__ATOMIC_SEQ_CST)

// ---- functions ----
#define NF_IS static inline __attribute__((overloadable, always_inline))
#define NF_SMALLER(type)                                                                                     \
    NF_IS type min(type a, type b) { return b < a ? b : a; }                                                 \
    NF_IS type max(type a, type b) { return a < b ? b : a; }                                                 \
    NF_IS type clamp(type x, type least, type most) { return min(max(x, least), most); }
#define NF_EACH_VECTOR(F, type) F(type##2) F(type##4) F(type##8) F(type##16)
#define NF_EACH(F, type)        F(type) NF_EACH_VECTOR(F, type)
NF_EACH(NF_SMALLER, int)
NF_EACH(NF_SMALLER, uint)
NF_EACH(NF_SMALLER, long)
NF_EACH(NF_SMALLER, ulong)
NF_EACH(NF_SMALLER, float)
NF_EACH(NF_SMALLER, double)

NF_IS uint popcount(uint v) { return (uint)__builtin_popcount(v); }
NF_IS int popcount(int v) { return __builtin_popcount((uint)v); }
NF_IS ushort popcount(ushort v) { return (ushort)__builtin_popcount(v); }
NF_IS ulong popcount(ulong v) { return (ulong)__builtin_popcountl(v); }
NF_IS uint clz(uint v) { return v ? (uint)__builtin_clz(v) : 32; }
NF_IS int clz(int v) { return v ? __builtin_clz((uint)v) : 32; }
NF_IS ulong clz(ulong v) { return v ? (ulong)__builtin_clzl(v) : 64; }
NF_IS uint abs(int v) { return v < 0 ? 0 - (uint)v : (uint)v; }
NF_IS uint mul_hi(uint a, uint b) { return (uint)((ulong)a * b >> 32); }
NF_IS ulong mul_hi(ulong a, ulong b) { return (ulong)((unsigned __int128)a * b >> 64); }

#define NF_OF_REAL(name)                                                                                     \
    NF_IS float name(float x) { return __builtin_##name##f(x); }                                             \
    NF_IS double name(double x) { return __builtin_##name(x); }
NF_OF_REAL(fabs)
NF_OF_REAL(floor)
NF_OF_REAL(sqrt)
NF_OF_REAL(log2)
NF_IS int isfinite(float x) { return __builtin_isfinite(x); }
NF_IS int isfinite(double x) { return __builtin_isfinite(x); }
NF_IS float native_recip(float x) { return 1 / x; }
NF_IS float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
NF_IS double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
#define NF_FUSED(type, n, builtin)                                                                           \
    NF_IS type##n fma(type##n a, type##n b, type##n c) {                                                     \
        type##n sum;                                                                                         \
        for (int k = 0; k < n; k++) sum[k] = builtin(a[k], b[k], c[k]);                                      \
        return sum;                                                                                          \
    }
NF_FUSED(float, 16, __builtin_fmaf)
NF_FUSED(double, 8, __builtin_fma)
// A number beside a NaN is the result, as of fmin and fmax of C.
#define NF_NEARER(type)                                                                                      \
    NF_IS type fmin(type a, type b) { return __builtin_elementwise_min(a, b); }                              \
    NF_IS type fmax(type a, type b) { return __builtin_elementwise_max(a, b); }
NF_EACH(NF_NEARER, float)
NF_EACH(NF_NEARER, double)
#define NF_ABSOLUTE(type)                                                                                    \
    NF_IS type fabs(type x) { return __builtin_elementwise_abs(x); }
NF_EACH_VECTOR(NF_ABSOLUTE, float)
NF_EACH_VECTOR(NF_ABSOLUTE, double)

#define as_int(x)         __builtin_astype(x, int)
#define as_uint(x)        __builtin_astype(x, uint)
#define as_long(x)        __builtin_astype(x, long)
#define as_ulong(x)       __builtin_astype(x, ulong)
#define as_float(x)       __builtin_astype(x, float)
#define as_double(x)      __builtin_astype(x, double)
#define as_int16(x)       __builtin_astype(x, int16)
#define convert_int8(x)   __builtin_convertvector(x, int8)
#define convert_int16(x)  __builtin_convertvector(x, int16)
#define convert_float8(x) __builtin_convertvector(x, float8)

#define NF_MEMORY(type, n)                                                                                   \
    NF_IS type##n vload##n(size_t k, const type *from) {                                                     \
        type##n v;                                                                                           \
        __builtin_memcpy(&v, from + k * n, sizeof v);                                                        \
        return v;                                                                                            \
    }                                                                                                        \
    NF_IS void vstore##n(type##n v, size_t k, type *to) { __builtin_memcpy(to + k * n, &v, sizeof v); }
#define NF_MEMORIES(type) NF_MEMORY(type, 4) NF_MEMORY(type, 8) NF_MEMORY(type, 16)
NF_MEMORIES(int)
NF_MEMORIES(uint)
NF_MEMORIES(ulong)
NF_MEMORIES(float)
NF_MEMORIES(double)

#define NF_SELECT(type, mask)                                                                                \
    NF_IS type select(type a, type b, mask c) { return c < 0 ? b : a; }
#define NF_SELECTS(n)                                                                                        \
    NF_SELECT(int##n, int##n)                                                                                \
    NF_SELECT(float##n, int##n) NF_SELECT(long##n, long##n) NF_SELECT(double##n, long##n)
NF_SELECTS(2)
NF_SELECTS(4)
NF_SELECTS(8)
NF_SELECTS(16)
NF_IS uint select(uint a, uint b, uint c) { return c ? b : a; }
NF_IS int select(int a, int b, int c) { return c ? b : a; }
NF_IS float select(float a, float b, int c) { return c ? b : a; }
NF_IS double select(double a, double b, long c) { return c ? b : a; }
NF_IS ulong select(ulong a, ulong b, ulong c) { return c ? b : a; }

// ---- atomic operations, in no order with others, as in OpenCL 1.2 ----
#define NF_ATOMIC(prefix, type, name, builtin)                                                               \
    NF_IS type prefix##name(volatile type *at, type v) { return builtin(at, v, __ATOMIC_RELAXED); }
#define NF_ATOMICS(prefix, type)                                                                             \
    NF_ATOMIC(prefix, type, add, __atomic_fetch_add)                                                         \
    NF_ATOMIC(prefix, type, and, __atomic_fetch_and)                                                         \
    NF_ATOMIC(prefix, type, or, __atomic_fetch_or)                                                           \
    NF_ATOMIC(prefix, type, xor, __atomic_fetch_xor)                                                         \
    NF_ATOMIC(prefix, type, min, __atomic_fetch_min)                                                         \
    NF_ATOMIC(prefix, type, max, __atomic_fetch_max)                                                         \
    NF_ATOMIC(prefix, type, xchg, __atomic_exchange_n)                                                       \
    NF_IS type prefix##inc(volatile type *at) { return prefix##add(at, 1); }                                 \
    NF_IS type prefix##cmpxchg(volatile type *at, type old, type v) {                                        \
        __atomic_compare_exchange_n(at, &old, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                     \
        return old;                                                                                          \
    }
NF_ATOMICS(atomic_, int)
NF_ATOMICS(atomic_, uint)
NF_ATOMICS(atom_, long)
NF_ATOMICS(atom_, ulong)
