/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tune/known.h"

#include "tune/capability.h"

#include <stdlib.h>
#include <string.h>

static void release(nf_context *context, nf_keepsake *keepsake) {
    nf_release(&context->allocator, ((nf_known *)keepsake)->tuning);
}
const nf_keepsake_kind nf_known_kind = {"a profile", sizeof(nf_known), release};

nf_known *nf_known_of(const nf_context *context) {
    return (nf_known *)nf_keepsake_of(context->keepsakes, &nf_known_kind);
}

nf_status nf_known_begin(nf_context *context, const nf_family *const *families, const char *words) {
    nf_keepsake *made = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_keepsake_take(context, &context->keepsakes, &nf_known_kind, &made));
    ((nf_known *)made)->families = families;
    nf_capability_force(context);
    NF_TRY(nf_known_keep_words(context, words ? words : getenv("NEARFIELD_TUNING")));
done:
    return status;
}

nf_status nf_known_keep_words(nf_context *context, const char *words) {
    nf_known *known = nf_known_of(context);
    char *copy = NULL;
    const size_t bytes = words ? strlen(words) + 1 : 1;
    const nf_status status =
        nf_allocate(&context->allocator, bytes, 1, "tuning words", (void **)&copy, &context->error);
    if (status != NF_OK) return status;
    if (words) memcpy(copy, words, bytes);
    nf_release(&context->allocator, known->tuning);
    known->tuning = copy;
    nf_staging_begin(context, nf_word_value(copy, NF_STAGING_WORD));
    return NF_OK;
}
