/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The search in a batch: its tiles, and the rule of each system (cl/search/systems.cl). */
#ifndef NF_SEARCH_SYSTEMS_H
#define NF_SEARCH_SYSTEMS_H

#include "search/asked.h"

/* Ends a question about a batch, after asked->question is set: takes the rule of each system.  Nothing if there is one system. */
nf_status nf_systems_take_rules(nf_asked *asked, const nf_conditions *conditions);

/* The memory of the systems of points and query points, which may be NULL, or of the classes of their radii, in bytes; and the number of points of which the search of
   them has the memory. */
uint64_t nf_systems_memory(nf_context *context, const nf_points *points, const nf_points *queries,
                           const nf_conditions *conditions);
uint64_t nf_systems_walked(const nf_points *points, const nf_points *queries,
                           const nf_conditions *conditions);

/* The scratch that a search for pairs takes beside nf_search_bytes if the points may be in classes of radii. */
uint64_t nf_systems_searched(nf_context *context, const nf_points *points, const nf_points *queries,
                             const nf_conditions *conditions);

/* The memory of so many query points in the systems or classes of a cloud that is ordered, in bytes. */
uint64_t nf_systems_of_queries(const nf_cloud *cloud, uint64_t queries);

/* Adds the arguments SYSTEM_PARAMETERS to `to`; returns their number, 0 or NF_SYSTEM_ARGS. */
enum { NF_SYSTEM_ARGS = 4 };
size_t nf_systems_args(const nf_search *search, nf_arg *to);

#endif
