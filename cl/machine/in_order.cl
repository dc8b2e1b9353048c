// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Loops that add reals one after the other.
//   SUMS_MOVE  defined for compilers that add them in another order
//   IN_ORDER   in front of such a loop
#pragma once
#ifdef SUMS_MOVE
#define IN_ORDER _Pragma("clang loop vectorize(disable)")
#else
#define IN_ORDER
#endif
