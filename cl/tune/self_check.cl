// All probes that decide about fast paths in one program, so that the first start waits for the compiler once.
//   PARTS     the sum of 1: progress, 2: lanes, 4: words of 64 bits
//   LANES_BY  as in lanes.cl     GROUP  as in probe_lanes.cl     WIDE  1: with words of 64 bits
#if !defined(PARTS) || !defined(LANES_BY) || !defined(GROUP) || !defined(WIDE)
#error "self_check.cl needs PARTS, LANES_BY, GROUP and WIDE"
#endif
#include "machine/look_back.cl"
#include "machine/lanes.cl"

#if PARTS & 1
#include "tune/probe_progress.cl"
#endif
#if PARTS & 2
#include "tune/probe_lanes.cl"
#endif
#if PARTS & 4
#include "tune/probe_words.cl"
#endif
