/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tune/choice.h"

#include "tune/known.h"

#include <string.h>

/* The place of a name among the choices, or `count`. */
static uint32_t place_of(const nf_profile_choice *choices, uint32_t count, const char *name) {
    uint32_t k = 0;
    while (k < count && strcmp(choices[k].name, name) != 0) k++;
    return k;
}

const nf_profile_choice *nf_choice_stored(const nf_context *context, const char *name) {
    const nf_known *known = nf_known_of(context);
    const uint32_t k = *name ? place_of(known->choices, known->choice_count, name) : known->choice_count;
    return k < known->choice_count ? &known->choices[k] : NULL;
}

static nf_status put(nf_profile *profile, const char *name, const char *choice, nf_sentence *error) {
    nf_profile_choice *choices = profile->choices, *own = NULL;
    const uint32_t k = place_of(choices, profile->choice_count, name);
    if (k == NF_PROFILE_CHOICES)
        return nf_fail(error, NF_ERROR_CAPACITY, "the profile has %d choices, and no room for another one",
                       NF_PROFILE_CHOICES);
    own = &choices[k];
    if (strlen(name) >= sizeof own->name || strlen(choice) >= sizeof own->choice)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "a choice has a name of %d letters at most, and a value of %d",
                       (int)sizeof own->name - 1, (int)sizeof own->choice - 1);
    profile->choice_count += k == profile->choice_count;
    memset(own, 0, sizeof *own);
    memcpy(own->name, name, strlen(name));
    memcpy(own->choice, choice, strlen(choice));
    return NF_OK;
}

static void drop(nf_profile *profile, const char *name) {
    const uint32_t k = place_of(profile->choices, profile->choice_count, name);
    if (k < profile->choice_count) profile->choices[k] = profile->choices[--profile->choice_count];
}

nf_status nf_choice_store(nf_context *context, const char *name, const char *choice) {
    nf_profile profile;
    nf_status status = NF_OK;
    if (!context) return NF_ERROR_ARGUMENT;
    if (!name) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "name is NULL");
    NF_TRY(nf_profile_stored(context, &profile, NULL));
    if (choice) NF_TRY(put(&profile, name, choice, &context->error));
    else drop(&profile, name);
    NF_TRY(nf_profile_store(context, &profile));
done:
    return status;
}
