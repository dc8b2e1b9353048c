// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The decision of which partners are results: of each pair of images one: the one with the larger index, or of two images of one
// point the one whose first nonzero shift is positive.
//   nf_keeps(index, number, shift)   of the point `index` and its partner `number`
//   nf_keeps_other(index, number)    the same of two points, 0 if they are the same one
#pragma once
#if defined(nf_keeps)
#error "keep_half.cl: the program has a decision already"
#endif
#define nf_keeps_other(index, number) (((uint)(index) - (uint)(number)) >> 31)
#define nf_keeps(index, number, shift)                                                                       \
    ((number) > (index) || ((number) == (index) && (shift) > NF_SHIFT_NONE))
