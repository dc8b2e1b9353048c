/* The suites of HDF5 files, which libhdf5 writes and reads. */
#ifndef NEARFIELD_TESTS_HDF5_CASES_H
#define NEARFIELD_TESTS_HDF5_CASES_H

#include "support.h"

TCase *written_case(void);

#endif
