/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The pair functions that come with the library: closed forms for two points, and the normalisation of kernels. */
#include "support/device.h"
#include "support/sums/ready.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

static double value_at(const void *values, uint64_t k, nf_type type) {
    return type == NF_FLOAT64 ? ((const double *)values)[k] : (double)((const float *)values)[k];
}
static void put(void *values, uint64_t k, nf_type type, double value) {
    if (type == NF_FLOAT64) ((double *)values)[k] = value;
    else ((float *)values)[k] = (float)value;
}

/* Sum `k` of a result. */
static void read_sum(nf_context *context, nf_result *result, int k, double *out) {
    const nf_array array = (nf_array)(NF_ARRAY_SUMS + k);
    const nf_array_info *info = nf_result_array(result, array);
    double values[8];
    ck_assert_uint_le(info->rows * (uint64_t)info->columns, 8);
    support_ok(context, nf_result_read(result, array, 0, info->rows, NULL, values));
    for (uint64_t v = 0; v < info->rows * (uint64_t)info->columns; v++)
        out[v] = value_at(values, v, info->type);
}

/* Two points at the distance r in a direction that is along no axis. */
static void check_row(nf_context *context, const ready_function *row, nf_type type, double r) {
    static const double direction[3] = {2.0 / 7, 3.0 / 7, 6.0 / 7};
    const double within = type == NF_FLOAT64 ? 1e-9 : 2e-5; /* differences on the host are good to 1e-10 */
    double at[6], carried[READY_FIELDS][2], tables[2][4];
    nf_numbers fields[READY_FIELDS], both[2];
    own_function function = NULL;
    own_result result = NULL;
    for (uint64_t a = 0; a < 3; a++) {
        put(at, a, type, 0);
        put(at, 3 + a, type, r * direction[a]);
    }
    for (uint64_t k = 0; k < 4; k++) {
        put(tables[0], k, type, ready_epsilons[k]);
        put(tables[1], k, type, ready_sigmas[k]);
    }
    both[0] = (nf_numbers){.name = "epsilons", .n = 4, .values.host = tables[0]};
    both[1] = (nf_numbers){.name = "sigmas", .n = 4, .values.host = tables[1]};
    support_ok(context, nf_function_create(context, row->name, NULL, NULL, &function));
    const nf_function_info *info = nf_function_declares(function);
    for (int k = 0; k < info->fields; k++) {
        for (uint64_t p = 0; p < 2; p++) put(carried[k], p, type, row->carried[p][k]);
        fields[k] = (nf_numbers){.name = row->fields[k], .n = 2, .values.host = carried[k]};
    }
    const nf_points points = {.n = 2, .dims = 3, .type = type, .rows.host = at};
    const nf_interact_options options = {.parameters = row->parameters,
                                         .parameter_count = row->count,
                                         .fields = fields,
                                         .field_count = (size_t)info->fields,
                                         .tables = both,
                                         .table_count = (size_t)info->tables};
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    support_ok(context, nf_interact(cloud, READY_CUTOFF, function, &options, NULL, &result));
    for (int k = 0, scalars = 0; k < info->sums; k++) {
        double sums[6];
        read_sum(context, result, k, sums);
        for (uint64_t i = 0; i < 2; i++) {
            const ready_pair pair = {3, r, READY_CUTOFF, row->carried[i], row->carried[1 - i]};
            const ready_expected want = row->of(&pair);
            if (info->sum[k].vector)
                for (uint64_t a = 0; a < 3; a++)
                    ck_assert_msg(fabs(sums[3 * i + a] - (i ? -1 : 1) * want.along * direction[a]) <=
                                      within * (1 + fabs(want.along)),
                                  "%s: %g, not along %g", row->name, sums[3 * i + a], want.along);
            else if (!scalars)
                ck_assert_msg(fabs(sums[i] - want.scalar) <= within * (1 + fabs(want.scalar)),
                              "%s: %g, not %g", row->name, sums[i], want.scalar);
        }
        scalars += !info->sum[k].vector;
    }
}

TEST(functions_are_those_of_their_formulas) {
    own_context context = support_context(NULL);
    for (int k = 0; k < READY_FUNCTIONS; k++) {
        check_row(context, &ready_functions[k], support_double(), 0.875);
        check_row(context, &ready_functions[k], support_double(), 1.625);
    }
    check_row(context, &ready_functions[0], NF_FLOAT32, 0.875);
}

/* Two points of these kinds, with tables of so many elements; the last row is in order. */
TEST(kinds_without_elements_make_sums_nan) {
    static const struct {
        float kinds[2];
        double count;
        uint64_t epsilons, sigmas;
    } cases[] = {{{0, 2}, 2, 4, 4}, {{0, -1}, 2, 4, 4}, {{-1e30f, 1e30f}, 2, 4, 4}, {{0, NAN}, 2, 4, 4},
                 {{1, 1}, 2, 3, 4}, {{1, 1}, 2, 4, 3},  {{2, 1}, 3, 4, 4},          {{65536, 1}, 65537, 4, 4},
                 {{0, 0}, 0, 4, 4}, {{0, 1}, -2, 4, 4}, {{1, 1}, 2, 4, 4}};
    enum { CASES = sizeof cases / sizeof *cases };
    static const float at[2] = {0, 1}, table[4] = {1, 1, 1, 1};
    const nf_points points = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = at};
    own_context context = support_context(NULL);
    own_function function = NULL;
    own_result result = NULL;
    support_ok(context, nf_function_create(context, "lennard-jones-mixed", NULL, NULL, &function));
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    for (size_t c = 0; c < CASES; c++) {
        const nf_parameter parameter = {"kinds", cases[c].count};
        const nf_numbers kind = {.name = "kind", .n = 2, .values.host = cases[c].kinds},
                         both[] = {{.name = "epsilons", .n = cases[c].epsilons, .values.host = table},
                                   {.name = "sigmas", .n = cases[c].sigmas, .values.host = table}};
        const nf_interact_options options = {.parameters = &parameter,
                                             .parameter_count = 1,
                                             .fields = &kind,
                                             .field_count = 1,
                                             .tables = both,
                                             .table_count = 2};
        support_ok(context, nf_interact(cloud, 1.5, function, &options, NULL, &result));
        for (int k = 0; k < 3; k++) {
            float sums[2];
            support_ok(context, nf_result_read(result, (nf_array)(NF_ARRAY_SUMS + k), 0, 2, NULL, sums));
            for (int i = 0; i < 2; i++)
                ck_assert_msg(!isnan(sums[i]) == (c + 1 == CASES), "case %d, sum %d: %g", (int)c, k,
                              (double)sums[i]);
        }
    }
}

/* The density of a lattice with one unit of mass in each unit of volume is 1, in 1, 2 and 3 dimensions. */
TEST(kernels_are_normalised) {
    static const struct {
        const char *name;
        double at_zero[3]; /* W(0) in each number of dims */
    } kernels[] = {
        {"sph-density-cubic", {1.0 / 3, 10 / (28 * PI), 1 / (8 * PI)}},
        {"sph-density-wendland", {1.25 / 4, 7 / (PI * 16), 21 / (2 * PI * 64)}},
    };
    enum { SIDE = 10, MOST = SIDE * SIDE * SIDE };
    static const nf_box box = {.cell = {{SIDE, 0, 0}, {0, SIDE, 0}, {0, 0, SIDE}}, .periodic = {1, 1, 1}};
    own_context context = support_context(NULL);
    float *at = support_allocate(MOST * 3 * sizeof *at), *mass = support_allocate(MOST * sizeof *mass),
          *densities = support_allocate(MOST * sizeof *densities);
    for (int k = 0; k < 2; k++) {
        uint64_t n = 1;
        for (int dims = 1; dims <= 3; dims++) {
            nf_box own = box;
            own_function function = NULL;
            own_result result = NULL;
            n *= SIDE;
            for (int a = dims; a < 3; a++) own.periodic[a] = 0;
            for (uint64_t p = 0, rest; p < n; p++) {
                rest = p;
                mass[p] = 1;
                for (int a = 0; a < dims; a++, rest /= SIDE)
                    at[p * (uint64_t)dims + (uint64_t)a] = (float)(rest % SIDE);
            }
            const nf_points points = {.n = n, .dims = dims, .type = NF_FLOAT32, .rows.host = at};
            const nf_numbers field = {.name = "mass", .n = n, .values.host = mass};
            const nf_interact_options options = {.fields = &field, .field_count = 1};
            support_ok(context, nf_function_create(context, kernels[k].name, NULL, NULL, &function));
            own_cloud cloud = support_cloud_on(context, &points, &own);
            support_ok(context, nf_interact(cloud, 4, function, &options, NULL, &result));
            support_ok(context, nf_result_read(result, NF_ARRAY_SUMS, 0, n, NULL, densities));
            for (uint64_t p = 0; p < n; p++)
                ck_assert_msg(fabs((double)densities[p] + kernels[k].at_zero[dims - 1] - 1) < 0.01,
                              "%s in %d dims: %g", kernels[k].name, dims,
                              (double)densities[p] + kernels[k].at_zero[dims - 1]);
        }
    }
    free(at), free(mass), free(densities);
}

/* The sums of all rows on one device; release them with ready_forget. */
static ready_sums sums_on(nf_context *context, const ready_function *row, const support_boxed *boxed) {
    nf_function *function = NULL;
    nf_result *result = NULL;
    ready_arguments arguments;
    ready_prepare(&arguments, row, boxed);
    support_ok(context, nf_function_create(context, row->name, NULL, NULL, &function));
    nf_cloud *cloud = support_cloud_on(context, &boxed->points, &boxed->box);
    support_ok(context, nf_interact(cloud, boxed->cutoff, function, &arguments.options, NULL, &result));
    ready_sums sums = ready_read(context, result, nf_function_declares(function), boxed->points.dims);
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_function_free(function);
    ready_release(&arguments);
    return sums;
}

/* One kind of box, of points and of dims for each function. */
TEST(sums_of_the_host_are_those_of_the_device_but_for_rounding) {
    const nf_context_options options = {.device = "host", .config_folder = "off", .tuning = ""};
    own_context host = NULL, device = support_context(NULL);
    ck_assert_int_eq(nf_context_create(&options, &host, NULL, 0), NF_OK);
    for (int k = 0; k < READY_FUNCTIONS; k++) {
        const ready_function *row = &ready_functions[k];
        const nf_type type = k / 2 % 2 ? NF_FLOAT32 : support_double();
        own_boxed boxed = ready_boxed(k % READY_BOXES, 3 - k % 3, type);
        nf_function_info info = NF_DEFAULTS;
        ck_assert_int_eq(nf_function_describe(row->name, NULL, NULL, &info, NULL, NULL, 0), NF_OK);
        ready_sums sizes = ready_sums_of(row, &info, &boxed), of_host = sums_on(host, row, &boxed),
                   of_device = sums_on(device, row, &boxed);
        const ready_sums wanted = {of_host.sums, sizes.sizes, of_host.rows, of_host.components};
        ready_same(&wanted, &of_device, 0, type == NF_FLOAT32 ? 1e-4 : 1e-12, row->name);
        ready_forget(&sizes), ready_forget(&of_host), ready_forget(&of_device);
    }
}
