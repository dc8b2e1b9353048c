/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* libFuzzer target for one format, which NEARFIELD_FUZZ_FORMAT names: the first byte chooses the options, the rest is the
 * file.  `run` builds it and tries every format; replay.c passes it the files of corpus/. */
#include "fuzz_readers.h"

#include "formats/formats.h"

#include <math.h>
#include <stdlib.h>

static const io_format *format;

int fuzz_choose_format(const char *name) {
    format = name ? io_format_by_name(name) : NULL;
    return format != NULL;
}

int LLVMFuzzerInitialize(int *count, char ***words) {
    (void)count;
    (void)words;
    if (!fuzz_choose_format(getenv("NEARFIELD_FUZZ_FORMAT"))) abort();
    return 0;
}

/* What the rest of the program relies on after a success. */
static void check(const io_frame *points) {
    if (!points->positions || points->dims < 1 || points->dims > 3) abort();
    const size_t count = (size_t)points->n * (size_t)points->dims;
    for (size_t i = 0; i < count; i++) {
        double value = points->type == NF_FLOAT32 ? (double)((const float *)points->positions)[i]
                                                  : ((const double *)points->positions)[i];
        if (!isfinite(value)) abort();
    }
    for (uint64_t i = 0; points->types.of && i < points->n; i++)
        if (points->types.of[i] < 0 || (uint32_t)points->types.of[i] >= points->types.count) abort();
    for (int k = 0; k < 3; k++) {
        if (!isfinite(points->box.origin[k]) || (points->box.periodic[k] | 1) != 1) abort();
        for (int a = 0; a < 3; a++)
            if (!isfinite(points->box.cell[k][a])) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    io_source *source = NULL;
    text_problem problem = {0, ""};
    if (size < 1) return 0;
    const char *types = format->types ? "" : format->takes & IO_HAS_WORDS ? "2" : NULL;
    const io_source_options options = {.format = format->name,
                                       .named = data[0] & 1 && format->takes & IO_TAKES_NAMED ? "id" : NULL,
                                       .types = data[0] >> 3 & 1 ? types : NULL,
                                       .every_array = data[0] >> 1 & 1,
                                       .beside = data[0] >> 2 & 1};
    int found = 1, failed = io_source_open_memory("fuzz", data + 1, size - 1, &options, &source, &problem);
    while (failed == 0 && found) {
        io_frame frame;
        failed = io_source_next(source, &frame, &found, &problem);
        if (failed == 0 && found) check(&frame);
        else if (frame.positions || frame.columns || frame.types.of) abort();
        io_frame_free(&frame);
    }
    if (failed != problem.code || (failed != 0 && problem.text[0] == '\0')) abort();
    io_source_close(source);
    return 0;
}
