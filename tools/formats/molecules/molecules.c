/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/molecules/molecules.h"

#include "formats/cell.h"
#include "text/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int io_is_p1(const char *group) {
    io_word words[3];
    const size_t count = io_split_words(group, words, 3);
    if (count == 0) return 1;
    if (io_word_is(words[0], "P1") || io_word_is(words[0], "p1"))
        return count == 1 || (count == 2 && io_is_integer(words[1]));
    return count >= 2 && (io_word_is(words[0], "P") || io_word_is(words[0], "p")) &&
           io_word_is(words[1], "1") && (count == 2 || (count == 3 && io_is_integer(words[2])));
}

/* Files of structures without a crystal have a cell of 1 x 1 x 1 in its place. */
static int is_placeholder(const double numbers[6]) {
    int is = 1;
    for (int k = 0; k < 6; k++) is &= !(fabs(numbers[k] - (k < 3 ? 1 : 90)) > 0);
    return is;
}

void io_molecule_box(const io_input *in, const double numbers[6], const io_molecule_cell *cell,
                     io_frame *frame) {
    double used[6];
    int open = 0;
    memcpy(used, numbers, sizeof used);
    for (int k = 0; k < 3; k++)
        if (!(used[k] < 0) && !(used[k] > 0)) used[k] = 1, open++;
    if (open == 3 || is_placeholder(numbers)) {
        io_frame_warn(frame, "its cell of %d x %d x %d stands for none: space is open", open < 3, open < 3,
                      open < 3);
        return;
    }
    const char *wrong = io_cell_from_angles(used, frame->box.cell);
    if (wrong)
        snprintf(frame->box_fault, sizeof frame->box_fault, "%.200s:%llu: the numbers of %s are no cell",
                 in->name, (unsigned long long)cell->line, cell->of);
    else if (cell->part || cell->more) {
        char why[90];
        if (cell->part)
            snprintf(why, sizeof why, "the space group is %.60s", *cell->group ? cell->group : "not P 1");
        else snprintf(why, sizeof why, "%.40s makes copies that are not in the file", cell->more);
        snprintf(frame->box_fault, sizeof frame->box_fault,
                 "%.180s:%llu: %s, so the cell has more atoms than the file, whose periodic neighbours would "
                 "be wrong",
                 in->name, (unsigned long long)cell->line, why);
    }
    for (int k = 0; k < 3; k++) {
        frame->box.periodic[k] = !(numbers[k] < 0) && numbers[k] > 0;
        if (!frame->box.periodic[k]) memset(frame->box.cell[k], 0, sizeof frame->box.cell[k]);
    }
}

void io_molecule_check_scale(const io_input *in, const double scale[9], uint64_t line, const char *what,
                             const char *of, io_frame *frame) {
    int agrees = 1;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) {
            double sum = 0;
            for (int c = 0; c < 3; c++) sum += scale[3 * a + c] * frame->box.cell[k][c];
            agrees &= fabs(sum - (a == k)) <= 0.01;
        }
    if (io_box_is_periodic(&frame->box) && !*frame->box_fault && !agrees)
        snprintf(frame->box_fault, sizeof frame->box_fault,
                 "%.150s:%llu: %.80s another cell than that of %.40s with its first vector along x", in->name,
                 (unsigned long long)line, what, of);
}
