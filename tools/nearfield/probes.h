/* The self-check in processes of their own, so that a driver that hangs or crashes costs one verdict alone. */
#ifndef NEARFIELD_TOOL_PROBES_H
#define NEARFIELD_TOOL_PROBES_H

#include "command.h"

/* The program's own name, for starting itself again. */
extern const char *program_name;

/* Runs all probes on the device; `findings` has room for each.  `seen` is called when a probe begins. Answers 0
   when no process can be started. */
int run_probes(const char *device, nf_finding *findings, void (*seen)(void *user, size_t number), void *user);

/* In such a process: runs the probes from `first` on and says on standard output what it finds.  Answers the exit
   code. */
int answer_probes(const char *device, size_t first);

#endif
