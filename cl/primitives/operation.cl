// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The operations of reduce and scan, numbered as in nf_operation.
//   OPERATION  1 sum, 2 minimum, 3 maximum
#pragma once
#if !defined(OPERATION) || OPERATION < 1 || OPERATION > 3
#error "operation.cl needs OPERATION, 1 to 3"
#endif
#if OPERATION == 1
#define OP(a, b) ((a) + (b))
#elif OPERATION == 2
#define OP(a, b) min(a, b)
#else
#define OP(a, b) max(a, b)
#endif
