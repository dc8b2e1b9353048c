// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Words of global memory that other work-items change meanwhile, where it does not matter if an old one is read.
//   LOOK_BACK_ATOMIC  defined: they are read and written by atomics, for race checkers (machine/look_back.cl)
//   NF_SHARED(words, k)           word k
//   NF_SHARED_PUT(words, k, to)   writes it
#pragma once
#if defined(LOOK_BACK_ATOMIC)
#define NF_SHARED(words, k)         atomic_or((volatile __global uint *)(words) + (k), 0)
#define NF_SHARED_PUT(words, k, to) atomic_xchg((words) + (k), to)
#else
#define NF_SHARED(words, k)         (words)[k]
#define NF_SHARED_PUT(words, k, to) (words)[k] = (to)
#endif
