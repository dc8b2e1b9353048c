/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Profiles as text: every profile can be read back, and every damaged text is refused. */
#include "tune/profile.h"

#include "support/device.h"
#include "tune/capability.h"

#include <stdlib.h>
#include <string.h>

#define HEAD "nearfield profile 4\nname A \"B\"\ntype gpu\n"
static const char sound[] = HEAD "vendor V W \nplatform P\ndriver 1.2\n"
                                 "# a remark\n\nlater yes\nlook_back yes\nptx no\nanother_path yes\n"
                                 "scan.GROUP 256\nscan.ITEMS 8\n"
                                 "sums/a.b/n=8^2 two words\nend\n";

TEST(a_sound_text_is_read) {
    nf_profile p;
    nf_sentence error = {.text = ""};
    ck_assert_msg(nf_profile_from_text(sound, &p, &error) == NF_OK, "%s", error.text);
    ck_assert_str_eq(p.name, "A \"B\"");
    ck_assert_str_eq(p.vendor, "V W ");
    ck_assert_str_eq(p.driver, "1.2");
    ck_assert_str_eq(p.type, "gpu");
    ck_assert_uint_eq(p.checked, 1u << NF_CAN_LOOK_BACK | 1u << NF_CAN_PTX);
    ck_assert_uint_eq(p.proved, 1u << NF_CAN_LOOK_BACK);
    ck_assert_uint_eq(p.value_count, 2);
    ck_assert_str_eq(p.values[1].name, "scan.ITEMS");
    ck_assert_int_eq(p.values[1].value, 8);
    ck_assert_uint_eq(p.choice_count, 1);
    ck_assert_str_eq(p.choices[0].name, "sums/a.b/n=8^2");
    ck_assert_str_eq(p.choices[0].choice, "two words");
}

/* The largest profile, too. */
TEST(what_is_written_is_read_back) {
    nf_profile p, q;
    char text[NF_PROFILE_BYTES];
    nf_sentence error = {.text = ""};
    for (int full = 0; full < 2; full++) {
        ck_assert_int_eq(nf_profile_from_text(sound, &p, &error), NF_OK);
        if (full) {
            char *const names[] = {p.name, p.vendor, p.platform, p.driver};
            for (int k = 0; k < 4; k++) memset(names[k], 'n', sizeof p.name - 1);
            p.checked = p.proved = (1u << NF_CAPABILITIES) - 1;
            p.value_count = NF_PROFILE_VALUES;
            for (int k = 0; k < NF_PROFILE_VALUES; k++) {
                memset(p.values[k].name, '.', sizeof p.values[k].name - 1);
                p.values[k].value = 1 << 24;
            }
            p.choice_count = NF_PROFILE_CHOICES;
            for (int k = 0; k < NF_PROFILE_CHOICES; k++) {
                memset(p.choices[k].name, '/', sizeof p.choices[k].name - 1);
                memset(p.choices[k].choice, 'c', sizeof p.choices[k].choice - 1);
            }
        }
        ck_assert_int_eq(nf_profile_to_text(&p, text, &error), NF_OK);
        ck_assert_msg(nf_profile_from_text(text, &q, &error) == NF_OK, "%s", error.text);
        ck_assert_mem_eq(&p, &q, sizeof p);
    }
}

TEST(names_of_several_lines_become_one) {
    nf_profile p, q;
    nf_device_info device = {.name = "a\nb\tc", .type = CL_DEVICE_TYPE_GPU, .driver = "1"};
    char text[NF_PROFILE_BYTES];
    nf_profile_of_device(&device, &p);
    ck_assert_str_eq(p.name, "a b c");
    ck_assert_int_eq(nf_profile_to_text(&p, text, NULL), NF_OK);
    ck_assert_int_eq(nf_profile_from_text(text, &q, NULL), NF_OK);
    ck_assert_int_eq(nf_profile_is_of(&q, &device), 2);
    device.driver[0] = '2';
    ck_assert_int_eq(nf_profile_is_of(&q, &device), 1);
    device.type = CL_DEVICE_TYPE_ACCELERATOR;
    ck_assert_int_eq(nf_profile_is_of(&q, &device), 0);
}

/* A shipped profile must decide about all capabilities, like a self-check. */
TEST(shipped_profiles_say_something_of_every_capability) {
    ck_assert_uint_gt(nf_shipped_count, 0);
    for (size_t k = 0; k < nf_shipped_count; k++) {
        const nf_shipped *s = &nf_shipped_profiles[k];
        nf_profile p;
        ck_assert_int_eq(nf_profile_from_text((const char *)s->bytes, &p, NULL), NF_OK);
        ck_assert_msg(p.checked == (1u << NF_CAPABILITIES) - 1, "%s: %x", s->name, p.checked);
    }
}

TEST(damaged_texts_are_refused) {
    static const char *const texts[] = {
        "",
        "\n",
        "end\n",
        "nearfield profile 4",
        "nearfield profile 4\nend\n",
        "nearfield profile 2\nname a\ntype gpu\nend\n",
        "{\"format\": \"nearfield profile 1\", \"name\": \"a\", \"type\": \"gpu\"}",
        HEAD,
        HEAD "en",
        HEAD "end\nend\n",
        HEAD "end\nscan.GROUP 1\n",
        HEAD "type a_type_of_more_than_sixteen_letters\nend\n",
        HEAD "name\tx\nend\n",
        HEAD "vendor\nend\n",
        HEAD "ptx 1\nend\n",
        HEAD "ptx yes \nend\n",
        HEAD "a.B 0\nend\n",
        HEAD "a.B -1\nend\n",
        HEAD "a.B 4x\nend\n",
        HEAD "a.B \nend\n",
        HEAD "a.B 99999999\nend\n",
        HEAD "a.name_of_a_tunable_with_more_than_44_letters 4\nend\n",
        HEAD "driver a\r\nend\n",
        HEAD "a/b\nend\n",
        HEAD "a/b \nend\n",
        HEAD "a/b a_choice_with_more_than_32_letters_\nend\n",
        HEAD "a/name_of_a_choice_with_more_than_80_letters_name_of_a_choice_with_more_than_80_lette b\nend\n",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        nf_profile p;
        nf_sentence error = {.text = ""};
        ck_assert_msg(nf_profile_from_text(texts[k], &p, &error) == NF_ERROR_ARGUMENT, "taken: %s", texts[k]);
        ck_assert_msg(error.text[0], "no sentence for %s", texts[k]);
        ck_assert_uint_eq(p.checked | p.proved | p.value_count, 0);
    }
}

TEST(a_struct_that_holds_no_profile_is_not_written) {
    enum { CASES = 13 };
    for (int k = 0; k < CASES; k++) {
        nf_profile *p = support_allocate(
            sizeof *p); /* in its own allocation, so that a checker of addresses knows its end */
        char text[NF_PROFILE_BYTES];
        nf_sentence error = {.text = ""};
        ck_assert_int_eq(nf_profile_from_text(sound, p, &error), NF_OK);
        switch (k) {
        case 0: memset(p, 0, sizeof *p); break;
        case 1: memset(p, 0xa5, sizeof *p); break;
        case 2: memset(p->name, 'n', sizeof p->name); break;
        case 3: memset(p->driver, 'd', sizeof p->driver); break;
        case 4: memset(p->type, 't', sizeof p->type); break;
        case 5: p->type[0] = 0; break;
        case 6: p->value_count = NF_PROFILE_VALUES + 1; break;
        case 7: p->vendor[1] = '\n'; break;
        case 8: memset(p->values[1].name, 'v', sizeof p->values[1].name); break;
        case 9: p->values[0].value = 0; break;
        case 10: p->values[0].value = (1 << 24) + 1; break;
        case 11: memcpy(p->values[0].name, "#a.B", 5); break;
        default: memcpy(p->values[0].name, "a.B 4", 6); break;
        }
        ck_assert_msg(nf_profile_to_text(p, text, &error) == NF_ERROR_ARGUMENT, "case %d", k);
        ck_assert_msg(error.text[0] && !text[0], "case %d", k);
        free(p);
    }
}

/* Each text is at the end of its own allocation, so that a checker of addresses notices reads beyond it. */
TEST(noise_is_read_without_harm) {
    uint64_t state = 1;
    for (int round = 0; round < 30000; round++) {
        const size_t size =
            support_random(&state) % 8 ? sizeof sound - 1 : support_random(&state) % sizeof sound;
        own_memory char *text = support_allocate(size + 1);
        memcpy(text, sound, size);
        text[size] = 0;
        for (uint64_t k = support_random(&state) % 6; size && k > 0; k--) {
            static const char marks[] = " \n#.0-19end\tyesno";
            const uint64_t r = support_random(&state);
            text[r % size] = r >> 40 & 1 ? (char)(r >> 32) : marks[(r >> 32) % (sizeof marks - 1)];
        }
        nf_profile p;
        nf_sentence error = {.text = ""};
        const nf_status status = nf_profile_from_text(text, &p, &error);
        ck_assert(status == NF_OK || (status == NF_ERROR_ARGUMENT && error.text[0] && !p.value_count));
    }
}
