// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The decision of which partners are results: all points but the point itself.
//   nf_keeps(index, number, shift)   of the point `index` and its partner `number`
//   KEEPS_ALL                        defined if it is 1 for all points but the point itself, and no filters leave it out
//   KEEPS_OWN                        1: also for the point itself
// A decision is a part of a program; the decisions of all questions have these names.
#pragma once
#if defined(nf_keeps)
#error "keep_all.cl: the program has a decision already"
#endif
#if !FILTERS
#define KEEPS_ALL
#endif
#define KEEPS_OWN                      0
#define nf_keeps(index, number, shift) ((number) != (index) || (shift) != NF_SHIFT_NONE)
