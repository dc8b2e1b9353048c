/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/check.h"
#include "core/memory.h"
#include "support/device.h"

#include <nearfield/nearfield.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

TEST(every_status_has_a_name_and_words) {
    for (int k = 0; k < NF_STATUSES; k++) {
        ck_assert_int_eq(strncmp(nf_status_name((nf_status)k), "NF_", 3), 0);
        ck_assert_str_ne(nf_status_words((nf_status)k), "");
        for (int other = 0; other < k; other++)
            ck_assert_str_ne(nf_status_words((nf_status)k), nf_status_words((nf_status)other));
    }
    ck_assert_str_eq(nf_status_name(NF_OK), "NF_OK");
    ck_assert_str_eq(nf_status_name(NF_ERROR_UNSUPPORTED), "NF_ERROR_UNSUPPORTED");
    ck_assert_str_eq(nf_status_words(NF_ERROR_MEMORY), "out of memory on the host or on the device");
}

TEST(a_number_that_is_no_status_has_words_too) {
    static const int numbers[] = {-1, NF_STATUSES, 1 << 30};
    for (int k = 0; k < 3; k++) {
        ck_assert_str_eq(nf_status_words((nf_status)numbers[k]), "an unknown status");
        ck_assert_str_eq(nf_status_name((nf_status)numbers[k]), "NF_ERROR_UNKNOWN");
    }
}

TEST(the_version_is_that_of_the_header) {
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", NF_VERSION_MAJOR, NF_VERSION_MINOR, NF_VERSION_PATCH);
    ck_assert_str_eq(nf_version(), text);
    ck_assert_str_eq(nf_version(), NF_VERSION_STRING);
}

TEST(types_have_their_sizes) {
    ck_assert_uint_eq(nf_type_bytes(NF_FLOAT32), sizeof(cl_float));
    ck_assert_uint_eq(nf_type_bytes(NF_FLOAT64), sizeof(cl_double));
    ck_assert_uint_eq(nf_type_bytes(NF_INT32), 4);
    ck_assert_uint_eq(nf_type_bytes(NF_UINT32), 4);
    ck_assert_uint_eq(nf_type_bytes(NF_UINT64), 8);
    ck_assert_uint_eq(nf_type_bytes(NF_TYPE_NONE), 0);
    ck_assert_uint_eq(nf_type_bytes(NF_INT64), 8);
    ck_assert_uint_eq(nf_type_bytes(NF_UINT8), 1);
    ck_assert_uint_eq(nf_type_bytes((nf_type)(NF_UINT8 + 1)), 0);
    ck_assert_uint_eq(nf_type_bytes((nf_type)-1), 0);
}

TEST(a_sentence_that_is_too_long_is_cut_and_ended) {
    nf_sentence sentence;
    char small[8], one[1] = {'x'};
    ck_assert_int_eq(nf_fail(&sentence, NF_ERROR_DEVICE, "%2000d", 7), NF_ERROR_DEVICE);
    ck_assert_uint_eq(strlen(sentence.text), sizeof sentence.text - 1);
    ck_assert_int_eq(nf_fail(NULL, NF_ERROR_DEVICE, "nowhere"), NF_ERROR_DEVICE);
    nf_fail(&sentence, NF_ERROR_DEVICE, "eight letters and more");
    nf_sentence_copy(&sentence, small, sizeof small);
    ck_assert_str_eq(small, "eight l");
    nf_sentence_copy(&sentence, one, sizeof one);
    ck_assert_str_eq(one, "");
    nf_sentence_copy(&sentence, NULL, 0);
}

TEST(sizes_that_overflow_are_no_memory) {
    void *pointer = &pointer;
    nf_sentence sentence = {.text = ""};
    ck_assert_int_eq(nf_allocate(NULL, SIZE_MAX / 2, 3, "a test", &pointer, &sentence), NF_ERROR_MEMORY);
    ck_assert_ptr_null(pointer);
    ck_assert_ptr_nonnull(strstr(sentence.text, "a test"));
    ck_assert_uint_eq(nf_multiply(UINT64_MAX, 2), UINT64_MAX);
    ck_assert_uint_eq(nf_multiply(UINT64_C(1) << 33, UINT64_C(1) << 31), UINT64_MAX);
    ck_assert_uint_eq(nf_multiply(UINT64_C(1) << 32, UINT64_C(1) << 31), UINT64_C(1) << 63);
    ck_assert_uint_eq(nf_multiply(0, UINT64_MAX), 0);
}

TEST(an_array_that_grows_keeps_what_it_had) {
    int *array = NULL;
    size_t capacity = 0;
    for (size_t k = 0; k < 1000; k++) {
        ck_assert_int_eq(nf_grow(NULL, (void **)&array, &capacity, k + 1, sizeof *array, "numbers", NULL),
                         NF_OK);
        array[k] = (int)k;
    }
    for (size_t k = 0; k < 1000; k++)
        if (array[k] != (int)k) ck_abort_msg("element %d is %d", (int)k, array[k]);
    ck_assert_int_eq(nf_grow(NULL, (void **)&array, &capacity, SIZE_MAX / 2, sizeof *array, "numbers", NULL),
                     NF_ERROR_MEMORY);
    alarm(30); /* a capacity that overflows to 0 would be doubled forever */
    ck_assert_int_eq(nf_grow(NULL, (void **)&array, &capacity, SIZE_MAX, 1, "numbers", NULL),
                     NF_ERROR_MEMORY);
    alarm(0);
    ck_assert_int_eq(array[999], 999);
    nf_release(NULL, array);
    nf_release(NULL, NULL);
}
