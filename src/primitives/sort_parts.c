/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "primitives/sort_parts.h"

nf_sort_split nf_sort_split_of(const nf_sort_options *options, int widest) {
    const int all = options->first_bit == 0 && options->last_bit == 0;
    nf_sort_split split = {.first = options->first_bit};
    split.bits = all ? (int)nf_type_bytes(options->key) * 8 : options->last_bit - options->first_bit;
    split.passes = (split.bits + widest - 1) / widest;
    split.widest = (split.bits + split.passes - 1) / split.passes;
    return split;
}

int nf_sort_width(const nf_sort_split *split, int pass) {
    return split->bits / split->passes + (pass < split->bits % split->passes);
}

int nf_sort_needs_second(const nf_sort_split *split) { return split->passes % 2 && split->passes > 1; }

nf_status nf_sort_take_arrays(nf_work *work, const nf_sort_options *options, uint64_t n,
                              nf_sort_arrays *out) {
    nf_status status = NF_OK;
    const size_t key = nf_type_bytes(options->key), value = nf_type_bytes(options->value);
    *out = (nf_sort_arrays){{NULL, 0}, {NULL, 0}};
    NF_TRY(nf_scratch(work, nf_multiply(n, key), &out->keys.buffer));
    out->values = out->keys;
    if (value) NF_TRY(nf_scratch(work, nf_multiply(n, value), &out->values.buffer));
done:
    return status;
}

static nf_status copy_slice(nf_work *work, nf_elements from, nf_elements to, uint64_t size, uint64_t n) {
    return nf_copy(work, from.buffer, from.offset * size, to.buffer, to.offset * size, n * size);
}

nf_status nf_sort_copy(nf_work *work, const nf_sort_options *options, nf_sort_arrays from, nf_sort_arrays to,
                       uint64_t n) {
    nf_status status = NF_OK;
    const size_t value = nf_type_bytes(options->value);
    NF_TRY(copy_slice(work, from.keys, to.keys, nf_type_bytes(options->key), n));
    if (value) NF_TRY(copy_slice(work, from.values, to.values, value, n));
done:
    return status;
}

const char *nf_sort_word(uint64_t bytes) { return bytes == 8 ? "ulong" : "uint"; }
