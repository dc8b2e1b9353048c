#include "core/whole.h"
#include "interact/clusters.h"
#include "search/ways.h"

#include <math.h>

/* The candidates of a cluster of 8 points that the lists have room for: those of a box of points about as long as it is wide, and half more. */
static uint64_t room_of(double density) {
    enum { LEAST = 96, STEP = 32, MOST = 4096 };
    const double side = cbrt(NF_CLUSTER_MOST / density), pi = 3.14159265358979,
                 volume = side * side * side + 6 * side * side + 3 * pi * side + 4 * pi / 3;
    const double room = 1.5 * volume * density + LEAST;
    return room < MOST ? (uint64_t)room / STEP * STEP : MOST;
}

static uint64_t lists_bytes(uint64_t n, uint64_t points, double density) {
    return nf_ceiling(n, points) * room_of(density) * sizeof(uint32_t);
}

static int is_orthorhombic(const nf_space *space) {
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++)
            if (a != k && fabs(space->H[k][a]) > 0) return 0;
    return 1;
}

static double density_of(const nf_interaction *c) {
    const nf_cloud *cloud = c->asked.cloud;
    return nf_space_density(&cloud->space, cloud->n, c->asked.question.cells.cutoff);
}

static nf_status check(const nf_strategy *strategy, const nf_interaction *c, nf_sentence *why) {
    enum { SHARE = 16 };
    const nf_cloud *cloud = c->asked.cloud;
    const nf_device_info *device = &cloud->context->device;
    const double density = density_of(c);
    nf_status status = NF_OK;
    NF_TRY(nf_clusters_check(strategy, c, why));
    if (!(density > 0) || !is_orthorhombic(&cloud->space))
        return nf_fail(
            why, NF_ERROR_UNSUPPORTED,
            "strategy cluster-lists: it serves orthorhombic boxes that are periodic along all axes");
    if (lists_bytes(cloud->n, nf_clusters_points(c), density) >
        nf_least(device->global_memory / SHARE, device->largest_buffer))
        return nf_fail(why, NF_ERROR_UNSUPPORTED,
                       "strategy cluster-lists: the device has too little memory for the lists");
done:
    return status;
}

/* Of clusters that have lists, and of the others. */
static const char *const sum_kernels[] = {"sum_lists", "sum_others"};

static nf_status sum(nf_work *work, nf_asked *asked, const nf_output *output) {
    const nf_interaction *c = (const nf_interaction *)(const void *)asked;
    const double density = density_of(c);
    const uint64_t points = nf_clusters_points(c), room = room_of(density);
    const uint32_t list_room = (uint32_t)room;
    nf_arg args[NF_INTERACTION_ARGS_MOST];
    nf_search search;
    nf_walk_form form;
    nf_program *program = NULL;
    cl_mem lists = NULL, lengths = NULL;
    nf_status status = NF_OK;
    if (asked->cloud->order.sparse) return nf_strategy_clusters.method.find(work, asked, output);
    const size_t mark = nf_scratch_mark(work);
    NF_TRY(nf_clusters_begin(work, asked, &search, &form));
    NF_TRY(nf_scratch(work, lists_bytes(asked->cloud->n, points, density), &lists));
    NF_TRY(nf_scratch(work, nf_ceiling(asked->cloud->n, points) * sizeof(uint32_t), &lengths));
    NF_TRY(nf_search_program(&search, &form, "interact/cluster_lists.cl", search.parts->emit, &program));
    const nf_shape shape = nf_search_shape(&search, &form);
    const double slack = 1.0 / 512; /* of the reach: more than all rounding of positions inside the box */
    work->stage = "lists";
    NF_TRY(nf_launch_walk(work, &search, program, "list", shape, nf_lanes_inverse(&search), NULL, 0,
                          nf_real(NF_FLOAT32, asked->question.cells.cutoff * (1 + slack)), nf_u32(list_room),
                          nf_out(lists), nf_out(lengths)));
    work->stage = "search";
    for (size_t k = 0; k < sizeof sum_kernels / sizeof *sum_kernels; k++)
        NF_TRY(nf_launch_walk(work, &search, program, sum_kernels[k], shape, nf_lanes_inverse(&search), args,
                              nf_interaction_args(c, args), nf_u32(list_room), nf_in(lists), nf_in(lengths),
                              nf_inout(asked->found.tally)));
    NF_TRY(nf_tally_check_now(work, asked->found.tally));
done:
    nf_scratch_back(work, mark);
    return status;
}

const nf_strategy nf_strategy_cluster_lists = {.name = "cluster-lists",
                                               .method = {.expects = 1, .find = sum},
                                               .check = check,
                                               .prepare = nf_clusters_prepare};
