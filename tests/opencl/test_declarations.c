/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the library declares of OpenCL is what the headers of Khronos declare: the compiler refuses a constant, a type or a function that differs. */
#include <CL/cl.h>
#include <CL/cl_ext.h>

#define NF_CL (*(const nf_cl_functions *)0)
#include "opencl/functions.h"

#include "support/run.h"

#define SAME_TYPE(result, name, ...)                                                                         \
    _Static_assert(_Generic(&(name), result(CL_API_CALL *)(__VA_ARGS__) : 1, default : 0), #name);
NF_CL_FUNCTIONS(SAME_TYPE)

TEST(the_sizes_of_handles_and_numbers_are_those_of_the_specification) {
    ck_assert_uint_eq(sizeof(cl_mem), sizeof(void *));
    ck_assert_uint_eq(sizeof(cl_ulong), 8);
    ck_assert_uint_eq(sizeof(cl_mem_flags), 8);
}
