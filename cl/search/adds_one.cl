// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// What a pair adds to its slot beside 1 to the count: nothing.
//   ADDS_PARAMETERS, ADDS_MEMBERS, ADDS_PASS   what an emitter takes for it, and has
//   ADDS_WORDS         what is collected of a slot in local memory, the count among it, in numbers of 32 bits
//   ADDS_NUMBERS       the same in the memory of a work-item on CPUs, in numbers of 64 bits
//   nf_adds(emitter, slot, i, j)         adds what the pair of points i and j adds, where others may add at the same time
//   nf_adds_local(emitter, slot, i, j)   the same in local memory
//   nf_adds_own(emitter, slot, i, j)     the same in the memory of a work-item
//   nf_adds_move_local(emitter, slot)    moves what is collected to global memory
//   nf_adds_move_own(emitter, slot)
#pragma once
#if defined(ADDS_PARAMETERS)
#error "adds_one.cl: the program adds something else"
#endif
#define ADDS_PARAMETERS
#define ADDS_MEMBERS
#define ADDS_PASS
#define ADDS_WORDS   1
#define ADDS_NUMBERS 1
#define nf_adds(emitter, slot, i, j)
#define nf_adds_local(emitter, slot, i, j)
#define nf_adds_own(emitter, slot, i, j)
#define nf_adds_move_local(emitter, slot)
#define nf_adds_move_own(emitter, slot)
