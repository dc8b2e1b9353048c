// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The images of a periodic box through which a party walks, one after another.
#pragma once
#include "tree/party_state.cl"

#if BOX
#define NF_PARTY_REACH                                                                                       \
    2 // images along an axis; queries that need more are left to seekers, which walk the nearest first
// The next image; the first time, `reach` is found.
static inline void nf_party_image(nf_party *party, nf_party_way *way, const nf_levels *levels,
                                  __local nf_party_room *room, const nf_folds *folds) {
    __local nf_view *view = &room->of.walk.view;
    const int none[3] = {0, 0, 0};
    if (party->image == (int)NF_PACKED(none)) {
        const int is = party->bound >= 0 && view->g > 0;
        real edge[3];
        for (int k = 0; k < 3; k++) edge[k] = is ? (real)party->edge[k] / view->g : 0;
        nf_images_within(folds, edge, is ? sqrt((real)party->bound) * (real)1.001f / view->g : 0,
                         party->reach);
        for (int k = 0; k < 3; k++) {
            if (is && party->reach[k] > NF_PARTY_REACH) party->failed = 1;
            if (!is || party->failed) party->reach[k] = 0;
            party->m[k] = -party->reach[k];
        }
        party->m[2]--;
    }
    do {
        if (++party->m[2] <= party->reach[2]) continue;
        party->m[2] = -party->reach[2];
        if (++party->m[1] <= party->reach[1]) continue;
        party->m[1] = -party->reach[1];
        party->m[0]++;
    } while (party->m[0] == 0 && party->m[1] == 0 && party->m[2] == 0);
    if (party->m[0] > party->reach[0]) {
        party->done = 1;
        return;
    }
    real vector[3];
    for (int a = 0; a < 3; a++) vector[a] = NF_VECTOR_ALONG(folds, party->m, a);
    const uint window = NF_BLUR + nf_image_blur(view->g, vector);
    if (party->lane == 0)
        for (int a = 0; a < 3; a++) view->vector[a] = vector[a];
    if (window > party->window) {
        const float more = (float)(window - party->window);
        const float most = fmin(NF_S_MOST, room->of.walk.most[party->lane] + more);
        room->of.walk.most[party->lane] = most;
        if (party->accepted >= 0) party->accepted = fmin(most, party->accepted + more);
        party->bound += party->bound < 0 ? 0 : 2 * more;
        party->window = window;
        if (window > NF_QUANTA / 8) party->failed = 1, party->done = 1;
    }
    party->image = (int)NF_PACKED(party->m);
    way->level = levels->count - 1;
    way->node = way->mask = 0;
    way->enters = 1;
}
#endif
