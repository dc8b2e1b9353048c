/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The target of the fuzzer, for replay.c too. */
#ifndef NEARFIELD_TESTS_FUZZ_READERS_H
#define NEARFIELD_TESTS_FUZZ_READERS_H

#include <stddef.h>
#include <stdint.h>

/* Chooses the format that is read; 0 if there is none of this name. */
int fuzz_choose_format(const char *name);

int LLVMFuzzerInitialize(int *count, char ***words);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
