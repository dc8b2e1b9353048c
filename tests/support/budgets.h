/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Budgets of chunks: the memory that a call takes. */
#ifndef SUPPORT_BUDGETS_H
#define SUPPORT_BUDGETS_H

#include <nearfield/nearfield.h>

/* Begins to count the memory of a call; and checks that it took no more than `budget`. */
void budget_begin(nf_context *context);
void budget_within(nf_context *context, uint64_t budget, const char *name);

#endif
