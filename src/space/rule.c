/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/rule.h"

#include "core/real.h"

#include <math.h>

/* For cutoffs within these powers of two, no square that matters leaves the range of the type, even if a device flushes
   subnormal numbers. */
static int needs_scale(int exponent, nf_type type) {
    return type == NF_FLOAT32 ? exponent < -36 || exponent >= 60 : exponent < -500 || exponent >= 500;
}

/* The range of cutoffs for which cl/space/margin.cl is proved: its float positions neither overflow nor lose bits. */
static int has_margin(int exponent, nf_type type) {
    return type == NF_FLOAT32 ? exponent >= -36 && exponent < 60 : exponent >= -80 && exponent < 80;
}

double nf_rule_square(const nf_rule *rule, double distance, nf_type type) {
    if (type == NF_FLOAT32) {
        const float scaled = (float)((double)(float)distance * rule->scale);
        const volatile float squared = scaled * scaled; /* rounded to float, as in the kernels */
        return (double)squared;
    }
    const double scaled = distance * rule->scale;
    return scaled * scaled;
}

static int is_out_of_range(double cutoff, nf_type type) {
    return needs_scale(ilogb(nf_rounded(cutoff, type)), type);
}

nf_rule nf_rule_down_to(double cutoff, double least, nf_type type) {
    nf_rule rule = {.scale = 1};
    const double r = nf_rounded(cutoff, type);
    const int exponent = ilogb(r);
    rule.margin = has_margin(exponent, type);
    rule.inverse = rule.margin ? 1 / r : 0;
    if (is_out_of_range(cutoff, type) || is_out_of_range(least, type)) {
        rule.scaled = 1;
        rule.scale = ldexp(1.0, -exponent);
    }
    rule.r2 = nf_rule_square(&rule, r, type);
    return rule;
}

nf_rule nf_rule_for(double cutoff, nf_type type) { return nf_rule_down_to(cutoff, cutoff, type); }
