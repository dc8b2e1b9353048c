/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * An application with OpenCL objects of its own, outside the tree: it finds the pairs of 1000 points with the
 * installed library on its own context and queue, and compares with brute force.  Valid C and C++.
 */
#define CL_TARGET_OPENCL_VERSION 120
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#include <nearfield/nearfield.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POINTS = 1000 };

static void leave_unless(int good, const char *what) {
    if (good) return;
    fprintf(stderr, "failed: %s\n", what);
    exit(1);
}

static float random_coordinate(void) {
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 16777216.0f;
}

static uint64_t brute_force(const float *points, float cutoff) {
    uint64_t count = 0;
    for (int i = 0; i < POINTS; ++i) {
        for (int j = i + 1; j < POINTS; ++j) {
            const float dx = points[3 * j] - points[3 * i];
            const float dy = points[3 * j + 1] - points[3 * i + 1];
            const float dz = points[3 * j + 2] - points[3 * i + 2];
            if ((dx * dx + dy * dy) + dz * dz < cutoff * cutoff) ++count;
        }
    }
    return count;
}

int main(void) {
    static float points[3 * POINTS];
    for (int k = 0; k < 3 * POINTS; ++k) points[k] = random_coordinate();
    const float cutoff = 0.125f;

    /* The application's own OpenCL objects. */
    cl_platform_id platform;
    cl_device_id device;
    cl_int code = clGetPlatformIDs(1, &platform, NULL);
    leave_unless(code == CL_SUCCESS, "clGetPlatformIDs");
    code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    leave_unless(code == CL_SUCCESS, "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    leave_unless(code == CL_SUCCESS, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    leave_unless(code == CL_SUCCESS, "clCreateCommandQueue");

    /* nearfield on them. */
    nf_context_options options;
    memset(&options, 0, sizeof options);
    options.cl_context = context;
    options.cl_device = device;
    options.cl_queue = queue;
    nf_context *near = NULL;
    char message[256] = "";
    nf_status status = nf_context_create(&options, &near, message, sizeof message);
    leave_unless(status == NF_OK, message);
    leave_unless(nf_context_cl(near) == context, "the context is the application's");
    leave_unless(nf_context_queue(near) == queue, "the queue is the application's");

    nf_points cloud_points;
    memset(&cloud_points, 0, sizeof cloud_points);
    cloud_points.n = POINTS;
    cloud_points.dims = 3;
    cloud_points.type = NF_FLOAT32;
    cloud_points.rows.host = points;
    nf_cloud *cloud = NULL;
    status = nf_cloud_create(near, &cloud_points, NULL, NULL, &cloud);
    leave_unless(status == NF_OK, nf_context_error(near));

    nf_result *result = NULL;
    status = nf_pairs(cloud, (double)cutoff, NULL, NULL, &result);
    leave_unless(status == NF_OK, nf_context_error(near));
    const uint64_t total = nf_result_total(result), expected = brute_force(points, cutoff);
    printf("nearfield %s on %s: %llu pairs, brute force %llu\n", nf_version(), nf_context_device(near)->name,
           (unsigned long long)total, (unsigned long long)expected);
    leave_unless(total == expected && total > 0, "the number of pairs");

    int32_t *pairs = (int32_t *)malloc((size_t)total * 2 * sizeof *pairs);
    leave_unless(pairs != NULL, "malloc");
    status = nf_result_read(result, NF_ARRAY_PAIRS, 0, total, NULL, pairs);
    leave_unless(status == NF_OK, nf_context_error(near));
    for (uint64_t k = 0; k < total; ++k)
        leave_unless(0 <= pairs[2 * k] && pairs[2 * k] < pairs[2 * k + 1] && pairs[2 * k + 1] < POINTS,
                     "a pair is written i < j");
    free(pairs);
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_context_free(near);

    /* What is the application's is still alive, and nobody else holds it. */
    leave_unless(clFinish(queue) == CL_SUCCESS, "the queue still works");
    cl_uint references = 0;
    const clock_t start = clock();
    do { /* a driver's threads may let go of the last command a moment after it is done */
        code = clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof references, &references, NULL);
    } while (code == CL_SUCCESS && references != 1 && clock() - start < 2 * CLOCKS_PER_SEC);
    leave_unless(code == CL_SUCCESS && references == 1, "the queue is held by nobody else");
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
