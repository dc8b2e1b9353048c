/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Structs of a caller who was compiled against another version: here the library is a later one, whose structs have grown. */
#include "core/sized.h"
#include "support/device.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct inner {
    uint32_t size;
    int value;
    uint64_t later;
} inner;

typedef struct outer {
    uint32_t size;
    int value;
    const inner *one;
    const inner *later;
} outer;

static const nf_sized of_inner = {.known = sizeof(inner), .first = offsetof(inner, later)};
static const nf_sized of_outer = {.known = sizeof(outer),
                                  .first = offsetof(outer, later),
                                  .pointers = {NF_SIZED_POINTER(outer, one, of_inner, "the one"),
                                               NF_SIZED_POINTER(outer, later, of_inner, "the later")}};

/* Memory that ends before a page that cannot be accessed. */
typedef struct fenced {
    char *pages, *end;
    size_t page;
} fenced;

static fenced fence(void) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *pages = NULL;
    ck_assert_int_eq(posix_memalign(&pages, page, 2 * page), 0);
    ck_assert_int_eq(mprotect((char *)pages + page, page, PROT_NONE), 0);
    return (fenced){pages, (char *)pages + page, page};
}

static void unfence(fenced *f) {
    ck_assert_int_eq(mprotect(f->end, f->page, PROT_READ | PROT_WRITE), 0);
    free(f->pages);
}

/* A struct of `bytes` bytes at its end. */
static void *at_end(const fenced *f, const void *from, size_t bytes) {
    return memcpy(f->end - bytes, from, bytes);
}

#define own_fence OWNED_BY(unfence) fenced

TEST(a_struct_of_version_1_0_is_read_as_far_as_it_reaches) {
    for (uint32_t says = 0; says < 2; says++) {
        own_fence first = fence(), second = fence();
        inner *one =
            at_end(&first, &(inner){.size = says * (uint32_t)of_inner.first, .value = 7}, of_inner.first);
        const outer *from =
            at_end(&second, &(outer){.size = says * (uint32_t)of_outer.first, .value = 5, .one = one},
                   of_outer.first);
        outer own;
        nf_sized_copies copies = {.count = 0};
        memset(&own, 0xA5, sizeof own);
        memset(copies.each, 0xA5, sizeof copies.each);
        ck_assert_int_eq(nf_sized_take(&of_outer, "it", from, &own, &copies, NULL), NF_OK);
        ck_assert_int_eq(own.value, 5);
        ck_assert_ptr_null(own.later);
        ck_assert_uint_eq(own.size, sizeof own);
        ck_assert_ptr_ne(own.one, one);
        one->value = 0; /* is not read any more */
        ck_assert_int_eq(own.one->value, 7);
        ck_assert_uint_eq(own.one->later, 0);
        ck_assert_uint_eq(own.one->size, sizeof *own.one);
    }
}

TEST(members_of_this_version_are_taken_with_what_they_point_to) {
    const inner one = {.value = 7, .size = sizeof one, .later = 3}, two = {.value = 8};
    const outer from = {.size = sizeof from, .one = &one, .later = &two};
    const void *pointer = &from;
    nf_sized_copies copies = {.count = 0};
    ck_assert_int_eq(nf_sized_follow(&of_outer, "it", &pointer, &copies, NULL), NF_OK);
    ck_assert_int_eq(copies.count, 3);
    const outer *own = pointer;
    ck_assert(own != &from && own->one != &one && own->later != &two);
    ck_assert_uint_eq(own->one->later, 3);
    ck_assert_int_eq(own->later->value, 8);
    ck_assert_uint_eq(own->later->later, 0); /* its size is 0, and so this member is not its */
}

TEST(null_is_zeros_and_stays_null_where_a_pointer_is_followed) {
    const void *pointer = NULL;
    const outer zeros = {.size = sizeof zeros};
    outer own;
    nf_sized_copies copies = {.count = 0};
    ck_assert_int_eq(nf_sized_follow(&of_outer, "it", &pointer, &copies, NULL), NF_OK);
    ck_assert_ptr_null(pointer);
    memset(&own, 0xA5, sizeof own);
    ck_assert_int_eq(nf_sized_take(&of_outer, "it", NULL, &own, &copies, NULL), NF_OK);
    ck_assert_mem_eq(&own, &zeros, sizeof own);
    ck_assert_int_eq(copies.count, 0);
}

/* Of a version that is later still. */
TEST(a_longer_struct_is_taken_if_what_is_not_known_is_zero) {
    struct {
        inner known;
        unsigned char later[8];
    } wide = {.known = {.size = sizeof wide, .value = 1}};
    inner own;
    nf_sentence error;
    ck_assert_int_eq(nf_sized_take(&of_inner, "it", &wide, &own, NULL, &error), NF_OK);
    wide.later[7] = 1;
    ck_assert_int_eq(nf_sized_take(&of_inner, "it", &wide, &own, NULL, &error), NF_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text,
                     "it has 24 bytes and a value in byte 23, but this version of the library knows "
                     "16 bytes: use a newer version, or leave that value out");
    ck_assert_int_eq(own.value, 0);
}

TEST(a_size_below_that_of_version_1_0_is_refused_with_what_is_wrong_within) {
    const inner wrong = {.size = 7}, right = {.value = 4}, huge = {.size = 65537};
    const outer from = {.size = sizeof from, .value = 5, .one = &wrong, .later = &right},
                short_of = {.size = (uint32_t)of_outer.first - 1, .value = 5, .one = &right};
    outer own;
    nf_sentence error;
    nf_sized_copies copies = {.count = 0};
    ck_assert_int_eq(nf_sized_take(&of_outer, "it", &from, &own, &copies, &error), NF_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "the size of the one is 7 bytes: give its sizeof, 16, or 0");
    ck_assert_int_eq(own.value, 5); /* all else is taken */
    ck_assert_ptr_null(own.one);
    ck_assert_int_eq(own.later->value, 4);
    ck_assert_int_eq(nf_sized_take(&of_outer, "it", &short_of, &own, &copies, &error), NF_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "the size of it is"));
    ck_assert_ptr_null(own.one);
    ck_assert_int_eq(own.value, 0);
    ck_assert_int_eq(nf_sized_take(&of_inner, "it", &huge, &own, &copies, &error), NF_ERROR_ARGUMENT);
}

TEST(a_struct_may_have_65536_bytes) {
    static struct {
        inner known;
        char later[65536 - sizeof(inner)];
    } from = {.known = {.size = sizeof from, .value = 4}};
    inner own;
    ck_assert_int_eq(nf_sized_take(&of_inner, "it", &from, &own, NULL, NULL), NF_OK);
    ck_assert_int_eq(own.value, 4);
    from.later[sizeof from.later - 1] = 1;
    ck_assert_int_eq(nf_sized_take(&of_inner, "it", &from, &own, NULL, NULL), NF_ERROR_ARGUMENT);
}

TEST(more_structs_than_there_is_room_for_are_an_error) {
    const inner one = {.value = 7};
    const void *pointer = &one;
    nf_sentence error;
    nf_sized_copies copies = {.count = NF_SIZED_COPIES - 1};
    ck_assert_int_eq(nf_sized_follow(&of_inner, "it", &pointer, &copies, &error), NF_OK);
    pointer = &one;
    ck_assert_int_eq(nf_sized_follow(&of_inner, "it", &pointer, &copies, &error), NF_ERROR_MEMORY);
    ck_assert_ptr_null(pointer);
}

TEST(an_array_of_version_1_0_is_filled_as_far_as_it_reaches) {
    enum { COUNT = 3 };
    const size_t first = of_inner.first;
    const uint32_t size = (uint32_t)first;
    own_fence room = fence();
    char *infos = room.end - COUNT * first;
    size_t stride = 0;
    memset(infos, 0xA5, COUNT * first);
    memcpy(infos, &size, sizeof size);
    ck_assert_int_eq(nf_sized_stride(&of_inner, "infos", infos, &stride, NULL), NF_OK);
    ck_assert_uint_eq(stride, first);
    for (int k = 0; k < COUNT; k++)
        nf_sized_give(&of_inner, infos, stride, (size_t)k, &(inner){.size = 99, .value = k, .later = 9});
    for (int k = 0; k < COUNT; k++) {
        inner own = {.later = 0};
        memcpy(&own, infos + (size_t)k * first, first);
        ck_assert_uint_eq(own.size, first);
        ck_assert_int_eq(own.value, k);
    }
}

TEST(one_struct_without_a_size_is_filled_as_that_of_version_1_0) {
    const uint32_t none = 0;
    own_fence room = fence();
    char *info = room.end - of_inner.first;
    size_t reach = 0;
    inner own = {.later = 0};
    memset(info, 0xA5, of_inner.first);
    memcpy(info, &none, sizeof none);
    ck_assert_int_eq(nf_sized_reach(&of_inner, "info", info, &reach, NULL), NF_OK);
    nf_sized_give(&of_inner, info, reach, 0, &(inner){.size = 99, .value = 7, .later = 9});
    memcpy(&own, info, of_inner.first);
    ck_assert_uint_eq(own.size, of_inner.first);
    ck_assert_int_eq(own.value, 7);
}

TEST(an_array_needs_the_size_of_its_first_struct) {
    inner infos[2] = {{.size = 0}};
    size_t stride = 0;
    nf_sentence error;
    ck_assert_int_eq(nf_sized_stride(&of_inner, "infos", infos, &stride, &error), NF_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "infos[0].size is 0: set it to sizeof infos[0], 16");
}

TEST(an_array_of_a_later_version_has_zeros_beyond_what_is_known) {
    struct {
        inner known;
        uint64_t later;
    } wide[2] = {{.known = {.size = sizeof *wide}, .later = 1}, {.later = 1}};
    size_t stride = 0;
    nf_sentence error;
    ck_assert_int_eq(nf_sized_stride(&of_inner, "infos", wide, &stride, &error), NF_OK);
    for (size_t k = 0; k < 2; k++) nf_sized_give(&of_inner, wide, stride, k, k ? NULL : &(inner){.later = 9});
    for (int k = 0; k < 2; k++) {
        ck_assert_uint_eq(wide[k].known.size, sizeof *wide);
        ck_assert_uint_eq(wide[k].known.later, k ? 0 : 9);
        ck_assert_uint_eq(wide[k].later, 0);
    }
    wide[0].known.size = 3;
    ck_assert_int_eq(nf_sized_stride(&of_inner, "infos", wide, &stride, &error), NF_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "infos[0].size is 3: set it to sizeof infos[0], 16");
}
