/* The command starts itself again, for what may hang or crash. */
#ifndef NEARFIELD_TOOL_SELF_H
#define NEARFIELD_TOOL_SELF_H

/* The program's own name, where the system does not know its file. */
extern const char *program_name;

/* Becomes `nearfield WORDS`, up to the first NULL; ends the process with 127 where that cannot be. */
_Noreturn void become_self(const char *const *words);

/* Runs `nearfield WORDS` with its standard output in the file `output`, and waits for `seconds` of the clock at most.
   Answers its exit code, 128 and the signal that ended it, or -1 where it could not be started. */
int run_self(const char *const *words, const char *output, double seconds);

#endif
