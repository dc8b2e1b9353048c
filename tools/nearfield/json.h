/* Writing JSON to a stream: strings escaped, numbers exact. */
#ifndef NEARFIELD_TOOL_JSON_H
#define NEARFIELD_TOOL_JSON_H

#include <stdio.h>

/* What is no UTF-8, as a file's name may be, becomes U+FFFD: JSON is UTF-8. */
void json_string(FILE *to, const char *text);

/* A finite number with as many digits as it takes to read it back. */
void json_number(FILE *to, double value);

#endif
