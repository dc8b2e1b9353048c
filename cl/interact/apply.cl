// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// What kernels do with a pair function: take its arguments, apply it to a pair, and write its sums.
//   DIMS  as in cells.cl
#pragma once
#include "function/function.cl"

// The arguments of every kernel that applies the function: the fields of points, n x NF_FIELD_COUNT, in the order of the points and in that of
// the query points; the parameters; the tables; and an array for each sum, with the row where it begins.  A name that is made from a declared one
// is that with a prefix, with which no other name may begin.
#define NF_VALUE_PARAMETER(name)     , real nf_value_##name
#define NF_TABLE_PARAMETER(name)     , __global const real *restrict nf_table_##name, uint nf_elements_##name
#define NF_SUM_PARAMETER(name, sign) , __global nf_sum *restrict nf_array_##name, ulong nf_offset_##name
#define FUNCTION_PARAMETERS                                                                                  \
    __global const real *restrict carried,                                                                   \
        __global const real *restrict own_carried NF_VALUES(NF_VALUE_PARAMETER)                              \
            NF_TABLES(NF_TABLE_PARAMETER) NF_SUMS(NF_SUM_PARAMETER, NF_SUM_PARAMETER)

// The parameters for a work-item.
#define NF_VALUE_TAKE(name) taken.name = nf_value_##name;
#define NF_TABLE_TAKE(name)                                                                                  \
    taken.name = nf_table_##name;                                                                            \
    taken.name##_count = nf_elements_##name;
static inline parameters nf_parameters_of(int none NF_VALUES(NF_VALUE_PARAMETER)
                                              NF_TABLES(NF_TABLE_PARAMETER)) {
    parameters taken;
    (void)none;
    NF_VALUES(NF_VALUE_TAKE)
    NF_TABLES(NF_TABLE_TAKE)
    return taken;
}
#define NF_VALUE_PASS(name) , nf_value_##name
#define NF_TABLE_PASS(name) , nf_table_##name, nf_elements_##name
#define PARAMETERS_OF       nf_parameters_of(0 NF_VALUES(NF_VALUE_PASS) NF_TABLES(NF_TABLE_PASS))

// Where sums are written.
#define NF_SUM_ARRAY(name, sign) __global nf_sum *name;
typedef struct nf_sum_arrays {
    NF_SUMS(NF_SUM_ARRAY, NF_SUM_ARRAY)
} nf_sum_arrays;
#define NF_VECTOR_ARRAY_TAKE(name, sign) arrays.name = nf_array_##name + nf_offset_##name * DIMS;
#define NF_SCALAR_ARRAY_TAKE(name, sign) arrays.name = nf_array_##name + nf_offset_##name;
static inline nf_sum_arrays nf_sum_arrays_of(int none NF_SUMS(NF_SUM_PARAMETER, NF_SUM_PARAMETER)) {
    nf_sum_arrays arrays;
    NF_SUMS(NF_VECTOR_ARRAY_TAKE, NF_SCALAR_ARRAY_TAKE)
    (void)none;
    return arrays;
}
#define NF_SUM_PASS(name, sign) , nf_array_##name, nf_offset_##name
#define SUM_ARRAYS_OF           nf_sum_arrays_of(0 NF_SUMS(NF_SUM_PASS, NF_SUM_PASS))

// The fields of the point in row p of `carried`.
#define NF_FIELD_NUMBER(name) nf_field_##name,
enum { NF_FIELDS(NF_FIELD_NUMBER) nf_fields_count };
#define NF_FIELD_TAKE(name) own.name = carried[(ulong)p * nf_fields_count + nf_field_##name];
static inline fields nf_fields_of(__global const real *restrict carried, uint p) {
    fields own;
#if NF_FIELD_COUNT
    NF_FIELDS(NF_FIELD_TAKE)
#else
    own.none = 0;
    (void)carried, (void)p;
#endif
    return own;
}

#define NF_VECTOR_SUM_CLEAR(name, sign) clear.name.x = clear.name.y = clear.name.z = 0;
#define NF_SCALAR_SUM_CLEAR(name, sign) clear.name = 0;
static inline sums nf_sums_none(void) {
    sums clear;
    NF_SUMS(NF_VECTOR_SUM_CLEAR, NF_SCALAR_SUM_CLEAR)
    NF_UNWANTED_SUMS(NF_VECTOR_SUM_CLEAR, NF_SCALAR_SUM_CLEAR)
    return clear;
}

#if NF_FAST
#define NF_MAD(a, b, c) mad(a, b, c)
#else
#define NF_MAD(a, b, c) ((a) * (b) + (c))
#endif
#if NF_SUM64 && !REAL64 // products are added in double
#define NF_ADD(to, factor, x) (to) += (nf_sum)((factor) * (x))
#else
#define NF_ADD(to, factor, x) (to) = NF_MAD(factor, x, to)
#endif

// Adds what point j, at D from point i, does to the sums of i.
static inline void nf_apply(const fields *i, const fields *j, vector D, const parameters *p, sums *to) {
    const real d2 = NF_MAD(D.z, D.z, NF_MAD(D.y, D.y, D.x * D.x));
#if !NF_RADIAL
    interact(i, j, D, d2, p, to);
#elif defined(NF_RADIAL_SUM)
    const real factor = interact(i, j, d2, p, to);
    NF_ADD(to->NF_RADIAL_SUM.x, factor, D.x);
    NF_ADD(to->NF_RADIAL_SUM.y, factor, D.y);
    NF_ADD(to->NF_RADIAL_SUM.z, factor, D.z);
#else
    (void)interact(i, j, d2, p, to);
#endif
}

// What leaves every number as it is when it is added: compilers leave out an addition to -0, and not one to 0.
#define NF_VECTOR_SUM_NOTHING(name, sign) nothing.name.x = nothing.name.y = nothing.name.z = -(nf_sum)0;
#define NF_SCALAR_SUM_NOTHING(name, sign) nothing.name = -(nf_sum)0;
static inline sums nf_sums_nothing(void) {
    sums nothing;
    NF_SUMS(NF_VECTOR_SUM_NOTHING, NF_SCALAR_SUM_NOTHING)
    NF_UNWANTED_SUMS(NF_VECTOR_SUM_NOTHING, NF_SCALAR_SUM_NOTHING)
    return nothing;
}

// NaN in all sums, for rows whose order the device has refused.
#define NF_VECTOR_SUM_UNKNOWN(name, sign) unknown.name.x = unknown.name.y = unknown.name.z = (nf_sum)NAN;
#define NF_SCALAR_SUM_UNKNOWN(name, sign) unknown.name = (nf_sum)NAN;
static inline sums nf_sums_unknown(void) {
    sums unknown;
    NF_SUMS(NF_VECTOR_SUM_UNKNOWN, NF_SCALAR_SUM_UNKNOWN)
    NF_UNWANTED_SUMS(NF_VECTOR_SUM_UNKNOWN, NF_SCALAR_SUM_UNKNOWN)
    return unknown;
}

// Writes the sums of a row.
#define NF_VECTOR_SUM_PUT(name, sign)                                                                        \
    arrays->name[row * DIMS] = from->name.x;                                                                 \
    if (DIMS > 1) arrays->name[row * DIMS + (DIMS > 1)] = from->name.y;                                      \
    if (DIMS > 2) arrays->name[row * DIMS + (DIMS - 1)] = from->name.z;
#define NF_SCALAR_SUM_PUT(name, sign) arrays->name[row] = from->name;
static inline void nf_sums_put(const nf_sum_arrays *arrays, ulong row, const sums *from) {
    NF_SUMS(NF_VECTOR_SUM_PUT, NF_SCALAR_SUM_PUT)
}
