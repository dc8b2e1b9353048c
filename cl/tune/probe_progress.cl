// Probe of forward progress: every work-group waits for the one with the preceding ticket, through the words of
// look_back.cl, like scan, sort and search.
//   LANES_BY  as in look_back.cl      WIDE  1: also with 64-bit words
//
// tickets[0] is 0, and 0 again at the end; words[k] tells of the group with ticket k, whose own value is k % 7 + 1.
// before[k] = the sum of those before it.  A group that has polled `most` times without success sets gave_up[0]; then all
// return, so that the kernel ends on any device.
#pragma once
#define PROBE_PROGRESS(name, WORD, MAKE, STATE, VALUE, load, store)                                          \
    __kernel void name(volatile __global uint *tickets, volatile __global WORD *words,                       \
                       __global WORD *before, volatile __global uint *gave_up, uint most) {                  \
        __local uint shared;                                                                                 \
        if (get_local_id(0) == 0) shared = look_back_ticket(tickets, (uint)get_num_groups(0));               \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                        \
        if (get_local_id(0) != 0) return;                                                                    \
        const uint ticket = shared;                                                                          \
        const WORD own = ticket % 7 + 1;                                                                     \
        WORD sum = 0;                                                                                        \
        store(words + ticket, MAKE(ticket ? LOOK_BACK_OWN : LOOK_BACK_ALL, own));                            \
        for (uint k = ticket, turns = 0; k > 0;) {                                                           \
            const WORD word = load(words + k - 1);                                                           \
            if (STATE(word) == 0) {                                                                          \
                if (++turns < most && (turns % 256 || atomic_or(gave_up, 0u) == 0)) continue;                \
                atomic_or(gave_up, 1u);                                                                      \
                return;                                                                                      \
            }                                                                                                \
            sum += VALUE(word);                                                                              \
            k = STATE(word) == LOOK_BACK_ALL ? 0 : k - 1;                                                    \
        }                                                                                                    \
        if (ticket) store(words + ticket, MAKE(LOOK_BACK_ALL, sum + own));                                   \
        before[ticket] = sum;                                                                                \
    }
#define PROBE_PROGRESS_32(name, load, store)                                                                 \
    PROBE_PROGRESS(name, uint, LOOK_BACK_WORD, LOOK_BACK_STATE, LOOK_BACK_VALUE, load, store)
#define PROBE_PROGRESS_64(name, load, store)                                                                 \
    PROBE_PROGRESS(name, ulong, LOOK_BACK_WORD64, LOOK_BACK_STATE64, LOOK_BACK_VALUE64, load, store)

// Loads and stores of OpenCL C, and those of PTX if the lanes use it.
PROBE_PROGRESS_32(probe_progress_32, look_back_load_plain, look_back_store_plain)
#if WIDE
PROBE_PROGRESS_64(probe_progress_64, look_back_load64_plain, look_back_store64_plain)
#endif
#if LOOK_BACK_PTX
PROBE_PROGRESS_32(probe_progress_lanes_32, look_back_load, look_back_store)
#if WIDE
PROBE_PROGRESS_64(probe_progress_lanes_64, look_back_load64, look_back_store64)
#endif
#endif
