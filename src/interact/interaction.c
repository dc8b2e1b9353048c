#include "interact/interaction.h"

void nf_interaction_add(const void *what, nf_spec *spec) {
    const nf_interaction *interaction = what;
    const nf_interact_options *options = interaction->options;
    nf_function_add(interaction->function, options->sum64 != 0, options->fast != 0, spec);
}

size_t nf_interaction_args(const nf_interaction *c, nf_arg args[NF_INTERACTION_ARGS_MOST]) {
    const nf_function_info *info = &c->function->info;
    cl_mem any = c->asked.cloud->points;
    size_t count = 0;
    args[count++] = nf_in(c->fields ? c->fields : any);
    args[count++] = nf_in(c->query_fields ? c->query_fields : c->fields ? c->fields : any);
    args[count++] = nf_in(c->values);
    for (int k = 0; k < info->tables; k++) {
        args[count++] = nf_in(c->tables[k]);
        args[count++] = nf_u32((uint32_t)c->table_counts[k]);
    }
    for (int k = 0; k < info->sums; k++) {
        args[count++] = nf_out(c->sums[k].buffer);
        args[count++] = nf_u64(c->sums[k].offset);
    }
    return count;
}
