// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A program of a pair function's text alone, which is compiled when the function is made.  It is never run.
// Some compilers say of three faults only in warnings, which are errors here: the text calls a function that nothing declares, does not define interact, or
// interact ends without a return.
#pragma clang diagnostic ignored "-Weverything"
#pragma clang diagnostic error "-Wimplicit-function-declaration"
#pragma clang diagnostic error "-Wundefined-internal"
#pragma clang diagnostic error "-Wreturn-type"
#include "function/function.cl"

__kernel void nf_alone(void) {
    const fields point = {0};
    const parameters given = {0};
    const vector D = {0, 0, 0};
    sums found;
#if NF_RADIAL
    (void)interact(&point, &point, D.x, &given, &found);
#else
    interact(&point, &point, D, D.x, &given, &found);
#endif
}
