/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_zsort(): the order of points along the z-order curve. */
#include "support/calls.h"
#include "random/questions/search.h"

#include <math.h>

/* The power of two of the largest bit in which two numbers differ, as fixed-point numbers of unlimited range: INT_MIN if they are equal, a power
   beyond all others if one is negative. */
static int label(double a, double b) {
    if (a == b) return -100000;
    if ((a < 0) != (b < 0)) return 100000;
    int x = 0, y = 0;
    const uint64_t m = (uint64_t)ldexp(frexp(fabs(a), &x), 53), n = (uint64_t)ldexp(frexp(fabs(b), &y), 53);
    if (a == 0) return y;
    if (b == 0) return x;
    if (x != y) return x > y ? x : y;
    int bit = 0;
    for (uint64_t differ = m ^ n; differ > 1; differ >>= 1) bit++;
    return x - 52 + bit;
}

static int before(const nf_points *p, uint64_t i, uint64_t j) {
    int most = -100000, decides = -1;
    for (int a = 0; a < p->dims; a++) {
        const double x = support_number(p->rows.host, p->type, i * (uint64_t)p->dims + (uint64_t)a),
                     y = support_number(p->rows.host, p->type, j * (uint64_t)p->dims + (uint64_t)a);
        const int its = label(x, y);
        if (its > most) most = its, decides = a;
    }
    if (decides < 0) return i < j;
    return support_number(p->rows.host, p->type, i * (uint64_t)p->dims + (uint64_t)decides) <
           support_number(p->rows.host, p->type, j * (uint64_t)p->dims + (uint64_t)decides);
}

typedef struct zsort_call {
    nf_context *context;
    const nf_points *shape;
} zsort_call;

static nf_status ask(void *call, nf_cloud *cloud, const nf_sync *sync, nf_result **result) {
    (void)call;
    return nf_zsort(cloud, NULL, sync, result);
}

static nf_status say(void *call, uint64_t total, uint64_t *bytes) {
    const zsort_call *z = call;
    (void)total;
    return zsort_cost(z->context, z->shape, bytes);
}

static const rnd_question question = {"nf_zsort", ask, say};

void rnd_ask_zsort(rnd_run *run) {
    rnd_cloud cloud = {.edge = 1}; /* of which only the points are used */
    rnd_answer host = {.total = 0};
    rnd_sync s;
    const nf_points *p = &cloud.packed;
    rnd_draw_points(run, &cloud);
    const uint64_t n = p->n;
    for (size_t k = 0; k < sizeof cloud.memory / sizeof *cloud.memory; k++) {
        rnd_adopt(run, cloud.memory[k]);
        cloud.memory[k] = NULL;
    }
    nf_result *result = NULL;
    nf_cloud *on_host = rnd_host_cloud(run, &host, p, NULL);
    if (on_host) host.status = nf_zsort(on_host, NULL, NULL, &result);
    rnd_put_host(run, &host, result, NF_ARRAY_ORDER, n, 1, NF_UINT32);
    rnd_host_end(run, &host, on_host, result);
    const uint32_t *order = host.array[NF_ARRAY_ORDER];
    for (uint64_t k = 1; host.status == NF_OK && n <= BRUTE_MOST && k < n; k++)
        RND_CHECK(run, before(p, order[k - 1], order[k]), "the host is wrong: place %llu of the order",
                  (unsigned long long)k);
    run->brute += host.status == NF_OK && n <= BRUTE_MOST;
    const nf_points points = rnd_layout(run, p, RND_LAYOUT);
    const nf_slice to = rnd_buffer(run, NULL, n, 4);
    zsort_call call = {run->context, p};
    if (!host.status) rnd_estimate(run, &cloud, &question, &call);
    rnd_sync_make(run, &s);
    const nf_status status = zsort_into(run->context, &points, to, s.give);
    const int answered = rnd_agree(run, &host, status);
    rnd_synced(run, &s, status);
    const rnd_room all = {.capacity = n, .written = n};
    if (answered) rnd_room_check(run, &all, &host, NF_ARRAY_ORDER, to);
}
