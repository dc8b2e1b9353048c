/* Profiles that are not of this very device and driver, and those that come with the library: what they lend. */
#include "profile_folder.h"
#include "tune/capability.h"
#include "tune/families.h"
#include "tune/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(another_driver_lends_its_tunables_and_proves_nothing) {
    make_folder();
    nf_context *context = open_context(folder);
    nf_profile p = profile_of(context, other_value(context));
    snprintf(p.driver, sizeof p.driver, "another");
    p.proved = p.checked = (1u << NF_CAPABILITIES) - 1;
    support_ok(context, nf_profile_store(context, &p));
    ck_assert_int_eq(scan_value(context), p.values[0].value);
    ck_assert_uint_ne(context->known.proved, p.proved);
    nf_context_free(context);
    remove_folder();
}
END_TEST

START_TEST(the_nearest_device_lends_its_tunables) {
    make_folder();
    nf_context *context = open_context(folder);
    const int value = other_value(context), standard = nf_default(context, &nf_scan_family, 0);
    nf_profile far_one = profile_of(context, standard), near_one = profile_of(context, value);
    nf_profile stranger = near_one, other_kind = near_one;
    snprintf(far_one.name, sizeof far_one.name, "a far device");
    far_one.compute_units += 100;
    snprintf(near_one.name, sizeof near_one.name, "a near device");
    near_one.compute_units += 1;
    snprintf(stranger.platform, sizeof stranger.platform, "another platform");
    snprintf(stranger.vendor, sizeof stranger.vendor, "another vendor");
    snprintf(other_kind.type, sizeof other_kind.type, "accelerator");
    /* Neither another kind of device nor one of another platform and vendor, even of the same name. */
    save_as(context, &stranger, "a.json");
    save_as(context, &other_kind, "b.json");
    nf_context_free(context);
    context = open_context(folder);
    ck_assert_msg(strstr(nf_context_note(context), "that is stored") == NULL, "%s", nf_context_note(context));
    /* By name neither: then the number of compute units decides, and not the order of the files. */
    save_as(context, &far_one, "c.json");
    save_as(context, &near_one, "d.json");
    nf_context_free(context);
    context = open_context(folder);
    /* Where the library brings a profile of this very device, that is nearer still. */
    const int is_near = strstr(nf_context_note(context), "profile of a near device") != NULL;
    ck_assert_msg(is_near || strstr(nf_context_note(context), nf_context_device(context)->name) != NULL, "%s",
                  nf_context_note(context));
    const int found = scan_value(context);
    nf_context_free(context);
    remove_folder();
    if (is_near) ck_assert_int_eq(found, value);
}
END_TEST

START_TEST(of_two_as_near_the_first_by_name_lends_its_tunables) {
    make_folder();
    nf_context *context = open_context(folder);
    const nf_profile first = profile_of(context, other_value(context)), second = profile_of(context, 1);
    save_as(context, &second, "b.json");
    save_as(context, &first, "a.json");
    support_ok(context, nf_store_learn(context, folder));
    ck_assert_uint_eq(context->known.value_count, 1);
    ck_assert_int_eq(context->known.values[0].value, first.values[0].value);
    nf_context_free(context);
    remove_folder();
}
END_TEST

/* The first profile that comes with the library and has tunables. */
static void find_shipped(nf_profile *p) {
    for (size_t k = 0; k < nf_shipped_count; k++) {
        const nf_shipped *s = &nf_shipped_profiles[k];
        ck_assert_int_eq(nf_profile_from_text((const char *)s->bytes, s->size, p, NULL), NF_OK);
        if (p->value_count) return;
    }
    ck_abort_msg("no shipped profile has a tunable");
}

static int value_of(const nf_context *context, const char *name) {
    for (uint32_t k = 0; k < context->known.value_count; k++)
        if (strcmp(context->known.values[k].name, name) == 0) return context->known.values[k].value;
    return 0;
}

START_TEST(what_the_user_tuned_stands_before_what_comes_with_the_library) {
    static nf_profile shipped, own;
    make_folder();
    nf_context *context = open_context(folder);
    find_shipped(&shipped);
    const nf_profile_value *first = &shipped.values[0];
    /* The context is told that its device is that of the profile, with the same driver. */
    nf_device_info *device = &context->device;
    device->type = strcmp(shipped.type, "gpu") == 0 ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU;
    snprintf(device->name, sizeof device->name, "%s", shipped.name);
    snprintf(device->vendor, sizeof device->vendor, "%s", shipped.vendor);
    snprintf(device->platform_name, sizeof device->platform_name, "%s", shipped.platform);
    snprintf(device->driver, sizeof device->driver, "%s", shipped.driver);
    support_ok(context, nf_store_learn(context, folder));
    ck_assert_int_eq(value_of(context, first->name), first->value);
    /* The user's own, under another driver: of the same family, and of another. */
    own = shipped;
    own.value_count = 1;
    own.values[0].value = first->value + 1;
    snprintf(own.driver, sizeof own.driver, "another");
    save_as(context, &own, "own.json");
    support_ok(context, nf_store_learn(context, folder));
    ck_assert_int_eq(value_of(context, first->name), first->value + 1);
    ck_assert_ptr_nonnull(strstr(nf_context_note(context), "that is stored"));
    snprintf(own.values[0].name, sizeof own.values[0].name, "untried.GROUP");
    save_as(context, &own, "own.json");
    support_ok(context, nf_store_learn(context, folder));
    ck_assert_int_eq(value_of(context, "untried.GROUP"), first->value + 1);
    ck_assert_int_eq(value_of(context, first->name), first->value);
    nf_context_free(context);
    remove_folder();
}
END_TEST

int main(void) {
    setenv("NEARFIELD_PATHS", "groups=1 unproved",
           1); /* no kernel runs here: values may differ on any driver */
    const TTest *const tests[] = {another_driver_lends_its_tunables_and_proves_nothing,
                                  the_nearest_device_lends_its_tunables,
                                  of_two_as_near_the_first_by_name_lends_its_tunables,
                                  what_the_user_tuned_stands_before_what_comes_with_the_library};
    return support_main("lend", tests, sizeof tests / sizeof *tests);
}
