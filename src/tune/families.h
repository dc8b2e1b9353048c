/* Every family of tunables of the library, for those who list or tune them. */
#ifndef NF_TUNE_FAMILIES_H
#define NF_TUNE_FAMILIES_H

#include "tune/tunable.h"

#define NF_FAMILY_TABLE(X)                                                                                   \
    X(reduce)                                                                                                \
    X(scan) X(compact) X(gather) X(sort) X(sort_cpu) X(sort_digits) X(bounds) X(order) X(search) X(potential)

#define X(name) extern const nf_family nf_##name##_family;
NF_FAMILY_TABLE(X)
#undef X

#endif
