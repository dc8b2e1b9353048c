#include "coordinates.h"
#include "formats.h"
#include "rows.h"

#include <stdio.h>
#include <string.h>

/* An atom line is %5d%5s%5s%5d and then x, y, z of one width each, which follows from their points. */
enum { FIRST_COLUMN = 20, USUAL_WIDTH = 8, SMALLEST_WIDTH = 3, LARGEST_WIDTH = 64 };

static size_t width_of(const char *line) {
    const char *point = strlen(line) > FIRST_COLUMN ? strchr(line + FIRST_COLUMN, '.') : NULL;
    /* nan and inf have no point to measure by; the usual width is enough to name them. */
    if (point && strpbrk(line + FIRST_COLUMN, "nN") != NULL) point = NULL;
    const char *next = point ? strchr(point + 1, '.') : NULL;
    size_t width = next ? (size_t)(next - point) : USUAL_WIDTH;
    return width >= SMALLEST_WIDTH && width <= LARGEST_WIDTH ? width : USUAL_WIDTH;
}

static int read_atom(io_input *in, const char *line, size_t width, double *row) {
    io_word words[3];
    if (strlen(line) < FIRST_COLUMN + 3 * width)
        return io_input_fail_line(in, "the atom line ends before column %d, where z ends.",
                                  FIRST_COLUMN + 3 * (int)width);
    for (size_t d = 0; d < 3; d++) words[d] = io_trim((io_word){line + FIRST_COLUMN + d * width, width});
    return io_coordinates(in, words, 3, row);
}

static int read_atoms(io_input *in, uint64_t count, io_rows *rows) {
    char *line = NULL;
    size_t width = 0;
    double row[3];
    for (uint64_t i = 0; i < count; i++) {
        if (io_need_line(in, &line, "%llu of the %llu atoms that line 2 announces", (unsigned long long)i,
                         (unsigned long long)count) != 0)
            return in->problem->code;
        if (width == 0) width = width_of(line);
        if (read_atom(in, line, width, row) != 0 || io_rows_add(rows, row, in) != 0) return in->problem->code;
    }
    return 0;
}

/* The line after the atoms tells whether there were as many as announced.  A box of sides 0 is none. */
static int read_box(io_input *in, uint64_t count, int *box) {
    char *line = NULL;
    io_word words[9];
    double sides[9] = {0};
    if (io_need_line(in, &line, "%llu atoms, without the line of the box", (unsigned long long)count) != 0)
        return in->problem->code;
    size_t found = io_split_words(line, words, 9);
    int numbers = found == 3 || found == 9;
    for (size_t i = 0; numbers && i < found; i++) {
        numbers = io_parse_double(words[i], &sides[i]);
        *box |= sides[i] < 0 || sides[i] > 0;
    }
    if (numbers) return 0;
    return io_input_fail_line(
        in, "expected the 3 or 9 numbers of the box after the %llu atoms that line 2 announces.",
        (unsigned long long)count);
}

/* Another frame is a title, which may be blank, and a count. */
static int look_for_more(io_input *in, int *more) {
    char *line = NULL;
    io_word word;
    for (int attempt = 0; attempt < 2; attempt++) {
        io_input_state state = io_input_filled_line(in, &line);
        if (state == IO_INPUT_PROBLEM) return in->problem->code;
        if (state == IO_INPUT_END && attempt == 0) return 0;
        *more = state == IO_INPUT_LINE && io_split_words(line, &word, 1) == 1 && io_is_integer(word);
        if (*more) return 0;
    }
    return io_input_fail_line(in, "what follows the box is not another frame.");
}

int io_read_gro(io_input *in, io_source *out) {
    char *line = NULL;
    uint64_t count = 0;
    int more = 0;
    if (io_need_line(in, &line, "nothing") != 0 || io_need_line(in, &line, "the title") != 0)
        return in->problem->code;
    io_word number = io_trim((io_word){line, strlen(line)});
    if (io_header_count(in, number, "atoms", &count) != 0) return in->problem->code;

    io_rows rows = {.row_bytes = 3 * sizeof(double)};
    int failed = read_atoms(in, count, &rows);
    if (failed == 0) failed = read_box(in, count, &out->box);
    if (failed == 0) failed = look_for_more(in, &more);
    snprintf(out->note, sizeof out->note, "nanometres, as in the file%s",
             more ? "; only the first frame is read, more follow" : "");
    return io_rows_finish(&rows, failed, 3, NF_FLOAT64, out);
}
