/* libFuzzer target: the first byte chooses the format, the rest is the file. Build with
 * clang -fsanitize=fuzzer,address,undefined and the sources of tools/nearfield/io. */
#include "formats.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What the rest of the program relies on after a success. */
static void check(const io_source *points) {
    if (!points->data || points->dims < 1 || points->dims > 3) abort();
    const size_t count = (size_t)points->n * (size_t)points->dims;
    for (size_t i = 0; i < count; i++) {
        double value = points->type == NF_FLOAT32 ? (double)((const float *)points->data)[i]
                                                  : ((const double *)points->data)[i];
        if (!isfinite(value)) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t count = 0;
    const io_format *formats = io_formats(&count);
    io_source points;
    io_problem problem = {0, ""};
    if (size == 0) return 0;
    const io_source_options options = {formats[data[0] % count].name, NULL, NULL};
    int failed = io_source_read_memory("fuzz", data + 1, size - 1, &options, &points, &problem);
    if (failed == 0) check(&points);
    else if (failed != problem.code || problem.text[0] == '\0' || points.data) abort();
    io_source_free(&points);
    return 0;
}
