/* Reading JSON with cJSON: reports of older runs, answers of peers. */
#ifndef NEARFIELD_TOOL_BENCH_READ_JSON_H
#define NEARFIELD_TOOL_BENCH_READ_JSON_H

#include <cJSON.h>

/* A file of one JSON value, which the caller releases with cJSON_Delete; an exit code, and has complained. */
int bench_read_json_file(const char *path, cJSON **value);

#endif
