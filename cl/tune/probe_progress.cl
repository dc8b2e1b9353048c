// Probe of forward progress: every work-group waits for the one that took its ticket before, through the words of
// look_back.cl, as scan, sort and search do it.
//   LANES_BY  as in look_back.cl
//   WIDE      1: 64-bit words
#if !defined(LANES_BY) || !defined(WIDE)
#error "probe_progress.cl needs LANES_BY and WIDE"
#endif
#include "common/look_back.cl"
#if WIDE
#define WORD  ulong
#define MAKE  LOOK_BACK_WORD64
#define STATE LOOK_BACK_STATE64
#define VALUE LOOK_BACK_VALUE64
#define LOAD  look_back_load64
#define STORE look_back_store64
#else
#define WORD  uint
#define MAKE  LOOK_BACK_WORD
#define STATE LOOK_BACK_STATE
#define VALUE LOOK_BACK_VALUE
#define LOAD  look_back_load
#define STORE look_back_store
#endif

// tickets[0] is 0, and 0 again at the end; words[k] tells of the group with ticket k, whose own value is k % 7 + 1.
// before[k] = the sum of those before it.  Who has waited `most` turns in vain sets gave_up[0]; then all leave, so that
// the kernel ends on any device.
__kernel void probe_progress(volatile __global uint *tickets, volatile __global WORD *words,
                             __global WORD *before, volatile __global uint *gave_up, uint most) {
    __local uint shared;
    if (get_local_id(0) == 0) shared = look_back_ticket(tickets, (uint)get_num_groups(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) != 0) return;
    const uint ticket = shared;
    const WORD own = ticket % 7 + 1;
    WORD sum = 0;
    STORE(words + ticket, MAKE(ticket ? LOOK_BACK_OWN : LOOK_BACK_ALL, own));
    for (uint k = ticket, turns = 0; k > 0;) {
        const WORD word = LOAD(words + k - 1);
        if (STATE(word) == 0) {
            if (++turns < most && (turns % 256 || atomic_or(gave_up, 0u) == 0)) continue;
            atomic_or(gave_up, 1u);
            return;
        }
        sum += VALUE(word);
        k = STATE(word) == LOOK_BACK_ALL ? 0 : k - 1;
    }
    if (ticket) STORE(words + ticket, MAKE(LOOK_BACK_ALL, sum + own));
    before[ticket] = sum;
}
