/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#ifndef NEARFIELD_CHECK_CHECK_H
#define NEARFIELD_CHECK_CHECK_H

/* The subcommand check.  argv[0] is its name. */
int command_check(int argc, char **argv);

#endif
