// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Counts the partners of each point, for CPUs: for the first of two passes that write rows (emit/rows_cpu.cl).
//   --search--> counts[n], by the caller's index
#define ROWS_COUNT
#include "search/emit/rows_cpu.cl"
