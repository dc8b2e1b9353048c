/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Lists with a skin: Verlet lists of rows (question/verlet.h). */
#ifndef NF_SEARCH_SKIN_H
#define NF_SEARCH_SKIN_H

#include "search/query/query.h"

/* *stands: the cloud keeps a list for this search from which no point has moved too far.  Waits for the device if it must look. */
nf_status nf_skin_look(nf_work *work, const nf_query *query, int *stands);

/* Building the list: begins with the search `wide`, whose answer must be put into `list`, and ends with nf_skin_built. */
nf_status nf_skin_begin(const nf_query *query, nf_query *wide, nf_result **list);
nf_status nf_skin_built(nf_work *work, const nf_query *query);

/* Makes the search one about the kept list. */
void nf_skin_ask(nf_query *query);

#endif
