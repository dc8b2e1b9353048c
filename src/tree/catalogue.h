/* The catalogue of groups. */
#ifndef NF_TREE_CATALOGUE_H
#define NF_TREE_CATALOGUE_H

#include "tune/tunable.h"

#include <nearfield/fof.h>

/* The tunables of the kernels. */
extern const nf_family nf_catalogue_family;

#endif
