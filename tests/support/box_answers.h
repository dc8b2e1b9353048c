/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Answers in boxes from the host and from devices, in one form.  On any error these functions fail the calling test. */
#ifndef SUPPORT_BOX_ANSWERS_H
#define SUPPORT_BOX_ANSWERS_H

#include "support/boxes.h"
#include "support/images.h"

#include <nearfield/nearfield.h>

typedef enum box_question { BOX_PAIRS, BOX_HALF_LISTS, BOX_FULL_LISTS, BOX_QUESTIONS } box_question;
extern const char *const box_question_names[BOX_QUESTIONS];

/* The images in the order of the answer.  Release it with box_answer_free. */
typedef struct box_answer {
    image *rows;
    uint64_t count;
} box_answer;
void box_answer_free(box_answer *answer);

/* Asks the question, and checks that the vectors and distances are those of the rule, to the byte.  `who` is a context for devices, and is not used for the host. */
typedef box_answer box_ask(void *who, const support_boxed *boxed, box_question question, int sorted);
box_ask box_ask_host, box_ask_device;

/* The rows of an array of a result on the device, whose shape must be this one; release them with free. */
void *box_read_array(nf_context *context, nf_result *result, nf_array array, nf_type type, int columns,
                     uint64_t rows);

#endif
