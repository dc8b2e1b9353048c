/* Sums of clouds of several systems, and of clouds that move. */
#include "support/device.h"
#include "support/interactions.h"

#include <math.h>
#include <stdlib.h>

/* A batch is its systems one by one, to the bit, with cutoffs of their own, which p->cutoff is. */
START_TEST(a_batch_is_its_systems_one_by_one) {
    enum { N = 300, FIRST = 180 };
    const uint64_t offsets[3] = {0, FIRST, N};
    const double cutoffs[2] = {0.75, 1.25};
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    interactions_setup s = interactions_setup_of(N, 0, 3, NF_FLOAT32, &interactions_cube, 0, 4, 0);
    const nf_systems systems = {.count = 2, .offsets = offsets, .cutoffs = cutoffs};
    interactions_asked a;
    interactions_prepare(&a, &s);
    support_ok(context, nf_function_create(context, NULL, interactions_charges, NULL, &function));
    a.points.systems = &systems;
    support_ok(context, nf_cloud_create(context, &a.points, &interactions_cube, NULL, &cloud));
    support_ok(context, nf_interact(cloud, 0, function, &a.options, NULL, &result));
    float *all = interactions_read(context, result, INTERACTIONS_ENERGIES);
    nf_cloud_free(cloud);
    for (int k = 0; k < 2; k++) {
        const uint64_t from = offsets[k], n = offsets[k + 1] - from;
        const nf_points own = {.n = n, .dims = 3, .type = NF_FLOAT32, .host = (float *)a.at + 3 * from};
        const nf_numbers fields[2] = {{.name = "charge", .n = n, .host = (float *)a.charge + from},
                                      {.name = "kind", .n = n, .host = (float *)a.kind + from}};
        const nf_interact_options options = {
            .fields = fields, .field_count = 2, .tables = a.tables, .table_count = 1, .strategy = "walk"};
        support_ok(context, nf_cloud_create(context, &own, &interactions_cube, NULL, &cloud));
        support_ok(context, nf_interact(cloud, cutoffs[k], function, &options, NULL, &result));
        float *one = interactions_read(context, result, INTERACTIONS_ENERGIES);
        ck_assert_mem_eq(one, all + from, n * sizeof *one);
        ck_assert(fabsf(one[0]) > 0);
        free(one);
        nf_cloud_free(cloud);
    }
    free(all);
    nf_result_free(result);
    nf_function_free(function);
    nf_context_free(context);
    interactions_release(&a);
    interactions_forget(&s);
}
END_TEST

/* A cloud that moves is ordered without waiting.  Where the new points need other cells, all sums are NaN, and the next call that may wait is right. */
static void check_moved(const char *strategy) {
    enum { N = 200 };
    nf_context *context = support_context(INTERACTIONS_GPU);
    float at[3 * N], sums[N], last[N];
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .host = at};
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    uint64_t state = 3;
    cl_int error = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE, sizeof sums, NULL, &error);
    const nf_slice place = {buffer, 0};
    float weights[N];
    const nf_numbers weight = {.name = "weight", .n = N, .host = weights};
    const nf_interact_options options = {
        .strategy = strategy, .places = &place, .fields = &weight, .field_count = 1};
    for (int k = 0; k < N; k++) weights[k] = 1;
    for (int k = 0; k < 3 * N; k++) at[k] = (float)(3 * interactions_number(&state));
    ck_assert_int_eq(error, CL_SUCCESS);
    support_ok(context, nf_function_create(context, "gaussian", NULL, NULL, &function));
    support_ok(context, nf_cloud_create(context, &points, NULL, NULL, &cloud));
    support_ok(context, nf_interact(cloud, 1, function, &options, NULL, &result));
    for (int far = 0; far < 2; far++) {
        for (int k = 0; k < 3 * N; k++) at[k] += (float)(far * 1e6 * interactions_number(&state));
        support_ok(context, nf_cloud_move(cloud, &points, NULL, NULL));
        support_ok(context, nf_interact_into(cloud, 1, function, &options, NULL));
        support_ok(context, nf_context_finish(context));
        ck_assert_int_eq(
            clEnqueueReadBuffer(nf_context_queue(context), buffer, 1, 0, sizeof sums, sums, 0, NULL, NULL),
            0);
        support_ok(context, nf_interact(cloud, 1, function, &options, NULL, &result));
        support_ok(context, nf_result_read(result, NF_ARRAY_SUMS, 0, N, NULL, last));
        for (int k = 0; k < N; k++)
            if (far) ck_assert(isnan(sums[k]) && last[k] >= 0);
            else ck_assert_mem_eq(sums + k, last + k, sizeof *sums);
    }
    clReleaseMemObject(buffer);
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_function_free(function);
    nf_context_free(context);
}

START_TEST(sums_of_moved_clouds_are_right_or_unknown) {
    check_moved("walk");
    check_moved("clusters");
}
END_TEST

int main(void) {
    const TTest *const tests[] = {a_batch_is_its_systems_one_by_one,
                                  sums_of_moved_clouds_are_right_or_unknown};
    return support_main("interact_clouds", tests, sizeof tests / sizeof *tests);
}
