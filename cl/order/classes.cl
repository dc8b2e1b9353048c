// The grids of classes of radii (space/classes.cl), by one work-item.
//   grids[0] of the cloud, given --plan_classes--> grids[CLASSES]
//   grids[0] of query points, the cloud's grids --spread_classes--> grids[CLASSES] of query points
//   GROUP, ITEMS  as in each.cl     the rest as in cells.cl
#include "machine/each.cl"
#include "machine/real.cl"
#include "space/cells.cl"

EACH_KERNEL void plan_classes(__global const nf_classes_given *given, __global nf_grid *grids) {
    if (get_global_id(0) == 0) nf_classes_plan(grids, given);
}

EACH_KERNEL void spread_classes(__global const nf_grid *of, __global nf_grid *grids) {
    if (get_global_id(0) == 0) nf_classes_spread(of, grids);
}
