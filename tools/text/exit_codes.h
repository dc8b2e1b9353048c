/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the program ends with. */
#ifndef NEARFIELD_TEXT_EXIT_CODES_H
#define NEARFIELD_TEXT_EXIT_CODES_H

enum {
    EXIT_DONE = 0,
    EXIT_OTHER = 1,
    EXIT_USAGE = 2,
    EXIT_INPUT = 3,
    EXIT_DEVICE = 4,
    EXIT_MEMORY = 5,
    EXIT_SLOWER = 6 /* nearfield bench --compare OLD --fail-if-slower */
};

#endif
