/* What the sorts of GPUs and of CPUs share: how keys fall into digits, and places for keys and values. */
#ifndef NF_PRIMITIVES_SORT_PARTS_H
#define NF_PRIMITIVES_SORT_PARTS_H

#include "primitives/run.h"

/* The bits in as few digits as there can be, a pass each from the lowest one; their widths equal but for one bit. */
typedef struct nf_sort_split {
    int first, bits, passes, widest;
} nf_sort_split;

nf_sort_split nf_sort_split_of(const nf_sort_options *options, int widest);
int nf_sort_width(const nf_sort_split *split, int pass);

/* Whether passes that go to and fro need two places in scratch to end in the caller's: an odd number, three or more. */
int nf_sort_needs_second(const nf_sort_split *split);

/* Places in scratch; without values those of the keys stand in for theirs. */
nf_status nf_sort_take_places(nf_work *work, const nf_sort_options *options, uint64_t n, nf_sort_places *out);
uint64_t nf_sort_places_bytes(const nf_sort_options *options, uint64_t n);

nf_status nf_sort_copy(nf_work *work, const nf_sort_options *options, nf_sort_places from, nf_sort_places to,
                       uint64_t n);

/* "uint" or "ulong". */
const char *nf_sort_word(uint64_t bytes);

#endif
