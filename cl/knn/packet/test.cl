// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The tests of a packet: all lanes test the same candidates, which wait in local memory.
#pragma once
#include "knn/packet/state.cl"

// Tests `count` candidates, a multiple of NF_CHECK; `drains`: and empties the columns.  `without`: the slot that is left out.
TOGETHER void nf_packet_test(nf_packet *packet, uint *list, uint count, int drains, uint without,
                             __local nf_packet_room *room) {
    __local const nf_packet_walk *walk = &room->of.walk;
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
                for (int a = 0; a < DIMS; a++) s[i] = fma(u[a], packet->twice[a], s[i]);
            }
#pragma unroll
            for (uint i = 0; i < 4; i++) {
                local_append(column, &packet->end, NF_ROW, as_uint(s[i]) * NF_SLOTS + slot[i], s[i],
                             packet->accepted);
            }
        }
        const int last = drains && c + NF_CHECK >= count;
        if (nf_lanes_ballot(last || packet->end > packet->first + (NF_COLUMN - NF_CHECK) * NF_ROW,
                            room->lanes)) {
            local_settle();
            packet->end = nf_column_merge(list, column, packet->first, packet->end, packet->window, without);
            const float quanta = (float)(list[KEYS - 1] / NF_SLOTS + packet->window);
            if (packet->accepted >= 0 && list[KEYS - 1] != NF_NO_KEY)
                packet->accepted = fmin(walk->most[packet->lane], 8388608.0f + quanta);
            if (packet->end > packet->first + (NF_COLUMN - NF_CHECK) * NF_ROW) {
                packet->end = packet->first;
                packet->accepted = -1;
            }
            local_settle();
        }
    }
}
