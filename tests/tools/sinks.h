/* The suites of the sinks. */
#ifndef NEARFIELD_TESTS_SINKS_H
#define NEARFIELD_TESTS_SINKS_H

#include "support.h"

TCase *arrays_case(void);

#endif
