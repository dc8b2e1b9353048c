/* What src/library.c lists, for tests: no room includes this. */
#ifndef NF_LIBRARY_H
#define NF_LIBRARY_H

#include "tune/tunable.h"

/* The tunable families of the library, with NULL at the end. */
extern const nf_family *const nf_families[];

#endif
