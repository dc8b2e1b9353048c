/* How the states of an order (order.h) use what makes one. */
#ifndef NF_ORDER_EXPECTED_H
#define NF_ORDER_EXPECTED_H

#include "order/order.h"

/* Makes the order without reading the grid, with a table of `most` cells: does not wait, and a grid with more cells is
   refused. */
nf_status nf_order_make_expected(nf_work *work, nf_cloud *cloud, const nf_cells *cells, uint64_t most);

/* For any grid: waits for its head. */
nf_status nf_order_make_seen(nf_work *work, nf_cloud *cloud, const nf_cells *cells);

uint64_t nf_order_table_bytes(uint64_t cells);

#endif
