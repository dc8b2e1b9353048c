#include "frame.h"

#include <stdlib.h>
#include <string.h>

int io_box_is_periodic(const nf_box *box) { return box->periodic[0] || box->periodic[1] || box->periodic[2]; }

void io_frame_free(io_frame *frame) {
    for (size_t k = 0; k < frame->column_count; k++) free(frame->columns[k].data);
    free(frame->columns);
    free(frame->positions);
    free(frame->lines);
    memset(frame, 0, sizeof *frame);
}
