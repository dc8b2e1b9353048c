/* libFuzzer target: the first byte chooses the format, the second the options, the rest is the file.  Build with
 * clang -fsanitize=fuzzer,address,undefined -I include and the sources of tools/nearfield/io and src/core/fail.c. */
#include "formats.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What the rest of the program relies on after a success. */
static void check(const io_frame *points) {
    if (!points->positions || points->dims < 1 || points->dims > 3) abort();
    const size_t count = (size_t)points->n * (size_t)points->dims;
    for (size_t i = 0; i < count; i++) {
        double value = points->type == NF_FLOAT32 ? (double)((const float *)points->positions)[i]
                                                  : ((const double *)points->positions)[i];
        if (!isfinite(value)) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t count = 0;
    const io_format *formats = io_formats(&count);
    io_source *source = NULL;
    io_problem problem = {0, ""};
    if (size < 2) return 0;
    const io_format *format = &formats[data[0] % count];
    const io_source_options options = {.format = format->name,
                                       .named = data[1] & 1 && format->takes & IO_TAKES_NAMED ? "id" : NULL,
                                       .every_array = data[1] >> 1 & 1};
    int found = 1, failed = io_source_open_memory("fuzz", data + 2, size - 2, &options, &source, &problem);
    while (failed == 0 && found) {
        io_frame frame;
        failed = io_source_next(source, &frame, &found, &problem);
        if (failed == 0 && found) check(&frame);
        else if (frame.positions || frame.columns) abort();
        io_frame_free(&frame);
    }
    if (failed != problem.code || (failed != 0 && problem.text[0] == '\0')) abort();
    io_source_close(source);
    return 0;
}
