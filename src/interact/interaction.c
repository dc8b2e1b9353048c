/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "interact/interaction.h"

void nf_interaction_add(const void *what, nf_spec *spec) {
    const nf_interaction *interaction = what;
    const nf_interact_options *options = interaction->options;
    nf_function_add(interaction->function, options->sum64 != 0, options->fast != 0, interaction->wanted,
                    spec);
    if (interaction->side) nf_part(spec, interaction->side);
}

int nf_interaction_wants(const nf_interaction *interaction, int sum_) {
    return interaction->wanted >> sum_ & 1;
}

size_t nf_interaction_args(const nf_interaction *interaction, nf_arg args[NF_INTERACTION_ARGS_MOST]) {
    const nf_fixed *fixed = &interaction->fixed;
    size_t count = nf_interaction_function_args(interaction, args);
    if (!fixed->sums) return count;
    args[count++] = nf_inout(fixed->sums);
    args[count++] = nf_u64(interaction->query.cloud->n);
    args[count++] = nf_u64(fixed->state_at);
    args[count++] = nf_struct(&fixed->ranges, fixed->ranges_bytes);
    return count;
}

size_t nf_interaction_function_args(const nf_interaction *interaction,
                                    nf_arg args[NF_INTERACTION_ARGS_MOST]) {
    const nf_function_info *info = &interaction->function->info;
    cl_mem any = interaction->query.cloud->points;
    size_t count = 0;
    args[count++] = nf_in(interaction->fields ? interaction->fields : any);
    args[count++] = nf_in(interaction->query_fields ? interaction->query_fields
                          : interaction->fields     ? interaction->fields
                                                    : any);
    for (int k = 0; k < 1 + info->parameters; k++)
        args[count++] = nf_real(interaction->query.cloud->type, interaction->values[k]);
    for (int k = 0; k < info->tables; k++) {
        args[count++] = nf_in(interaction->tables[k]);
        args[count++] = nf_u32((uint32_t)interaction->table_counts[k]);
    }
    for (int k = 0; k < info->sums; k++) {
        if (!nf_interaction_wants(interaction, k)) continue;
        args[count++] = nf_out(interaction->sums[k].buffer);
        args[count++] = nf_u64(interaction->sums[k].offset);
    }
    return count;
}
