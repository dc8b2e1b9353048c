/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The values of options: numbers, and words of which one is chosen.  The readers leave a value as it is where the word is NULL, as the
 * option was not given.  They return EXIT_DONE, or EXIT_USAGE after an error message. */
#ifndef NEARFIELD_OPTIONS_VALUES_H
#define NEARFIELD_OPTIONS_VALUES_H

#include <stddef.h>

/* Finite numbers between two ends; `above` leaves out the lower one. */
typedef struct number_range {
    double least, most; /* most may be HUGE_VAL */
    int above;
} number_range;

int read_number(const char *option, const char *word, number_range range, double *value);

/* Reads a time limit in seconds, at least `least`. */
int read_seconds(const char *word, double least, double *value);

/* Reads a positive number. */
int read_positive(const char *option, const char *word, double *value);

/* Reads a whole number, which may be written as 1e6. */
int read_whole(const char *option, const char *word, int least, int most, int *value);

/* A word that an option takes, and its value. */
typedef struct choice {
    const char *word;
    int value;
} choice;

/* The table ends with a row of zeros. */
int read_choice(const char *option, const char *word, const choice *choices, int *value);

/* An nf_type, and a number of dimensions. */
extern const choice precision_choices[], dims_choices[];

#endif
