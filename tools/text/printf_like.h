/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Marks a function whose f-th argument is a format, and whose a-th is the first for it. */
#ifndef NEARFIELD_TEXT_PRINTF_LIKE_H
#define NEARFIELD_TEXT_PRINTF_LIKE_H

#if defined(__GNUC__)
#define PRINTF_LIKE(f, a) __attribute__((format(printf, f, a)))
#else
#define PRINTF_LIKE(f, a)
#endif

#endif
