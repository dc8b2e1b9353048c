/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "question/result.h"

#include "core/whole.h"
#include "opencl/launch.h"
#include "order/order.h"

#include <stdio.h>
#include <string.h>

enum { OF_DIMS = 0 };

/* One row for each array. */
static const struct array_row {
    const char *name;
    nf_type type; /* NF_TYPE_NONE: that of the points */
    int columns;  /* OF_DIMS: dims */
    int repeats;  /* 1: a row has the columns of several results: of nf_knn() and nf_coordination() */
} arrays[NF_ARRAYS] = {
    [NF_ARRAY_PAIRS] = {"pairs", NF_INT32, 2, 0},
    [NF_ARRAY_OFFSETS] = {"offsets", NF_UINT64, 1, 0},
    [NF_ARRAY_INDICES] = {"indices", NF_INT32, 1, 1},
    [NF_ARRAY_DISTANCES] = {"distances", NF_TYPE_NONE, 1, 1},
    [NF_ARRAY_VECTORS] = {"vectors", NF_TYPE_NONE, OF_DIMS, 1},
    [NF_ARRAY_SHIFTS] = {"shifts", NF_INT32, 3, 1},
    [NF_ARRAY_COUNTS] = {"counts", NF_UINT64, 1, 1},
    [NF_ARRAY_ORDER] = {"order", NF_UINT32, 1, 0},
    [NF_ARRAY_KTH_DISTANCES] = {"kth_distances", NF_TYPE_NONE, 1, 0},
    [NF_ARRAY_MEAN_DISTANCES] = {"mean_distances", NF_TYPE_NONE, 1, 0},
    [NF_ARRAY_DENSITIES] = {"densities", NF_TYPE_NONE, 1, 0},
    [NF_ARRAY_LABELS] = {"labels", NF_INT32, 1, 0},
    [NF_ARRAY_CORES] = {"cores", NF_UINT32, 1, 0},
    [NF_ARRAY_GROUPS] = {"groups", NF_INT32, 1, 0},
    [NF_ARRAY_MEMBERS] = {"members", NF_UINT32, 1, 0},
    [NF_ARRAY_MASSES] = {"masses", NF_TYPE_NONE, 1, 0},
    [NF_ARRAY_CENTRES] = {"centres", NF_TYPE_NONE, OF_DIMS, 0},
    [NF_ARRAY_VELOCITIES] = {"velocities", NF_TYPE_NONE, OF_DIMS, 0},
    [NF_ARRAY_INERTIA_RADII] = {"inertia_radii", NF_TYPE_NONE, 1, 0},
    [NF_ARRAY_EXTENTS] = {"extents", NF_TYPE_NONE, 1, 0},
    [NF_ARRAY_PERCOLATES] = {"percolates", NF_UINT32, 1, 0},
    [NF_ARRAY_FOUND] = {"found", NF_UINT64, 1, 0},
    [NF_ARRAY_ROWS] = {"rows", NF_INT32, 1, 0},
    [NF_ARRAY_GROUP_NUMBERS] = {"group_numbers", NF_INT32, 1, 0},
    [NF_ARRAY_DISPERSIONS] = {"dispersions", NF_TYPE_NONE, OF_DIMS, 0},
    [NF_ARRAY_WEIGHTED_COUNTS] = {"weighted_counts", NF_FLOAT64, 1, 0},
    [NF_ARRAY_CORES_UINT8] = {"cores_uint8", NF_UINT8, 1, 0},
    [NF_ARRAY_PAIRS_INT64] = {"pairs_int64", NF_INT64, 2, 0},
    [NF_ARRAY_INDICES_INT64] = {"indices_int64", NF_INT64, 1, 1},
    [NF_ARRAY_ROWS_INT64] = {"rows_int64", NF_INT64, 1, 0},
    [NF_ARRAY_IMAGES] = {"images", NF_INT32, 1, 0},
};

/* 1 if each result has its own shape of an array. */
static int is_shaped(int array) {
    return array == NF_ARRAY_TOTALS || (array >= NF_ARRAY_SUMS && array < NF_ARRAY_SUMS + NF_SUMS_MOST);
}

int nf_is_array(int array) {
    return (unsigned)array < NF_ARRAYS && array != NF_ARRAY_IMAGES &&
           (is_shaped(array) || arrays[array].name);
}
static const nf_array_shape *shape_of(const nf_result *result, int array) {
    return &result->shapes[array == NF_ARRAY_TOTALS ? 0 : 1 + array - NF_ARRAY_SUMS];
}

const char *nf_array_name(int array) { return nf_is_array(array) ? arrays[array].name : NULL; }

const char *nf_result_name(const nf_result *result, int array) {
    return is_shaped(array) ? shape_of(result, array)->name : arrays[array].name;
}
nf_type nf_result_type(const nf_result *result, int array) {
    if (is_shaped(array)) return shape_of(result, array)->type;
    return arrays[array].type ? arrays[array].type : result->type;
}
/* The results of a row, for arrays that have columns for each. */
static int repeats_of(const nf_result *result, int array) { return arrays[array].repeats ? result->row : 1; }

static int columns_of(const nf_result *result, int array) {
    const int columns = arrays[array].columns;
    if (is_shaped(array)) return shape_of(result, array)->columns;
    return (columns == OF_DIMS ? result->dims : columns) * repeats_of(result, array);
}
uint64_t nf_result_row(const nf_result *result, int array) {
    return nf_type_bytes(nf_result_type(result, array)) * (uint64_t)columns_of(result, array);
}

uint64_t nf_result_unit(const nf_result *result, int array) {
    return nf_result_row(result, array) / (uint64_t)repeats_of(result, array);
}

static void empty(nf_result *result) {
    result->total = 0;
    result->row = 1;
    for (int a = 0; a < NF_ARRAYS; a++) result->rows[a] = 0;
    memset(result->shapes, 0, sizeof result->shapes);
}

nf_result nf_result_of(const nf_cloud *cloud) {
    return (nf_result){.context = cloud->context, .type = cloud->type, .dims = cloud->dims, .row = 1};
}

/* A result with what is told of its arrays.  It is released with the result, its first member. */
typedef struct told_result {
    nf_result result;
    nf_array_info infos[NF_ARRAYS];
    void *mapped[NF_ARRAYS];
} told_result;

/* Kernels must not write what the host reads. */
static nf_status refuse_mapped(const nf_result *result) {
    for (int a = 0; a < NF_ARRAYS; a++)
        if (result->mapped[a])
            return nf_fail(&result->context->error, NF_ERROR_ARGUMENT,
                           "the %s of the result are mapped: call nf_result_unmap() before the result is "
                           "written again",
                           nf_result_name(result, a));
    return NF_OK;
}

nf_status nf_result_open(const nf_cloud *cloud, nf_result **result, int *is_new) {
    nf_context *context = cloud ? cloud->context : NULL;
    nf_status status = NF_OK;
    *is_new = 0;
    if (!context) {
        if (!result || !*result) return NF_ERROR_ARGUMENT;
        empty(*result);
        return nf_fail(&(*result)->context->error, NF_ERROR_ARGUMENT, "cloud is NULL");
    }
    if (!result)
        return nf_fail(
            &context->error, NF_ERROR_ARGUMENT,
            "result is NULL: give the address of a result, or outputs, a cost or chunks in the options");
    if (*result && (*result)->context != context)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "the result belongs to another context than the cloud");
    if (*result) NF_TRY(refuse_mapped(*result));
    if (!*result) {
        told_result *made = NULL;
        NF_TRY(
            nf_allocate(&context->allocator, 1, sizeof *made, "a result", (void **)&made, &context->error));
        made->result = nf_result_of(cloud);
        made->result.infos = made->infos;
        made->result.mapped = made->mapped;
        *result = &made->result;
        nf_context_hold(context);
        *is_new = 1;
    }
    empty(*result);
    (*result)->type = cloud->type;
    (*result)->dims = cloud->dims;
done:
    return status;
}

void nf_result_close(nf_result **result, int is_new, nf_status status) {
    if (status == NF_OK) return;
    empty(*result);
    if (!is_new) return;
    nf_result_free(*result);
    *result = NULL;
}

uint64_t nf_result_room(const nf_result *result, int array) {
    const uint64_t row = nf_result_row(result, array);
    return row ? result->arrays[array].bytes / row : 0;
}

nf_status nf_result_keep(nf_result *result, int array, uint64_t rows) {
    char what[48];
    if (nf_result_room(result, array) >= rows) return NF_OK;
    snprintf(what, sizeof what, "%llu %s", (unsigned long long)rows, nf_result_name(result, array));
    return nf_keep(result->context, &result->arrays[array], nf_multiply(rows, nf_result_row(result, array)),
                   what);
}

nf_status nf_result_begin(nf_work *work, const nf_result *result) {
    nf_status status = NF_OK;
    for (int a = 0; a < NF_ARRAYS; a++)
        if (result->arrays[a].buffer)
            NF_TRY(nf_spoil(work, result->arrays[a].buffer, result->arrays[a].bytes));
done:
    return status;
}

nf_status nf_result_wait(nf_work *work) {
    return work->out_of_order && !work->event_out ? nf_work_wait(work) : NF_OK;
}

const nf_array_info *nf_result_array(const nf_result *result, nf_array array) {
    static const nf_array_info none;
    const int at = (int)array;
    if (!result || !nf_is_array(at)) return &none;
    const char *name = nf_result_name(result, at);
    nf_array_info *info = &result->infos[at];
    *info = (nf_array_info){.name = *name ? name : NULL,
                            .type = nf_result_type(result, at),
                            .columns = columns_of(result, at),
                            .rows = result->rows[at]};
    if (!info->rows) return info;
    cl_mem buffer = result->arrays[at].buffer;
    info->host = nf_buffer_memory(result->context, buffer);
    if (!info->host) info->buffer = buffer;
    return info;
}

uint64_t nf_result_total(const nf_result *result) { return result ? result->total : 0; }

void nf_result_free_arrays(nf_result *result) {
    for (int a = 0; a < NF_ARRAYS; a++) nf_kept_free(result->context, &result->arrays[a]);
}

void nf_result_free(nf_result *result) {
    if (!result) return;
    nf_context *context = result->context;
    (void)nf_result_unmap_all(result); /* buffers that are still mapped are released all the same */
    nf_result_free_arrays(result);
    nf_release(&context->allocator, result);
    nf_context_free(context);
}
