// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The tests of a party: all lanes test the same candidates, which wait in local memory.
#pragma once
#include "tree/party_state.cl"

// Tests `count` candidates, a multiple of NF_CHECK; `drains`: and empties the columns.  `without`: the slot that is left out.
TOGETHER void nf_party_test(nf_party *party, uint *list, uint count, int drains, uint without,
                            __local nf_party_room *room) {
    __local const nf_party_walk *walk = &room->of.walk;
    __local uint *column = room->of.walk.column;
    for (uint c = 0; c < count; c += NF_CHECK) {
#pragma unroll
        for (uint h = 0; h < NF_CHECK; h += 4) {
            float s[4];
            const uint4 slots = *(__local const uint4 *)(walk->slot + c + h);
            const uint slot[4] = {slots.x, slots.y, slots.z, slots.w};
#pragma unroll
            for (uint i = 0; i < 4; i++) {
                float u[NF_WIDTH];
#pragma unroll
                for (uint a = 0; a < NF_WIDTH; a += 4) {
                    const float4 four =
                        *(__local const float4 *)(walk->candidate + (c + h + i) * NF_WIDTH + a);
                    u[a] = four.x, u[a + 1] = four.y, u[a + 2] = four.z, u[a + 3] = four.w;
                }
                s[i] = u[DIMS];
#pragma unroll
                for (int a = 0; a < DIMS; a++) s[i] = fma(u[a], party->twice[a], s[i]);
            }
#pragma unroll
            for (uint i = 0; i < 4; i++) {
                local_append(column, &party->end, NF_ROW, as_uint(s[i]) * NF_SLOTS + slot[i], s[i],
                             party->accepted);
            }
        }
        const int last = drains && c + NF_CHECK >= count;
        if (lanes_ballot(last || party->end > party->first + (NF_COLUMN - NF_CHECK) * NF_ROW, room->lanes)) {
            local_settle();
            party->end = nf_column_merge(list, column, party->first, party->end, party->window, without);
            const float quanta = (float)(list[KEYS - 1] / NF_SLOTS + party->window);
            if (party->accepted >= 0 && list[KEYS - 1] != NF_NO_KEY)
                party->accepted = fmin(walk->most[party->lane], 8388608.0f + quanta);
            if (party->end > party->first + (NF_COLUMN - NF_CHECK) * NF_ROW) {
                party->end = party->first;
                party->accepted = -1;
            }
            local_settle();
        }
    }
}
