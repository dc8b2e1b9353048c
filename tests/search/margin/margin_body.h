/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * A pair of points as in the GPU search; test_margin_expanded.c includes this once for each precision, fused and not, with
 *   real, FUSED   as in the kernels          NAME(name)   a distinct name
 * Margin and rule are those of the kernels, compiled as C.
 */
#define nf_distance2     NAME(nf_distance2)
#define nf_margin        NAME(nf_margin)
#define nf_margin_of     NAME(nf_margin_of)
#define nf_margin_test   NAME(nf_margin_test)
#define nf_margin_reach  NAME(nf_margin_reach)
#define nf_margin_square NAME(nf_margin_square)
#include "space/margin.cl"
#include "space/pair_rule.cl"

/* A position in units of the cutoff, and its square. */
static float4 NAME(in_frame)(const double *x, const double *origin, float inverse) {
    float4 u = {(float)((real)x[0] - (real)origin[0]) * inverse,
                (float)((real)x[1] - (real)origin[1]) * inverse,
                (float)((real)x[2] - (real)origin[2]) * inverse, 0};
    u.w = nf_margin_square(u.x, u.y, u.z);
    return u;
}

static verdict NAME(judge)(const couple *c, const nf_rule *rule) {
    const float inverse = (float)rule->inverse;
    const float4 a = NAME(in_frame)(c->a, c->origin, inverse), b = NAME(in_frame)(c->b, c->origin, inverse),
                 other = NAME(in_frame)(c->other, c->origin, inverse);
    /* The origin is a point of the tile, too. */
    const span x = span_of(a.x, other.x), y = span_of(a.y, other.y), z = span_of(a.z, other.z);
    const float corner = nf_margin_square(span_end(x), span_end(y), span_end(z));
    const nf_margin margin = nf_margin_of(a.x, a.y, a.z);
    const real d2 = nf_distance2((real)c->a[0], (real)c->a[1], (real)c->a[2], (real)c->b[0], (real)c->b[1],
                                 (real)c->b[2], NF_VECTOR_NONE, 1);
    return (verdict){.is_short = corner <= MARGIN_LONGEST,
                     .is_pair = nf_is_pair(d2, (real)rule->r2),
                     .t = nf_margin_test(margin, b),
                     .e = margin.e,
                     .out =
                         nf_margin_square(span_outside(x, b.x), span_outside(y, b.y), span_outside(z, b.z)),
                     .reach = nf_margin_reach(corner)};
}

#undef nf_distance2
#undef nf_margin
#undef nf_margin_of
#undef nf_margin_test
#undef nf_margin_reach
#undef nf_margin_square
#undef NF_DEFINE_DISTANCE2
#undef NF_DIFFERENCE
#undef nf_is_pair
#undef MARGIN_K
#undef MARGIN_LONGEST
#undef MARGIN_FMA
#undef real
#undef FUSED
#undef NAME
