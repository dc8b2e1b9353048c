/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Runs `nearfield bench` in a temporary folder, and reads its JSON. */
#ifndef NEARFIELD_TESTS_BENCH_COMMAND_H
#define NEARFIELD_TESTS_BENCH_COMMAND_H

#include "tools/support.h"

#include <cJSON.h>

/* The folder.  It is new at the begin of each test, own_place folder = new_place(), and removed at its end. */
extern temporary place;
const temporary *new_place(void);
void remove_place(const temporary *const *folder);
#define own_place OWNED_BY(remove_place) const temporary *

/* Runs the command in the folder with its output in the file "said".  Returns the exit code. */
int bench(const char *arguments);

/* The same, which must answer `code` and print `sentence`. */
void expect(const char *arguments, int code, const char *sentence);

/* A file of the folder. */
char *text_of(const char *name);
cJSON *json_of(const char *name);

/* Members of an object, which must be there; a word that is not is "". */
double number(const cJSON *object, const char *name);
const char *word(const cJSON *object, const char *name);
const cJSON *part(const cJSON *object, const char *name);

#endif
