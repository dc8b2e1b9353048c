/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Child processes: the command itself, for work that may hang or crash, and other programs with a time limit. */
#ifndef NEARFIELD_SYSTEM_CHILD_H
#define NEARFIELD_SYSTEM_CHILD_H

/* argv[0], for systems that have no /proc/self/exe. */
extern const char *program_name;

/* Replaces the process by `nearfield WORDS`; the words end with NULL.  Ends the process with 127 on failure. */
_Noreturn void become_self(const char *const *words);

/* Runs `program WORDS` for at most `seconds` of wall time.  The program gets a process group, which ends with it when it takes too
   long.  `files` are its standard streams.
   The child is killed when this process ends, where the system can do that.  Returns its exit code (127: it cannot be
   executed), 128 + the signal that ended it, or -1 when there is no process for it. */
int run_program(const char *program, const char *const *words, const char *const files[3], double seconds);

#endif
