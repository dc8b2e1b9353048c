// The decision of which partners are results: of each pair the one with the larger index.
//   nf_keeps(index, number, shift)   of the point `index` and its partner `number`
#pragma once
#if defined(nf_keeps)
#error "keep_half.cl: the program has a decision already"
#endif
#define nf_keeps(index, number, shift) ((number) > (index))
