// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The decision of which partners are results: all, for query points that are not in the cloud.
#pragma once
#if defined(nf_keeps)
#error "keep_any.cl: the program has a decision already"
#endif
#define KEEPS_ALL
#define KEEPS_OWN                      1
#define nf_keeps(index, number, shift) 1
