/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The choice of frames, and the names of their outputs. */
#include "points/frames.h"
#include "tools/support.h"

#include <string.h>

/* Checks which of the first ten frames are chosen, and that the last of them is known to be the last. */
static void chooses(const char *text, const char *numbers) {
    char got[16] = "";
    frames chosen;
    ck_assert_msg(frames_parse(text, &chosen), "%s", text ? text : "NULL");
    for (uint64_t k = 0; k < 10; k++)
        if (frames_has(&chosen, k)) got[strlen(got)] = (char)('0' + k);
    ck_assert_str_eq(got, numbers);
    const uint64_t last = (uint64_t)(numbers[strlen(numbers) - 1] - '0');
    if (last < 8) ck_assert(!frames_go_on(&chosen, last));
    for (const char *c = numbers; c[1]; c++) ck_assert(frames_go_on(&chosen, (uint64_t)(*c - '0')));
}

TEST(frames_are_chosen_as_slices) {
    chooses(NULL, "0123456789");
    chooses("all", "0123456789");
    chooses(":", "0123456789");
    chooses("0", "0");
    chooses("4", "4");
    chooses("2:5", "234");
    chooses(":3", "012");
    chooses("7:", "789");
    chooses("::4", "048");
    chooses("1:8:3", "147");
    chooses("1:7:3", "14");
    chooses("2:4:18446744073709551615", "2");
}

TEST(other_words_are_refused) {
    static const char *const words[] = {
        "", "x", "-1", "-3:", ":-1", "1:2:0", "1:2:3:4", "1.5", "18446744073709551616"};
    frames chosen;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        ck_assert_msg(!frames_parse(words[k], &chosen), "%s", words[k]);
}

TEST(an_empty_slice_has_no_frame) {
    static const char *const words[] = {"3:3", "4:2", ":0", "4:2:3"};
    frames chosen;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        ck_assert_msg(frames_parse(words[k], &chosen) && frames_are_none(&chosen), "%s", words[k]);
    ck_assert(frames_parse("4", &chosen) && !frames_are_none(&chosen));
}

TEST(the_number_takes_the_place_of_the_star) {
    char name[16];
    ck_assert(frames_name("a.*.npz", 12, name, sizeof name));
    ck_assert_str_eq(name, "a.12.npz");
    ck_assert(frames_name("a.npz", 12, name, sizeof name));
    ck_assert_str_eq(name, "a.npz");
    ck_assert(frames_name("0123456789.*npz", 1, name, sizeof name));
    ck_assert(!frames_name("0123456789.*npz", 12, name, sizeof name));
    ck_assert(!frames_name("0123456789abcdef", 1, name, sizeof name));
}
