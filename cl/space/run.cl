// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A run: consecutive candidates [begin, end) of the order, which have one image.
typedef struct nf_run {
    uint begin, end;
    nf_shift shift;
    nf_vector vector; // of the shift
} nf_run;
#define NF_RUN_NONE                                                                                          \
    { 0, 0, NF_SHIFT_NONE, NF_VECTOR_NONE }
