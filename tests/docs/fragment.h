/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Declarations for the C fragments of the pages. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <nearfield/experimental/papers.h>
#include <nearfield/nearfield.h>
#include <stdio.h>

extern cl_context my_context;
extern cl_device_id my_device;
extern cl_command_queue my_queue, my_other_queue;
extern cl_mem my_positions, my_pairs, my_total, my_offsets_on_device, my_indices, my_order, my_values, my_sum;
extern cl_event ready, done;
extern nf_context *context;
extern nf_cloud *cloud;
extern nf_result *pairs, *lists, *groups, *sums;
extern nf_function *function;
extern nf_points points, queries;
extern nf_box box;
extern uint64_t n, capacity, bytes;
extern double cutoff;
extern int steps, is_film;
extern float forces[], energies[];
extern char why[256];
extern cl_mem my_forces, my_energies, my_velocities;
void push(cl_mem positions);
void keep(cl_mem positions, cl_mem velocities);
void go_back(cl_mem positions, cl_mem velocities);
void integrate(cl_mem forces, cl_mem positions, cl_mem velocities);
int is_nan(cl_mem forces);
void use(cl_mem pairs_on_device, uint64_t total);
void use_points(const nf_points *rows, const nf_points *apart, const nf_points *line);
void use_rows(cl_mem offsets, cl_mem indices, uint64_t n);
void use_order(cl_mem order, uint64_t n);
void use_pairs(const int32_t *ij, uint64_t count);
extern const float my_queries[], my_radii[], my_charges[], my_molecules[], stiffness[];
extern const double my_x[], my_y[], my_cutoffs[];
extern const uint64_t my_offsets[];
extern const nf_box my_boxes[];
extern const uint64_t bond_offsets[];
extern const int32_t species[];
extern const int32_t bond_indices[];
extern void *my_file, *my_flag;
nf_status take(void *user, const nf_chunk *chunk); /* writes the chunk to the file */
