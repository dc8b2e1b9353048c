/* Writing JSON to a stream: strings escaped, numbers exact. */
#ifndef NEARFIELD_TOOL_JSON_H
#define NEARFIELD_TOOL_JSON_H

#include <stdio.h>

void json_string(FILE *to, const char *text);

/* A finite number with as many digits as it takes to read it back. */
void json_number(FILE *to, double value);

#endif
