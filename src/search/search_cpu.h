/* The search of CPUs: what search.c hands to where a work-group is one work-item. */
#ifndef NF_SEARCH_SEARCH_CPU_H
#define NF_SEARCH_SEARCH_CPU_H

#include "search/search.h"

/* Contracts of nf_search_count, nf_search_fill and nf_search_bytes. */
nf_status nf_search_cpu_count(nf_work *work, const nf_cloud *cloud, const nf_rule *rule, nf_found *found);
nf_status nf_search_cpu_fill(nf_work *work, const nf_cloud *cloud, const nf_rule *rule, const nf_found *found,
                             nf_slice pairs, uint64_t capacity);
uint64_t nf_search_cpu_bytes(nf_context *context, uint64_t n);

/* sizeof(nf_room) in cl/search/search_cpu.cl; `list` is a multiple of 16. */
uint64_t nf_search_cpu_room_bytes(uint64_t list);

#endif
