/* The questions about near points for NF_FLOAT64. */
#define real    double
#define REAL64  1
#define ROOT(x) sqrt(x)
#define KIND    host_double
#include "host/near_body.h"
