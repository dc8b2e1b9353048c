/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "points/frames.h"

#include "text/words.h"

#include <stdio.h>
#include <string.h>

int frames_parse(const char *text, frames *chosen) {
    uint64_t number[3] = {0, UINT64_MAX, 1};
    int parts = 0;
    for (const char *at = text; at && strcmp(text, "all") != 0;) {
        const span word = {at, strcspn(at, ":")};
        if (parts == 3 || (word.length > 0 && !parse_count(word, &number[parts]))) return 0;
        parts++;
        at = at[word.length] ? at + word.length + 1 : NULL;
    }
    if (parts == 1) { /* one number and no colon */
        if (!*text || number[0] == UINT64_MAX) return 0;
        number[1] = number[0] + 1;
    }
    *chosen = (frames){number[0], number[1], number[2]};
    return chosen->step > 0;
}

int frames_has(const frames *chosen, uint64_t frame) {
    return frame >= chosen->first && frame < chosen->stop && (frame - chosen->first) % chosen->step == 0;
}

int frames_go_on(const frames *chosen, uint64_t frame) {
    if (frame < chosen->first) return 1;
    return chosen->step < chosen->stop && frame < chosen->stop - chosen->step;
}

int frames_name(const char *pattern, uint64_t frame, char *name, int size) {
    const char *star = strchr(pattern, '*');
    const int written = star ? snprintf(name, (size_t)size, "%.*s%llu%s", (int)(star - pattern), pattern,
                                        (unsigned long long)frame, star + 1)
                             : snprintf(name, (size_t)size, "%s", pattern);
    return written >= 0 && written < size;
}
