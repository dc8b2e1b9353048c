/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/scaled.h"

#include <float.h>
#include <math.h>

#define REAL64 1
#define real   double
#include "space/scaled.cl"

static int is_wide(nf_type type) { return type != NF_FLOAT32; }

/* Numbers beyond the range of the type become infinity. */
static double rounded_or_infinite(double value, nf_type type) {
    if (type != NF_FLOAT32) return value;
    return fabs(value) >= ldexp(1 - 0x1p-25, 128) ? copysign(HUGE_VAL, value) : (double)(float)value;
}

/* The digits that a cell vector has at least: a height of fewer steps is refused. */
enum { DIGITS_NARROW = 24, DIGITS_WIDE = 53 };

nf_status nf_scaling_for(nf_scaling *scaling, const nf_space *space, double largest, nf_sentence *error) {
    const int wide = is_wide(space->type), bits = NF_SCALED_BITS(wide), least = NF_SCALED_LEAST(wide),
              digits = wide ? DIGITS_WIDE : DIGITS_NARROW;
    int e = 0;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++)
            if (space->heights[k] > 0) largest = fmax(largest, fabs(space->H[k][a]));
    frexp(largest, &e);
    const int below = e;
    if (!(largest > 0) || e < least) e = least;
    *scaling = (nf_scaling){.type = space->type,
                            .exponent = e,
                            .largest = largest > 0 ? ldexp(1, bits - e + below) : 0,
                            .scale = ldexp(1, bits - e),
                            .unscale = ldexp(1, e - bits)};
    for (int k = 0; k < 3; k++)
        if (space->heights[k] > 0 &&
            space->heights[k] * scaling->scale < ldexp(1, NF_SCALED_STEP(wide) + digits))
            return nf_scaling_refuse(scaling, k, error);
    return NF_OK;
}

nf_status nf_scaling_refuse(const nf_scaling *scaling, int k, nf_sentence *error) {
    return nf_fail(error, NF_ERROR_ARGUMENT,
                   "the box is too small along vector %d for coordinates of up to 2^%d in %s: give "
                   "smaller coordinates along the axes that are not periodic",
                   k, scaling->exponent, nf_type_name(scaling->type));
}

double nf_scaling_of(const nf_scaling *scaling, double x) {
    const int wide = is_wide(scaling->type);
    const double scaled = x * scaling->scale, magic = ldexp(1.5, NF_SCALED_STEP(wide) + 52);
    if (fabs(x) < (wide ? DBL_MIN : (double)FLT_MIN)) return 0;
    /* rounded to steps, in double for both types: with ties to even, as the sum in float rounds */
    return fabs(scaled) < ldexp(1, NF_SCALED_STEP(wide) + (wide ? 51 : 22)) ? (scaled + magic) - magic
                                                                            : scaled;
}

double nf_scaling_step(const nf_scaling *scaling) {
    const int wide = is_wide(scaling->type);
    return ldexp(1, NF_SCALED_STEP(wide)) + 8 * ldexp(scaling->scale, wide ? -1022 : -126);
}

nf_status nf_scaling_square(const nf_scaling *scaling, double distance, const char *name, double *r2,
                            nf_sentence *error) {
    const int wide = is_wide(scaling->type), step = NF_SCALED_STEP(wide),
              least = scaling->exponent + step - NF_SCALED_BITS(wide), smallest = wide ? -1074 : -149;
    const double scaled =
        rounded_or_infinite(rounded_or_infinite(distance, scaling->type) * scaling->scale, scaling->type);
    if (!(scaled >= ldexp(1, step))) /* the number that is named is rounded up */
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s is %g: beside %s coordinates of up to 2^%d squares of it have no number: give at "
                       "least %.3g",
                       name, distance, nf_type_name(scaling->type), scaling->exponent,
                       1.01 * ldexp(1, least > smallest ? least : smallest));
    *r2 = rounded_or_infinite(scaled * scaled, scaling->type);
    return NF_OK;
}

double nf_ball(int dims, nf_type type) {
    static const double volumes[] = {1,
                                     2,
                                     3.14159265358979323846,
                                     4.18879020478639098462,
                                     4.93480220054467930942,
                                     5.26378901391432459671,
                                     5.16771278004997002925,
                                     4.72476597033140118000,
                                     4.05871212641676821819};
    return rounded_or_infinite(volumes[dims], type);
}

double nf_inverse(int k, nf_type type) { return rounded_or_infinite(1.0 / k, type); }

/* x^(1/3) of a positive number, by operations that are rounded alike everywhere: cbrt() of C libraries differs in the last digit. */
static double cube_root(double x) {
    int e = 0;
    const double fraction = frexp(x, &e); /* 0.5 to 1 */
    const int third = e >= 0 ? (e + 2) / 3 : -(-e / 3), rest = e - 3 * third;
    const double part = ldexp(fraction, rest); /* 1/8 to 1 */
    double root = 1;
    for (int turn = 0; turn < 12; turn++) root = (2 * root + part / (root * root)) / 3;
    return ldexp(root, third);
}

static double determinant(double M[3][3]) {
    return M[0][0] * (M[1][1] * M[2][2] - M[1][2] * M[2][1]) -
           M[0][1] * (M[1][0] * M[2][2] - M[1][2] * M[2][0]) +
           M[0][2] * (M[1][0] * M[2][1] - M[1][1] * M[2][0]);
}

/* (volume / n)^(1 / dims), with cell vectors of at most 1, so that no product leaves the range. */
static double spacing(const nf_space *space, uint64_t n) {
    double M[3][3] = {{0}}, largest = 0;
    int e = 0;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) largest = fmax(largest, fabs(space->H[k][a]));
    frexp(largest, &e);
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++)
            M[k][a] = k < space->dims && a < space->dims ? ldexp(space->H[k][a], -e) : (double)(k == a);
    const double share = fabs(determinant(M)) / (double)n;
    return ldexp(space->dims == 1 ? share : space->dims == 2 ? sqrt(share) : cube_root(share), e);
}

nf_status nf_linking_length(int in_spacings, const nf_space *space, uint64_t n, double linking_length,
                            double *length, nf_sentence *error) {
    *length = linking_length;
    if (!in_spacings) return NF_OK;
    for (int k = 0; k < space->dims; k++)
        if (!(space->heights[k] > 0))
            return nf_fail(error, NF_ERROR_ARGUMENT,
                           "a linking length in spacings needs a box that is periodic along all axes: it is "
                           "not along %c",
                           "xyz"[k]);
    if (n == 0) return NF_OK;
    *length = linking_length * spacing(space, n);
    if (!(*length > 0 && *length <= DBL_MAX))
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "a linking length of %g spacings is %g: it must be positive and finite",
                       linking_length, *length);
    return NF_OK;
}
