/* Declarations for the C fragments of the pages. */
#include <nearfield/nearfield.h>

extern cl_context my_context;
extern cl_device_id my_device;
extern cl_command_queue my_queue, my_other_queue;
extern cl_mem my_positions, my_pairs, my_total;
extern cl_event ready, done;
extern nf_context *context;
extern nf_cloud *cloud;
extern nf_result *pairs, *lists;
extern nf_points points;
extern nf_box box;
extern uint64_t n, capacity;
extern double cutoff;
extern int steps;
extern char why[256];
void push(cl_mem positions);
void use(cl_mem pairs_on_device, uint64_t total);
void time_step(nf_result *lists);
void use_rows(cl_mem offsets, cl_mem indices, uint64_t n);
extern const float my_queries[], my_radii[];
extern const uint64_t bond_offsets[];
extern const int32_t bond_indices[];
extern void *my_file;
nf_status take(void *user, const nf_chunk *chunk); /* writes the chunk to the file */
