/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A library that is no OpenCL loader. */
int nearfield_no_loader(void);
int nearfield_no_loader(void) { return 1; }
