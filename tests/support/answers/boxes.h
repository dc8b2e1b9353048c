/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Answers in boxes from the host and from devices, in one form.  On any error these functions fail the calling test. */
#ifndef SUPPORT_ANSWERS_BOXES_H
#define SUPPORT_ANSWERS_BOXES_H

#include "support/own.h"
#include "support/clouds/boxes.h"
#include "support/reference/images.h"

#include <nearfield/nearfield.h>

typedef enum box_question { BOX_PAIRS, BOX_HALF_LISTS, BOX_FULL_LISTS, BOX_QUESTIONS } box_question;
extern const char *const box_question_names[BOX_QUESTIONS];

/* The images in the order of the answer.  Release it with box_answer_free. */
typedef struct box_answer {
    image *rows;
    uint64_t count;
} box_answer;
void box_answer_free(box_answer *answer);
#define own_box_answer OWNED_BY(box_answer_free) box_answer

/* Asks the question, and checks that the vectors and distances are those of the rule, to the byte. */
box_answer box_ask(nf_context *context, const support_boxed *boxed, box_question question, int sorted);

/* The rows of an array of a result, whose shape must be this one; release them with free. */
void *box_read_array(nf_result *result, nf_array array, nf_type type, int columns, uint64_t rows);

/* What is measured of pairs or indices, for each. */
typedef struct box_measures {
    void *distances, *vectors; /* of the points' type; vectors have dims columns */
    int32_t *shifts;           /* three columns */
} box_measures;
box_measures box_read_measures(nf_result *result, const nf_points *points);
void box_measures_free(box_measures *measures);

#endif
