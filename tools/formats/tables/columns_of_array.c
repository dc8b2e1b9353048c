/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/tables/columns.h"
#include "formats/source.h"

int io_choose_of_array(io_input *in, const char *shape, uint64_t width, io_columns *columns, char *note,
                       size_t size) {
    io_wishes wishes;
    if (io_parse_wishes(in, in->options ? in->options->columns : NULL, &wishes) != 0)
        return in->problem->code;
    if (wishes.names)
        return problem_set(
            in->problem, EXIT_USAGE,
            "%.100s: columns of an array are asked for by position from 1, as they have no names.", in->name);
    if (width < 1 || width > IO_MOST_FIELDS || (width > IO_USUAL_COORDINATES && wishes.count == 0))
        return io_input_fail(in, "has the shape %.60s; points are n x 1, n x 2 or n x 3%s.", shape,
                             in->options && width > 0
                                 ? ": give a row for each point, or choose columns, as by --columns 1,2,3"
                                 : "");
    const int failed = io_choose_columns(in, &wishes, NULL, (size_t)width, columns, note, size);
    if (wishes.count == 0) note[0] = '\0';
    return failed;
}
