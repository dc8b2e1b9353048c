/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "bench/opencl.h"

#include <nearfield/context.h>

const nf_cl_functions *opencl_functions(void) {
    static nf_cl_functions table;
#define FIND(result, name, ...) table.name = (result(CL_API_CALL *)(__VA_ARGS__))nf_opencl_address(#name);
    if (!table.clFinish) { NF_CL_FUNCTIONS(FIND) }
#undef FIND
    return &table;
}
