/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The pair rule in one precision: brute.c includes this with real, ROOT and NAME(). */
void NAME(brute_measure)(const brute_rule *rule, const real *own, const real *other, brute_hit *hit) {
    real square[3] = {0, 0, 0};
    hit->exact = 1;
    for (int a = 0; a < 3; a++) hit->D[a] = 0;
    for (int a = 0; a < rule->dims && a < 3; a++) {
        const real apart = other[a] - own[a];
        real D = apart;
        if (rule->is_box) {
            const real h0 = (real)rule->H[0][a], h1 = (real)rule->H[1][a], h2 = (real)rule->H[2][a];
            const real s0 = (real)hit->S[0] * h0, s1 = (real)hit->S[1] * h1, s2 = (real)hit->S[2] * h2;
            const real two = s0 + s1;
            const real shift = two + s2;
            D = apart + shift;
        }
        const real scaled = D * (real)rule->scale;
        square[a] = scaled * scaled;
        hit->D[a] = (double)D;
        if (scaled != 0 && (double)square[a] < SMALL) hit->exact = 0;
    }
    const real two = square[0] + square[1];
    const real d2 = two + square[2];
    hit->d2 = (double)d2;
    hit->distance = (double)(real)(ROOT(d2) * (real)(1 / rule->scale));
}

int NAME(brute_below)(const brute_rule *rule, double d2, double length) {
    const real scaled = (real)((real)length * (real)rule->scale);
    const real square = scaled * scaled;
    return (real)d2 < square;
}
