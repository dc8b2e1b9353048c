/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Budgets of chunks: what an error says of them, and the memory that a call takes. */
#ifndef SUPPORT_BUDGETS_H
#define SUPPORT_BUDGETS_H

#include <nearfield/nearfield.h>

/* The least budget that is enough, and the results of the largest row or tile, from the message of one that is not. */
typedef struct budget_needs {
    unsigned long long bytes, largest;
} budget_needs;

budget_needs budget_least(nf_context *context, nf_status status);

/* Begins to count the memory of a call; and checks that it took no more than `budget`. */
void budget_begin(nf_context *context);
void budget_within(nf_context *context, uint64_t budget, const char *name);

#endif
