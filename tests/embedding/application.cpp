// The same application as C++.
#include "application.c"
