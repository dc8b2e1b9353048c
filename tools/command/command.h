/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the command has beside its subcommands. */
#ifndef NEARFIELD_COMMAND_COMMAND_H
#define NEARFIELD_COMMAND_COMMAND_H

/* The subcommand devices.  argv[0] is its name. */
int command_devices(int argc, char **argv);

/* Prints the version, and which libraries were built in. */
void print_version(void);

#endif
