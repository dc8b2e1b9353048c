/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The catalogue of groups in plain C. */
#include "arguments/tree.h"
#include "core/whole.h"
#include "host/tree/chains.h"
#include "host/job.h"
#include "host/tree/near.h"
#include "space/constants.cl"
#include "space/points.h"

#include <math.h>

/* One call. */
typedef struct catalogue {
    const nf_host_cloud *cloud;
    host_near near;
    nf_host_answer *answer;
    host_group group;
    uint32_t *starts;  /* of the members of each label; n + 1 */
    uint32_t *members; /* by label, ascending */
    uint64_t *keys;    /* of the groups, in their order: the members, less than all, and the label */
    uint64_t count;
    void *weights, *velocities;
    double length;   /* of links; 0: not known */
    uint32_t *flags; /* of the groups, as in host_group */
} catalogue;

/* Packs weights or velocities, and looks at them. */
static nf_status take(const catalogue *c, const nf_points *values, int is_weight, void **to) {
    nf_sentence *error = c->near.error;
    nf_status status = NF_OK;
    if (!values) return NF_OK;
    const uint64_t count = values->n * (uint64_t)values->dims;
    NF_TRY(nf_allocate_raw(c->near.allocator, (size_t)count, nf_type_bytes(values->type),
                           is_weight ? "the weights" : "the velocities", to, error));
    nf_points_pack(values, 0, values->n, *to);
    if (is_weight) NF_TRY(nf_check_weights(*to, values->type, 0, values->n, error));
    else NF_TRY(nf_check_velocities(*to, values->type, values->dims, 0, values->n, error));
done:
    return status;
}

/* Sorts the points by label. */
static nf_status sort_members(catalogue *c, const int32_t *labels) {
    const uint64_t n = c->near.points.n;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(c->near.allocator, (size_t)n + 2, sizeof *c->starts, "the starts of groups",
                       (void **)&c->starts, c->near.error));
    NF_TRY(nf_allocate_raw(c->near.allocator, (size_t)n, sizeof *c->members, "the members of groups",
                           (void **)&c->members, c->near.error));
    for (uint64_t p = 0; p < n; p++) {
        if (labels[p] < -1 || (labels[p] >= 0 && (uint64_t)labels[p] >= n))
            NF_TRY(nf_refuse_label(p, labels[p], n, c->near.error));
        if (labels[p] >= 0) c->starts[labels[p] + 2]++;
    }
    for (uint64_t k = 2; k <= n + 1; k++) c->starts[k] += c->starts[k - 1];
    for (uint64_t p = 0; p < n; p++) /* starts[label + 1] becomes the end of the label */
        if (labels[p] >= 0) c->members[c->starts[labels[p] + 1]++] = (uint32_t)p;
done:
    return status;
}

static uint32_t count_of(const catalogue *c, uint64_t label) {
    return c->starts[label + 1] - c->starts[label];
}

/* Lists the groups with enough members: the largest first, and then by label. */
static nf_status list_groups(catalogue *c, uint32_t least) {
    const uint64_t n = c->near.points.n;
    nf_status status = NF_OK;
    for (uint64_t label = 0; label < n; label++)
        c->count += count_of(c, label) > 0 && count_of(c, label) >= least;
    NF_TRY(nf_allocate_raw(c->near.allocator, (size_t)c->count, sizeof *c->keys, "the groups",
                           (void **)&c->keys, c->near.error));
    uint64_t at = 0;
    for (uint64_t label = 0; label < n; label++)
        if (count_of(c, label) > 0 && count_of(c, label) >= least)
            c->keys[at++] = (n - count_of(c, label)) << 32 | label;
    const int bits = nf_index_bits(n);
    NF_TRY(nf_host_sort(c->cloud, c->keys, NULL, c->count, 0, bits));
    NF_TRY(nf_host_sort(c->cloud, c->keys, NULL, c->count, 32, 32 + bits));
done:
    return status;
}

/* Writes the points group after group and then all others, and where each group begins. */
static nf_status write_members(catalogue *c) {
    const uint64_t n = c->cloud->points.n;
    unsigned char *is_member = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_host_answer_take(c->cloud, c->answer, NF_ARRAY_OFFSETS, c->count + 1, sizeof(uint64_t)));
    NF_TRY(nf_host_answer_take(c->cloud, c->answer, NF_ARRAY_ORDER, n, sizeof(uint32_t)));
    uint64_t *offsets = c->answer->arrays[NF_ARRAY_OFFSETS], at = 0;
    uint32_t *order = c->answer->arrays[NF_ARRAY_ORDER];
    if (order)
        NF_TRY(nf_allocate(c->cloud->allocator, (size_t)n, 1, "the members of groups", (void **)&is_member,
                           c->cloud->error));
    if (offsets) offsets[0] = 0;
    for (uint64_t row = 0; row < c->count; row++) {
        const uint64_t label = c->keys[row] & UINT32_MAX;
        for (uint32_t k = c->starts[label]; order && k < c->starts[label + 1]; k++) {
            order[at++] = c->members[k];
            is_member[c->members[k]] = 1;
        }
        if (offsets) offsets[row + 1] = offsets[row] + count_of(c, label);
    }
    for (uint64_t p = 0; order && p < n; p++)
        if (!is_member[p]) order[at++] = (uint32_t)p;
done:
    nf_release(c->cloud->allocator, is_member);
    return status;
}

/* Room for the arrays that are wanted, and to work in. */
static nf_status make_room(catalogue *c) {
    const size_t dims = (size_t)c->near.dims, element = nf_type_bytes(c->near.space.type);
    const struct {
        nf_array array;
        size_t bytes;
    } rows[] = {{NF_ARRAY_GROUPS, sizeof(int32_t)},
                {NF_ARRAY_MEMBERS, sizeof(uint32_t)},
                {NF_ARRAY_MASSES, element},
                {NF_ARRAY_CENTRES, element * dims},
                {NF_ARRAY_VELOCITIES, element * dims},
                {NF_ARRAY_DISPERSIONS, element * dims},
                {NF_ARRAY_INERTIA_RADII, element},
                {NF_ARRAY_EXTENTS, element},
                {NF_ARRAY_PERCOLATES, sizeof(uint32_t)}};
    const size_t most = c->count ? count_of(c, c->keys[0] & UINT32_MAX) : 0;
    nf_status status = NF_OK;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        NF_TRY(nf_host_answer_take(c->cloud, c->answer, rows[r].array, c->count, rows[r].bytes));
    NF_TRY(nf_allocate(c->near.allocator, (size_t)c->count, sizeof *c->flags, "the groups",
                       (void **)&c->flags, c->near.error));
    NF_TRY(nf_allocate_raw(c->near.allocator, most, element, "the shares of members", &c->group.shares,
                           c->near.error));
    NF_TRY(nf_allocate_raw(c->near.allocator, most, element, "the terms of sums", &c->group.terms,
                           c->near.error));
    NF_TRY(nf_allocate_raw(c->near.allocator, most * dims, element, "the places of members", &c->group.places,
                           c->near.error));
done:
    return status;
}

static void measure_row(catalogue *c, uint64_t row) {
    const uint64_t label = c->keys[row] & UINT32_MAX;
    int32_t *groups = c->answer->arrays[NF_ARRAY_GROUPS];
    uint32_t *members = c->answer->arrays[NF_ARRAY_MEMBERS];
    host_group *group = &c->group;
    group->row = row;
    group->members = c->members + c->starts[label];
    group->count = count_of(c, label);
    group->flags = c->flags + row;
    if (groups) groups[row] = (int32_t)label;
    if (members) members[row] = (uint32_t)group->count;
    c->near.kind->measure_group(group);
}

/* Measures groups with far members again, with the images that links lead to. */
static nf_status measure_far(catalogue *c) {
    const uint64_t n = c->cloud->points.n;
    host_chains chains = {.cloud = c->cloud, .length = c->length, .flags = c->flags};
    uint32_t *row_of = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate_raw(c->near.allocator, (size_t)n, sizeof *row_of, "the groups of points",
                           (void **)&row_of, c->near.error));
    for (uint64_t p = 0; p < n; p++) row_of[p] = HOST_NO_ROW;
    for (uint64_t row = 0; row < c->count; row++) {
        const uint64_t label = c->keys[row] & UINT32_MAX;
        for (uint32_t k = c->starts[label]; k < c->starts[label + 1] && c->flags[row]; k++)
            row_of[c->members[k]] = (uint32_t)row;
    }
    chains.row_of = row_of;
    NF_TRY(nf_host_chains_find(&chains));
    c->group.parts = chains.parts;
    c->group.steps = chains.steps;
    for (uint64_t row = 0; row < c->count; row++)
        if (c->flags[row]) measure_row(c, row);
done:
    nf_release(c->near.allocator, row_of);
    nf_release(c->near.allocator, chains.parts);
    nf_release(c->near.allocator, chains.steps);
    return status;
}

static nf_status measure_all(catalogue *c) {
    host_group *group = &c->group;
    double r2 = 0;
    uint32_t far = 0;
    nf_status status = NF_OK;
    if (c->length > 0)
        NF_TRY(nf_scaling_square(&c->near.scaling, c->length, "the linking length", &r2, c->near.error));
    group->near = &c->near;
    group->box = nf_group_box_of(&c->near.space, &c->near.scaling, sqrt(r2));
    group->weights = c->weights;
    group->velocities = c->velocities;
    group->to = c->answer;
    for (uint64_t row = 0; row < c->count; row++) {
        NF_TRY(nf_host_go_on(c->cloud, row));
        measure_row(c, row);
        far |= c->flags[row];
    }
    if (far) NF_TRY(measure_far(c));
done:
    return status;
}

nf_status nf_host_catalogue(const nf_host_cloud *cloud, const int32_t *labels,
                            const nf_catalogue_options *options, nf_host_answer *answer) {
    const uint64_t n = cloud->points.n;
    catalogue c = {.cloud = cloud, .answer = answer};
    nf_status status = NF_OK;
    NF_TRY(nf_host_near_begin(&c.near, cloud, NULL));
    NF_TRY(nf_catalogue_length(options, &c.near.space, n, &c.length, cloud->error));
    if (n == 0) {
        status = write_members(&c);
        goto done;
    }
    NF_TRY(take(&c, options->weights, 1, &c.weights));
    NF_TRY(take(&c, options->velocities, 0, &c.velocities));
    NF_TRY(sort_members(&c, labels));
    NF_TRY(list_groups(&c, nf_catalogue_least(options)));
    NF_TRY(write_members(&c));
    NF_TRY(make_room(&c));
    NF_TRY(measure_all(&c));
    answer->total = c.count;
done:
    if (status != NF_OK) nf_host_answer_free(cloud, answer);
    nf_host_near_end(&c.near);
    void *const all[] = {c.starts,     c.members,      c.keys,        c.weights,     c.flags,
                         c.velocities, c.group.shares, c.group.terms, c.group.places};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) nf_release(cloud->allocator, all[k]);
    return status;
}
