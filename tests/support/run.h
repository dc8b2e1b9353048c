/* How every test program runs its suite. */
#ifndef SUPPORT_RUN_H
#define SUPPORT_RUN_H

#include <check.h>

/* Runs the suite and answers what main is to answer: failure also where no test was run, as with a case that
   CK_RUN_CASE misspells. */
int support_run(Suite *suite);

#endif
