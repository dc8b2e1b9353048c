// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Non-temporal stores for CPUs, for data that is not read again soon; plain stores if the compiler has none.  `place` must
// be aligned to the size of `value`.
#pragma once
#if defined(__has_builtin)
#if __has_builtin(__builtin_nontemporal_store)
#define STREAM(value, place) __builtin_nontemporal_store(value, place)
#endif
#endif
#ifndef STREAM
#define STREAM(value, place) (*(place) = (value))
#endif
