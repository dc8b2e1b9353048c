/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Where links lead to in a periodic box: the images of the members of groups (include/nearfield/catalogue.h has the rule). */
#ifndef NF_HOST_CHAINS_H
#define NF_HOST_CHAINS_H

#include "host/tree/near.h"

/* No row. */
#define HOST_NO_ROW UINT32_MAX

/* Points with links, and what is found about them.  Release parts and steps, also after an error. */
typedef struct host_chains {
    const nf_host_cloud *cloud;
    double length; /* of links, in the units of the points; positive */
    const uint32_t *
        row_of; /* n: the group of each point that is looked at, or HOST_NO_ROW; points of one group alone are linked */
    uint32_t *flags; /* of each row: the bits of the vectors around which it closes on itself are added */
    uint32_t *parts; /* n: the point of smallest index that links connect each point with, itself perhaps */
    int64_t *steps;  /* n x 3: the images, S, from that point to each point */
} host_chains;

nf_status nf_host_chains_find(host_chains *chains);

#endif
