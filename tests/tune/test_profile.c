/* Profiles as text: what is written is read back, and what is damaged is refused, whatever the damage. */
#include "tune/profile.h"

#include "support/device.h"
#include "tune/capability.h"
#include "tune/json.h"
#include "tune/store.h"

#include <stdlib.h>
#include <string.h>

static const char sound[] =
    "{\"format\": \"nearfield profile 1\", \"name\": \"A \\\"B\\\" \\u00e9\\u00CF\", \"vendor\": \"V\", "
    "\"platform\": \"P\",\n"
    " \"driver\": \"1.2\", \"type\": \"gpu\", \"compute_units\": 132, \"probes\": 2, \"later\": true,\n"
    " \"capabilities\": {\"look_back\": true, \"ptx\": false, \"unknown\": true},\n"
    " \"tunables\": {\"scan.GROUP\": 256, \"scan.ITEMS\": 8}, \"other\": {\"k\": -5},\n"
    " \"nanoseconds\": {\"scan.default\": 2000, \"scan.tuned\": 1500}}\n";

static nf_status read_text(const char *text, nf_profile *profile, nf_sentence *error) {
    return nf_profile_from_text(text, strlen(text), profile, error);
}

START_TEST(a_sound_text_is_read) {
    nf_profile p;
    nf_sentence error = {.text = ""};
    ck_assert_msg(read_text(sound, &p, &error) == NF_OK, "%s", error.text);
    ck_assert_str_eq(p.name, "A \"B\" \xc3\xa9\xc3\x8f");
    ck_assert_str_eq(p.driver, "1.2");
    ck_assert_str_eq(p.type, "gpu");
    ck_assert_uint_eq(p.compute_units, 132);
    ck_assert_uint_eq(p.checked, 1u << NF_CAN_LOOK_BACK | 1u << NF_CAN_PTX);
    ck_assert_uint_eq(p.proved, 1u << NF_CAN_LOOK_BACK);
    ck_assert_uint_eq(p.value_count, 2);
    ck_assert_str_eq(p.values[1].name, "scan.ITEMS");
    ck_assert_int_eq(p.values[1].value, 8);
    ck_assert_uint_eq(p.figure_count, 1);
    ck_assert_int_eq(p.figures[0].default_ns, 2000);
    ck_assert_int_eq(p.figures[0].tuned_ns, 1500);
}
END_TEST

START_TEST(what_is_written_is_read_back) {
    nf_profile p, q;
    nf_profile_text text;
    nf_sentence error = {.text = ""};
    ck_assert_int_eq(read_text(sound, &p, &error), NF_OK);
    memcpy(p.vendor, "tab\there \\ \"", 13);
    ck_assert_int_eq(nf_profile_to_text(NULL, &p, &text, &error), NF_OK);
    ck_assert_msg(nf_profile_from_text(text.text, text.size, &q, &error) == NF_OK, "%s", error.text);
    ck_assert_mem_eq(&p, &q, sizeof p);
    free(text.text);
}
END_TEST

START_TEST(capabilities_proved_by_other_probes_do_not_count) {
    char text[sizeof sound];
    nf_profile p;
    memcpy(text, sound, sizeof sound);
    strstr(text, "\"probes\": 2")[10] = '1';
    ck_assert_int_eq(read_text(text, &p, NULL), NF_OK);
    ck_assert_uint_eq(p.checked | p.proved, 0);
    ck_assert_uint_eq(p.value_count, 2);
}
END_TEST

/* So that a device with a shipped profile knows as much as one that was checked. */
START_TEST(shipped_profiles_say_something_of_every_capability) {
    ck_assert_uint_gt(nf_shipped_count, 0);
    for (size_t k = 0; k < nf_shipped_count; k++) {
        const nf_shipped *s = &nf_shipped_profiles[k];
        nf_profile p;
        ck_assert_int_eq(nf_profile_from_text((const char *)s->bytes, s->size, &p, NULL), NF_OK);
        ck_assert_msg(p.checked == (1u << NF_CAPABILITIES) - 1, "%s: %x", s->name, p.checked);
    }
}
END_TEST

START_TEST(damaged_texts_are_refused) {
    static const char *const texts[] = {
        "",
        " ",
        "{",
        "{}",
        "[]",
        "null",
        "{\"format\": \"nearfield profile 1\"}",
        "{\"format\": \"nearfield profile 2\", \"name\": \"a\", \"type\": \"gpu\"}",
        "{\"name\": \"a\", \"type\": \"gpu\"}",
        "{\"format\": \"nearfield profile 1\", \"name\": 5, \"type\": \"gpu\"}",
        "{\"format\": \"nearfield profile 1\", \"name\": \"a\", \"type\": \"a type of more than sixteen "
        "letters\"}",
        "{\"format\": \"nearfield profile 1\", \"name\": \"a\", \"type\": \"gpu\", \"tunables\": {\"a.B\": "
        "0}}",
        "{\"format\": \"nearfield profile 1\", \"name\": \"a\", \"type\": \"gpu\", \"tunables\": {\"a.B\": "
        "\"4\"}}",
        "{\"format\": \"nearfield profile 1\", \"name\": \"a\", \"type\": \"gpu\", \"tunables\": {\"a.B\": "
        "99999999}}",
        "{\"format\": \"nearfield profile 1\", \"name\": \"a\", \"type\": \"gpu\", \"capabilities\": "
        "{\"ptx\": 1}}",
        "{\"format\": \"nearfield profile 1\", \"name\": \"a\", \"type\": \"gpu\", \"nanoseconds\": "
        "{\"scan\": 1}}",
        "{\"format\": \"nearfield profile 1\", \"name\": \"a\", \"type\": \"gpu\", \"nanoseconds\": "
        "{\"a_family_of_24_letters_x.tuned\": 1}}",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        nf_profile p;
        nf_sentence error = {.text = ""};
        ck_assert_msg(read_text(texts[k], &p, &error) == NF_ERROR_ARGUMENT, "taken: %s", texts[k]);
        ck_assert_msg(error.text[0], "no sentence for %s", texts[k]);
        ck_assert_uint_eq(p.checked | p.proved | p.value_count, 0);
    }
}
END_TEST

static nf_status pass(void *user, const nf_json_member *member, nf_sentence *error) {
    (void)error;
    *(int64_t *)user = member->number;
    return NF_OK;
}

START_TEST(json_is_read_strictly) {
    static const struct {
        const char *text;
        int good;
    } rows[] = {
        {"{}", 1},
        {" {\n\t\"a\" : 0 } \r\n", 1},
        {"{\"a\":{}}", 1},
        {"{\"a\":-12}", 1},
        {"{\"a\":999999999999999}", 1},
        {"{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u20AC\"}", 1},
        {"{\"a\":9999999999999999}", 0},
        {"{\"a\":01}", 0},
        {"{\"a\":-}", 0},
        {"{\"a\":+1}", 0},
        {"{\"a\":1.5}", 0},
        {"{\"a\":1e3}", 0},
        {"{\"a\":null}", 0},
        {"{\"a\":[]}", 0},
        {"{\"a\":tru}", 0},
        {"{\"a\":{\"b\":{}}}", 0},
        {"{\"a\":1,}", 0},
        {"{\"a\" 1}", 0},
        {"{a:1}", 0},
        {"{'a':1}", 0},
        {"{\"a\":1} x", 0},
        {"{\"a\":1}{", 0},
        {"{\"a\":\"\\x\"}", 0},
        {"{\"a\":\"\\u12g4\"}", 0},
        {"{\"a\":\"\\u0000\"}", 0},
        {"{\"a\":\"\\ud83d\\ude00\"}", 0},
        {"{\"a\":\"\n\"}", 0},
        {"{\"a\":\"", 0},
        {"{\"a\":\"\\", 0},
        {"{\"a\":\"\\u12", 0},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        int64_t number = 0;
        const nf_status status = nf_json_read(rows[k].text, strlen(rows[k].text), pass, &number, NULL);
        ck_assert_msg((status == NF_OK) == rows[k].good, "%s: %s", rows[k].text, nf_status_name(status));
    }
    int64_t number = 0;
    ck_assert_int_eq(nf_json_read("{\"a\":-42}", 9, pass, &number, NULL), NF_OK);
    ck_assert_int_eq(number, -42);
    ck_assert_int_eq(nf_json_read("{\"a\":1}\0", 8, pass, &number, NULL),
                     NF_ERROR_ARGUMENT); /* a zero byte */
}
END_TEST

START_TEST(a_struct_that_holds_no_profile_is_not_written) {
    enum { CASES = 13 };
    for (int k = 0; k < CASES; k++) {
        nf_profile *p =
            support_allocate(sizeof *p); /* of its own, where a checker of addresses sees its end */
        nf_profile_text text;
        nf_sentence error = {.text = ""};
        ck_assert_int_eq(read_text(sound, p, &error), NF_OK);
        switch (k) {
        case 0: memset(p, 0, sizeof *p); break;
        case 1: memset(p, 0xa5, sizeof *p); break;
        case 2: memset(p->name, 'n', sizeof p->name); break;
        case 3: memset(p->driver, 'd', sizeof p->driver); break;
        case 4: memset(p->type, 't', sizeof p->type); break;
        case 5: p->type[0] = 0; break;
        case 6: p->value_count = NF_PROFILE_VALUES + 1; break;
        case 7: p->figure_count = NF_PROFILE_FIGURES + 1; break;
        case 8: memset(p->values[1].name, 'v', sizeof p->values[1].name); break;
        case 9: p->values[0].value = 0; break;
        case 10: p->values[0].value = (1 << 24) + 1; break;
        case 11: memset(p->figures[0].family, 'f', sizeof p->figures[0].family); break;
        default: p->figures[0].tuned_ns = -1; break;
        }
        ck_assert_msg(nf_profile_to_text(NULL, p, &text, &error) == NF_ERROR_ARGUMENT, "case %d", k);
        ck_assert_msg(error.text[0] && !text.text, "case %d", k);
        free(p);
    }
}
END_TEST

/* Each text lies at the end of its own allocation, where a checker of addresses sees every step too far. */
START_TEST(noise_is_read_without_harm) {
    uint64_t state = 1;
    for (int round = 0; round < 30000; round++) {
        const size_t size =
            support_random(&state) % 8 ? sizeof sound - 1 : support_random(&state) % sizeof sound;
        char *text = support_allocate(size);
        memcpy(text, sound, size);
        for (uint64_t k = support_random(&state) % 6; size && k > 0; k--) {
            static const char marks[] = "{}[]\",:\\u0-19 \n\ttrue.eE";
            const uint64_t r = support_random(&state);
            text[r % size] = r >> 40 & 1 ? (char)(r >> 32) : marks[(r >> 32) % (sizeof marks - 1)];
        }
        nf_profile p;
        nf_sentence error = {.text = ""};
        const nf_status status = nf_profile_from_text(text, size, &p, &error);
        ck_assert(status == NF_OK || (status == NF_ERROR_ARGUMENT && error.text[0] && !p.value_count));
        free(text);
    }
}
END_TEST

int main(void) {
    const TTest *const tests[] = {a_sound_text_is_read,
                                  what_is_written_is_read_back,
                                  capabilities_proved_by_other_probes_do_not_count,
                                  shipped_profiles_say_something_of_every_capability,
                                  damaged_texts_are_refused,
                                  json_is_read_strictly,
                                  a_struct_that_holds_no_profile_is_not_written,
                                  noise_is_read_without_harm};
    return support_main("profile", tests, sizeof tests / sizeof *tests);
}
