/* Runs the suite of a test program. */
#ifndef SUPPORT_RUN_H
#define SUPPORT_RUN_H

#include <check.h>

/* Runs the suite and returns the exit status for main.  It is a failure if no test ran, for example because CK_RUN_CASE
   names no case. */
int support_run(Suite *suite);

#endif
