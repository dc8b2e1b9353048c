// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The images of a periodic box through which a packet walks, one after another.
#pragma once
#include "knn/packet/state.cl"

#if BOX
#define NF_PACKET_REACH                                                                                      \
    2 // images along an axis; queries that need more are left to singles, which walk the nearest first
// The next image; the first time, `reach` is found.
static inline void nf_packet_image(nf_packet *packet, nf_packet_way *way, const nf_levels *levels,
                                   __local nf_packet_room *room, const nf_folds *folds) {
    __local nf_view *view = &room->of.walk.view;
    const int none[3] = {0, 0, 0};
    if (packet->image == (int)NF_PACKED(none)) {
        const int is = packet->bound >= 0 && view->g > 0;
        real edge[3];
        for (int k = 0; k < 3; k++) edge[k] = is ? (real)packet->edge[k] / view->g : 0;
        nf_images_within(folds, edge, is ? sqrt((real)packet->bound) * (real)1.001f / view->g : 0,
                         packet->reach);
        for (int k = 0; k < 3; k++) {
            if (is && packet->reach[k] > NF_PACKET_REACH) packet->failed = 1;
            if (!is || packet->failed) packet->reach[k] = 0;
            packet->m[k] = -packet->reach[k];
        }
        packet->m[2]--;
    }
    do {
        if (++packet->m[2] <= packet->reach[2]) continue;
        packet->m[2] = -packet->reach[2];
        if (++packet->m[1] <= packet->reach[1]) continue;
        packet->m[1] = -packet->reach[1];
        packet->m[0]++;
    } while (packet->m[0] == 0 && packet->m[1] == 0 && packet->m[2] == 0);
    if (packet->m[0] > packet->reach[0]) {
        packet->done = 1;
        return;
    }
    real vector[3];
    for (int a = 0; a < 3; a++) vector[a] = NF_VECTOR_ALONG(folds, packet->m, a);
    const uint window = NF_BLUR + nf_image_blur(view->g, vector);
    if (packet->lane == 0)
        for (int a = 0; a < 3; a++) view->vector[a] = vector[a];
    if (window > packet->window) {
        const float more = (float)(window - packet->window);
        const float most = fmin(NF_S_MOST, room->of.walk.most[packet->lane] + more);
        room->of.walk.most[packet->lane] = most;
        if (packet->accepted >= 0) packet->accepted = fmin(most, packet->accepted + more);
        packet->bound += packet->bound < 0 ? 0 : 2 * more;
        packet->window = window;
        if (window > NF_QUANTA / 8) packet->failed = 1, packet->done = 1;
    }
    packet->image = (int)NF_PACKED(packet->m);
    way->level = levels->count - 1;
    way->node = way->mask = 0;
    way->enters = 1;
}
#endif
