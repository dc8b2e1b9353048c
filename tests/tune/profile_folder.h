/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A folder of stored profiles. */
#ifndef TESTS_TUNE_PROFILE_FOLDER_H
#define TESTS_TUNE_PROFILE_FOLDER_H

#include "support/device.h"
#include "tune/known.h"
#include "tune/profile.h"

extern char folder[256]; /* of this test, below TMPDIR or /tmp */
void make_folder(void);
void remove_folder(void);

nf_context *open_context(const char *config);

/* A valid value of scan's first row that is not the default; the default; and the value in use. */
int other_value(const nf_context *context);
int default_value(const nf_context *context);
int scan_value(const nf_context *context);

/* A profile of the context's device with one tunable and one capability. */
nf_profile profile_of(const nf_context *context, int value);

#endif
