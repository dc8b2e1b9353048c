/* Starts the command again as a child process, for work that may hang or crash. */
#ifndef NEARFIELD_TOOL_SELF_H
#define NEARFIELD_TOOL_SELF_H

/* argv[0], for systems that have no /proc/self/exe. */
extern const char *program_name;

/* Replaces the process by `nearfield WORDS`; the words end with NULL.  Ends the process with 127 on failure. */
_Noreturn void become_self(const char *const *words);

/* Runs `nearfield WORDS` with its standard output in the file `output`, for at most `seconds` of wall time.
   Returns its exit code, 128 + the signal that ended it, or -1 when it cannot be started. */
int run_self(const char *const *words, const char *output, double seconds);

#endif
