/*
 * Part of every test program: a test may take ten minutes.  The 4 seconds that Check gives by itself are those of an
 * idle machine; the limits that count are those of CTest.  A value that the environment has already is kept.
 */
#include <stdlib.h>

__attribute__((constructor)) static void give_time(void) { (void)setenv("CK_DEFAULT_TIMEOUT", "600", 0); }
